import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// Lists whose extents depend on a number per item and on the width.
final class ExtentRuleTests: XCTestCase {
    func testTextTakesAsManyLinesAsItNeeds() throws {
        var layout = CollectionViewLayout(width: 132)
        // A line holds 10 characters of 10 points.
        let rule = ExtentRule.wrapping(advance: 10, lineHeight: 20, padding: 32, plus: 4)
        try layout.append(.list(numbers: [0, 1, 10, 11, 20, 25], by: rule, spacing: 2))
        XCTAssertEqual(layout.frames(ofItems: 0..<6, inSection: 0).map(\.height), [24, 24, 24, 44, 44, 64])
        XCTAssertEqual(layout.frame(ofItem: 3, inSection: 0).minY, 78)
        try layout.setWidth(232)
        XCTAssertEqual(layout.frames(ofItems: 0..<6, inSection: 0).map(\.height), [24, 24, 24, 24, 24, 44])
        // At least one character per line, however narrow.
        try layout.setWidth(0)
        XCTAssertEqual(layout.frame(ofItem: 5, inSection: 0).height, 504)
        XCTAssertEqual(layout.number(ofItem: 5, inSection: 0), 25)
    }

    func testLinesHaveALeastAndAGreatestNumber() throws {
        var layout = CollectionViewLayout(width: 100)
        let rule = ExtentRule.wrapping(advance: 10, lineHeight: 20, leastLines: 0, mostLines: 3)
        try layout.append(.list(numbers: [0, 5, 25, 1_000_000], by: rule))
        XCTAssertEqual(layout.frames(ofItems: 0..<4, inSection: 0).map(\.height), [0, 20, 60, 60])
    }

    func testThirdsOfAWidthFitALine() throws {
        for width in stride(from: 100.0, to: 400, by: 0.7) {
            var layout = CollectionViewLayout(width: width)
            try layout.append(.list(numbers: [width / 3 * 3, width * 2, width + 0.01], by: .wrapping(lineHeight: 1)))
            XCTAssertEqual(layout.frames(ofItems: 0..<3, inSection: 0).map(\.height), [1, 2, 2], "\(width)")
        }
    }

    func testPicturesKeepTheirShape() throws {
        var layout = CollectionViewLayout(width: 120)
        try layout.append(
            .list(numbers: [0.5, 2], by: .proportional(plus: 10), insets: SectionInsets(leading: 5, trailing: 15)))
        XCTAssertEqual(layout.frames(ofItems: 0..<2, inSection: 0).map(\.height), [60, 210])
        var wide = CollectionViewLayout(crossExtent: 100, scrollDirection: .horizontal)
        try wide.append(.list(numbers: [1.5], by: .proportional()))
        XCTAssertEqual(wide.frame(ofItem: 0, inSection: 0), CGRect(x: 0, y: 0, width: 150, height: 100))
    }

