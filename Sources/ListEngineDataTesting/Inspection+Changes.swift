import ListEngineData

extension Inspection {
    /// Follows the reported changes from rows to those that were read after a change.
    mutating func follow(
        _ reports: Reports<RowChanges<Key, Source.ID, Source.Row>>, from old: Walk, to new: Walk, change: Int
    ) async {
        let isSame = old.rows.map(\.key) == new.rows.map(\.key) && old.rows.map(\.id) == new.rows.map(\.id)
        if new.revision == old.revision, isSame { return }
        // A source without reports may have other rows with the same revision. It has ended its reports.
        let target = new.revision > old.revision ? new.revision : RowRevision(old.revision.number + 1)
        guard let changes = await answer(within: patience, { await reports.take(upTo: target) }) else {
            isSilent = true
            return note(
                .change, "change \(change): expected a report of revision \(target.number) within \(patience.text).")
        }
        guard case .success(let (changes, hasEnded)) = changes else { return }
        if new.revision == old.revision {
            if !hasEnded { note(.revision, "change \(change): expected a new revision for other rows.") }
            return
        }
        guard changes.last?.revision ?? old.revision >= new.revision else {
            return note(
                .change,
                "change \(change): the reports ended before revision \(new.revision.number), which slices have.")
        }
        replay(changes, from: old, to: new, change)
    }

    private mutating func replay(
        _ changes: [RowChanges<Key, Source.ID, Source.Row>], from old: Walk, to new: Walk, _ change: Int
    ) {
        var keys = Dictionary(old.rows.map { ($0.id, $0.key) }) { first, _ in first }
        var (edited, areKnown): (Set<Source.ID>, Bool) = ([], old.isComplete && new.isComplete)
        var contents = Dictionary(old.rows.map { ($0.id, $0.row) }) { first, _ in first }
        var (last, lastChange) = (old.revision, old.revision)
        for report in changes where report.revision > old.revision {
            // Sections have the revision of the change after them.
            var isSecond = report.revision == lastChange
            if case .sections = report { isSecond = false } else { lastChange = report.revision }
            if isSecond {
                note(.change, "change \(change): two changes of revision \(last.number) were reported.")
            } else if report.revision < last {
                note(.change, "change \(change): revision \(report.revision.number) was reported after \(last.number).")
            }
            last = report.revision
            switch report {
            case .sections(let headings, _):
                for place in headings.indices.dropFirst() where headings[place].first <= headings[place - 1].first {
                    note(
                        .change,
                        "change \(change): found the heading \(headings[place].first) after \(headings[place - 1].first)."
                    )
                }
            case .somewhere, .everything: areKnown = false
            case .edits(let edits, _):
                var ids: Set<Source.ID> = []
                for edit in edits {
                    if !ids.insert(edit.id).inserted {
                        note(.change, "change \(change): the row \(edit.id) has two edits of one revision.")
                    }
                    if areKnown, keys[edit.id] != edit.old {
                        note(
                            .change,
                            "change \(change): an edit says that the row \(edit.id) was at \(text(edit.old)); it was at \(text(keys[edit.id]))."
                        )
                    }
                }
                for edit in edits { (keys[edit.id], contents[edit.id]) = (edit.new, edit.row) }
                edited.formUnion(ids)
            }
        }
        guard areKnown else { return }
        for row in new.rows where keys[row.id] != row.key {
            note(
                .change,
                "change \(change): after the edits, the row \(row.id) is at \(text(keys[row.id])); a slice has it at \(row.key)."
            )
        }
        for id in Set(keys.keys).subtracting(new.rows.map(\.id)) {
            note(.change, "change \(change): after the edits, there is the row \(id); no slice has it.")
        }
        for row in new.rows {
            // A row that is not equal to itself, such as one with a number that is NaN, cannot be compared.
            guard let stated = contents[row.id] as? any Equatable, stated.isEqual(to: stated),
                !stated.isEqual(to: row.row)
            else { continue }
            let reason = edited.contains(row.id) ? "and its last edit has others" : "and no edit"
            note(.change, "change \(change): the row \(row.id) has new contents, \(reason).")
        }
    }

    private func text(_ key: Key?) -> String { key.map { "\($0)" } ?? "no place" }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
