import TestSupport
import Testing

@testable import ListEngineData

/// Random sequences of answers, changes and scrolling. The test schedules the source; nothing waits for time.
@MainActor
@Suite struct LiveRowsTests {
    /// Answers come late, twice, never, in any order, or as errors. The loaded rows are those of the source at the revision that
    /// the list names.
    @Test func loadedRowsAreThoseOfTheNamedRevision() {
        for seed in LawCases.seeds(250) {
            let session = LiveSession(seed: seed, isHostile: false)
            for step in 0..<session.random.int(in: 1...60) {
                let text = session.step()
                if let fault = session.fault() {
                    Issue.record("seed \(seed), step \(step), \(text): \(fault)\n\(session.text)")
                    return
                }
            }
            session.finish()
            if let fault = session.fault() ?? session.unfinished() {
                Issue.record("seed \(seed), at the end: \(fault)\n\(session.text)")
                return
            }
        }
    }

    /// Slices overlap, lie about their ends, are unsorted or have duplicates; edits and outlines contradict. The list stays
    /// consistent, and says what was wrong.
    @Test func aHostileSourceCannotMakeTheListInconsistent() {
        var kinds: Set<RowSourceFault.Kind> = []
        for seed in LawCases.seeds(250) {
            let session = LiveSession(seed: seed, isHostile: true)
            for step in 0..<session.random.int(in: 1...60) {
                let text = session.step()
                if let fault = session.inconsistency() {
                    Issue.record("seed \(seed), step \(step), \(text): \(fault)\n\(session.text)")
                    return
                }
            }
            kinds.formUnion(session.faults.map(\.kind))
        }
        guard LawCases.onlySeed == nil else { return }
        #expect(
            kinds.isSuperset(of: [
                .unsortedRows, .duplicateRow, .rowOnWrongSide, .emptySlice, .invalidOutline, .contradictoryEdit,
            ]),
            "\(kinds)")
    }

    /// A chat begins at its end. The item there stays the last one, whether rows or counts arrive first.
    @Test(arguments: [RowCount.exact(100), .estimated(90, within: 20)])
    func countsBeforeTheLastRowsInsertAbove(count: RowCount) {
        let reader = ScriptedReader<LiveSession.Source>()
        let live = LiveRows(LiveSession.Source(), at: .last, pageSize: 10) { _ in reader }
        var shown = 0
        live.onUpdate = { shown = $0.newPosition(of: shown) }
        reader.opened?()
        reader.outlines?(.estimate(count: count, quantiles: [30, 60]))
        #expect(shown == live.numberOfItems - 1)
        reader.outlines?(
            .pages([RowPage(first: 0, count: 70), RowPage(first: 70, count: 30)], end: nil, revision: .initial))
        #expect(shown == 99)
        let rows = (90..<100).map { KeyedRow(key: $0, id: $0, row: $0) }
        reader.waiting.first?.done(.success(RowSlice(rows, isEnd: false, revision: .initial)))
        #expect(shown == 99)
        #expect(live.id(at: shown) == 99)
    }
}

/// A source, a list over it, and the items that follow its updates.
@MainActor
final class LiveSession {
    typealias Source = ArrayRows<Int, Int, Int>
    typealias Row = KeyedRow<Int, Int, Int>
    typealias Edit = RowEdit<Int, Int, Int>
    typealias Slice = RowSlice<Int, Int, Int>

    var random: TestRandom
    private let isHostile: Bool
    private var reader = ScriptedReader<Source>()
    private var live: LiveRows<Source>!
    /// The rows at each revision. A hostile source shows the last one only.
    private var states: [[Row]] = [[]]
    private var nextID = 0
    private var items = FollowedItems(dropsRows: true)
    private var sections = FollowedSections()
    /// The number of keys in a section; nil without sections.
    private let sectionSize: Int?
    private var wrong: String?
    private(set) var faults: [RowSourceFault] = []
    /// Changes that were not reported yet.
    private var unreported: [RowChanges<Int, Int, Int>] = []
    private var answered: [ScriptedReader<Source>.Read] = []
    /// Hands over the parts of an outline that have not arrived yet. Each returns what it did.
    private var outlineParts: [() -> String] = []
    private var replaced: [String] = []
    private var replacements = 0
    /// The revision from which all changes are reported to the last reader.
    private var base = 0

