import Foundation

/// A new estimate for the unmeasured ones among a run of consecutive items.
public struct ExtentEstimate: Sendable, Hashable {
    public var count: Int
    /// The estimate along the scroll axis, in points. Nil keeps the current one.
    public var extent: Double?
    /// The estimate across the scroll axis, in points; used in flows. Nil keeps the current one.
    public var crossExtent: Double?

    public init(count: Int, extent: Double?, crossExtent: Double? = nil) {
        self.count = count
        self.extent = extent
        self.crossExtent = crossExtent
    }
}

extension CollectionViewLayout {
    /// Whether the layout records which items of lists and flows were measured. An item counts as measured when it
    /// was resized. Inserted items are not measured; a deletion removes the item's mark. The default is false.
    /// Setting it to false deletes all marks.
    ///
    /// While it is true, each edit also edits a tree of marks. Consecutive items with equal marks take no extra
    /// memory in it.
    public var tracksMeasuredItems: Bool {
        get { storage.columns.measured != nil }
        set {
            guard newValue != tracksMeasuredItems else { return }
            uniqueStorage().columns.measured = newValue ? ItemNumbers(count: numberOfItems) : nil
        }
    }

    /// Returns the items that were not measured, as ranges of consecutive items. Returns all items if measured items are not
    /// tracked.
    /// - Complexity: O(*r* log² *n*), where *r* is the number of ranges.
    /// - Precondition: The section is in the layout.
    public func unmeasuredItems(inSection section: Int) -> [Range<Int>] {
        let place = itemsOfSection(section)
        guard let measured = storage.columns.measured else { return place.isEmpty ? [] : [0..<place.count] }
        return measured.runs(of: 0, in: place).map {
            $0.lowerBound - place.lowerBound..<$0.upperBound - place.lowerBound
        }
    }

    /// - Precondition: The item is in the layout.
    public func isMeasured(item: Int, inSection section: Int) -> Bool {
        storage.checkItems(item, count: 1, inSection: section)
        return storage.columns.measured?.number(at: itemsOfSection(section).lowerBound + item) == 1
    }

    /// Marks items as measured that got their sizes in another way than by being resized, such as by a script. Does
    /// nothing if measured items are not tracked.
    /// - Complexity: O(*r* log *n* + *k*), where *r* is the number of ranges and *k* the number of items in them.
    /// - Precondition: The items are in the layout.
    public mutating func markMeasured(_ items: [Range<Int>], inSection section: Int) throws(LayoutError) {
        guard storage.columns.measured != nil else { return }
        for range in items { storage.checkItems(range, inSection: section) }
        try uniqueStorage().markMeasured(items, after: itemsOfSection(section).lowerBound)
    }

    private func itemsOfSection(_ section: Int) -> Range<Int> {
        storage.checkSection(section)
        let place = storage.placement(ofSection: section)
        return place.itemsBefore..<place.itemsBefore + place.itemCount
    }

    /// Gives those items of an estimated list, flow or compositional section that were not measured other estimates. Sizes
    /// that were measured stay.
    ///
    ///     layout.tracksMeasuredItems = true
    ///     try layout.resizeItem(7, inSection: 0, to: 61)                     // measured
    ///     try layout.reestimateItems(inSection: 0, [.init(count: 1_000_000, extent: 58)])
    ///
    /// A compositional section has one estimate for all items of one description. If they are given different estimates, the
    /// most frequent one counts. It is kept until the section gets another description, and applies to inserted items too.
    ///
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - estimates: From the first item on; items that they do not reach keep what they have.
    /// - Complexity: O(runs of measured items and of estimates x log² *n*); of a flow O(*n*); of a compositional section
    ///   O(measured items x log *n*), and O(1) where none was measured.
    /// - Throws: ``LayoutError/exactSize(section:item:)`` where ``canReestimate(section:)`` says no;
    ///   ``LayoutError/inconsistentCounts(items:sizes:)`` for more items than there are;
    ///   ``LayoutError/unusableValue(section:item:value:)``; ``LayoutError/tooLarge(section:)``.
    /// - Precondition: The section is in the layout.
    @discardableResult
    public mutating func reestimateItems(
        inSection section: Int, _ estimates: [ExtentEstimate]
    ) throws(LayoutError) -> LayoutChange {
        guard canReestimate(section: section) else { throw .exactSize(section: section, item: nil) }
        if storage.spec(ofSection: section).kind.row.measuresItems {
            try reestimateComposition(ofSection: section, estimates)
            return LayoutChange(sections: section..<section + 1)
        }
        let unmeasured = unmeasuredItems(inSection: section)
        let count = numberOfItems(inSection: section)
        let trial = storage.copy()
        var (first, run) = (0, 0)
        for estimate in estimates {
            guard estimate.count >= 0, estimate.count <= count - first else {
                throw .inconsistentCounts(items: count, sizes: first.saturatingSum(estimate.count))
            }
            let end = first + estimate.count
            while run < unmeasured.count, unmeasured[run].lowerBound < end {
                let items = unmeasured[run].clamped(to: first..<end)
                if !items.isEmpty, let sizes = trial.sizes(ofItems: items, inSection: section, by: estimate) {
                    _ = try trial.resizeInCore(startingAt: items.lowerBound, inSection: section, to: sizes)
                }
                guard unmeasured[run].upperBound <= end else { break }
                run += 1
            }
            first = end
        }
        storage = trial
        return LayoutChange(items: 0..<count, inSection: section)
    }

