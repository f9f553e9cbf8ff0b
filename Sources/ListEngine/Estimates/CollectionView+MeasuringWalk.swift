import Foundation
import ListEngineLayout

// A jump into a part of the list that was never shown lands by estimates. Measuring what they show, and again what shows
// up then, takes as many rounds as the estimates are wrong. So what will be visible is found by walking: from the item that
// is scrolled to outward, each element measured before the next one is looked at. Sizes of what was walked over are facts, so
// nothing is left to measure when the walk ends but what it passes over, and one more round measures that.

extension CollectionView {
    /// Elements that a walk passes; the rest of a screen of very many is left to the rounds after it.
    private static let longestWalk = 10_000

    /// Measures outward from where the pass scrolls to, until what will be visible is filled with measured items; at an end of
    /// the list up to that end, and back. Then scrolls there.
    /// - Parameter measured: What was measured in this pass, beside what is shown.
    /// - Returns: The views that were made for it, by name.
    /// - Complexity: O(elements walked x log *n*): those between the ends of what is visible.
    func measureAroundTarget(
        measured: [ElementKey: CollectionReusableView]
    ) -> [ElementKey: CollectionReusableView] {
        guard let target = scrollTarget, reordering == nil, let start = walkStart(to: target) else { return [:] }
        var walk = MeasuringWalk(shown: Set(displayed.map(\.key.path)).union(measured.keys.map(\.path)))
        let before = presentedLayout
        measure(start, in: &walk)
        var ends = [layout.nextElement(after: start), layout.previousElement(before: start)]
        var isMoving = true
        while isMoving {
            isMoving = false
            // Forward first: whether the list ends there decides what is visible before the item.
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
        measuringRounds += 1
        layoutDidChangeUnderReordering(keepsBefore: true)
        settle(at: target, from: before)
        return walk.views
    }

    /// Where the list stands, as something to scroll to: as the ``anchorPolicy`` says.
    func restingPlace() -> ScrollTarget? {
        switch keptPlace().subject {
        case .end: return .end
        case .element(_, var anchor):
            anchor.distance = distance(of: anchor)
            return .anchor(anchor)
        case .offset:
            if isAtStart { return .start }
            return layout.scrollAnchor(in: viewport).map { .anchor($0) }
        }
    }

    /// The item that a walk starts from; nil where there is none.
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

    /// An element that follows what was measured reaches into what will be visible, or stands before its end. Empty ones
    /// are walked over.
    private func isInReach(_ path: ElementPath, of target: ScrollTarget, _ side: Int) -> Bool {
        let bounds = CGRect(origin: contentOffset(of: target), size: storedBounds.size)
        let start = layout.contentOffset(of: bounds)
        let extent = recipe.scrollDirection == .vertical ? bounds.height : bounds.width
        // Without a viewport an anchor's offset is where its edge stands.
        let edge = layout.contentOffset(for: ScrollAnchor(path, edge: side == 0 ? .start : .end))
        return side == 0 ? edge < start + extent : edge > start
    }

    /// Measures an element, and answers the next one on its side. What scrolls on its own is passed: most of it is not in
    /// view.
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
        let view = makeView(for: element)
        if let wish = sizeWish(of: view, for: element) { take([wish]) }
        walk.views[ElementKey(element)] = view
    }
}

/// What a walk knows.
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
