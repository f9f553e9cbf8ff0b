import TestSupport
import Testing

@testable import ListEngineData

/// Random sequences of changes of a tree of pages. The reference is the sorted array of all rows.
@Suite struct PageTreeTests {
    @Test func loadedPagesAndExactCountsAreThoseOfTheSource() {
        for seed in LawCases.seeds(80) {
            var history = PageHistory(seed: seed)
            for step in 0..<history.random.int(in: 1...40) {
                let text = history.step()
                if let fault = history.fault() {
                    Issue.record("seed \(seed), step \(step), \(text): \(fault)\n\(history.tree.text)")
                    return
                }
            }
            history.loadEverything()
            #expect(history.tree.rowCount == .exact(history.rows.count), "seed \(seed)\n\(history.tree.text)")
            if let fault = history.fault() { Issue.record("seed \(seed), at the end: \(fault)\n\(history.tree.text)") }
        }
    }

    /// Contents that change where nothing is loaded say nothing about the number of rows.
    @Test(arguments: [RowCount.unknown(atLeast: 10), .estimated(10, within: 5), .exact(10)])
    func editsThatMoveNoRowLeaveTheNumberOfItems(count: RowCount) {
        let tree = PageTree<ArrayRows<Int, Int, Int>>()
        _ = tree.apply(.estimate(count: count, quantiles: []))
        let number = count == .exact(10) ? 10 : 30
        _ = tree.apply((0..<number).map { RowEdit(id: $0, old: $0, new: $0) })
        #expect(tree.count == 10)
    }

    /// Pages of an earlier outline do not make the counts of a later one estimates.
    @Test func rowsThatAreCountedAgainInOtherPagesHaveExactCounts() {
        let tree = PageTree<ArrayRows<Int, Int, Int>>()
        for size in [4, 5, 7] {
            let pages = stride(from: 0, to: 100, by: size).map { RowPage(first: $0, count: min(size, 100 - $0)) }
            tree.counted = .start
            _ = tree.apply(.pages(pages, end: nil, revision: .initial))
            #expect(tree.rowCount == .exact(100), "pages of \(size): \(tree.text)")
        }
    }

    /// Slices whose ends are not those of the parts of an estimate.
    @Test func slicesOfCountsAreExactAfterAnyEstimate() {
        for seed in LawCases.seeds(200) {
            var random = TestRandom(seed: seed)
            let tree = PageTree<ArrayRows<Int, Int, Int>>()
            let count = random.int(in: 1...200)
            let quantiles = Set((0..<random.below(12)).map { _ in random.below(count) }).sorted()
            _ = tree.apply(.estimate(count: .estimated(random.int(in: 0...400), within: 400), quantiles: quantiles))
            var pages = stride(from: 0, to: count, by: random.int(in: 1...20)).map { $0 }
            var text = "seed \(seed), \(count) rows, quantiles \(quantiles), slices"
            while !pages.isEmpty {
                let part = pages.prefix(random.int(in: 1...5))
                pages.removeFirst(part.count)
                let ends = part.dropFirst() + [pages.first ?? count]
                let slice = zip(part, ends).map { RowPage(first: $0, count: $1 - $0) }
                _ = tree.apply(.pages(slice, end: pages.first, revision: .initial))
                text += " \(part)"
                let counted = tree.pages.prefix { page in
                    pages.first.map { page.bound < .before($0) } ?? true
                }
                let isCounted = counted.allSatisfy { $0.isExact }
                #expect(isCounted, "\(text)\n\(tree.text)")
            }
            #expect(tree.rowCount == .exact(count), "\(text)\n\(tree.text)")
        }
    }

    /// The tree has one number for each page, not for each row.
    @Test func tenMillionRowsTakeOnePage() throws {
        let tree = PageTree<ArrayRows<Int, Int, Int>>()
        let update = tree.apply(.estimate(count: .exact(10_000_000), quantiles: []))
        #expect(tree.count == 10_000_000)
        #expect(tree.pages.count == 1)
        #expect(update.inserted == [1..<10_000_000])
        let slice = RowSlice((0..<50).map { KeyedRow(key: $0, id: $0, row: $0) }, isEnd: false)
        let loaded = try tree.apply(slice, on: .first)
        #expect(loaded.loaded == [0..<50])
        #expect(loaded.deleted.isEmpty && loaded.inserted.isEmpty)
        #expect(tree.rowCount == .exact(10_000_000))
    }

