/// The sections of a list over a database, which are found one after the other, and followed through changes.
///
/// The caller reads the first row from a place on, says which section it is in, and goes on with the end of the section.
package struct SectionSearch {
    package typealias Section = (heading: RowHeading<ColumnKey>, end: ColumnKey?)
    package typealias Changes = RowChanges<ColumnKey, ColumnKey, ColumnRow>
    package typealias Edit = RowEdit<ColumnKey, ColumnKey, ColumnRow>

    package enum Fault: Error {
        /// There are more sections than a list keeps in memory.
        case tooManySections
        /// A row is not in the section that it was said to be in, or before the place from which it was read.
        case wrongOrder
    }

    package static let most = 10_000

    /// The sections up to a place.
    private struct Found {
        var headings: [RowHeading<ColumnKey>] = []
        /// Where each section ends; nil for the last one.
        var ends: [ColumnKey?] = []
        /// The sections before it are known; nil if all are.
        var place: ColumnKey? = .start

        /// Adds the sections of changed rows before the place. Returns false if no section is new.
        mutating func add(_ edits: [Edit], _ section: (Edit, ColumnKey) -> Section?) -> Bool {
            var isChanged = false
            for edit in edits {
                guard let key = edit.new, place.map({ key < $0 }) ?? true else { continue }
                var (low, high) = (0, headings.count)
                while low < high {
                    let middle = (low + high) / 2
                    if headings[middle].first <= key { low = middle + 1 } else { high = middle }
                }
                if low > 0, ends[low - 1].map({ key < $0 }) ?? true { continue }
                guard let (heading, end) = section(edit, key) else { continue }
                if low > 0, headings[low - 1].first == heading.first { continue }
                headings.insert(heading, at: low)
                ends.insert(end, at: low)
                isChanged = true
            }
            return isChanged
        }
    }

    /// All sections; nil before they were found.
    private var known: Found?
    /// The current search: the first one, or one after changes that are not known in detail.
    private var search: Found?
    /// Whether there was such a change while it ran.
    private var isSearchedAgain = false

    package init() {}

    package var headings: [RowHeading<ColumnKey>] { known?.headings ?? [] }
    /// Whether all sections were found, though perhaps before the last changes.
    package var isKnown: Bool { known != nil }
    /// Whether they are being found again.
    package var isSearching: Bool { isKnown && search != nil }
    /// Whether all sections are those of the last revision.
    package var isCurrent: Bool { isKnown && search == nil }
    /// How many sections the current search has found.
    package var foundCount: Int { search?.headings.count ?? 0 }

    /// The place from which the next section is looked for. Nil if all sections are current.
    package mutating func next() -> ColumnKey? {
        if isCurrent { return nil }
        let current = search ?? Found()
        search = current
        return current.place
    }

    /// Takes the first row from a place on, and its section. Nil: there is none.
    /// - Returns: Whether all sections are known now, and differ from the earlier ones.
    /// - Throws: ``Fault``. The search then begins again.
    package mutating func take(_ found: (key: ColumnKey, section: Section)?, from place: ColumnKey) throws -> Bool {
        // A change may have begun another search meanwhile.
        guard var current = search, current.place == place else { return false }
        search = nil
        if let (key, (heading, end)) = found {
            guard current.headings.count < Self.most, end.map({ key < $0 }) ?? true, place <= key else {
                known = nil
                throw current.headings.count >= Self.most ? Fault.tooManySections : Fault.wrongOrder
            }
            current.headings.append(heading)
            current.ends.append(end)
            current.place = end
        } else {
            current.place = nil
        }
        guard current.place == nil else {
            search = current
            return false
        }
        let isSame = known.map { $0.headings == current.headings } ?? false
        (known, search) = (current, isSearchedAgain ? Found() : nil)
        isSearchedAgain = false
        return !isSame
    }

    /// Something has changed that is not known in detail. The sections stay until the search ends.
    package mutating func searchAgain() {
        if search != nil { isSearchedAgain = true } else if isKnown { search = Found() }
    }

    /// Adds the sections that begin with changes. Sections that have lost all rows are kept, and not shown.
    /// - Parameter section: Returns the section of the key of a changed row; nil if it is not known.
    package mutating func follow(_ changes: [Changes], _ section: (Edit, ColumnKey) -> Section?) -> [Changes] {
        var result: [Changes] = []
        for change in changes {
            switch change {
            case .edits(let edits, let revision):
                _ = search?.add(edits, section)
                if known?.add(edits, section) == true { result.append(.sections(headings, revision)) }
                // The next search throws the error.
                if headings.count > Self.most { (known, search) = (nil, nil) }
            case .somewhere: searchAgain()
            case .everything: self = SectionSearch()
            case .sections: break
            }
            result.append(change)
        }
        return result
    }
}
