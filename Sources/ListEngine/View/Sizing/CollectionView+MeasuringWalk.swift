import Foundation
import ListEngineLayout

// A jump into a part of the list that was never shown ends at an estimated position. The elements there are measured,
// which brings other elements into view, and so on: the number of rounds depends on the error of the estimates. A
// walk avoids this. It starts at the target item and goes outward, and measures each element before it looks at the
// next one. When the walk ends, only the elements that it skips are unmeasured, and one more round measures them.

extension CollectionView {
    /// The largest number of elements in a walk. If a screen shows more, later rounds measure the rest.
    private static let longestWalk = 10_000

    /// Measures outward from the scroll target, until measured items fill the visible area. At an end of the list it
    /// measures up to that end and then in the other direction. Then it scrolls to the target.
    /// - Parameter measured: Elements measured in this pass, other than the shown ones.
    /// - Returns: The views created for the walk, by element.
    /// - Complexity: O(*k* log *n*), where *k* is the number of elements in the visible area.
    func measureAroundTarget(
        measured: [ElementKey: CollectionReusableView]
    ) -> [ElementKey: CollectionReusableView] {
        guard let target = scrolling.target, reorderer.reordering == nil, let start = walkStart(to: target) else {
            return [:]
        }
        var walk = MeasuringWalk(shown: Set(display.elements.map(\.key.path)).union(measured.keys.map(\.path)))
        let before = presentedLayout
        measure(start, in: &walk)
        var ends = [layout.nextElement(after: start), layout.previousElement(before: start)]
        var isMoving = true
        while isMoving {
            isMoving = false
            // Forward comes first, because the end of the list decides how much is visible before the item.
            for side in ends.indices {
                while !loadsEverything, let path = ends[side], walk.steps < Self.longestWalk,
                    isInReach(path, of: target, side)
                {
                    walk.steps += 1
                    isMoving = true
                    ends[side] = passed(path, in: &walk, side)
                }
            }
        }
        guard !walk.views.isEmpty else { return [:] }
        sizing.rounds += 1
        reorderer.layoutDidChange(keepsBefore: true)
        settle(at: target, from: before)
        return walk.views
    }

    /// The current position of the list as a scroll target, chosen by the ``anchorPolicy``.
    func restingPlace() -> ScrollTarget? {
        switch anchoring.keptPlace(in: self).subject {
        case .end: return .end
        case .element(_, var anchor):
            anchor.distance = distance(of: anchor)
            return .anchor(anchor)
        case .offset:
            if isAtStart { return .start }
            return layout.scrollAnchor(in: viewport).map { .anchor($0) }
        }
    }

    /// The item from which a walk starts; nil if there is none.
    private func walkStart(to target: ScrollTarget) -> ElementPath? {
        guard layout.numberOfItems > 0 else { return nil }
        func item(_ path: ElementPath, _ next: (ElementPath) -> ElementPath?) -> ElementPath? {
            var path: ElementPath? = path
            while let here = path, here.category != .item { path = next(here) }
            return path
        }
        func outside(_ section: Int, _ category: ElementCategory) -> ElementPath {
            .init(section: section, item: 0, category: category)
        }
        let last = layout.numberOfSections - 1
        switch target {
        case .item(let path, _), .nearest(let path, _): return path
        case .start: return item(outside(0, .decoration), layout.nextElement)
        case .end:
            let count = layout.numberOfItems(inSection: last)
            return count > 0 ? .item(count - 1, inSection: last) : item(outside(last, .header), layout.previousElement)
        case .anchor(let anchor):
            switch anchor.path.category {
            case .item: return anchor.path
            case .supplementary: return .item(anchor.item, inSection: anchor.section)
            case .header, .footer, .decoration:
                return item(anchor.path, layout.nextElement) ?? item(anchor.path, layout.previousElement)
            }
        }
    }

    /// Whether the next element of the walk starts before the end of the visible area. Empty elements do not end the walk.
    private func isInReach(_ path: ElementPath, of target: ScrollTarget, _ side: Int) -> Bool {
        let bounds = CGRect(origin: contentOffset(of: target), size: geometry.bounds.size)
        let start = layout.contentOffset(of: bounds)
        let extent = recipe.scrollDirection == .vertical ? bounds.height : bounds.width
        // Without a viewport, an anchor's offset is the position of its edge.
        let edge = layout.contentOffset(for: ScrollAnchor(path, edge: side == 0 ? .start : .end))
        return side == 0 ? edge < start + extent : edge > start
    }

    /// Measures an element and returns the next one on its side. Sections that scroll independently are skipped,
    /// because most of their items are not visible.
    private func passed(_ path: ElementPath, in walk: inout MeasuringWalk, _ side: Int) -> ElementPath? {
        var path = path
        if path.category == .item {
            if walk.scrollsAcross(path.section, in: layout) {
                path.item = side == 0 ? layout.numberOfItems(inSection: path.section) - 1 : 0
            } else {
                measure(path, in: &walk)
            }
        }
        return side == 0 ? layout.nextElement(after: path) : layout.previousElement(before: path)
    }

    private func measure(_ path: ElementPath, in walk: inout MeasuringWalk) {
        guard !loadsEverything, !walk.shown.contains(path) else { return }
        let element = layout.layoutAttributesForItem(path.item, inSection: path.section)
        guard element.isEstimated else { return }
        let partners = partners
        let view = makeView(for: element, partners)
        if let wish = sizePreference(of: view, for: element) { applySizes([wish]) }
        walk.views[ElementKey(element)] = view
    }
}

/// The state of a walk.
@MainActor
private struct MeasuringWalk {
    /// Measured before.
    let shown: Set<ElementPath>
    var views: [ElementKey: CollectionReusableView] = [:]
    var steps = 0
    private var section = -1
    private var scrollsAcross = false

    init(shown: Set<ElementPath>) { self.shown = shown }

    mutating func scrollsAcross(_ section: Int, in layout: CollectionViewLayout) -> Bool {
        if section != self.section {
            self.section = section
            scrollsAcross = layout.orthogonalScrolling(ofSection: section) != nil
        }
        return scrollsAcross
    }
}