    /// The prepared positions are those of an update that is followed item by item.
    @Test func newPositionsOfAllItems() {
        for seed in LawCases.seeds(200) {
            var random = TestRandom(seed: seed)
            let old = Array(0..<random.int(in: 0...40))
            let (deletions, moves) = (random.below(4), random.below(4))
            var kinds = old.map { _ in random.below(10) }
            for place in kinds.indices {
                kinds[place] = kinds[place] < deletions ? 0 : kinds[place] < deletions + moves ? 1 : 2
            }
            var new: [Int?] = old.filter { kinds[$0] == 2 }
            for item in old where kinds[item] == 1 { new.insert(item, at: random.below(new.count + 1)) }
            for _ in 0..<random.below(8) { new.insert(nil, at: random.below(new.count + 1)) }
            var update = RowsUpdate()
            for item in old where kinds[item] == 0 { update.deleted.add(item..<item + 1) }
            for (place, item) in new.enumerated() {
                if item == nil { update.inserted.add(place..<place + 1) }
                if let item, kinds[item] == 1 { update.moves.append(RowsUpdate.Move(from: item, to: place)) }
            }
            let positions = NewPositions(update)
            for item in old where positions.ofKept(item) != new.firstIndex(of: item) {
                Issue.record("seed \(seed): \(item) is at \(positions.ofKept(item) as Any) of \(new), after \(update)")
                return
            }
        }
    }
}

/// A source in memory, a tree that follows it, and the items that a list would show.
struct PageHistory {
    typealias Source = ArrayRows<Int, Int, Int>
    typealias Row = KeyedRow<Int, Int, Int>
    typealias Edit = RowEdit<Int, Int, Int>

    var random: TestRandom
    let tree = PageTree<Source>()
    /// The rows of the source, ascending.
    private(set) var rows: [Row] = []
    /// The items as a list follows them: the identity of a row, or nil for a placeholder.
    private var items = FollowedItems()
    private var sections = FollowedSections()
    /// The number of keys in a section; nil without sections.
    private var sectionSize: Int?
    private var nextID = 0
    /// A slice that was read before the last edits.
    private var late: (slice: RowSlice<Int, Int, Int>, side: RowSide<Int>, edits: [[Edit]])?
    private var wrong: String?

    init(seed: UInt64) {
        random = TestRandom(seed: seed)
        let count = random.chance(oneIn: 80) ? random.int(in: 600...1_200) : random.int(in: 0...40)
        for _ in 0..<count { insertRow() }
    }

    @discardableResult
    private mutating func insertRow() -> Edit? {
        let key = random.below(max(100, rows.count * 4))
        guard !rows.contains(where: { $0.key == key }) else { return nil }
        nextID += 1
        let place = rows.firstIndex { $0.key > key } ?? rows.count
        rows.insert(Row(key: key, id: nextID, row: random.below(9)), at: place)
        return Edit(id: nextID, old: nil, new: key, row: random.chance(oneIn: 2) ? rows[place].row : nil)
    }

    // MARK: Steps

    mutating func step() -> String {
        switch random.below(13) {
        case 12:
            // New sections come with other changes.
            sectionSize = random.pick(nil, 7, 10, 30)
            let (before, keys) = (tree.snapshot, sectionSize.map { size in rows.map { $0.key / size * size } } ?? [])
            let edits = random.chance(oneIn: 2) ? randomEdits() : []
            late?.edits.append(edits)
            _ = tree.apply(edits)
            tree.setHeadings(Set(keys).sorted().map { RowHeading(first: $0, title: "\($0)") })
            follow(tree.update(from: before))
            return "sections of \(sectionSize as Any): \(tree.sections.headings.map(\.first)), edits \(edits)"
        case 0...3:
            let side = randomSide()
            let slice = slice(side, limit: random.pick(1, 2, 5, 20, 700))
            if random.chance(oneIn: 3), late == nil {
                late = (slice, side, [])
                return "a slice is read: \(side)"
            }
            take(slice, side)
            return "slice \(side) of \(slice.rows.count), end \(slice.isEnd)"
        case 4:
            guard let late else { return "nothing" }
            self.late = nil
            take(late.slice, late.side, late.edits)
            return "late slice \(late.side) after \(late.edits.count) changes"
        case 5...7:
            let edits = randomEdits()
            late?.edits.append(edits)
            follow(tree.apply(edits))
            return "edits \(edits)"
        case 8:
            let page = random.below(tree.pages.count)
            tree.unload(page: page)
            for position in tree.positions(ofPage: page) where tree.pages[page].rows == nil {
                items.ids[position] = nil
            }
            return "page \(page) is unloaded"
        case 9:
            let number = random.below(4)
            let quantiles = Set((0..<number).map { _ in random.below(100) }).sorted()
            let count = rows.count + random.int(in: -5...5)
            follow(
                tree.apply(
                    .estimate(
                        count: random.pick(.estimated(max(0, count), within: 5), .unknown(atLeast: max(0, count))),
                        quantiles: quantiles)))
            return "estimate with \(quantiles)"
        case 10:
            tree.counted = .start
            let size = random.int(in: 1...9)
            var pages = stride(from: 0, to: rows.count, by: size).map { first in
                RowPage(first: rows[first].key, count: min(size, rows.count - first))
            }
            var text = "pages of \(size)"
            while random.chance(oneIn: 2), pages.count > 1 {
                let part = Array(pages[..<random.int(in: 1...pages.count - 1)])
                pages.removeFirst(part.count)
                follow(tree.apply(.pages(part, end: pages[0].first, revision: .initial)))
                text += ", up to \(pages[0].first)"
                if random.chance(oneIn: 3) { return text }
            }
            follow(tree.apply(.pages(pages, end: nil, revision: .initial)))
            return text
        default:
            let page = random.below(tree.pages.count)
            let moved = tree.shift(page: page, by: random.below(4))
            return "page \(page) is shifted: \(moved)"
        }
    }

