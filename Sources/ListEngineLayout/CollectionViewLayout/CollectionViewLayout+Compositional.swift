import Foundation

// MARK: - Headers and footers of the list

extension CollectionViewLayout {
    /// Gives the list separate headers and footers, which are before the first section and after the last one. Their
    /// elements have the section ``ElementPath/wholeList``.
    /// - Parameters:
    ///   - items: What they look like; they are read now. Fractions are of the list.
    /// - Throws: ``LayoutError/tooLarge(section:)``.
    @discardableResult
    public mutating func setBoundarySupplementaryItems(
        _ items: [CollectionLayoutBoundarySupplementaryItem]
    ) throws(LayoutError) -> LayoutChange {
        let boundaries = items.map(\.boundary)
        if !boundaries.isEmpty || !storage.boundaries.isEmpty { try uniqueStorage().setBoundaries(boundaries) }
        return LayoutChange(sections: 0..<numberOfSections)
    }

    /// Adds a header or footer of the list itself to those of ``setBoundarySupplementaryItems(_:)``.
    package mutating func addBoundarySupplementaryItem(
        _ item: CollectionLayoutBoundarySupplementaryItem
    ) throws(LayoutError) { try uniqueStorage().setBoundaries(storage.boundaries + [item.boundary]) }

    /// Removes the headers and footers of a kind from those of the list itself.
    package mutating func removeBoundarySupplementaryItems(ofKind kind: ElementKind) throws(LayoutError) {
        let others = storage.boundaries.filter { $0.kind != kind }
        if others.count < storage.boundaries.count { try uniqueStorage().setBoundaries(others) }
    }

    /// The number of headers and footers that belong to the list itself.
    package var boundaryCount: Int { storage.boundaries.count }

    /// Solves compositional sections and waterfalls for another display scale.
    mutating func rescale() {
        let trial = storage.copy()
        trial.displayScale = displayScale
        // A property cannot throw. If the sections would pass a limit at the new scale, they keep their layout.
        do throws(LayoutError) {
            try trial.resolveCompositions(all: true)
            try trial.rescaleWaterfalls()
            if !trial.boundaries.isEmpty { try trial.setBoundaries(trial.boundaries) }
            storage = trial
        } catch {
            uniqueStorage().displayScale = displayScale
        }
    }
}

extension LayoutStorage {
    fileprivate func setBoundaries(_ boundaries: [LayoutBoundary]) throws(LayoutError) {
        var reader = LengthReader()
        try setBoundaries(boundaries, areInset: false, scale: displayScale, &reader)
        self.boundaries = boundaries
        report(reader.faults, section: ElementPath.wholeList)
    }
}

// MARK: - Frames

extension CollectionViewLayout {
    /// Returns the frame of a header or footer of a compositional section. Pass ``ElementPath/wholeList`` as the
    /// section for a header or footer of the list itself. Nil if there is no such element.
    /// - Parameters:
    ///   - index: Index in ``CollectionLayoutSection/boundarySupplementaryItems``.
    ///   - section: Index of the section.
    ///   - viewport: If it is not nil, the frame of a pinned element is its position in this viewport.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func frame(
        ofBoundarySupplementaryItem index: Int, inSection section: Int, pinnedTo viewport: Viewport? = nil
    ) -> CGRect? {
        if section != ElementPath.wholeList { storage.checkSection(section) }
        return storage.boundaryFrame(index, ofSection: section, visible: viewport.map(visibleRect)).map {
            snapped(storage.frame($0))
        }
    }

    /// Returns the attributes of a header or footer of a compositional section at its unpinned position. Pass
    /// ``ElementPath/wholeList`` as the section for a header or footer of the list itself. Nil if there is no such
    /// element, or if it has no extent.
    /// - Parameters:
    ///   - index: Index in ``CollectionLayoutSection/boundarySupplementaryItems``.
    ///   - section: Index of the section.
    /// - Complexity: As a query of the element's frame.
    /// - Precondition: The section is in the layout.
    public func layoutAttributes(ofBoundarySupplementaryItem index: Int, inSection section: Int) -> LayoutAttributes? {
        guard let frame = frame(ofBoundarySupplementaryItem: index, inSection: section) else { return nil }
        // Nothing is pinned in visible bounds that contain all elements.
        let all = frame.union(CGRect(origin: .zero, size: contentSize))
        let elements = layoutAttributes(
            in: Viewport(frame, visibleBounds: all.insetBy(dx: -all.width, dy: -all.height)))
        return elements.last {
            $0.section == section && $0.item == index && ($0.category == .header || $0.category == .footer)
        }
    }
}