    func testAnItemThatWasMeasuredKeepsItsSizeUntilTheWidthIsAnother() throws {
        var layout = CollectionViewLayout(width: 100)
        let rule = ExtentRule.wrapping(advance: 10, lineHeight: 20)
        try layout.append(.list(numbers: [25, 25, 25], by: rule, estimated: true))
        try layout.resizeItem(1, inSection: 0, to: 77)
        try layout.insertItems(.numbers([5]), at: 0, inSection: 0)
        try layout.moveItems(2..<3, to: 3, inSection: 0)
        XCTAssertEqual(layout.frames(ofItems: 0..<4, inSection: 0).map(\.height), [20, 60, 60, 77])
        // A different number gives a different size.
        try layout.resizeItems(startingAt: 1, inSection: 0, to: .numbers([45]))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).height, 100)
        try layout.setWidth(50)
        XCTAssertEqual(layout.frames(ofItems: 0..<4, inSection: 0).map(\.height), [20, 180, 100, 100])
        // Two lists with one rule: an item keeps its measured size.
        try layout.append(.list(numbers: [10], by: rule))
        try layout.resizeItem(0, inSection: 0, to: 33)
        try layout.moveItem(from: .item(0, inSection: 0), to: .item(1, inSection: 1))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 1).height, 33)
        try layout.setWidth(60)
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 1).height, 20)
    }

    func testACustomRuleIsCalledOnceForManyItems() throws {
        let calls = Calls()
        let rule = ExtentRule { numbers, across, extents in
            calls.note(numbers.count)
            for place in numbers.indices { extents[place] = numbers[place] + across }
        }
        var layout = CollectionViewLayout(width: 10)
        try layout.append(.list(numbers: (0..<100_000).map { Double($0 % 50) }, by: rule))
        _ = calls.taken()
        try layout.setWidth(20)
        let counts = calls.taken()
        XCTAssertEqual(counts.reduce(0, +), 100_000)
        XCTAssertLessThan(counts.count, 30)
        XCTAssertEqual(layout.frame(ofItem: 99_999, inSection: 0).height, 69)
        // The rule is not called if the width is unchanged.
        try layout.setSize(CGSize(width: 20, height: 700))
        XCTAssertEqual(calls.taken(), [])
    }

    // MARK: Bad input

    func testInvalidNumbersAreReportedAndNothingIsLost() throws {
        var layout = CollectionViewLayout(width: 100)
        let rule = ExtentRule.wrapping(lineHeight: 20)
        XCTAssertThrowsError(try layout.append(.list(numbers: [1, -2], by: rule))) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 0, item: 1, value: -2))
        }
        XCTAssertThrowsError(try layout.append(.list(numbers: [1], by: .wrapping(lineHeight: -20)))) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 0, item: nil, value: -20))
        }
        XCTAssertThrowsError(
            try layout.append(.list(numbers: [1], by: .wrapping(lineHeight: 1, leastLines: 3, mostLines: 2)))
        ) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 0, item: nil, value: 3))
        }
        XCTAssertEqual(layout.numberOfSections, 0)
        try layout.append(.list(heights: [1, 2]))
        try layout.append(.list(numbers: [3, 4], by: rule))
        XCTAssertThrowsError(try layout.insertItems(.numbers([7, .infinity]), at: 0, inSection: 1)) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 1, item: 1, value: .infinity))
        }
        // Lengths instead of numbers, and the reverse.
        for (sizes, section) in [(ItemSizes.extents([4]), 1), (.count(1), 1), (.numbers([4]), 0)] {
            XCTAssertThrowsError(try layout.insertItems(sizes, at: 0, inSection: section)) {
                XCTAssertEqual($0 as? LayoutError, .needsSizes(section: section))
            }
        }
        XCTAssertThrowsError(try layout.resizeItems(startingAt: 0, inSection: 0, to: .numbers([4]))) {
            XCTAssertEqual($0 as? LayoutError, .needsSizes(section: 0))
        }
        XCTAssertThrowsError(try layout.moveItem(from: .item(0, inSection: 0), to: .item(0, inSection: 1))) {
            XCTAssertEqual($0 as? LayoutError, .needsSizes(section: 1))
        }
        XCTAssertThrowsError(try layout.restyleSection(1, like: .list(heights: []))) {
            XCTAssertEqual($0 as? LayoutError, .otherKind(section: 1))
        }
        XCTAssertEqual(layout.numberOfItems, 4)
        XCTAssertNil(layout.brokenInvariant())

        var lenient = SectionRecipe.list(numbers: [.nan, 1, -3], by: rule)
        lenient.raisesUnusableSizes = true
        try layout.append(lenient)
        XCTAssertEqual(layout.diagnostics.recent.last?.item, 0)
        XCTAssertEqual(layout.diagnostics.count(of: .unusableSize), 2)
        XCTAssertEqual(layout.number(ofItem: 2, inSection: 2), 0)
    }

    func testARuleThatReturnsNoExtentLeavesTheLayoutUnchanged() throws {
        let rule = ExtentRule { numbers, across, extents in
            for place in numbers.indices { extents[place] = across > 50 ? numbers[place] : -numbers[place] }
        }
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(count: 1, height: 10))
        try layout.append(.list(numbers: (0..<10_000).map { $0 == 9_000 ? 5 : 0 }, by: rule))
        let before = layout.contentSize
        XCTAssertThrowsError(try layout.setWidth(40)) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 1, item: 9_000, value: -5))
        }
        XCTAssertEqual(layout.contentSize, before)
        XCTAssertEqual(layout.crossExtent, 100)
    }

    // MARK: Laws

    /// Laws 1 and 7: after any sequence of edits the layout equals one built from the same numbers and the sizes measured at this
    /// width, and a width change keeps the anchor in place.
    func testIncrementalEqualsRebuiltAndTheAnchorStays() {
        let failure = LawCases.firstFailure(of: "laws 1 and 7 of lists by a rule", share: 0.1, scales: [.small]) {
            one in
            var random = one.random
            var model = NumberedModel(&random)
            var layout = try model.fresh()
            for _ in 0..<8 {
                let kept = model.anchor(&random)
                if let kept, random.chance(oneIn: 2) {
                    let before = layout.contentOffset(for: kept)
                    let width = CGFloat(random.int(in: 0...400))
                    if width != model.width {
                        for section in model.sections.indices { model.sections[section].measured.removeAll() }
                    }
                    model.width = width
                    let scroll = try layout.keeping(kept) { try $0.setWidth(model.width) }
                    let moved = layout.contentOffset(for: kept) - before
                    guard scroll.scrollDelta == moved else { return "\(scroll.scrollDelta), but it moved by \(moved)" }
                } else {
                    try model.edit(&layout, &random)
                }
                let fresh = try model.fresh()
                if let fault = Self.difference(layout, fresh) { return fault }
                if let rule = layout.brokenInvariant() { return rule }
            }
            return nil
        }
        if let failure { XCTFail(failure) }
    }

    private static func difference(_ layout: CollectionViewLayout, _ fresh: CollectionViewLayout) -> String? {
        guard layout.contentSize == fresh.contentSize else {
            return "\(layout.contentSize), fresh \(fresh.contentSize)"
        }
        guard layout.numberOfSections == fresh.numberOfSections else { return "another number of sections" }
        for section in 0..<layout.numberOfSections {
            let items = 0..<layout.numberOfItems(inSection: section)
            guard items.count == fresh.numberOfItems(inSection: section) else {
                return "section \(section): other items"
            }
            let a = layout.frames(ofItems: items, inSection: section)
            let b = fresh.frames(ofItems: items, inSection: section)
            guard a == b else { return "section \(section): \(a), fresh \(b)" }
        }
        return nil
    }
}