    private mutating func randomSide() -> RowSide<Int> {
        // Often a place that the list would ask for.
        let key = random.below(max(100, rows.count * 4))
        if random.chance(oneIn: 2) {
            switch tree.pages[random.below(tree.pages.count)].bound {
            case .start, .end: return .first
            case .before(let key): return random.chance(oneIn: 2) ? .from(key) : .before(key)
            case .after(let key): return .after(key)
            }
        }
        return random.pick(.first, .last, .from(key), .after(key), .before(key))
    }

    private func slice(_ side: RowSide<Int>, limit: Int) -> RowSlice<Int, Int, Int> {
        let there = rows.filter { side.bound.isAfter($0.key) == side.isBackward }
        let part = side.isBackward ? there.suffix(limit) : there.prefix(limit)
        return RowSlice(Array(part), isEnd: part.count == there.count)
    }

    private mutating func take(_ slice: RowSlice<Int, Int, Int>, _ side: RowSide<Int>, _ edits: [[Edit]] = []) {
        let next = placeholder(nextTo: side)
        let row = side.isBackward ? slice.rows.last : slice.rows.first
        // A row of another section does not show the placeholder of this one.
        let isNew =
            row.map {
                tree.keys[$0.id] == nil && tree.sections.heading(at: .before($0.key)) == heading(nextTo: next)
            } ?? false
        do {
            let update = try tree.apply(slice, on: side, followedBy: edits)
            follow(update)
            guard let next, let row, isNew, edits.joined().isEmpty else { return }
            let isDeleted = update.deleted.contains { $0.contains(next) }
            if isDeleted || tree.row(at: update.newPosition(of: next))?.id != row.id {
                wrong =
                    "\(side): placeholder \(next) does not show row \(row.id), the first one that was read: \(update)"
            }
        } catch { wrong = "\(error)" }
    }

    private func heading(nextTo placeholder: Int?) -> Int? {
        placeholder.map { tree.sections.heading(at: tree.pages[tree.page(at: $0).page].bound) }
    }

    /// The placeholder from which a slice is read: it shows the row that is nearest to the place.
    private func placeholder(nextTo side: RowSide<Int>) -> Int? {
        var page = tree.page(containing: side.bound)
        if side.isBackward {
            if side != .last {
                guard page > 0, tree.pages[page].bound == side.bound else { return nil }
                page -= 1
            }
            guard let gap = tree.pages[page].gap, gap.count > 0 else { return nil }
            return tree.positions(ofPage: page).upperBound - 1
        }
        guard tree.pages[page].bound == side.bound, let gap = tree.pages[page].gap, gap.count > 0 else { return nil }
        return tree.start(ofPage: page)
    }

    private mutating func randomEdits() -> [Edit] {
        var edits: [Edit] = []
        for _ in 0..<random.int(in: 1...5) {
            switch random.below(4) {
            case 0, 1: if let edit = insertRow() { edits.append(edit) }
            case 2:
                guard !rows.isEmpty else { continue }
                let place = random.below(rows.count)
                guard !edits.contains(where: { $0.id == rows[place].id }) else { continue }
                let row = rows.remove(at: place)
                // The key may be taken again in the same batch.
                edits.append(Edit(id: row.id, old: row.key, new: nil))
            default:
                guard !rows.isEmpty else { continue }
                let place = random.below(rows.count)
                guard !edits.contains(where: { $0.id == rows[place].id }) else { continue }
                let row = rows.remove(at: place)
                let key = random.chance(oneIn: 3) ? row.key : random.below(max(100, rows.count * 4))
                guard !rows.contains(where: { $0.key == key }) else {
                    edits.append(Edit(id: row.id, old: row.key, new: nil))
                    continue
                }
                let new = Row(key: key, id: row.id, row: random.below(9))
                rows.insert(new, at: rows.firstIndex { $0.key > key } ?? rows.count)
                edits.append(Edit(id: row.id, old: row.key, new: key, row: random.chance(oneIn: 2) ? new.row : nil))
            }
        }
        return edits
    }

