import Foundation

extension CollectionViewLayout {
    /// Lays out the same items for another container, as a whole-list layout describes it.
    ///
    /// A section whose extents an ``ExtentRule`` computes from stored numbers keeps these numbers: only its style is read
    /// again. All other sections are laid out from scratch. If no section has a rule, the whole list is.
    /// - Parameters:
    ///   - container: The new container.
    ///   - source: The whole-list layout. It is called once for each section, in order.
    /// - Complexity: O(items + sections). Sections with a rule take a few passes over their numbers and no call per item.
    /// - Throws: The errors of ``insertSection(at:itemCount:by:)``, and
    ///   ``LayoutError/unusableValue(section:item:value:)`` if a rule computes an extent that cannot be used.
    @MainActor @discardableResult
    public mutating func relayout(
        in container: ListContainer, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        if storage.columns.numbers != nil, storage.boundaries.isEmpty, source.scrollDirection == scrollDirection {
            try relayoutSections(in: container, by: source)
        } else {
            let counts = (0..<numberOfSections).map { numberOfItems(inSection: $0) }
            let other = try source.layout(itemCounts: counts, in: container)
            // Items keep their indices, so each anchor still names the same item.
            let anchors = followed
            self = other
            followed = anchors
        }
        return LayoutChange(sections: 0..<numberOfSections)
    }

    @MainActor
    private mutating func relayoutSections(
        in container: ListContainer, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) {
        let empty = CollectionViewLayout(container: container, scrollDirection: scrollDirection)
        var next = self
        let trial = storage.copy()
        try trial.configure(
            main: empty.storage.main, cross: empty.storage.cross, flowDirection: container.flowDirection)
        trial.containerInsets = container.insets
        trial.displayScale = container.displayScale
        if trial.cross != storage.cross { try trial.applyRules() }
        next.storage = trial
        next.displayScale = container.displayScale
        for section in 0..<numberOfSections {
            if trial.rule(ofSection: section) != nil {
                try next.restyleSection(section, by: source)
            } else {
                try next.reloadSection(section, itemCount: numberOfItems(inSection: section), by: source)
            }
        }
        self = next
    }
}
