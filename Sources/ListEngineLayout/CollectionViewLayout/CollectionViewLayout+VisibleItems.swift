import Foundation

extension CollectionViewLayout {
    /// Lets the handlers of compositional sections change what is about to be shown.
    ///
    ///     var elements = layout.layoutAttributes(in: viewport)
    ///     layout.applyVisibleItemsHandlers(to: &elements, in: viewport)
    ///
    /// Each handler gets the elements of its section, with their frames as if the section were not scrolled, and the
    /// offset that takes them to the screen: a frame less the offset is where the element shows. What it changes is
    /// written back; the layout stays as it is. What has left the viewport's rectangle afterwards is dropped.
    ///
    /// - Parameters:
    ///   - elements: What a query of this layout answered for the viewport, in order.
    ///   - viewport: What was asked for.
    /// - Complexity: O(elements).
    @MainActor
    public func applyVisibleItemsHandlers(to elements: inout [LayoutAttributes], in viewport: Viewport) {
        guard storage.hasCompositions else { return }
        var start = 0
        var hasChanged = false
        while start < elements.count {
            let section = elements[start].section
            let end = elements[start...].firstIndex { $0.section != section } ?? elements.count
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
        // What scrolls across the list goes against x where that is mirrored.
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