    private mutating func reestimateComposition(
        ofSection section: Int, _ estimates: [ExtentEstimate]
    ) throws(LayoutError) {
        let count = numberOfItems(inSection: section)
        var (first, most) = (0, 0)
        var chosen: Double?
        for estimate in estimates {
            guard estimate.count >= 0, estimate.count <= count - first else {
                throw .inconsistentCounts(items: count, sizes: first.saturatingSum(estimate.count))
            }
            if let extent = estimate.extent, estimate.count > 0 {
                guard extent >= 0, extent <= LengthReader.longest else {
                    throw .unusableValue(section: section, item: first, value: extent)
                }
                if estimate.count > most { (most, chosen) = (estimate.count, extent) }
            }
            first += estimate.count
        }
        guard let chosen, let info = storage.compositionInfo(ofSection: section),
            let description = info.description.estimating(CGFloat(chosen), horizontal: storage.isHorizontal),
            description != info.description
        else { return }
        let trial = storage.copy()
        let composition = try trial.composition(
            CompositionalArrangement(
                description: description, sectionSpacing: info.context.sectionSpacing,
                insetsReference: info.context.insetsReference))
        // Headers and footers belong to a new composition then, in which they are not measured.
        let measured = measuredBoundaries(ofSection: section, info.description)
        try trial.setComposition(composition, ofSection: section)
        if !measured.isEmpty { try trial.measureBoundaries(measured, inSection: section) }
        storage = trial
    }

    private func measuredBoundaries(
        ofSection section: Int, _ description: CompositionDescription
    ) -> [CoreMeasurement] {
        description.boundaries.indices.compactMap { index in
            guard description.boundaries[index].isEstimated,
                layoutAttributes(ofBoundarySupplementaryItem: index, inSection: section)?.isEstimated == false,
                let rect = storage.boundaryFrame(index, ofSection: section, visible: nil)
            else { return nil }
            let size = storage.frame(rect).size
            let (main, cross) = storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
            return CoreMeasurement(item: Int64(index), main: Double(main), cross: Double(cross))
        }
    }

    /// Whether both widths and heights are estimated: the section is an estimated flow.
    package func estimatesBothExtents(inSection section: Int) -> Bool {
        let spec = storage.spec(ofSection: section)
        return spec.kind.row.hasWidths && spec.isEstimated
    }

    /// Whether the extent of an item across the scroll axis is an estimate until the item is measured.
    package func estimatesAcross(item: Int, inSection section: Int) -> Bool {
        let spec = storage.spec(ofSection: section)
        if spec.kind.row.measuresItems { return storage.estimatedAxes(ofItem: item, inSection: section).cross }
        return spec.kind.row.hasWidths && spec.isEstimated
    }

    /// The extent of the list across the scroll axis, without the insets of a section.
    package func lineExtent(inSection section: Int) -> CGFloat {
        let spec = storage.spec(ofSection: section)
        return CGFloat(Units.points(max(0, storage.cross - spec.crossStart - spec.crossEnd)))
    }

    /// Whether ``reestimateItems(inSection:_:)`` can be used for a section. It can be used for an
    /// estimated list whose extents no ``ExtentRule`` makes, for an estimated flow, and for a compositional section
    /// whose items all have one description with an estimate along the scroll axis.
    /// - Precondition: The section is in the layout.
    public func canReestimate(section: Int) -> Bool {
        storage.checkSection(section)
        let spec = storage.spec(ofSection: section)
        if spec.kind.row.measuresItems {
            let description = storage.compositionInfo(ofSection: section)?.description
            return description?.estimatedItem(horizontal: storage.isHorizontal) != nil
        }
        guard spec.isEstimated else { return false }
        return spec.kind.row.hasWidths || spec.kind.row.takesRules && storage.rule(ofSection: section) == nil
    }
}

extension LayoutStorage {
    /// The sizes of some items with a new estimate; nil if the estimate keeps both extents.
    fileprivate func sizes(
        ofItems items: Range<Int>, inSection section: Int, by estimate: ExtentEstimate
    ) -> ItemSizes? {
        guard spec(ofSection: section).kind.row.hasWidths else {
            return estimate.extent.map { .runs([ExtentRun(count: items.count, extent: $0)]) }
        }
        func size(_ main: Double, _ cross: Double) -> CGSize {
            isHorizontal ? CGSize(width: main, height: cross) : CGSize(width: cross, height: main)
        }
        switch (estimate.extent, estimate.crossExtent) {
        case (nil, nil): return nil
        case (let main?, let cross?): return .repeated(count: items.count, size: size(main, cross))
        case (let main, let cross):
            return sizes(ofItems: items, inSection: section).map { known in
                .sizes(
                    known.map { known in
                        let (ownMain, ownCross) =
                            isHorizontal ? (known.width, known.height) : (known.height, known.width)
                        return size(main ?? Double(ownMain), cross ?? Double(ownCross))
                    })
            }
        }
    }
}
