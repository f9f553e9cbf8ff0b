#if PostgreSQL
    import Foundation
    import ListEngineData

    /// Finds the sections of a list, and follows changes. The thread of the server uses it, unless a comment says otherwise.
    final class PostgresSectioning: @unchecked Sendable {
        private let sections: PostgresSections
        private var search = SectionSearch()
        /// Reads the keys of the last search.
        private var keys: PostgresKeys?
        private let lock = NSLock()
        /// Guarded by the lock.
        private var isFinding = false
        /// Why the sections could not be found.
        private(set) var failure: PostgresError?

        var headings: [RowHeading<ColumnKey>] { search.headings }
        var isCurrent: Bool { search.isCurrent || failure != nil }

        init(_ sections: PostgresSections) { self.sections = sections }

        /// - Throws: ``PostgresError`` if the order has no such sections.
        func check(_ plan: PostgresPlan) throws { try sections.check(plan) }

        /// Whether the caller is to find sections, because they are not known and no one else does so. It then calls ``end()``.
        func begin() -> Bool {
            guard !isCurrent else { return false }
            return lock.withLock {
                if isFinding { return false }
                isFinding = true
                return true
            }
        }

        /// Any thread calls it.
        func end() { lock.withLock { isFinding = false } }

        /// A section, and where the next one begins; nil after the last one.
        /// - Parameter shown: The value of the first term of a row, as a row has it. Nil if it is not known: then some sections have no result.
        private func section(of key: ColumnKey, shown: ColumnValue?, _ keys: PostgresKeys) -> SectionSearch.Section? {
            guard let (value, prefix) = keys.first(of: key) else { return nil }
            let term = keys.terms[0]
            guard let value else {
                return (RowHeading(first: prefix, title: sections.title(.null)), prefix.past)
            }
            let (range, stated) = sections.range(of: value, term.type)
            guard let title = stated ?? (shown ?? PostgresReading(term.type.number)?.value(value)).map(sections.title)
            else { return nil }
            switch range {
            case .equal: return (RowHeading(first: prefix, title: title), prefix.past)
            case .values(let from, let to):
                func bound(_ raw: [UInt8]) -> ColumnKey { raw.withUnsafeBytes { keys.bound($0) } }
                // In a descending order a section begins after the rows with its upper bound.
                let (low, high) = (from.map(bound), to.map(bound))
                let first = (term.isDescending ? high?.past : low) ?? keys.startOfValues
                return (
                    RowHeading(first: first, title: title),
                    (term.isDescending ? low?.past : high) ?? keys.endOfValues
                )
            }
        }

        /// Finds sections until the time is over. The next call goes on.
        /// - Parameters:
        ///   - end: A time of the system's clock.
        ///   - firstRow: Returns the first row from a place on: its key, the value of the first term, and the plan that read it.
        /// - Returns: Whether other sections than before were found.
        func find(
            until end: UInt64, firstRow: (ColumnKey) throws -> (row: PostgresReadRow?, plan: PostgresPlan)
        ) throws -> Bool {
            while failure == nil, let from = search.next() {
                let (row, plan) = try firstRow(from)
                keys = plan.keys
                do {
                    try sections.check(plan)
                    let found = row.flatMap { row in
                        section(of: row.key, shown: row.row.values.first, plan.keys).map { (key: row.key, section: $0) }
                    }
                    if try search.take(found, from: from) { return true }
                } catch let error as PostgresError { failure = error } catch SectionSearch.Fault.tooManySections {
                    failure = PostgresError(
                        .type,
                        "expected at most \(SectionSearch.most) sections by \(plan.terms[0].column), found more")
                } catch {
                    failure = PostgresError(
                        .collation,
                        "expected rows of the next section by \(plan.terms[0].column), found others: the server does not compare the column as the list does"
                    )
                }
                if now() >= end { break }
            }
            return false
        }

        /// Changes with the sections that begin with them.
        func follow(_ changes: [PostgresChanges]) -> [PostgresChanges] {
            var isUnknown = false
            if !changes.isEmpty { failure = nil }
            let result = search.follow(changes) { edit, key in
                let section = keys.flatMap { self.section(of: key, shown: nil, $0) }
                if section == nil { isUnknown = true }
                return section
            }
            if isUnknown { search.searchAgain() }
            return result
        }
    }

    extension PostgresKeys {
        /// The value of the first term of a key, nil for NULL, and the place before the rows that begin with it.
        func first(of key: ColumnKey) -> (value: [UInt8]?, prefix: ColumnKey)? {
            var (rest, originals) = (key.bytes[...], key.originals[...])
            guard let value = Self.read(terms[0], &rest, &originals) else { return nil }
            let prefix = ColumnKey(
                bytes: Array(key.bytes[..<rest.startIndex]), originals: Array(key.originals[..<originals.startIndex]))
            return (value, prefix)
        }

        /// The place before all rows whose first term has a value.
        var startOfValues: ColumnKey { terms[0].isNullFirst ? null.past : .start }
        /// The place after all rows whose first term has a value; nil if there is nothing after them.
        var endOfValues: ColumnKey? { terms[0].isNullFirst ? nil : null }
        private var null: ColumnKey { ColumnKey(bytes: [terms[0].isNullFirst ? Self.nullFirst : Self.nullLast]) }
    }

    extension PostgresPlan {
        /// Reads the value of the first term as the only column of a row.
        var firstTermOnly: PostgresPlan {
            var plan = self
            let reading = PostgresReading(terms[0].type.number)
            let name = quotedName(terms[0].column)
            (plan.columns, plan.readings) = ([reading == nil ? name + "::text" : name], [reading ?? .text])
            return plan
        }

        /// Divides the rows of a statement of keys into pages, so that one begins with each section.
        /// - Parameters:
        ///   - from: The place from which the rows were read.
        ///   - last: The end of the rows that are divided; nil for all.
        ///   - limit: The number of rows that were read at most.
        /// - Returns: The pages, and where they end.
        func pages(
            _ result: PostgresResult, from: ColumnKey, upTo last: ColumnKey?, headings: [RowHeading<ColumnKey>],
            limit: Int
        ) throws -> (pages: [RowPage<ColumnKey>], end: ColumnKey?) {
            try check(result, isRow: false)
            var pages: [RowPage<ColumnKey>] = []
            var page = RowPage(first: from, count: 0)
            var next = headings.firstIndex { from < $0.first } ?? headings.count
            for row in 0..<result.count {
                let key = keys.key(result, row, from: 0)
                let isAtEnd = last.map { $0 <= key } ?? false
                if isAtEnd { break }
                while next < headings.count, headings[next].first <= key {
                    pages.append(page)
                    page = RowPage(first: headings[next].first, count: 0)
                    next += 1
                }
                // The last row of a full answer begins the next part.
                if row == limit - 1 { return (pages + [page].filter { $0.count > 0 }, max(key, page.first)) }
                if page.count == Self.pageSize {
                    pages.append(page)
                    page = RowPage(first: key, count: 0)
                }
                page.count += 1
            }
            return (pages + [page], last)
        }
    }
#endif
