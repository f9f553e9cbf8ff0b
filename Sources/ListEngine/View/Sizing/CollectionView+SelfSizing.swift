import Foundation
import ListEngineLayout

extension CollectionView {
    /// Measures a view that becomes visible, if the layout only estimates its size. A header, footer or badge is measured each
    /// time, because nothing says whether its content has changed since.
    func sizePreference(of view: CollectionReusableView, for element: LayoutAttributes) -> SizePreference? {
        let path = element.path
        switch path.category {
        case .decoration: return nil
        case .item: guard element.isEstimated || isUnseen(path) else { return nil }
        case .supplementary:
            guard layout.estimatedAxes(ofSupplementaryItemsOfKind: element.kind, inSection: path.section) != nil
            else { return nil }
        case .header, .footer:
            guard
                element.isEstimated
                    || layout.mayEstimate(boundarySupplementaryItem: path.item, inSection: path.section)
            else { return nil }
        }
        let preferred = preferredSize(of: view, for: element)
        guard element.isEstimated || path.category == .item || preferred != element.frame.size,
            isUsable(preferred, path)
        else { return nil }
        return SizePreference(
            path: element.path, kind: element.kind, size: preferred, isEstimated: true,
            fittedExtent: fittedExtent(of: path, element.frame.size))
    }

    func preferredSize(of view: CollectionReusableView, for element: LayoutAttributes) -> CGSize {
        if view.hostGeneration != hosting.generation { rehost(view) }
        return view.preferredLayoutAttributes(fitting: element).frame.size
    }

    /// The size that a host measures for a view.
    func size(
        of view: CollectionReusableView, fitting element: LayoutAttributes, in host: any CollectionViewHost
    ) -> CGSize? {
        let path = element.path
        guard estimatesAcross(path, element.kind) else { return host.measure(view, fitting: element.frame.size) }
        // In a horizontal list the width is along the scroll axis, and has no limit.
        let isVertical = recipe.scrollDirection == .vertical
        let isInSection = path.section != ElementPath.wholeList
        let line = isInSection ? layout.lineExtent(inSection: path.section) : layout.crossExtent
        return host.naturalSize(of: view, upTo: isVertical ? line : .infinity)
            ?? host.measure(view, fitting: element.frame.size)
    }

    /// Whether the extent of an element across the scroll axis is an estimate until the element is measured.
    private func estimatesAcross(_ path: ElementPath, _ kind: ElementKind) -> Bool {
        switch path.category {
        case .item: layout.estimatesAcross(item: path.item, inSection: path.section)
        case .header, .footer: layout.estimatesAcross(boundarySupplementaryItem: path.item, inSection: path.section)
        case .supplementary:
            layout.estimatedAxes(ofSupplementaryItemsOfKind: kind, inSection: path.section)?.cross == true
        case .decoration: false
        }
    }

    /// The extent across the scroll axis for which an item is measured: its own or, if that is an estimate too, that of
    /// the list.
    func fittedExtent(of path: ElementPath, _ size: CGSize) -> CGFloat {
        path.category == .item && layout.estimatesAcross(item: path.item, inSection: path.section)
            ? layout.crossExtent : crossExtent(of: size)
    }

    func isUsable(_ size: CGSize, _ path: ElementPath) -> Bool {
        let isUsable = size.width >= 0 && size.height >= 0 && size.width.isFinite && size.height.isFinite
        if !isUsable { report(.unusableSize, path, "the preferred size \(size) is ignored. Return finite lengths.") }
        return isUsable
    }

    /// Passes all sizes that a pass measured to the layout, and moves the offset so that visible content stays in
    /// place.
    func applySizes(_ preferences: [SizePreference], keeping place: KeptPlace, from before: CollectionViewLayout? = nil)
    {
        let before = before ?? presentedLayout
        applySizes(preferences)
        reorderer.layoutDidChange(keepsBefore: true)
        guard let scrollTarget = scrolling.target else {
            return anchoring.restore(place, in: self, from: before, .measuring)
        }
        settle(at: scrollTarget, from: before)
    }

    /// Adjusts the offset after sizes were measured while the pass scrolls to a target.
    func settle(at target: ScrollTarget, from before: CollectionViewLayout) {
        let bounds = CGRect(origin: contentOffset(of: target), size: geometry.bounds.size)
        anchoring.settle(
            at: layout.contentOffset(of: bounds), in: self, from: before.contentOffset(of: geometry.bounds), .measuring)
    }

    /// Records the displayed elements whose sizes an update made estimates again. That happens when a section was
    /// laid out from scratch, when a section with another style has another index, or when an item was moved from
    /// another section. The next pass measures those that are still visible.
    /// - Parameter relaidOut: The sections that were laid out from scratch, by their indices after the update.
    func noteUnmeasured(after plan: SharedEdit, relaidOut: Set<Int>) {
        let sectionsChange = plan.changesSections
        let badges = layout.mayEstimateSupplementaryItems
        guard !relaidOut.isEmpty || sectionsChange || plan.movesItems || badges else { return }
        var last: (section: Int, isWhole: Bool)?
        let shown = display.elements
        var unmeasured = display.unmeasured
        display.unmeasured = []
        for place in shown.indices {
            let path = shown[place].key.path
            if last?.section != path.section {
                let isWhole =
                    relaidOut.contains(path.section) && layout.mayEstimate(inSection: path.section)
                    || sectionsChange && layout.marksEstimatesExactly(inSection: path.section)
                last = (path.section, isWhole)
            }
            if last?.isWhole == true || badges && isEstimatedBadge(shown[place].key) {
                unmeasured.insert(shown[place].key)
            } else if plan.movesItems, path.category == .item, let source = plan.moves.source(of: path),
                source.section != plan.oldSection(path.section)
            {
                unmeasured.insert(shown[place].key)
            }
        }
        display.unmeasured = unmeasured
    }

