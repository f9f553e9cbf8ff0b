import Foundation

extension CollectionViewLayout {
    /// Calls the visible-items handlers of compositional sections, which can change the elements before they are
    /// shown.
    ///
    ///     var elements = layout.layoutAttributes(in: viewport)
    ///     layout.applyVisibleItemsHandlers(to: &elements, in: viewport)
    ///
    /// Each handler receives the elements of its section and an offset. The frames are those at a scroll offset of 0.
    /// The element is shown at its frame minus the offset. Changes are written back to `elements`; the layout is not
    /// changed. An element that is then outside the viewport's rectangle is removed.
    ///
    /// - Parameters:
    ///   - elements: The result of a query of this layout for the viewport, in order.
    ///   - viewport: The viewport of that query.
    /// - Complexity: O(*k*), where *k* is the number of elements.
    @MainActor
    public func applyVisibleItemsHandlers(to elements: inout [LayoutAttributes], in viewport: Viewport) {
        guard storage.hasCompositions else { return }
        var start = 0
        var hasChanged = false
        while start < elements.count {
            let section = elements[start].section
            // Not `firstIndex`: a closure would check for each element that it runs on the main actor.
            var end = start + 1
            while end < elements.count, elements[end].section == section { end += 1 }
            if section >= 0, let handler = storage.compositionInfo(ofSection: section)?.description.handler {
                apply(handler, to: &elements[start..<end], ofSection: section, in: viewport)
                hasChanged = true
            }
            start = end
        }
        guard hasChanged else { return }
        let rect = viewport.rect.standardized
        elements.removeAll { element in
            !(element.minX < rect.maxX && element.maxX > rect.minX && element.minY < rect.maxY
                && element.maxY > rect.minY)
        }
    }

    @MainActor
    private func apply(
        _ handler: VisibleItemsHandler, to elements: inout ArraySlice<LayoutAttributes>, ofSection section: Int,
        in viewport: Viewport
    ) {
        // In a mirrored list, a section that scrolls across it moves against the x axis.
        let across = viewport.sectionOffsets[section]
        let offset =
            storage.isHorizontal
            ? CGPoint(x: 0, y: across)
            : CGPoint(x: flowDirection == .rightToLeft ? -across : across, y: 0)
        let items = elements.map { element in
            var element = element
            element.move(by: offset)
            return CollectionLayoutVisibleItem(element)
        }
        let bounds = viewport.visibleBounds
        let environment = CollectionLayoutEnvironment(
            container: CollectionLayoutContainer(
                contentSize: storage.isHorizontal
                    ? CGSize(width: mainExtent > 0 ? mainExtent : bounds.width, height: crossExtent)
                    : CGSize(width: crossExtent, height: mainExtent > 0 ? mainExtent : bounds.height)),
            scrollDirection: scrollDirection, flowDirection: flowDirection, displayScale: displayScale)
        handler.body(items, CGPoint(x: bounds.minX + offset.x, y: bounds.minY + offset.y), environment)
        for (index, item) in zip(elements.indices, items) {
            elements[index] = item.attributes
            elements[index].move(by: CGPoint(x: -offset.x, y: -offset.y))
        }
    }
}

extension LayoutAttributes {
    fileprivate mutating func move(by offset: CGPoint) {
        minX += Double(offset.x)
        maxX += Double(offset.x)
        minY += Double(offset.y)
        maxY += Double(offset.y)
    }
}
