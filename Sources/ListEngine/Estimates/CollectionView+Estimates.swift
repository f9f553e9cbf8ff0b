import Foundation
import ListEngineLayout

extension CollectionView {
    /// Notes what was measured, for the medians. Each item counts once, until the list is laid out from scratch.
    func learn(_ wishes: [SizeWish]) {
        if !layout.tracksMeasuredItems { layout.tracksMeasuredItems = true }
        let isVertical = recipe.scrollDirection == .vertical
        for wish in wishes where wish.path.category == .item {
            let (item, section) = (wish.path.item, wish.path.section)
            guard layout.canReestimate(section: section), !layout.isMeasured(item: item, inSection: section) else {
                continue
            }
            let measuredAcross = layout.estimatesBothExtents(inSection: section) ? crossExtent(of: wish.size) : nil
            sizeEstimates.add(
                isVertical ? wish.size.height : wish.size.width, measuredAcross, of: kind(of: wish.path),
                across: extentAcross(of: wish.path))
        }
    }

    /// The extent across the scroll axis that sizes of an item go by: its own, or where that is estimated as well, the list's.
    private func extentAcross(of path: ElementPath) -> CGFloat {
        layout.estimatesBothExtents(inSection: path.section)
            ? layout.crossExtent : crossExtent(of: layout.frame(ofItem: path.item, inSection: path.section).size)
    }

    /// Notes which items are measured now.
    func mark(_ wishes: [SizeWish]) {
        var items: [Int: [Int]] = [:]
        for wish in wishes where wish.path.category == .item {
            items[wish.path.section, default: []].append(wish.path.item)
        }
        // Fails only for want of memory; then they are estimated once more.
        for (section, items) in items { try? layout.markMeasured(Array(IndexRuns(items).ranges), inSection: section) }
    }

    private func kind(of item: ElementPath) -> AnyHashable {
        sizeKindSource?.collectionView(self, sizeKindForItemAt: item.indexPath) ?? SizeEstimates.anyKind
    }

    /// Gives items that were never shown the median of the sizes that were measured of their kind, at the width that they
    /// have. What ``anchorPolicy`` names keeps its place on the screen.
    ///
    /// An item keeps the estimate that it was given until this is called: the content's size, and with it the scroll bar's
    /// thumb, does not change but by what is measured. A host calls it when a frame is idle, once. ``learnsSizes`` has to be
    /// on. What takes part:
    ///
    /// - Estimated lists.
    /// - Estimated flows, whose items get the median of both extents.
    /// - Compositional sections all of whose items are of one description, with an estimate along the scroll axis: there the
    ///   estimate of the most items goes to all that were not measured.
    ///
    /// In other sections the layout itself says what it estimates.
    ///
    /// While the list is being laid out or updated nothing is done.
    /// - Returns: By how much the content became longer, in points.
    /// - Complexity: O(*S* + runs of measured items x log² *n*), and O(items of flows); nobody is asked for a single item.
    @discardableResult
    public func reestimateItems() -> CGFloat {
        guard learnsSizes, !isBusy else { return 0 }
        layoutIfNeeded()
        guard layout.tracksMeasuredItems, reordering == nil else { return 0 }
        var growth: CGFloat = 0
        transact { growth = takeMedians() }
        return growth
    }

    private func takeMedians() -> CGFloat {
        let (place, before) = (keptPlace(), presentedLayout)
        let isVertical = recipe.scrollDirection == .vertical
        for section in 0..<layout.numberOfSections
        where layout.canReestimate(section: section) && layout.numberOfItems(inSection: section) > 0 {
            let across = extentAcross(of: .item(0, inSection: section))
            let count = layout.numberOfItems(inSection: section)
            let runs =
                sizeKindSource?.collectionView(self, sizeKindRunsInSection: section)
                ?? [SizeKindRun(count: count, kind: kind(of: .item(0, inSection: section)))]
            let isFlow = layout.estimatesBothExtents(inSection: section)
            let estimates = runs.map { run in
                if isFlow {
                    let medians = sizeEstimates.flowMedians(ofKind: run.kind, across: across)
                    return ExtentEstimate(
                        count: run.count, extent: medians.map { Double($0.extent) },
                        crossExtent: medians.map { Double($0.across) })
                }
                let median = sizeEstimates.median(ofKind: run.kind, across: across)
                return ExtentEstimate(count: run.count, extent: median.map { Double($0) })
            }
            do throws(LayoutError) {
                try layout.reestimateItems(inSection: section, estimates)
            } catch {
                report(.unusableSize, .header(ofSection: section), "estimates are ignored: \(error)")
            }
        }
        let growth =
            isVertical
            ? layout.contentSize.height - before.contentSize.height
            : layout.contentSize.width - before.contentSize.width
        if growth != 0 || layout.contentSize != before.contentSize {
            restore(place, from: before, .measuring)
            needsPass = true
        }
        return growth
    }
}
