import Foundation

extension CollectionViewLayout {
    /// Lays the list out for another container, as a whole-list layout says, with the items as they are.
    ///
    /// Sections whose extents an ``ExtentRule`` makes of numbers keep these: the layout is asked for their style, with no
    /// items, and for nothing else. Other sections are laid out from scratch, and where there are none by a rule, the whole list.
    /// - Parameters:
    ///   - container: Where the list is.
    ///   - source: Is asked once for each section, in order.
    /// - Complexity: O(items + sections); for sections by a rule a few passes without a call for an item.
    /// - Throws: As ``insertSection(at:itemCount:by:)``, and ``LayoutError/unusableValue(section:item:value:)`` where a rule
    ///   makes an extent that cannot be used.
    @MainActor @discardableResult
    public mutating func relayout(
        in container: ListContainer, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        if storage.columns.numbers != nil, storage.boundaries.isEmpty, source.scrollDirection == scrollDirection {
            try relayoutSections(in: container, by: source)
        } else {
            let counts = (0..<numberOfSections).map { numberOfItems(inSection: $0) }
            let other = try source.layout(itemCounts: counts, in: container)
            // Items keep their indices, so anchors hold to what they held to.
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
