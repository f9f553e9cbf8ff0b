#if SQLite
    import CListEngineSQLite
    import ListEngineData

    typealias SQLiteHeading = RowHeading<SQLiteKey>

    /// Knows the sections of a list, and follows changes. It reads the first row of each section, and then of the next one. One thread at a time
    /// uses it.
    final class Sectioning {
        /// More sections than these are an error, because all of them are kept in memory.
        static let most = 10_000

        private let sections: SQLiteSections
        private(set) var headings: [SQLiteHeading] = []
        /// False after changes that are not known in detail.
        private(set) var isKnown = false

        init(_ sections: SQLiteSections) { self.sections = sections }

        /// A section, and where the next one begins; nil after the last one.
        private func section(of key: SQLiteKey, _ plan: RowPlan) -> (heading: SQLiteHeading, end: SQLiteKey?)? {
            guard let (value, length) = plan.keys.firstValue(of: key) else { return nil }
            let term = plan.keys.terms[0]
            let range = sections.range(
                of: value, ignoresCase: term.collation.name == "NOCASE", isNumeric: plan.terms[0].isNumeric)
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

        /// Finds all sections, within a transaction.
        /// - Parameter firstKey: Returns the key of the first row from a place on.
        /// - Throws: ``SQLiteError``, or the error of the closure.
        func find(_ plan: RowPlan, firstKey: (SQLiteKey) throws -> SQLiteKey?) throws {
            try sections.check(plan)
            var found: [SQLiteHeading] = []
            var place: SQLiteKey? = .start
            while let from = place, let key = try firstKey(from), let (heading, end) = section(of: key, plan) {
                guard found.count < Self.most else {
                    throw SQLiteError(
                        .tooManySections,
                        "expected at most \(Self.most) sections by \(plan.terms[0].column), found more")
                }
                found.append(heading)
                place = end
            }
            (headings, isKnown) = (found, true)
        }

        /// Adds the sections that begin with changes. Those that end have no rows, and are not shown.
        func follow(_ changes: [SQLiteChanges], _ plan: RowPlan) -> [SQLiteChanges] {
            var result: [SQLiteChanges] = []
            for change in changes {
                if case .edits(let edits, let revision) = change {
                    if isKnown, add(edits, plan) { result.append(.sections(headings, revision)) }
                } else {
                    isKnown = false
                }
                result.append(change)
            }
            return result
        }

        private func add(_ edits: [SQLiteEdit], _ plan: RowPlan) -> Bool {
            var isChanged = false
            for case let key? in edits.map(\.new) {
                var (low, high) = (0, headings.count)
                while low < high {
                    let middle = (low + high) / 2
                    if headings[middle].first <= key { low = middle + 1 } else { high = middle }
                }
                guard let heading = section(of: key, plan)?.heading else { continue }
                if low > 0, headings[low - 1].first == heading.first { continue }
                headings.insert(heading, at: low)
                isChanged = true
            }
            if headings.count > Self.most { isKnown = false }
            return isChanged && isKnown
        }
    }
#endif