extension CollectionViewLayout {
    /// Returns the frame of a supplementary item of an item or a group. If the section scrolls independently of the
    /// list, the frame is that at a scroll offset of 0. Nil if there is no such element.
    /// - Parameters:
    ///   - kind: The kind from the item's description. If several items have the same kind and index, the first is
    ///     used.
    ///   - index: For a supplementary item of an item, the index of that item. For one of a group, its number in the
    ///     section.
    ///   - section: Index of the section.
    /// - Complexity: O(log *S* + log *n* + items of a group).
    /// - Precondition: The section is in the layout.
    public func frame(ofSupplementaryItemOfKind kind: ElementKind, at index: Int, inSection section: Int) -> CGRect? {
        storage.checkSection(section)
        return storage.supplementaryFrame(kind, at: index, ofSection: section).map { snapped(storage.frame($0)) }
    }
}

// MARK: - Measuring

/// A measured size of an item, a header or a footer.
public struct ItemMeasurement: Sendable, Hashable {
    /// Index of the item, or of the header or footer.
    public var item: Int

    /// The measured size in points. An extent that is not an estimate is ignored.
    public var size: CGSize

    public init(item: Int, size: CGSize) {
        self.item = item
        self.size = size
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(item)
        hasher.combine(size)
    }
}

extension CollectionViewLayout {
    /// Takes the measured size of an item whose size is an estimate: along an axis at least in a compositional section, and along
    /// the scroll axis in a section of estimated sizes of any other kind.
    ///
    ///     let scroll = try layout.keeping(anchor) { try $0.measure(item: 7, inSection: 0, size: fittingSize) }
    ///     contentOffset.y += scroll.scrollDelta
    ///
    /// Siblings, group, section and what follows move accordingly. An item of a compositional section that reported more than 7 different sizes
    /// since the container last changed keeps the last one, and is named in ``diagnostics``, so that a host that measures
    /// what moved comes to rest.
    ///
    /// - Parameters:
    ///   - item: Index of the item.
    ///   - section: Index of the section.
    ///   - size: Points. Along an axis whose extent is no estimate it does not count.
    /// - Complexity: O(log *S* + log *n* + items of a group).
    /// - Throws: ``LayoutError/exactSize(section:item:)`` where nothing of the size is an estimate;
    ///   ``LayoutError/unusableValue(section:item:value:)`` for NaN, infinite and negative lengths;
    ///   ``LayoutError/tooLarge(section:)``.
    /// - Precondition: The item is in the layout.
    @discardableResult
    public mutating func measure(item: Int, inSection section: Int, size: CGSize) throws(LayoutError) -> LayoutChange {
        let (main, cross) = storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        // The core takes NaN as an axis that was not measured. Comparisons with NaN are false.
        if main >= 0, cross >= 0,
            uniqueCore().measureItem(item, inSection: section, main: Double(main), cross: Double(cross))
        {
            return LayoutChange(item: item, inSection: section)
        }
        return try measure([ItemMeasurement(item: item, size: size)], inSection: section)
    }

    /// Takes the measured sizes of many items, in any order; of an item that is named twice the last one. All or none.
    ///
    /// See ``measure(item:inSection:size:)``.
    /// - Complexity: O(measurements x (log *n* + items of a group)).
    @discardableResult
    public mutating func measure(
        _ measurements: [ItemMeasurement], inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        storage.checkSection(section)
        var first = Int.max
        var last = 0
        for measurement in measurements {
            storage.checkItems(measurement.item, count: 1, inSection: section)
            try Self.check(measurement.size, section: section, item: measurement.item)
            first = min(first, measurement.item)
            last = max(last, measurement.item)
        }
        guard !measurements.isEmpty else { return LayoutChange(items: 0..<0, inSection: section) }
        let spec = storage.spec(ofSection: section)
        if spec.isEstimated, !spec.kind.row.measuresItems {
            try resize(measurements, inSection: section)
            return LayoutChange(items: first..<last + 1, inSection: section)
        }
        return try measure(measurements.map(core), items: first..<last + 1, inSection: section)
    }

    /// Gives items their measured sizes in a section that does not measure its items itself. All or none.
    private mutating func resize(_ measurements: [ItemMeasurement], inSection section: Int) throws(LayoutError) {
        var sizes = measurements
        if zip(sizes, sizes.dropFirst()).contains(where: { $0.item >= $1.item }) {
            let last = Dictionary(sizes.map { ($0.item, $0) }, uniquingKeysWith: { $1 })
            sizes = last.values.sorted { $0.item < $1.item }
        }
        var runs: [(first: Int, sizes: [CGSize])] = []
        for size in sizes {
            if let last = runs.last, last.first + last.sizes.count == size.item {
                runs[runs.count - 1].sizes.append(size.size)
            } else {
                runs.append((size.item, [size.size]))
            }
        }
        if runs.count == 1 {
            try resizeItems(startingAt: runs[0].first, inSection: section, to: .sizes(runs[0].sizes))
            return
        }
        var trial = self
        if runs.count <= 8 || !trial.resizeInOneScript(runs, inSection: section) {
            for run in runs {
                try trial.resizeItems(startingAt: run.first, inSection: section, to: .sizes(run.sizes))
            }
        }
        self = trial
    }