    init(seed: UInt64, isHostile: Bool) {
        random = TestRandom(seed: seed)
        self.isHostile = isHostile
        sectionSize = random.pick(nil, 5, 10, 40)
        for _ in 0..<random.int(in: 0...60) { insertRow() }
        let size = random.int(in: 1...12)
        live = LiveRows(Source(), pageSize: size, mostLoaded: random.pick(4, 20, 1_000)) { [unowned self] _ in
            reader = ScriptedReader()
            return reader
        }
        live.onUpdate = { [unowned self] update in
            if let fault = items.follow(update, { self.live.id(at: $0) }) { wrong = "\(fault): \(update)" }
            let title = { self.live.heading(ofSection: $0)?.title }
            if let fault = sections.follow(update, title, count: live.numberOfItems) { wrong = "\(fault): \(update)" }
        }
        live.onFault = { [unowned self] in faults.append($0) }
        open()
    }

    /// The sections at a revision.
    private func headings(_ revision: Int) -> [RowHeading<Int>] {
        guard let sectionSize else { return [] }
        let firsts = Set(states[revision].map { $0.key / sectionSize * sectionSize })
        return firsts.sorted().map { RowHeading(first: $0, title: "\($0)") }
    }

    private func open() {
        reader.opened?()
        if sectionSize != nil { reader.changes?(.sections(headings(base), RowRevision(UInt64(base)))) }
    }

    private var rows: [Row] { states[states.count - 1] }

    private func insertRow() {
        let key = random.below(120)
        guard !rows.contains(where: { $0.key == key }) else { return }
        nextID += 1
        states[states.count - 1].insert(
            Row(key: key, id: nextID, row: random.below(9)), at: rows.firstIndex { $0.key > key } ?? rows.count)
    }

    // MARK: Steps

    func step() -> String {
        switch random.below(17) {
        case 0...4:
            guard let read = reader.waiting.randomElement(using: &random) else { return "no request" }
            return answer(read)
        case 5:
            // Once more, or after it was cancelled.
            guard let read = (answered + reader.reads).randomElement(using: &random) else { return "no request" }
            return "again: " + answer(read)
        case 6:
            // After that, the changes would be those of the former reader.
            guard !live.isReplacing, let read = reader.waiting.randomElement(using: &random) else {
                return "no request"
            }
            reader.remove(read)
            read.done(.failure(RowSourceFault(.emptySlice, "a test")))
            return "\(read.side) fails"
        case 7, 8: return change()
        case 9:
            guard !unreported.isEmpty else { return "no change" }
            reportChange()
            return "a change is reported"
        case 10: return outline()
        case 11...13:
            if outlineParts.isEmpty { return "no part of an outline" }
            return outlineParts.removeFirst()()
        case 14:
            live.retry()
            open()
            return "retry"
        case 15 where random.chance(oneIn: 4):
            replacements += 1
            let number = replacements
            unreported = []
            base = states.count - 1
            let side = random.pick(RowSide.first, .last, .from(random.below(120)))
            live.replace(with: Source(), at: side) { [weak self] _ in self?.replaced.append("\(number)") }
            open()
            return "replaced, \(side)"
        default:
            let start = random.below(live.numberOfItems + 3)
            live.show(start..<start + random.int(in: 1...15))
            return "shows from \(start)"
        }
    }

    private func answer(_ read: ScriptedReader<Source>.Read) -> String {
        // An old state of the source, unless it is too old to be believed.
        let revision = isHostile ? states.count - 1 : max(base, states.count - 1 - random.pick(0, 0, 0, 1, 3))
        var slice = slice(read.side, limit: random.chance(oneIn: 4) ? random.int(in: 1...40) : read.limit, revision)
        if isHostile { spoil(&slice) }
        reader.remove(read)
        answered.append(read)
        read.done(.success(slice))
        return "\(read.side), at most \(read.limit): \(slice.rows.map(\.key)), end \(slice.isEnd), revision \(revision)"
    }

    private func slice(_ side: RowSide<Int>, limit: Int, _ revision: Int) -> Slice {
        let there = states[revision].filter { side.bound.isAfter($0.key) == side.isBackward }
        let part = side.isBackward ? there.suffix(limit) : there.prefix(limit)
        return Slice(Array(part), isEnd: part.count == there.count, revision: RowRevision(UInt64(revision)))
    }

    private func spoil(_ slice: inout Slice) {
        switch random.below(8) {
        case 0: slice.rows.shuffle(using: &random)
        case 1: slice.rows += slice.rows.prefix(2)
        case 2: slice.rows.append(Row(key: random.below(120), id: random.below(60), row: 0))
        case 3: slice.isEnd.toggle()
        case 4: slice.rows = []
        case 5: for place in slice.rows.indices { slice.rows[place].key += random.below(9) - 4 }
        default: break
        }
    }