/// Records the calls of a rule, from any thread.
private final class Calls: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [Int] = []
    func note(_ count: Int) { lock.withLock { counts.append(count) } }
    func taken() -> [Int] {
        lock.withLock {
            defer { counts = [] }
            return counts
        }
    }
}

/// Sections of lists by a rule and of other kinds, as plain arrays.
private struct NumberedModel {
    struct Section {
        /// 0 and 1 are rules; others are kinds without a rule.
        var kind: Int
        var numbers: [Double]
        /// By item.
        var measured: [Int: Double] = [:]
        var inset: CGFloat = 0

        var hasRule: Bool { kind < 2 }
    }

    static let rules = [
        ExtentRule.wrapping(advance: 7, lineHeight: 19.3, padding: 11, plus: 3), ExtentRule.proportional(plus: 1.7),
    ]

    var width: CGFloat
    var sections: [Section]

    init(_ random: inout TestRandom) {
        width = CGFloat(random.int(in: 0...400))
        sections = []
        for _ in 0..<random.int(in: 1...5) { sections.append(Self.section(&random)) }
    }

    static func section(_ random: inout TestRandom) -> Section {
        let count = random.int(in: 0...12)
        return Section(kind: random.below(6), numbers: (0..<count).map { _ in number(&random) })
    }

    static func number(_ random: inout TestRandom) -> Double {
        random.pick(0, random.fraction() * 10, Double(random.below(500)), random.fraction() * 9_000)
    }

    func recipe(_ section: Section) -> SectionRecipe {
        let insets = SectionInsets(top: 3, leading: section.inset, bottom: 2, trailing: 1)
        switch section.kind {
        case 0, 1: return .list(numbers: section.numbers, by: Self.rules[section.kind], spacing: 4, insets: insets)
        case 2: return .list(heights: section.numbers, spacing: 1)
        case 3: return .grid(count: section.numbers.count, itemSize: CGSize(width: 30, height: 20), spacing: 3)
        case 4:
            return .flow(
                count: section.numbers.count, size: CGSize(width: 50, height: 10), packing: .overlapping, spacing: 2)
        default: return .flow(sizes: section.numbers.map { CGSize(width: $0, height: 12) }, spacing: 2)
        }
    }

