#if SQLite
    import CListEngineSQLite
    import CSQLite

    /// Counts of the pages of a list, from the leaves of its tree.
    struct LeafCounts: Sendable {
        /// Where each page begins, in the order of the list. No row comes before the first one.
        var firsts: [SQLiteKey]
        /// The rows of each page; empty if they were not counted.
        var counts: [Int]
        /// The number of rows: exact if they were counted, and otherwise an estimate.
        var total: Int
        /// How far the estimate may be off.
        var within: Int
    }

    extension RowPlan {
        /// Reads the leaves of the tree in one transaction, together with other reading of the same state.
        /// - Parameters:
        ///   - counts: Whether the header of each leaf is read; otherwise those of up to 64.
        ///   - body: Called within the transaction, before the leaves are read. Returns whether the plan is still valid.
        ///   - after: Called within the transaction with the result.
        /// - Returns: Nil if the order is not that of a tree, or the pages of the file cannot be read, or make no sense.
        /// - Throws: The error of a closure.
        func readLeaves<Result>(
            counts: Bool, _ connection: SQLiteConnection, before: () throws -> Bool = { true },
            after: (LeafCounts) throws -> Result?
        ) throws -> Result? {
            guard let tree else { return nil }
            var snapshot: OpaquePointer?
            guard le_sqlite_snapshot_begin(connection.pointer, &snapshot) == LE_SQLITE_OK else { return nil }
            var leaves = le_sqlite_leaves()
            defer {
                le_sqlite_leaves_free(&leaves)
                le_sqlite_snapshot_free(snapshot)
                connection.endTransaction()
            }
            guard try connection.integer("PRAGMA main.schema_version") == schemaVersion, try before() else {
                return nil
            }
            let pages = le_sqlite_snapshot_pages(snapshot)
            guard le_sqlite_leaves_read(pages, tree.root, &leaves) == LE_SQLITE_OK else { return nil }
            let step = counts ? 1 : Self.step(leaves.count)
            guard le_sqlite_leaves_read_counts(pages, &leaves, 0, step) == LE_SQLITE_OK else { return nil }
            guard leaves.is_index != hasRowidKeys else { return nil }
            return try after(leafCounts(leaves, tree, counts: counts, step: step))
        }

        /// An estimate reads the number of rows of each leaf at this distance.
        private static func step(_ leaves: Int) -> Int { max(1, leaves / 64) }

        /// Whether the keys are rowids; otherwise they are records, which begin with the terms in their order.
        private var hasRowidKeys: Bool { terms.count == 1 && terms[0].isRowid }

        private func leafCounts(_ leaves: le_sqlite_leaves, _ tree: RowTree, counts: Bool, step: Int) -> LeafCounts {
            // The row between two leaves of an index belongs to the page that begins with it.
            let separators = hasRowidKeys ? 0 : leaves.count - 1
            var result = LeafCounts(firsts: [.start], counts: [], total: 0, within: 0)
            // A list keeps each page in memory, so those of a long one have two or three leaves.
            let most = leaves.count > 16_384 ? 3 : leaves.count > 1_024 ? 2 : 1
            // A leaf in the middle, whose number of rows an estimate has read too.
            let middle = leaves.count / 2 / Self.step(leaves.count) * Self.step(leaves.count)
            let group = min(most, max(1, 1_000 / max(1, Int(leaves.rows[middle]))))
            var page = 0
            // In the order of the list.
            for place in 0..<leaves.count {
                let leaf = tree.isReversed ? leaves.count - 1 - place : place
                if place > 0 {
                    // Without counts, only some keys are needed: those at the start of pages.
                    let part = place / group * 256 / (leaves.count / group + 1)
                    let formerPart = (place - 1) / group * 256 / (leaves.count / group + 1)
                    let isNeeded = place % group == 0 && (counts || part != formerPart)
                    // The separator between this leaf and the one before, in the order of the tree.
                    let key = isNeeded ? separator(leaves, tree, after: tree.isReversed ? leaf : leaf - 1) : nil
                    if let key, result.firsts.last.map({ $0 < key }) ?? true {
                        result.firsts.append(key)
                        if counts { result.counts.append(page) }
                        page = 0
                    }
                    if separators > 0 { page += 1 }
                }
                page += Int(leaves.rows[leaf])
            }
            if counts {
                result.counts.append(page)
                result.total = result.counts.reduce(0, +)
            } else {
                let sample = stride(from: 0, to: leaves.count, by: step).map { Double(leaves.rows[$0]) }
                let mean = sample.reduce(0, +) / Double(sample.count)
                let variance = sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sample.count)
                result.total = Int(mean * Double(leaves.count)) + separators
                result.within =
                    step == 1 ? 0 : Int(3 * (variance / Double(sample.count)).squareRoot() * Double(leaves.count)) + 1
            }
            return result
        }

        /// The smallest key, in the order of the list, of the page on the other side of a leaf. Nil if the record is too long or
        /// makes no sense; the two pages then become one.
        private func separator(_ leaves: le_sqlite_leaves, _ tree: RowTree, after leaf: Int) -> SQLiteKey? {
            if hasRowidKeys {
                // The leaf has rowids up to this one.
                let last = leaves.rowids[leaf]
                guard tree.isReversed || last < .max else { return nil }
                return keys.key(ofRowid: tree.isReversed ? last : last + 1)
            }
            let begin = leaf > 0 ? leaves.record_ends[leaf - 1] : 0
            let length = leaves.record_ends[leaf] - begin
            guard length > 0, let records = leaves.records else { return nil }
            return withUnsafeTemporaryAllocation(of: le_sqlite_value.self, capacity: terms.count) { values in
                values.initialize(repeating: le_sqlite_value())
                guard le_sqlite_record_values(records + begin, length, values.baseAddress, terms.count) else {
                    return nil
                }
                return keys.encode { values[$0] }
            }
        }
    }
#endif
