extension CollectionViewLayout {
    /// An empty list in a container.
    public init(container: ListContainer, scrollDirection: ScrollDirection = .vertical) {
        self.init(
            size: container.size, scrollDirection: scrollDirection, flowDirection: container.flowDirection,
            displayScale: container.displayScale, containerInsets: container.insets)
        guard let interruption = container.interruption else { return }
        storage.interruption = interruption
        storage.diagnostics.leaveToList()
    }

    /// Returns the information that the layout of a section with a number of items receives from this list.
    public func context(itemCount: Int) -> SectionLayoutContext { sectionContext(itemCount: itemCount) }

    func sectionContext(itemCount: Int) -> SectionLayoutContext {
        var context = SectionLayoutContext(
            itemCount: itemCount, crossExtent: crossExtent, scrollDirection: scrollDirection,
            flowDirection: flowDirection, displayScale: displayScale, mainExtent: mainExtent,
            containerInsets: containerInsets)
        context.interruption = storage.interruption
        return context
    }
}