    /// Reads everything that is not loaded.
    mutating func loadEverything() {
        if let late { take(late.slice, late.side, late.edits) }
        late = nil
        var rounds = 0
        while let page = tree.pages.firstIndex(where: { $0.gap.map { $0.count > 0 || $0.precision != .exact } ?? false }
        ), rounds < 5_000 {
            rounds += 1
            let side: RowSide<Int> =
                switch tree.pages[page].bound {
                case .start: .first
                case .before(let key): .from(key)
                case .after(let key): .after(key)
                case .end: .last
                }
            take(slice(side, limit: 50), side)
        }
    }

    private mutating func follow(_ update: RowsUpdate) {
        if let fault = items.follow(update, { tree.row(at: $0)?.id }) { wrong = fault }
        let shown = tree.sections.shown.map { tree.sections.headings[$0].title }
        if let fault = sections.follow(update, { shown.isEmpty ? nil : shown[$0] }, count: tree.count) { wrong = fault }
    }

    // MARK: Checks

    /// The first difference from the rows of the source.
    func fault() -> String? {
        if let wrong { return wrong }
        if let fault = tree.faults.first { return "\(fault)" }
        guard tree.pages.first?.bound == .start else { return "no page at the start" }
        var shown: [Int?] = []
        var keys: [Int: Int] = [:]
        var isExact = true
        var rest = rows[...]
        for place in tree.pages.indices {
            let (page, end) = (tree.pages[place], tree.end(ofPage: place))
            guard page.bound < end else { return "page \(place) ends at \(end)" }
            guard tree.start(ofPage: place) == shown.count else {
                return "page \(place) starts at \(tree.start(ofPage: place))"
            }
            let own = rest.prefix { end.isAfter($0.key) }
            rest = rest.dropFirst(own.count)
            if let rows = page.rows {
                guard rows.map(\.id) == own.map(\.id), rows.map(\.key) == own.map(\.key) else {
                    return "page \(place) has \(rows.map(\.key)), the source \(own.map(\.key))"
                }
                for (row, own) in zip(rows, own) where row.row != own.row && !page.isIncomplete {
                    return "row \(row.id) has \(row.row as Any), the source \(own.row)"
                }
                for row in rows {
                    keys[row.id] = row.key
                    guard !isExact || tree.position(of: row.key) == .exact(shown.count) else {
                        return "position of \(row.key)"
                    }
                    shown.append(row.id)
                }
            } else {
                if page.isExact, page.count != own.count {
                    return "page \(place) counts \(page.count), the source \(own.count)"
                }
                if !page.isExact, page.count == 0 { return "page \(place) shows no placeholder" }
                isExact = isExact && page.isExact
                shown += [Int?](repeating: nil, count: page.count)
            }
        }
        if let fault = faultInSections() { return fault }
        if tree.rowCount.isExact != isExact { return "the count is \(tree.rowCount)" }
        if tree.keys != keys { return "the keys are \(tree.keys), expected \(keys)" }
        if shown != items.ids { return "the items are \(items.ids), expected \(shown)" }
        return nil
    }
}

extension PageHistory {
    /// The first section that is not that of a grouping of the rows.
    private func faultInSections() -> String? {
        let headings = tree.sections.headings
        if headings.isEmpty { return tree.sections.starts.starts == [0] ? nil : "\(tree.sections.starts.starts)" }
        let groups = headings.indices.map { place in
            let next = place + 1 < headings.count ? headings[place + 1].first : .max
            return rows.filter { (place == 0 || $0.key >= headings[place].first) && $0.key < next }
        }
        var expected: [Int] = []
        for (place, group) in groups.enumerated() {
            let end = tree.sections.bound(of: place + 1)
            let own = tree.pages.filter { $0.bound >= tree.sections.bound(of: place) && $0.bound < end }
            guard own.first?.bound == tree.sections.bound(of: place) else { return "section \(place) begins in a page" }
            let count = own.reduce(0) { $0 + $1.count }
            if own.allSatisfy(\.isExact), count != group.count {
                return "section \(place) has \(count), \(group.count)"
            }
            expected.append(count)
        }
        if tree.sections.counts != expected { return "sections of \(tree.sections.counts), expected \(expected)" }
        if tree.sections.shown != expected.indices.filter({ expected[$0] > 0 }) { return "\(tree.sections.shown)" }
        return nil
    }
}

extension PageTree {
    /// The pages, one a line.
    var text: String {
        pages.map { page in
            page.rows.map { "\(page.bound): \($0.map { "\($0.key)" }.joined(separator: " "))" }
                ?? "\(page.bound): \(page.count) \(page.gap.map { "\($0.precision)" } ?? "")"
        }.joined(separator: "\n")
    }
}