    private func change() -> String {
        let before = rows
        var edits: [Edit] = []
        states.append(before)
        for _ in 0..<random.int(in: 1...4) {
            if random.chance(oneIn: 2) || rows.isEmpty {
                insertRow()
            } else {
                let place = random.below(rows.count)
                let row = states[states.count - 1].remove(at: place)
                let key = random.below(120)
                guard random.chance(oneIn: 2), !rows.contains(where: { $0.key == key }) else { continue }
                states[states.count - 1].insert(
                    Row(key: key, id: row.id, row: random.below(9)), at: rows.firstIndex { $0.key > key } ?? rows.count)
            }
        }
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let new = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        for id in Set(old.keys).union(new.keys).sorted()
        where old[id]?.key != new[id]?.key || old[id]?.row != new[id]?.row {
            edits.append(
                Edit(id: id, old: old[id]?.key, new: new[id]?.key, row: random.chance(oneIn: 2) ? new[id]?.row : nil))
        }
        if isHostile, random.chance(oneIn: 2) {
            edits.append(
                Edit(
                    id: random.below(60), old: random.pick(nil, random.below(120)),
                    new: random.pick(nil, random.below(120))))
        }
        let revision = RowRevision(UInt64(states.count - 1))
        let change: RowChanges<Int, Int, Int> =
            switch random.below(8) {
            case 0: .somewhere(revision)
            case 1 where random.chance(oneIn: 3): .everything(revision)
            default: .edits(edits, revision)
            }
        if headings(states.count - 1) != headings(states.count - 2) {
            var new = headings(states.count - 1)
            if isHostile, random.chance(oneIn: 4) { new.shuffle(using: &random) }
            unreported.append(.sections(new, revision))
        }
        unreported.append(change)
        return "the source changes: \(change)"
    }

    private func reportChange() {
        let change = unreported.removeFirst()
        // The list starts again. Its new reader reports later changes only.
        if case .everything(let revision) = change { base = max(base, Int(revision.number)) }
        reader.changes?(change)
    }

    private func outline() -> String {
        let revision = max(base, states.count - 1 - random.below(2))
        let rows = states[revision]
        let size = random.int(in: 1...9)
        var pages = stride(from: 0, to: rows.count, by: size).map { first in
            RowPage(first: rows[first].key, count: min(size, rows.count - first))
        }
        if !outlineParts.isEmpty { return outlineParts.removeFirst()() }
        if random.chance(oneIn: 3) {
            let keys = Set((0..<random.below(4)).map { _ in random.below(120) }).sorted()
            let count = isHostile ? random.int(in: -5...100) : rows.count
            reader.outlines?(.estimate(count: .estimated(count, within: 5), quantiles: keys))
            return "estimate of \(count), quantiles \(keys)"
        }
        if isHostile, !pages.isEmpty {
            switch random.below(4) {
            case 0: pages.shuffle(using: &random)
            case 1: pages[random.below(pages.count)].count = random.pick(-1, .max, 0, 3)
            default: break
            }
        }
        // The parts arrive one by one, and may arrive after the list has asked again or shows another source.
        let each = reader.outlines
        let outline = RowOutline.pages(pages, end: nil, revision: RowRevision(UInt64(revision)))
        for part in outline.parts(of: random.int(in: 1...8)) {
            outlineParts.append {
                each?(part)
                return "part of an outline: \(part)"
            }
        }
        return outlineParts.removeFirst()()
    }

    /// Lets the source answer everything.
    func finish() {
        live.retry()
        for _ in 0..<2_000 {
            if !unreported.isEmpty {
                reportChange()
                continue
            }
            live.show(0..<10)
            open()
            if let read = reader.waiting.first {
                let slice = slice(read.side, limit: read.limit, states.count - 1)
                reader.remove(read)
                read.done(.success(slice))
                continue
            }
            let wanted = 0..<min(live.numberOfItems, 10)
            if wanted.allSatisfy({ live.state(at: $0).row != nil }) { return }
            live.show(wanted)
            if reader.waiting.isEmpty { return }
        }
    }

    /// The rows that are missing after everything was answered.
    func unfinished() -> String? {
        if live.revision.number != UInt64(states.count - 1), !states[states.count - 1].isEmpty {
            return "the revision is \(live.revision), expected \(states.count - 1)"
        }
        for position in 0..<min(live.numberOfItems, 10) where live.state(at: position).row == nil {
            return "position \(position) is \(live.state(at: position))"
        }
        // Those whose source was shown, was replaced, or still waits.
        if replaced.count > replacements { return "completions: \(replaced)" }
        return nil
    }

    // MARK: Checks

