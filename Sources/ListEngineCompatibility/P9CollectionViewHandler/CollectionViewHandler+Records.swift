import Foundation
import ListEngine

extension CollectionViewHandler {
    /// What one item shows, and by which cell.
    @MainActor
    public final class Record {
        /// A key of the handler's map from types to cells.
        public var type: String
        public var data: Any?
        public var extra: Any?

        /// Tells it from all other records of the program, past ones included.
        let number: UInt64
        private static var last: UInt64 = 0

        public init(type: String, data: Any?, extra: Any? = nil) {
            Self.last += 1
            number = Self.last
            self.type = type
            self.data = data
            self.extra = extra
        }
    }

    /// Records under a header and over a footer, either of which may be missing.
    @MainActor
    public final class Section {
        /// Keys of the handler's map from types to supplementary views; nil: there is none.
        public var headerType: String?
        public var headerData: Any?
        public var footerType: String?
        public var footerData: Any?
        public var extra: Any?
        public var records: [Record]? { didSet { isEdited = true } }

        /// Who the section is, for updates by difference; nil: the section of its position.
        public var identifier: AnyHashable?

        /// The records are others than those that are shown.
        var isEdited = true

        public init(
            headerType: String? = nil, headerData: Any? = nil, footerType: String? = nil, footerData: Any? = nil,
            records: [Record]?, extra: Any? = nil, identifier: AnyHashable? = nil
        ) {
            self.headerType = headerType
            self.headerData = headerData
            self.footerType = footerType
            self.footerData = footerData
            self.records = records
            self.extra = extra
            self.identifier = identifier
        }
    }

    /// The record at an index path; nil where there is none.
    public func record(at indexPath: IndexPath) -> Record? {
        guard indexPath.count == 2, sections.indices.contains(indexPath.section),
            let records = sections[indexPath.section].records, records.indices.contains(indexPath.item)
        else { return nil }
        return records[indexPath.item]
    }

    /// The list shows ``sections`` as they are.
    func noteShown() {
        hasEdits = false
        for section in sections { section.isEdited = false }
    }

    func section(at index: Int) -> Section? { sections.indices.contains(index) ? sections[index] : nil }
}