    /// Returns false, and changes nothing, if the section does not take all sizes.
    private mutating func resizeInOneScript(_ runs: [(first: Int, sizes: [CGSize])], inSection section: Int) -> Bool {
        var script = EditScript()
        let takesExtents = storage.spec(ofSection: section).kind == .list
        for run in runs {
            let items = run.first..<run.first + run.sizes.count
            if takesExtents {
                script.replace(items, extents: run.sizes.map { Double(storage.isHorizontal ? $0.width : $0.height) })
            } else {
                script.replace(items, sizes: run.sizes)
            }
        }
        let change = try? apply(script, inSection: section)
        return change != nil
    }

    /// Takes the measured size of a header or footer of a compositional section, by its index in the section's array of
    /// them; of one of the list itself with ``ElementPath/wholeList`` as section.
    ///
    /// See ``measure(item:inSection:size:)``.
    /// - Throws: ``LayoutError/exactSize(section:item:)``, including where there is no such header or footer.
    @discardableResult
    public mutating func measure(
        boundarySupplementaryItem index: Int, inSection section: Int, size: CGSize
    ) throws(LayoutError) -> LayoutChange {
        if section != ElementPath.wholeList { storage.checkSection(section) }
        try Self.check(size, section: section, item: nil)
        guard mayEstimate(boundarySupplementaryItem: index, inSection: section) else {
            throw .exactSize(section: section, item: nil)
        }
        try uniqueStorage().measureBoundaries([core(ItemMeasurement(item: index, size: size))], inSection: section)
        let sections = section < 0 ? 0..<numberOfSections : section..<section + 1
        return LayoutChange(sections: sections)
    }

    /// Takes the measured size of a supplementary item of an item or a group, such as a badge. It takes no room, so nothing
    /// else changes.
    ///
    /// The size follows the item, or the first item of the group, until the item is deleted or the section gets other
    /// supplementary items.
    /// - Parameters:
    ///   - kind: The kind from the item's description. If several items have the same kind and index, each gets the size.
    ///   - index: For a supplementary item of an item, the index of that item. For one of a group, its number in the
    ///     section.
    ///   - section: Index of the section.
    ///   - size: The size in points. Only the axes that the description estimates use it.
    /// - Throws: ``LayoutError/exactSize(section:item:)`` if the section estimates no supplementary items of the kind, and
    ///   ``LayoutError`` for a size that cannot be used.
    /// - Complexity: O(log *S* + *b* log *n* + items of a group) for *b* supplementary items in the description of a group.
    /// - Precondition: The section is in the layout, and has a supplementary item of the kind with the index if it estimates those.
    @discardableResult
    public mutating func measure(
        supplementaryItemOfKind kind: ElementKind, at index: Int, inSection section: Int, size: CGSize
    ) throws(LayoutError) -> LayoutChange {
        storage.checkSection(section)
        try Self.check(size, section: section, item: index)
        guard estimatedAxes(ofSupplementaryItemsOfKind: kind, inSection: section) != nil else {
            throw .exactSize(section: section, item: index)
        }
        try uniqueStorage().measureSupplementary(
            kind, core(ItemMeasurement(item: index, size: size)), inSection: section)
        return LayoutChange(sections: section..<section + 1)
    }

    /// The axes along which the supplementary items of a kind are estimates until they are measured. Nil if there are none.
    package func estimatedAxes(
        ofSupplementaryItemsOfKind kind: ElementKind, inSection section: Int
    ) -> (main: Bool, cross: Bool)? {
        guard mayEstimateSupplementaryItems, section != ElementPath.wholeList,
            let badges = storage.compositionInfo(ofSection: section)?.description.badges
        else { return nil }
        let sizes = badges.lazy.filter { $0.kind == kind && $0.isEstimated }.map(\.size)
        guard !sizes.isEmpty else { return nil }
        let horizontal = storage.isHorizontal
        return (
            sizes.contains { $0.main(horizontal: horizontal).isOpen },
            sizes.contains { $0.main(horizontal: !horizontal).isOpen }
        )
    }

    /// Whether the layout has had a section whose supplementary items have estimated sizes.
    package var mayEstimateSupplementaryItems: Bool { storage.compositions.contains(.estimatedBadges) }

