import Foundation
import ListEngineLayout

extension CollectionView {
    /// Adds measured sizes to the medians. Each item counts once, until the list is laid out from scratch.
    func learn(_ preferences: [SizePreference]) {
        if !layout.tracksMeasuredItems { layout.tracksMeasuredItems = true }
        let isVertical = recipe.scrollDirection == .vertical
        for preference in preferences where preference.path.category == .item {
            let (item, section) = (preference.path.item, preference.path.section)
            guard layout.canReestimate(section: section), !layout.isMeasured(item: item, inSection: section) else {
                continue
            }
            let measuredAcross =
                layout.estimatesBothExtents(inSection: section) ? crossExtent(of: preference.size) : nil
            sizing.estimates.add(
                isVertical ? preference.size.height : preference.size.width, measuredAcross,
                of: kind(of: preference.path),
                across: extentAcross(of: preference.path))
        }
    }

    private func extentAcross(of path: ElementPath) -> CGFloat {
        fittedExtent(of: path, layout.frame(ofItem: path.item, inSection: path.section).size)
    }

    /// Marks items as measured.
    func mark(_ preferences: [SizePreference]) {
        var items: [Int: [Int]] = [:]
        for preference in preferences where preference.path.category == .item {
            items[preference.path.section, default: []].append(preference.path.item)
        }
        // This fails only if memory runs out. The items are then estimated once more.
        for (section, items) in items { try? layout.markMeasured(IndexRuns(items).ranges, inSection: section) }
    }

    private func kind(of item: ElementPath) -> AnyHashable {
        sizing.kindSource?.collectionView(self, sizeKindForItemAt: item.indexPath) ?? SizeEstimates.anyKind
    }

    /// Sets the size of items that were never shown, as far as the list knows, to the median of the measured sizes, for their kind and width.
    /// The element chosen by ``anchorPolicy`` keeps its place on screen.
    ///
    /// Between calls, an item keeps its estimate. The content's size, and with it the scroll bar's thumb, then
    /// changes only when items are measured. A host calls this method once when a frame is idle. ``learnsSizes`` must
    /// be true. It applies to these sections:
    ///
    /// - Estimated lists.
    /// - Estimated flows, whose items get the median of both extents.
    /// - Compositional sections whose items all have one description, with an estimate along the scroll axis. All
    ///   unmeasured items get the estimate that applies to most items.
    ///
    /// In other sections the layout sets its own estimates.
    ///
    /// Does nothing while the list is being laid out or updated.
    /// - Returns: The distance by which the content became longer, in points.
    /// - Complexity: O(*S* + runs of measured items x log² *n*), plus O(items) for flows. There are no calls for
    ///   single items.
    @discardableResult
    public func reestimateItems() -> CGFloat {
        guard sizing.learns, !isBusy else { return 0 }
        layoutIfNeeded()
        guard layout.tracksMeasuredItems, reorderer.reordering == nil else { return 0 }
        var growth: CGFloat = 0
        transact {
            markKnownSizes()
            growth = takeMedians()
        }
        return growth
    }

    /// Marks items that were measured before sizes were learnt: those on the screen, and those whose size is stored.
    private func markKnownSizes() {
        var known: [SizePreference] = []
        for element in display.elements where !display.unmeasured.contains(element.key) {
            known.append(SizePreference(path: element.key.path, size: element.attributes.frame.size, isEstimated: true))
        }
        if sizing.hasUnmarkedSizes {
            sizing.hasUnmarkedSizes = false
            known += storedSizes()
        }
        mark(
            known.filter { preference in
                let path = preference.path
                return path.category == .item && layout.canReestimate(section: path.section)
                    && !layout.isMeasured(item: path.item, inSection: path.section)
            })
    }

    private func takeMedians() -> CGFloat {
        let (place, before) = (anchoring.keptPlace(in: self), presentedLayout)
        let isVertical = recipe.scrollDirection == .vertical
        for section in 0..<layout.numberOfSections
        where layout.canReestimate(section: section) && layout.numberOfItems(inSection: section) > 0 {
            let across = extentAcross(of: .item(0, inSection: section))
            let count = layout.numberOfItems(inSection: section)
            let runs =
                sizing.kindSource?.collectionView(self, sizeKindRunsInSection: section)
                ?? [SizeKindRun(count: count, kind: kind(of: .item(0, inSection: section)))]
            let isFlow = layout.estimatesBothExtents(inSection: section)
            let estimates = runs.map { run in
                if isFlow {
                    let medians = sizing.estimates.flowMedians(ofKind: run.kind, across: across)
                    return ExtentEstimate(
                        count: run.count, extent: medians.map { Double($0.extent) },
                        crossExtent: medians.map { Double($0.across) })
                }
                let median = sizing.estimates.median(ofKind: run.kind, across: across)
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
            anchoring.restore(place, in: self, from: before, .measuring)
            due.needsPass = true
        }
        return growth
    }
}
