#if SQLite
    import CListEngineSQLite
    import Dispatch
    import ListEngineData

    typealias SQLiteHeading = RowHeading<SQLiteKey>

    /// Finds the sections of a list, and follows changes. It reads the first row of one section after the other, in
    /// slices of a few milliseconds. One thread at a time uses it.
    final class Sectioning {
        /// More sections than these are an error, because all of them are kept in memory.
        static var most: Int { SectionSearch.most }

        /// The first row from a place on: its key, and the column of the first term.
        typealias FirstRow = (SQLiteKey) throws -> (key: SQLiteKey, value: SQLiteValue?)?

        private let sections: SQLiteSections
        private var search = SectionSearch()

        var headings: [SQLiteHeading] { search.headings }
        var isKnown: Bool { search.isKnown }
        var isSearching: Bool { search.isSearching }
        var isCurrent: Bool { search.isCurrent }

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
            while let from = search.next() {
                let found = try firstRow(from).flatMap { row in
                    section(of: row.key, shown: row.value, plan).map { (key: row.key, section: $0) }
                }
                do {
                    if try search.take(found, from: from) { return true }
                } catch SectionSearch.Fault.tooManySections {
                    throw SQLiteError(
                        .tooManySections,
                        "expected at most \(Self.most) sections by \(plan.terms[0].column), found more")
                } catch {
                    throw SQLiteError(
                        .statement,
                        "expected rows of the next section by \(plan.terms[0].column), found others: SQLite does not compare the column by the values that it has"
                    )
                }
                if found == nil { break }
                if search.foundCount % 8 == 0, DispatchTime.now().uptimeNanoseconds >= end { break }
            }
            return false
        }

        /// Adds the sections that begin with changes. Sections that have lost all rows are kept, and not shown.
        func follow(_ changes: [SQLiteChanges], _ plan: RowPlan, _ connection: SQLiteConnection) -> [SQLiteChanges] {
            search.follow(changes) { edit, key in
                let row = sections.showsValues ? try? plan.firstTermOnly.row(edit.id, connection) : nil
                return section(of: key, shown: row?.row.values.first, plan)
            }
        }
    }
#endif
