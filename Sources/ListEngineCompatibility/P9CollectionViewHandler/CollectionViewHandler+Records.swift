import Foundation
import ListEngine
import ListEngineLayout

extension CollectionViewHandler {
    /// The data that one item shows, and the type of the cell that shows it.
    @MainActor
    public final class Record {
        /// The type of the cell: a key of the handler's map from types to cells.
        public var type: String {
            get { later?.contents.type ?? first.type }
            set { change { $0.type = newValue } }
        }
        public var data: Any? {
            get { current.data }
            set { change { $0.data = newValue } }
        }
        public var extra: Any? {
            get { current.extra }
            set { change { $0.extra = newValue } }
        }

        struct Contents {
            var type: String
            var data: Any?
            var extra: Any?
        }

        /// Contents that do not change, so that they are passed on without a copy. To copy a value of any type costs more than most
        /// views need to show it.
        final class Later {
            let contents: Contents
            init(_ contents: Contents) { self.contents = contents }
        }

        /// The contents of the record when it was made.
        let first: Contents
        /// The contents that the program has set since; nil if it has set none.
        private(set) var later: Later?

        private var current: Contents { later?.contents ?? first }

        private func change(_ body: (inout Contents) -> Void) {
            var contents = current
            body(&contents)
            later = Later(contents)
        }

        /// A number that no other record of the program has or had.
        let number: UInt64
        private static var last: UInt64 = 0

        public init(type: String, data: Any?, extra: Any? = nil) {
            let next = Self.last + 1
            Self.last = next
            number = next
            first = Contents(type: type, data: data, extra: extra)
        }
    }

    /// Records between an optional header and an optional footer.
    @MainActor
    public final class Section {
        /// The type of the header, as a key of the handler's map from types to supplementary views; nil for no header.
        /// The type of the footer works in the same way.
        public var headerType: String?
        public var headerData: Any?
        public var footerType: String?
        public var footerData: Any?
        public var extra: Any?
        public var records: [Record]? {
            get { storedRecords }
            _modify {
                // As a local value, so that reading the property needs no check.
                var records = storedRecords
                storedRecords = nil
                defer {
                    storedRecords = records
                    isEdited = true
                }
                yield &records
            }
        }
        private var storedRecords: [Record]?

        /// The identity of the section in updates by difference; nil to identify the section by its position.
        public var identifier: AnyHashable?

        /// The layout object of the section, which is used when the list is next laid out; nil for the flow layout with the
        /// sizes of the cells. See `ListSection.sectionLayout`.
        public var layout: (any CollectionViewSectionLayout)?

        /// Whether the records differ from those that are shown.
        var isEdited = true

        public init(
            headerType: String? = nil, headerData: Any? = nil, footerType: String? = nil, footerData: Any? = nil,
            records: [Record]?, extra: Any? = nil, identifier: AnyHashable? = nil
        ) {
            self.headerType = headerType
            self.headerData = headerData
            self.footerType = footerType
            self.footerData = footerData
            storedRecords = records
            self.extra = extra
            self.identifier = identifier
        }
    }

    /// Returns the record at an index path; nil if there is none.
    public func record(at indexPath: IndexPath) -> Record? {
        indexPath.count == 2 ? record(indexPath[1], inSection: indexPath[0]) : nil
    }

    func record(_ item: Int, inSection section: Int) -> Record? {
        let sections = sections
        guard section >= 0, section < sections.count, let records = sections[section].records, item >= 0,
            item < records.count
        else { return nil }
        return records[item]
    }

    /// Notes that the list shows ``sections`` as they are.
    func noteShown() {
        hasEdits = false
        for section in sections { section.isEdited = false }
    }

    /// Whether ``sections`` or their records differ from those that are shown.
    var isEdited: Bool { hasEdits || sections.contains(where: \.isEdited) }

    /// Applies a move by the user, which the list shows, to the records.
    /// - Parameter target: The place of the record, counted after it has been taken out.
    /// - Returns: False if the records are not those that are shown, or if there is no such place.
    func moveShown(from source: IndexPath, to target: IndexPath) -> Bool {
        guard !isEdited, let record = record(at: source), target.count == 2, let home = section(at: source[0]),
            let goal = section(at: target[0])
        else { return false }
        let others = (goal.records?.count ?? 0) - (goal === home ? 1 : 0)
        guard (0...others).contains(target[1]) else { return false }
        home.records?.remove(at: source[1])
        goal.records = goal.records ?? []
        goal.records?.insert(record, at: target[1])
        home.isEdited = false
        goal.isEdited = false
        names = names?.moving(from: source, to: target)
        return true
    }

    func section(at index: Int) -> Section? { sections.indices.contains(index) ? sections[index] : nil }
}
