import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// Law 8 for the edits of a collection view: scripts, measured sizes and anchors, through the public interface. Cost is
/// counted work, not time.
final class EditWorkTests: XCTestCase {
    private var random = TestRandom(seed: 99)

    private var counts: [Int] {
        [1_000, 10_000, 100_000] + (LawCases.fraction >= 0.02 ? [1_000_000] : [])
            + (LawCases.fraction >= 0.5 ? [10_000_000] : [])
    }

    /// The number of nodes that one edit among n items may touch, including its anchor: a few on each level of the
    /// trees that it changes. A compositional section has three trees: measured sizes, pitches of groups, and sections.
    private func bound(_ items: Int) -> Int { 40 + 4 * (Int.bitWidth - items.leadingZeroBitCount) }

    private func nodes(of body: () throws -> CollectionViewLayout, from before: CollectionViewLayout) rethrows -> Int {
        let after = try body()
        let (a, b) = (before.editWork, after.editWork)
        return b.nodesVisited - a.nodesVisited + b.nodesWritten - a.nodesWritten
    }

    private func section(_ kind: Int, _ count: Int) -> SectionRecipe {
        switch kind {
        case 0: .list(count: count, extents: { 20 + Double($0 &* 7919 % 61) })
        case 1: .compositional(.list(itemHeight: .estimated(20), spacing: 3), count: count)
        default: .grid(count: count, columns: 3, itemHeight: 21)
        }
    }

    /// Measures every tenth item, so that no run of equal rows remains.
    private func measured(_ kind: Int, _ count: Int) throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(section(kind, count))
        if kind == 1 {
            let sizes = stride(from: 0, to: count, by: 10).map {
                ItemMeasurement(item: $0, size: CGSize(width: 390, height: 21 + CGFloat($0 &* 7919 % 61)))
            }
            try layout.measure(sizes, inSection: 0)
        }
        return layout
    }

    func testAMeasuredSizeWithAnAnchorTouchesLogarithmicallyManyNodes() throws {
        for kind in 0...1 {
            for count in counts {
                var layout = try measured(kind, count)
                for _ in 0..<200 {
                    let item = random.below(count)
                    let anchor = ScrollAnchor(.item(random.below(count), inSection: 0))
                    let before = layout
                    let work = try nodes(
                        of: {
                            let size = CGSize(width: 390, height: 20 + Double(random.below(900)) / 8)
                            if kind == 0 {
                                _ = try layout.keeping(anchor) { try $0.resizeItem(item, inSection: 0, to: size) }
                            } else {
                                _ = try layout.keeping(anchor) { try $0.measure(item: item, inSection: 0, size: size) }
                            }
                            return layout
                        }, from: before)
                    XCTAssertLessThanOrEqual(work, bound(count), "kind \(kind), \(count) items")
                }
                XCTAssertNil(layout.brokenInvariant())
            }
        }
    }

    /// An update of one item is a script of one edit. It costs as much as the edit alone, even in a section with
    /// measured items.
    func testAScriptOfOneEditTouchesLogarithmicallyManyNodes() throws {
        for kind in 0...2 {
            for count in counts {
                var layout = try measured(kind, count)
                for round in 0..<100 {
                    let place = random.below(count)
                    var script = EditScript()
                    if round % 3 != 0 { script.remove(place..<place + 1) }
                    if round % 3 != 1 { insert(at: random.below(place + 1), kind, into: &script) }
                    let anchor = ScrollAnchor(.item(random.below(layout.numberOfItems(inSection: 0)), inSection: 0))
                    let before = layout
                    let work = try nodes(
                        of: {
                            _ = try layout.keeping(anchor) { try $0.apply(script, inSection: 0) }
                            return layout
                        }, from: before)
                    XCTAssertLessThanOrEqual(work, 2 * bound(count), "kind \(kind), \(count) items")
                }
                XCTAssertNil(layout.brokenInvariant())
            }
        }
    }

    /// k scattered edits cost at most the smaller of k paths and one pass over all nodes.
    func testScatteredEditsTouchTheSmallerOfTheirPathsAndOnePass() throws {
        for kind in 0...1 {
            for count in counts {
                let whole = try measured(kind, count)
                // The longest list has as many edits as the previous one.
                for share in [1_000, 100, 10] where (1...100_000).contains(count / share) {
                    var layout = whole
                    var script = EditScript()
                    let edits = count / share
                    for edit in 0..<edits {
                        let place = edit * share + random.below(share - 1)
                        script.remove(place..<place + 1)
                        insert(at: place + 1, kind, into: &script)
                    }
                    let anchor = ScrollAnchor(.item(random.below(count), inSection: 0))
                    let before = layout
                    let work = try nodes(
                        of: {
                            _ = try layout.keeping(anchor) { try $0.apply(script, inSection: 0) }
                            return layout
                        }, from: before)
                    // A leaf holds at least 16 entries or so, and there are up to three trees.
                    XCTAssertLessThanOrEqual(
                        work, min(2 * edits * bound(count), 3 * count / 8 + bound(count)),
                        "kind \(kind), \(edits) edits of \(count) items")
                    let moved = layout.editWork.itemsMoved - before.editWork.itemsMoved
                    XCTAssertLessThanOrEqual(moved, 3 * count + 1_000, "kind \(kind), \(edits) edits of \(count) items")
                    XCTAssertNil(layout.brokenInvariant())
                }
            }
        }
    }

    private func insert(at place: Int, _ kind: Int, into script: inout EditScript) {
        if kind == 0 {
            script.insert(extents: [Double(20 + random.below(60))], at: place)
        } else {
            script.insert(count: 1, at: place)
        }
    }

    /// A section whose index changes is queried for its style. If the style is the same, nothing else is done, however
    /// many of its items were measured.
    @MainActor
    func testASectionThatGetsAnotherIndexIsNotTouched() throws {
        let recipe = CollectionViewCompositionalLayout { _, _ in
            .list(itemHeight: .estimated(20), spacing: 3)
        }
        for count in [1_000, 100_000] {
            var layout = try recipe.layout(
                itemCounts: [1, count], in: ListContainer(size: CGSize(width: 390, height: 800)))
            let sizes = (0..<count).map {
                ItemMeasurement(item: $0, size: CGSize(width: 390, height: 21 + CGFloat($0 % 61)))
            }
            try layout.measure(sizes, inSection: 1)
            let extent = layout.contentSize.height
            let first = layout.frame(ofSection: 0).height
            try layout.remove(sections: 0..<1)
            let before = layout.editWork
            try layout.restyleSection(0, by: recipe)
            XCTAssertEqual(layout.editWork, before, "\(count) items")
            XCTAssertEqual(layout.contentSize.height, extent - first)
        }
    }
}

extension SectionRecipe {
    fileprivate static func list(count: Int, extents: (Int) -> Double) -> SectionRecipe {
        .list(extents: (0..<count).map(extents))
    }
}