    /// Whether a supplementary view of an item or a group has the size of its description, because its item was inserted,
    /// moved or changed.
    func isEstimatedBadge(_ key: ElementKey) -> Bool {
        key.path.category == .supplementary && measurableAttributes(of: key)?.isEstimated == true
    }

    /// The current views for measuring the recorded elements. An update may have replaced some views.
    func unmeasuredViews() -> [ElementKey: CollectionReusableView] {
        guard !display.unmeasured.isEmpty else { return [:] }
        return Dictionary(
            display.elements.lazy.filter { self.display.unmeasured.contains($0.key) }.map { ($0.key, $0.view) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Measures the displayed elements again after everything was laid out from scratch with estimates, for another
    /// width. The elements stay.
    func measureShownElements() {
        var preferences: [SizePreference] = []
        for element in display.elements where !loadsEverything {
            guard let attributes = measurableAttributes(of: element.key),
                let preference = sizePreference(of: element.view, for: attributes)
            else { continue }
            preferences.append(preference)
        }
        if !preferences.isEmpty { applySizes(preferences) }
    }

    /// The layout's current attributes of an element whose size can be measured; nil for others, and if the header or
    /// footer was replaced by another one, which is measured with its own view.
    func measurableAttributes(of key: ElementKey) -> LayoutAttributes? {
        let path = key.path
        let attributes: LayoutAttributes?
        switch path.category {
        case .item: attributes = layout.layoutAttributesForItem(path.item, inSection: path.section)
        case .header, .footer:
            attributes = layout.layoutAttributes(ofBoundarySupplementaryItem: path.item, inSection: path.section)
        case .supplementary:
            attributes = layout.layoutAttributes(
                ofSupplementaryItemOfKind: key.kind, at: path.item, inSection: path.section)
        case .decoration: attributes = nil
        }
        guard let attributes, ElementKey(attributes) == key else { return nil }
        return attributes
    }

    /// Reports that a shown view needs a new size, because its content changed without the data source: a picture was
    /// loaded, or a text field grew. The next pass measures the view again, and what is visible keeps its place.
    ///
    /// For a field of a table, its item or header is measured again. It has no effect on a view that shows no element, and on elements
    /// whose size the layout does not estimate.
    /// - Complexity: O(1), in a table O(*v*); the next pass measures each such view once.
    public func invalidateMeasurement(of view: CollectionReusableView) {
        guard view.storedCollectionView === self, view.storedAttributes != nil else { return }
        let owner = display.columns.isUsed ? display.columns.owner(of: view) : view
        owner.outdated.insert(.size)
        display.hasInvalidMeasurements = true
        setNeedsLayout()
    }

    /// - Parameters:
    ///   - preferences: The preferred sizes, in list order.
    ///   - notes: Whether the sizes were measured now and are to be recorded. If false, they were measured before.
    func applySizes(_ preferences: [SizePreference], notes: Bool = true) {
        let preferences = notes ? noted(preferences) : preferences
        let version = sizing.layoutVersion
        if sizing.learns { learn(notes ? preferences : []) }
        let loops = layout.hasLoopingSections
        if loops { scrolling.holdLoopingSections() }
        var start = 0
        while start < preferences.count {
            let section = preferences[start].path.section
            let category = preferences[start].path.category
            var end = start + 1
            while end < preferences.count, preferences[end].path.section == section, category == .item,
                preferences[end].path.category == .item
            {
                end += 1
            }
            applySizes(preferences[start..<end], inSection: section)
            start = end
        }
        if loops { scrolling.clampSectionOffsets() }
        if sizing.learns { mark(preferences) }
        if var since = sizing.sizesSince {
            sizing.sizesSince = nil
            if since.add(preferences, from: version, to: sizing.layoutVersion) { sizing.sizesSince = since }
        }
    }

    /// Applies the preferred sizes of one section: of items, or of one header, footer or badge.
    private func applySizes(_ preferences: ArraySlice<SizePreference>, inSection section: Int) {
        guard let first = preferences.first else { return }
        do throws(LayoutError) {
            if first.path.category == .item {
                let measurements = preferences.map { ItemMeasurement(item: $0.path.item, size: $0.size) }
                try layout.measure(measurements, inSection: section)
            } else if first.path.category == .supplementary {
                try layout.measure(
                    supplementaryItemOfKind: first.kind, at: first.path.item, inSection: section, size: first.size)
            } else {
                try layout.measure(
                    boundarySupplementaryItem: first.path.item, inSection: section, size: first.size)
            }
        } catch {
            if case .exactSize = error, preferences.count == 1 || !layout.mayEstimate(inSection: section) { return }
            guard preferences.count > 1 else { return report(.unusableSize, first.path, "\(error)") }
            for place in preferences.indices { applySizes(preferences[place...place], inSection: section) }
        }
    }
}