    func fresh() throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: width)
        for (index, section) in sections.enumerated() {
            try layout.append(recipe(section))
            for (item, extent) in section.measured { try layout.resizeItem(item, inSection: index, to: extent) }
        }
        return layout
    }

    func anchor(_ random: inout TestRandom) -> ScrollAnchor? {
        guard let section = sections.indices.randomElement(using: &random), !sections[section].numbers.isEmpty else {
            return nil
        }
        let item = random.below(sections[section].numbers.count)
        return ScrollAnchor(
            .item(item, inSection: section), edge: random.pick(.start, .end), distance: CGFloat(random.fraction() * 90))
    }

    private func sizes(_ numbers: [Double], _ kind: Int) -> ItemSizes {
        switch kind {
        case 0, 1: .numbers(numbers)
        case 2: .extents(numbers)
        case 3: .count(numbers.count)
        case 4: .repeated(count: numbers.count, size: CGSize(width: 50, height: 10))
        default: .sizes(numbers.map { CGSize(width: $0, height: 12) })
        }
    }

    mutating func edit(_ layout: inout CollectionViewLayout, _ random: inout TestRandom) throws {
        let at = random.below(sections.count)
        let count = sections.isEmpty ? 0 : sections[at].numbers.count
        switch random.below(9) {
        case 0:
            let new = Self.section(&random)
            let place = random.below(sections.count + 1)
            sections.insert(new, at: place)
            try layout.insert(recipe(new), at: place)
        case 1 where !sections.isEmpty:
            let range = random.range(within: sections.count)
            sections.removeSubrange(range)
            try layout.remove(sections: range)
        case 2 where !sections.isEmpty:
            let range = random.range(within: sections.count)
            let moved = Array(sections[range])
            sections.removeSubrange(range)
            let place = random.below(sections.count + 1)
            sections.insert(contentsOf: moved, at: place)
            try layout.moveSections(range, to: place)
        case 3 where !sections.isEmpty:
            let new = (0..<random.below(4)).map { _ in Self.number(&random) }
            let place = random.below(count + 1)
            renumber(at) { $0 < place ? $0 : $0 + new.count }
            sections[at].numbers.insert(contentsOf: new, at: place)
            try layout.insertItems(sizes(new, sections[at].kind), at: place, inSection: at)
        case 4 where !sections.isEmpty:
            let range = random.range(within: count)
            renumber(at) { range.contains($0) ? nil : $0 < range.lowerBound ? $0 : $0 - range.count }
            sections[at].numbers.removeSubrange(range)
            try layout.removeItems(range, inSection: at)
        case 5 where !sections.isEmpty:
            let range = random.range(within: count)
            let moved = Array(sections[at].numbers[range])
            sections[at].numbers.removeSubrange(range)
            let place = random.below(sections[at].numbers.count + 1)
            sections[at].numbers.insert(contentsOf: moved, at: place)
            renumber(at) { item in
                if range.contains(item) { return item - range.lowerBound + place }
                let without = item < range.lowerBound ? item : item - range.count
                return without < place ? without : without + range.count
            }
            try layout.moveItems(range, to: place, inSection: at)
        case 6 where !sections.isEmpty && sections[at].hasRule && count > 2:
            // Every third item is replaced by a new one; the last item moves to the front.
            var script = EditScript()
            for item in stride(from: 1, to: count - 1, by: 3) {
                let new = Self.number(&random)
                script.remove(item..<item + 1)
                script.insert(numbers: [new], at: item)
                sections[at].numbers[item] = new
                sections[at].measured[item] = nil
            }
            script.move(count - 1..<count, to: 0)
            sections[at].numbers.insert(sections[at].numbers.removeLast(), at: 0)
            renumber(at) { ($0 + 1) % count }
            try layout.apply(script, inSection: at)
        case 7 where !sections.isEmpty && sections[at].hasRule && count > 0:
            let item = random.below(count)
            let extent = Double(random.below(300))
            sections[at].measured[item] = extent
            try layout.resizeItem(item, inSection: at, to: extent)
        case 8 where !sections.isEmpty && sections[at].hasRule:
            let inset = CGFloat(random.pick(0, 5, 9))
            if inset != sections[at].inset { sections[at].measured.removeAll() }
            sections[at].inset = inset
            try layout.restyleSection(at, like: recipe(sections[at]))
        default: break
        }
    }

    private mutating func renumber(_ section: Int, _ new: (Int) -> Int?) {
        let old = sections[section].measured
        sections[section].measured.removeAll()
        for (item, extent) in old { if let item = new(item) { sections[section].measured[item] = extent } }
    }
}
