import Foundation
import ListEngineLayout
import TestSupport
import Testing

/// The columns of a table after any history of edits: they equal those of an array, and those of a table built from scratch.
struct ColumnLawTests {
    @Test func columnsEqualThoseOfAnArray() throws {
        for seed in LawCases.seeds(60) {
            var history = ColumnHistory(seed: seed)
            for step in 0..<40 {
                let edit = try history.step()
                if let fault = try history.fault() {
                    Issue.record("seed \(seed), step \(step), \(edit): \(fault)")
                    return
                }
            }
        }
    }

    /// Whatever changes, the first visible column that stays is where it was, relative to the columns pinned before it.
    @Test func editsOfColumnsMoveNothingOnScreen() throws {
        var kept = 0
        for seed in LawCases.seeds(300) {
            var history = ColumnHistory(seed: seed)
            for step in 0..<30 {
                let before = history
                let content = before.columns.maximumOffset
                let offset = (content * CGFloat(history.random.fraction())).rounded()
                var edit = ""
                var columns = history.columns
                let after = try columns.keepingPlace(at: offset) { columns in
                    edit = try history.step(in: &columns)
                }
                history.columns = columns
                #expect(after >= 0 && after <= columns.maximumOffset, "seed \(seed), step \(step)")
                // The first visible column that scrolls, or the next one that the edit did not take away.
                let old = before.columns
                guard let first = old.firstScrolling(at: offset)?.index else { continue }
                let shown = (first..<old.count).filter {
                    !old[$0].isHidden && old[$0].pinnedEdge == old[first].pinnedEdge
                }
                guard let next = shown.first(where: { !history.touched.contains(old[$0].id) }),
                    old.pinsEdges == columns.pinsEdges, after > 0, after < columns.maximumOffset,
                    let was = old.place(of: old[next].id, at: offset), was.pinnedEdge == nil,
                    let now = columns.place(of: old[next].id, at: after)
                else { continue }
                let (place, distance) = (old.distance(was, at: offset), columns.distance(now, at: after))
                #expect(place == distance, "seed \(seed), step \(step), \(edit): \(old[next].id) at \(offset)")
                kept += 1
            }
        }
        #expect(LawCases.onlySeed != nil || kept > 500)
    }

    @Test func aStateRestoresWhatTheUserChanged() throws {
        for seed in LawCases.seeds(200) {
            var history = ColumnHistory(seed: seed)
            let declared = history.columns.columns
            for _ in 0..<30 { _ = try history.userStep() }
            let data = try JSONEncoder().encode(history.columns.state)
            let state = try JSONDecoder().decode(ColumnState.self, from: data)
            #expect(state == history.columns.state)
            var restored = try ColumnLayout(
                declared, availableWidth: history.columns.availableWidth, flowDirection: history.columns.flowDirection)
            #expect(try restored.restore(state).isEmpty)
            #expect(restored.columns == history.columns.columns, "seed \(seed)")
            #expect(restored.columns(at: 10) == history.columns.columns(at: 10), "seed \(seed)")
            #expect(restored.sortOrder == history.columns.sortOrder)
            #expect(restored.state == state)

            // Another set of columns: some are missing, others are new and follow the column that they followed.
            var others = declared.filter { _ in !history.random.chance(oneIn: 3) }
            let place = history.random.below(others.count + 1)
            others.insert(Column("new", width: .points(7)), at: place)
            var other = try ColumnLayout(others, availableWidth: 300)
            let missing = try other.restore(state)
            #expect(Set(other.columns.map(\.id)) == Set(others.map(\.id)))
            #expect(missing.count >= declared.count + 1 - others.count)
            let known = state.columns.map(\.column).filter { name in others.contains { $0.id == name } }
            let order = { (edge: ColumnEdge?) in
                other.columns.filter { $0.id != "new" && $0.pinnedEdge == edge }.map(\.id)
            }
            for edge in [ColumnEdge.leading, nil, .trailing] {
                let expected = known.filter { name in state.columns.first { $0.column == name }?.pinnedEdge == edge }
                #expect(order(edge) == expected, "seed \(seed)")
            }
        }
    }

    /// Counted work, not time: an edit or a query touches a few nodes on each level of the trees.
    @Test(arguments: [1_000, 10_000, 100_000])
    func costsAreLogarithmic(count: Int) throws {
        var random = TestRandom(seed: 41)
        var columns = try ColumnLayout(
            (0..<count).map { Column("\($0)", width: .points(CGFloat(20 + $0 % 61))) }, availableWidth: 1_000)
        let bound = 120 + 16 * (Int.bitWidth - count.leadingZeroBitCount)
        var (hidden, pinned) = ("", [] as [String])
        for step in 0..<300 {
            let before = columns
            let name = "\(random.below(count))"
            switch step % 6 {
            case 0: try columns.resize(name, to: CGFloat(random.below(300)))
            case 1: try columns.insert(Column("new \(step)", width: .points(31)), at: random.below(count))
            case 2: try columns.move(name, to: random.below(count))
            case 3:
                try columns.setHidden(true, name)
                hidden = name
            case 4: try columns.setHidden(false, hidden)
            default:
                if step % 4 == 1, let name = pinned.popLast() {
                    try columns.pin(name, at: nil)
                } else {
                    try columns.pin(name, at: step % 8 == 3 ? .leading : .trailing)
                    pinned.append(name)
                }
            }
            let work = columns.editWork(since: before)
            #expect(work <= bound, "step \(step), \(count) columns: \(work) nodes")
            #expect(work > 0 || step % 6 < 3, "step \(step), \(count) columns")
        }
        // Scrolling sideways finds the visible columns alone.
        let offset = columns.maximumOffset / 2
        let visible = columns.columns(at: offset)
        #expect(visible.count < 60)
        #expect(visible.first.map { $0.minX <= offset && $0.maxX > offset } == true)
    }

    /// Always inserting at one place leaves no room between labels, which are then spread.
    @Test func manyColumnsAreInsertedAtOnePlace() throws {
        var columns = try ColumnLayout([Column("first"), Column("last")])
        for number in 0..<3_000 { try columns.insert(Column("\(number)", width: .points(1)), at: 1) }
        for number in stride(from: 0, to: 3_000, by: 7) { #expect(columns.index(of: "\(number)") == 3_000 - number) }
        for number in 3_000..<5_000 { try columns.insert(Column("\(number)", width: .points(1)), at: columns.count) }
        for number in 3_000..<5_000 { #expect(columns.index(of: "\(number)") == number + 2) }
    }
}
