import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// Law 7 for compositional sections: the view does not jump while items and headers are measured, inserted and deleted.
final class CompositionalAnchorLawTests: XCTestCase {
    func testTheAnchorStaysWhileItemsAreMeasured() {
        var moved = 0
        let failure = LawCases.firstFailure(
            of: "law 7, the view does not jump, compositions", share: 0.1, scales: [.small]
        ) { one in
            var random = one.random
            var layout = CollectionViewLayout(
                container: ListContainer(
                    size: CGSize(width: 390, height: 700), displayScale: CGFloat(random.pick(1, 2, 3))))
            for _ in 0..<random.int(in: 1...4) {
                try layout.append(
                    .compositional(Self.section(&random), count: random.int(in: 1...40), sectionSpacing: 7))
            }
            for _ in 0..<5 {
                let anchored = random.below(layout.numberOfSections)
                let item = random.below(layout.numberOfItems(inSection: anchored))
                let edge: ElementEdge = random.chance(oneIn: 2) ? .start : .end
                let anchor = ScrollAnchor(.item(item, inSection: anchored), edge: edge, distance: 100)
                let before = Self.position(of: item, anchored, edge, in: layout)
                let (change, item2) = try Self.edit(&layout, &random, anchor)
                let after = Self.position(of: item2, anchored, edge, in: layout)
                if change.anchor?.path != .item(item2, inSection: anchored) {
                    return "kept \(String(describing: change.anchor)), expected item \(item2) of \(anchored)"
                }
                if change.scrollDelta != after - before || change.clampedBy != 0 {
                    return "\(change), but item \(item2) of \(anchored) went from \(before) to \(after)"
                }
                if let broken = layout.brokenInvariant() { return broken }
                if change.scrollDelta != 0 { moved += 1 }
            }
            return nil
        }
        if let failure { XCTFail(failure) }
        if LawCases.onlySeed == nil { XCTAssertGreaterThan(moved, 20, "edits that moved the anchor") }
    }

    private static func position(
        of item: Int, _ section: Int, _ edge: ElementEdge, in layout: CollectionViewLayout
    ) -> CGFloat {
        let frame = layout.frame(ofItem: item, inSection: section)
        return edge == .start ? frame.minY : frame.maxY
    }

    /// Sections with estimated items and an estimated header.
    private static func section(_ random: inout TestRandom) -> CollectionLayoutSection {
        let section: CollectionLayoutSection
        switch random.below(4) {
        case 0: section = .list(spacing: CGFloat(random.below(9)))
        case 1: section = .grid(columns: 3, itemHeight: .estimated(50), spacing: CGFloat(random.below(5)))
        case 2: section = .grid(columns: 2, itemHeight: .uniformAcrossSiblings(estimate: 30))
        default:
            section = .list()
            section.orthogonalScrollingBehavior = .continuous
        }
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(
                layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(20)),
                elementKind: "header", alignment: .top)
        ]
        return section
    }

    /// Makes a random edit of a random section that keeps the item of the anchor; returns its new place.
    private static func edit(
        _ layout: inout CollectionViewLayout, _ random: inout TestRandom, _ anchor: ScrollAnchor
    ) throws -> (ScrollAdjustment, item: Int) {
        let section = random.below(layout.numberOfSections)
        let count = layout.numberOfItems(inSection: section)
        func size() -> CGSize { CGSize(width: 100, height: CGFloat(random.below(2_000)) / 16) }
        switch random.below(5) {
        case 0:
            let at = random.below(count + 1)
            let new = random.int(in: 1...5)
            let scroll = try layout.keeping(anchor) { try $0.insertItems(count: new, at: at, inSection: section) }
            return (scroll, anchor.section == section && anchor.item >= at ? anchor.item + new : anchor.item)
        case 1 where anchor.section == section ? anchor.item > 0 : count > 1:
            let end = anchor.section == section ? anchor.item : count - 1
            let start = random.below(end)
            let range = start..<(start + random.int(in: 1...(end - start)))
            let scroll = try layout.keeping(anchor) { try $0.removeItems(range, inSection: section) }
            return (scroll, anchor.section == section ? anchor.item - range.count : anchor.item)
        case 2:
            let scroll = try layout.keeping(anchor) {
                try $0.measure(boundarySupplementaryItem: 0, inSection: section, size: size())
            }
            return (scroll, anchor.item)
        case 3:
            let many = (0..<random.int(in: 1...6)).map { _ in ItemMeasurement(item: random.below(count), size: size()) }
            return (try layout.keeping(anchor) { try $0.measure(many, inSection: section) }, anchor.item)
        default:
            let scroll = try layout.keeping(anchor) {
                try $0.measure(item: random.below(count), inSection: section, size: size())
            }
            return (scroll, anchor.item)
        }
    }
}
