#if SQLite
    import CListEngineSQLite
    import Dispatch
    import ListEngineData

    typealias SQLiteHeading = RowHeading<SQLiteKey>

    /// Finds the sections of a list, and follows changes. It reads the first row of one section after the other, in
    /// slices of a few milliseconds. One thread at a time uses it.
    final class Sectioning {
        /// More sections than these are an error, because all of them are kept in memory.
        static let most = 10_000

        /// The sections up to a place.
        private struct Found {
            var headings: [SQLiteHeading] = []
            /// Where each section ends; nil for the last one.
            var ends: [SQLiteKey?] = []
            /// The sections before it are known; nil if all are.
            var place: SQLiteKey? = .start

            /// Adds the sections of changed rows before the place. Returns false if no section is new.
            mutating func add(
                _ edits: [SQLiteEdit],
                _ section: (SQLiteEdit, SQLiteKey) -> (heading: SQLiteHeading, end: SQLiteKey?)?
            ) -> Bool {
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

        /// The first row from a place on: its key, and the column of the first term.
        typealias FirstRow = (SQLiteKey) throws -> (key: SQLiteKey, value: SQLiteValue?)?

        private let sections: SQLiteSections
        /// All sections; nil before they were found.
        private var known: Found?
        /// The current search: the first one, or one after changes that are not known in detail.
        private var search: Found?
        /// Whether there was such a change while it ran.
        private var isSearchedAgain = false

        var headings: [SQLiteHeading] { known?.headings ?? [] }
        /// Whether all sections were found, though perhaps before the last changes.
        var isKnown: Bool { known != nil }
        /// Whether they are being found again.
        var isSearching: Bool { isKnown && search != nil }
        /// Whether all sections are those of the last revision.
        var isCurrent: Bool { isKnown && search == nil }

        init(_ sections: SQLiteSections) { self.sections = sections }

        /// A section, and where the next one begins; nil after the last one.
        /// - Parameter shown: The value of the first term of a row.
        private func section(of key: SQLiteKey, shown: SQLiteValue?, _ plan: RowPlan) -> (
            heading: SQLiteHeading, end: SQLiteKey?
        )? {
            guard let (value, length) = plan.keys.firstValue(of: key) else { return nil }
            let term = plan.keys.terms[0]
            let range = sections.range(
                of: value, shown: shown, ignoresCase: term.collation.name == "NOCASE",
                isNumeric: plan.terms[0].isNumeric)
            switch range.extent {
            case .equal:
                let originals = plan.keys.terms[0].hasOriginal(value) ? Array(key.originals.prefix(1)) : []
                let first = SQLiteKey(bytes: Array(key.bytes[..<length]), originals: originals)
                return (SQLiteHeading(first: first, title: range.title), first.past)
            case .values(let from, let to):
                // In a descending order a section begins after the rows with its upper bound.
                let (low, high) = (from.map { plan.keys.bound($0) }, to.map { plan.keys.bound($0) })
                let first = (term.isDescending ? high?.past : low) ?? .start
                return (SQLiteHeading(first: first, title: range.title), term.isDescending ? low?.past : high)
            }
        }

        /// Finds sections, within a transaction, until the time is over. The next call goes on.
        /// - Returns: Whether other sections than before were found.
        /// - Throws: ``SQLiteError``, or the error of the closure.
        func find(_ plan: RowPlan, until end: UInt64, firstRow: FirstRow) throws -> Bool {
            if isCurrent { return false }
            try sections.check(plan)
            var search = self.search ?? Found()
            self.search = search
            // The next call goes on even after an error.
            defer { if self.search != nil { self.search = search } }
            while let from = search.place {
                guard let row = try firstRow(from), let (heading, next) = section(of: row.key, shown: row.value, plan)
                else {
                    search.place = nil
                    break
                }
                guard search.headings.count < Self.most, next.map({ row.key < $0 }) ?? true, from <= row.key else {
                    let isTooMany = search.headings.count >= Self.most
                    (known, self.search) = (nil, nil)
                    throw isTooMany
                        ? SQLiteError(
                            .tooManySections,
                            "expected at most \(Self.most) sections by \(plan.terms[0].column), found more")
                        : SQLiteError(
                            .statement,
                            "expected rows of the next section by \(plan.terms[0].column), found others: SQLite does not compare the column by the values that it has"
                        )
                }
                search.headings.append(heading)
                search.ends.append(next)
                search.place = next
                if search.headings.count % 8 == 0, DispatchTime.now().uptimeNanoseconds >= end { break }
            }
            guard search.place == nil else { return false }
            let isSame = known?.headings.elementsEqual(search.headings) {
                $0.first == $1.first && $0.title == $1.title
            }
            (known, self.search) = (search, isSearchedAgain ? Found() : nil)
            search = Found()
            isSearchedAgain = false
            return isSame != true
        }

        /// Adds the sections that begin with changes. Sections that have lost all rows are kept, and not shown.
        func follow(_ changes: [SQLiteChanges], _ plan: RowPlan, _ connection: SQLiteConnection) -> [SQLiteChanges] {
            var result: [SQLiteChanges] = []
            func section(_ edit: SQLiteEdit, _ key: SQLiteKey) -> (heading: SQLiteHeading, end: SQLiteKey?)? {
                let row = sections.showsValues ? try? plan.firstTermOnly.row(edit.id, connection) : nil
                return self.section(of: key, shown: row?.row.values.first, plan)
            }
            for change in changes {
                switch change {
                case .edits(let edits, let revision):
                    _ = search?.add(edits, section)
                    if known?.add(edits, section) == true { result.append(.sections(headings, revision)) }
                    // The next search throws the error.
                    if headings.count > Self.most { (known, search) = (nil, nil) }
                case .somewhere:
                    // The sections stay until the search ends.
                    if search != nil { isSearchedAgain = true } else if isKnown { search = Found() }
                case .everything: (known, search, isSearchedAgain) = (nil, nil, false)
                case .sections: break
                }
                result.append(change)
            }
            return result
        }
    }
#endif