    /// The first difference from the source at the revision of the list.
    func fault() -> String? {
        if let fault = inconsistency() { return fault }
        if let fault = faults.first(where: { $0.message != "a test" }), fault.kind != .decreasingRevision {
            return "\(fault)"
        }
        let revision = Int(live.revision.number)
        guard revision < states.count else { return "revision \(revision)" }
        let rows = states[revision]
        let tree = live.tree
        if let fault = faultInSections(revision) { return fault }
        for place in tree.pages.indices {
            let (page, end) = (tree.pages[place], tree.end(ofPage: place))
            if page.isStale { continue }
            let own = rows.filter { !page.bound.isAfter($0.key) && end.isAfter($0.key) }
            if let loaded = page.rows {
                if loaded.map(\.id) != own.map(\.id) {
                    return "page \(place) has \(loaded.map(\.key)), the source \(own.map(\.key)) at \(revision)"
                }
                for (row, own) in zip(loaded, own) where row.row != own.row && !page.isIncomplete {
                    return "row \(row.id) has \(row.row as Any), the source \(own.row)"
                }
            } else if page.isExact, page.count != own.count {
                return "page \(place) counts \(page.count), the source \(own.count)"
            }
        }
        return nil
    }

    /// The first section that is not that of a grouping of the rows at a revision.
    private func faultInSections(_ revision: Int) -> String? {
        guard let sectionSize else { return live.numberOfSections == 1 ? nil : "\(live.numberOfSections) sections" }
        // Sections that were not reported yet, or belong to a list that starts again, are shown later.
        let isReported = !unreported.contains {
            if case .sections(_, let next) = $0 { next.number <= revision } else { false }
        }
        guard isReported, !live.isReplacing, revision >= base, !live.tree.sections.headings.isEmpty else { return nil }
        let expected = headings(revision).map(\.title)
        let shown = (0..<live.numberOfSections).map { live.heading(ofSection: $0)?.title ?? "none" }
        if live.count.isExact, shown != expected { return "sections \(shown), expected \(expected)" }
        for section in shown.indices {
            let positions = live.positions(ofSection: section)
            if positions.isEmpty { return "section \(section) is empty" }
            for position in positions {
                // Rows that are out of date may belong to a section that has ended.
                guard let key = live.key(at: position), expected.contains(shown[section]),
                    !live.tree.pages[live.tree.page(at: position).page].isStale
                else { continue }
                if "\(key / sectionSize * sectionSize)" != shown[section] {
                    return "\(key) is in section \(shown[section])"
                }
                let place = live.place(ofPosition: position)
                if place.section != section || place.item != position - positions.lowerBound { return "\(place)" }
            }
        }
        return nil
    }

    /// The first contradiction in the list itself.
    func inconsistency() -> String? {
        if let wrong { return wrong }
        let tree = live.tree
        var ids: Set<Int> = []
        var last: Int?
        for place in tree.pages.indices {
            let (page, end) = (tree.pages[place], tree.end(ofPage: place))
            guard page.bound < end else { return "page \(place) ends at \(end)" }
            for row in page.rows ?? [] {
                if let last, row.key <= last { return "\(row.key) comes after \(last)" }
                if page.bound.isAfter(row.key) || !end.isAfter(row.key) {
                    return "\(row.key) is outside of page \(place)"
                }
                if !ids.insert(row.id).inserted { return "row \(row.id) is shown twice" }
                last = row.key
            }
        }
        let estimated = tree.pages.filter { !$0.isExact }.reduce(0) { $0 + $1.count }
        let isCountRight =
            switch live.count {
            case .exact(let count): tree.pages.allSatisfy(\.isExact) && count == live.numberOfItems
            case .unknown(let least):
                tree.pages.contains { $0.gap?.precision == .unknown } && least == live.numberOfItems - estimated
            case .estimated(let count, let error):
                !tree.pages.contains { $0.gap?.precision == .unknown } && count == live.numberOfItems
                    && !tree.pages.allSatisfy(\.isExact) && error <= estimated
            }
        if !isCountRight { return "the count is \(live.count)" }
        if items.ids.count != live.numberOfItems {
            return "\(live.numberOfItems) items, and \(items.ids.count) by the updates"
        }
        for (position, id) in items.ids.enumerated() {
            let shown = live.id(at: position)
            // Rows that are far from the screen are dropped without an update.
            if shown == nil || id == nil ? shown != nil : shown != id {
                return "position \(position) is \(shown as Any), and \(id as Any) by the updates"
            }
        }
        for (position, id) in items.ids.enumerated() where id != nil && live.id(at: position) == nil {
            items.ids[position] = nil
        }
        return nil
    }

    var text: String { live.tree.text + "\nitems \(items.ids)\nrows \(rows.map(\.key))" }
}
