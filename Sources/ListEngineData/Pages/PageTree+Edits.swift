extension PageTree {
    /// Follows the changes of single rows. In a page that is not loaded only the count changes.
    func apply(_ edits: [Edit]) -> RowsUpdate {
        // Most edits of many are in pages that are not loaded. A number is copied there, and no page.
        var gaps: [Int: Gap] = [:]
        var changed: [Int: Page<Source>] = [:]
        var contents: [Source.ID: Source.Row] = [:]
        var staying: Set<Source.ID> = []
        for edit in edits {
            guard let old = edit.old else { continue }
            let page = page(of: old)
            if var gap = gaps[page] ?? pages[page].gap {
                // The row stays in the gap. An estimate, which shows at least one row, would not get back what it cannot lose.
                if gap.precision != .exact, let new = edit.new, self.page(of: new) == page {
                    staying.insert(edit.id)
                    continue
                }
                remove(edit, old, from: &gap)
                gaps[page] = gap
            } else {
                remove(edit, old, from: &changed[page, default: pages[page]], &contents)
            }
        }
        var inserted: Set<Source.ID> = []
        for edit in edits {
            guard let new = edit.new else { continue }
            if !inserted.insert(edit.id).inserted {
                report(.contradictoryEdit, "row \(edit.id) has a second edit, to the key \(new).")
                continue
            }
            if let known = keys[edit.id], contents[edit.id] == nil { removeUnexpected(edit, known, in: &changed) }
            let page = page(of: new)
            if var gap = gaps[page] ?? pages[page].gap {
                if gap.precision != .unknown, !staying.contains(edit.id) { gap.count += 1 }
                gaps[page] = gap
            } else {
                insert(edit, new, contents[edit.id], into: &changed[page, default: pages[page]])
            }
        }
        let patches = changed.keys.sorted().map { PagePatch(pages: $0..<$0 + 1, new: divided(changed[$0]!)) }
        return apply(patches, gaps: gaps)
    }

    private func remove(_ edit: Edit, _ old: Key, from gap: inout Gap) {
        if gap.precision == .exact, gap.count == 0 {
            report(.contradictoryEdit, "row \(edit.id) at \(old) was deleted, in a part that was counted as empty.")
            gap = Gap(count: 1, precision: .unknown)
        } else {
            gap = gap.without(1)
        }
    }

    private func remove(
        _ edit: Edit, _ old: Key, from page: inout Page<Source>, _ contents: inout [Source.ID: Source.Row]
    ) {
        var rows = page.rows ?? []
        let place = rows.lowerBound(of: old)
        guard place < rows.count, rows[place].key == old, rows[place].id == edit.id else {
            contradict(&page, "row \(edit.id) at \(old) was deleted; it is not there.")
            return
        }
        if let row = rows.remove(at: place).row { contents[edit.id] = row }
        page.contents = .loaded(rows)
    }

    /// Removes a loaded row that the source inserts again.
    private func removeUnexpected(_ edit: Edit, _ known: Key, in changed: inout [Int: Page<Source>]) {
        let page = page(of: known)
        guard var rows = changed[page, default: pages[page]].rows,
            let place = rows.firstIndex(where: { $0.id == edit.id })
        else { return }
        let key = "\(edit.new.map { "\($0)" } ?? "no key")"
        contradict(
            &changed[page, default: pages[page]], "row \(edit.id) was inserted at \(key); it was at \(known) already.")
        rows.remove(at: place)
        changed[page, default: pages[page]].contents = .loaded(rows)
    }

    /// An edit does not fit the rows of a page, which are read again. If they are out of date anyway, nothing is wrong.
    private func contradict(_ page: inout Page<Source>, _ message: String) {
        if !page.isStale { report(.contradictoryEdit, message) }
        page.isStale = true
    }

    private func insert(_ edit: Edit, _ new: Key, _ known: Source.Row?, into page: inout Page<Source>) {
        var rows = page.rows ?? []
        let place = rows.lowerBound(of: new)
        if place < rows.count, rows[place].key == new {
            contradict(&page, "row \(edit.id) was inserted at \(new); row \(rows[place].id) is there.")
            return
        }
        rows.insert(LoadedRow(key: new, id: edit.id, row: edit.row ?? known), at: place)
        page.contents = .loaded(rows)
        if edit.row == nil { page.isIncomplete = true }
    }

    /// Follows changes in rows that were read before them.
    /// - Returns: Whether the contents of some rows have to be read again.
    func follow(_ edits: [Edit], in rows: inout [LoadedRow<Source>], _ low: Bound, _ high: Bound) -> Bool {
        var contents: [Source.ID: Source.Row] = [:]
        for edit in edits {
            guard let old = edit.old else { continue }
            let place = rows.lowerBound(of: old)
            guard place < rows.count, rows[place].key == old, rows[place].id == edit.id else { continue }
            if let row = rows.remove(at: place).row { contents[edit.id] = row }
        }
        var isIncomplete = false
        for edit in edits {
            guard let new = edit.new, !low.isAfter(new), high.isAfter(new) else { continue }
            let place = rows.lowerBound(of: new)
            if place < rows.count, rows[place].key == new { continue }
            rows.insert(LoadedRow(key: new, id: edit.id, row: edit.row ?? contents[edit.id]), at: place)
            if edit.row == nil { isIncomplete = true }
        }
        return isIncomplete
    }
}