    /// The attributes of a supplementary item of an item or a group, as if its section were not scrolled. Nil if it is
    /// empty, or if there is none.
    package func layoutAttributes(
        ofSupplementaryItemOfKind kind: ElementKind, at index: Int, inSection section: Int
    ) -> LayoutAttributes? {
        storage.checkSection(section)
        guard let frame = storage.supplementaryFrame(kind, at: index, ofSection: section) else { return nil }
        // A section that loops shows each element once. Scrolled to its start, it has this one at the leading edge.
        let loops = hasLoopingSections && orthogonalScrolling(ofSection: section)?.loops == true
        let scroll = loops ? frame.crossMin : 0
        var viewport = Viewport(storage.frame(frame.movedAcross(by: -scroll)))
        viewport.sectionOffsets[section] = CGFloat(Units.points(scroll))
        var found = layoutAttributes(in: viewport).first {
            $0.category == .supplementary && $0.section == section && $0.item == index && $0.kind == kind
        }
        found?.frame = snapped(storage.frame(frame))
        return found
    }

    /// Whether the extent of a header or footer across the scroll axis is an estimate until it is measured.
    package func estimatesAcross(boundarySupplementaryItem index: Int, inSection section: Int) -> Bool {
        guard let boundary = boundary(index, inSection: section) else { return false }
        return boundary.size.main(horizontal: !storage.isHorizontal).isOpen
    }

    private func boundary(_ index: Int, inSection section: Int) -> LayoutBoundary? {
        let boundaries =
            section == ElementPath.wholeList
            ? storage.boundaries : storage.compositionInfo(ofSection: section)?.description.boundaries ?? []
        return boundaries.indices.contains(index) ? boundaries[index] : nil
    }

    /// Whether the size of a header or footer of a compositional section, or of the list itself, is an estimate until it is
    /// measured.
    package func mayEstimate(boundarySupplementaryItem index: Int, inSection section: Int) -> Bool {
        boundary(index, inSection: section)?.isEstimated == true
    }

    /// Whether some elements of a section can be estimates. If not, nothing in the section is ever measured.
    package func mayEstimate(inSection section: Int) -> Bool {
        guard section != ElementPath.wholeList else { return true }
        let spec = storage.spec(ofSection: section)
        return spec.isEstimated || spec.kind.row.measuresItems
    }

    /// Whether queries mark exactly the unmeasured elements as estimates. In other sections they mark all items of an
    /// estimated section.
    package func marksEstimatesExactly(inSection section: Int) -> Bool {
        section == ElementPath.wholeList || storage.spec(ofSection: section).kind.row.measuresItems
    }

    /// Resizes items that may be estimated: their extents along the scroll axis, or both extents.
    mutating func measureResized(_ items: Range<Int>, inSection section: Int, to sizes: ItemSizes) throws(LayoutError) {
        let horizontal = storage.isHorizontal
        var measurements: [CoreMeasurement] = []
        let knowsBoth: Bool
        switch sizes {
        case .count, .numbers, .spanning: throw .needsSizes(section: section)
        case .sizes, .repeated: knowsBoth = true
        case .extents, .runs: knowsBoth = false
        }
        for (item, size) in zip(items, sizes.expanded(horizontal: horizontal)) {
            try Self.check(size, section: section, item: item)
            var measurement = core(ItemMeasurement(item: item, size: size))
            if !knowsBoth {
                measurement.cross = .nan
                guard storage.estimatedAxes(ofItem: item, inSection: section).main else {
                    throw .exactSize(section: section, item: item)
                }
            }
            measurements.append(measurement)
        }
        _ = try measure(measurements, items: items, inSection: section)
    }

    private mutating func measure(
        _ measurements: [CoreMeasurement], items: Range<Int>, inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        let storage = uniqueStorage()
        if let frozen = try storage.measureItems(measurements, inSection: section) {
            storage.diagnostics.record(
                LayoutDiagnostic(
                    code: .frozenItem, section: section, item: frozen,
                    value: measurements.last { Int($0.item) == frozen }?.main ?? 0,
                    advice: LayoutDiagnostic.Code.frozenItem.advice))
        }
        return LayoutChange(items: items, inSection: section)
    }

    private func core(_ measurement: ItemMeasurement) -> CoreMeasurement {
        let size = measurement.size
        return storage.isHorizontal
            ? CoreMeasurement(item: Int64(measurement.item), main: size.width, cross: size.height)
            : CoreMeasurement(item: Int64(measurement.item), main: size.height, cross: size.width)
    }

    private static func check(_ size: CGSize, section: Int, item: Int?) throws(LayoutError) {
        for length in [size.width, size.height] where !(length >= 0 && length <= LengthReader.longest) {
            throw .unusableValue(section: section, item: item, value: Double(length))
        }
    }
}

extension LayoutBoundary {
    var isEstimated: Bool { size.widthDimension.isOpen || size.heightDimension.isOpen }
}
