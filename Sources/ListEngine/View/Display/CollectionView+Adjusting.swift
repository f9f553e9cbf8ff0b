import Foundation
import ListEngineLayout

/// Changes the attributes of shown elements. It receives copies of the layout's attributes at each query for visible
/// elements.
@MainActor
public protocol VisibleElementsAdjuster: AnyObject {
    /// Elements that can become visible by adjustment, wherever they are in the layout: headers, footers and items.
    func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath]

    /// Whether the other methods may change an element now. If this is false, they are not called. The default is true.
    var adjustsElements: Bool { get }

    /// Changes the position and the appearance of an element; its names stay as they are. An element that is outside
    /// the visible bounds afterwards, or that has an edge at NaN or infinity, is not shown.
    func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView)
}

extension VisibleElementsAdjuster {
    public var adjustsElements: Bool { true }
}

extension CollectionView {
    /// Changes the positions of shown elements. The reference is weak.
    public var visibleElementsAdjuster: (any VisibleElementsAdjuster)? {
        get { display.adjuster }
        set {
            let old = display.adjuster
            display.adjuster = newValue
            if newValue !== old { setNeedsLayout() }
        }
    }

    /// Adjusts the elements that were found.
    func adjust(_ found: inout [LayoutAttributes], with adjuster: any VisibleElementsAdjuster) {
        for path in adjuster.elementsToAdjust(in: self) {
            guard let element = attributes(at: path), !found.contains(where: { $0.path == path }) else { continue }
            found.insert(element, at: found.firstIndex { path < $0.path } ?? found.count)
        }
        let rect = geometry.bounds
        var kept = 0
        for place in found.indices {
            var adjusted = found[place]
            adjuster.adjust(&adjusted, in: self)
            var element = found[place]
            element.copyPlacement(of: adjusted)
            guard element.minX < rect.maxX, element.maxX > rect.minX, element.minY < rect.maxY,
                element.maxY > rect.minY, element.hasFiniteEdges
            else { continue }
            found[kept] = element
            kept += 1
        }
        found.removeLast(found.count - kept)
    }

    /// The attributes of an element in the layout; nil if there is none.
    private func attributes(at path: ElementPath) -> LayoutAttributes? {
        let layout = presentedLayout
        guard (0..<layout.numberOfSections).contains(path.section) else { return nil }
        switch path.category {
        case .item:
            guard (0..<layout.numberOfItems(inSection: path.section)).contains(path.item) else { return nil }
            return layout.layoutAttributesForItem(path.item, inSection: path.section)
        case .header:
            return layout.frameForHeader(inSection: path.section).map { LayoutAttributes(path, frame: $0) }
        case .footer:
            return layout.frameForFooter(inSection: path.section).map { LayoutAttributes(path, frame: $0) }
        case .supplementary, .decoration: return nil
        }
    }
}

extension LayoutAttributes {
    /// Copies the position and appearance of another element.
    fileprivate mutating func copyPlacement(of other: LayoutAttributes) {
        (minX, minY, maxX, maxY) = (other.minX, other.minY, other.maxX, other.maxY)
        (alpha, transform, zIndex) = (other.alpha, other.transform, other.zIndex)
        isHidden = other.isHidden
    }

    fileprivate var hasFiniteEdges: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }
}
