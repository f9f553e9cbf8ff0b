import Foundation

/// A visible element that a ``CollectionLayoutSection/visibleItemsInvalidationHandler`` can change for the current
/// display. Frames are those at a scroll offset of 0. On screen, an element is at its frame minus the scroll offset.
public final class CollectionLayoutVisibleItem {
    var attributes: LayoutAttributes

    init(_ attributes: LayoutAttributes) { self.attributes = attributes }

    public var frame: CGRect { attributes.frame }
    public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    public var center: CGPoint {
        get { CGPoint(x: (attributes.minX + attributes.maxX) / 2, y: (attributes.minY + attributes.maxY) / 2) }
        set {
            let size = frame.size
            attributes.frame = CGRect(
                x: newValue.x - size.width / 2, y: newValue.y - size.height / 2, width: size.width,
                height: size.height)
        }
    }

    public var alpha: CGFloat {
        get { CGFloat(attributes.alpha) }
        set { attributes.alpha = Float(newValue) }
    }

    public var zIndex: Int {
        get { attributes.zIndex }
        set { attributes.zIndex = newValue }
    }

    public var isHidden: Bool {
        get { attributes.isHidden }
        set { attributes.isHidden = newValue }
    }

    /// The transform that is applied around the centre.
    public var transform: ElementTransform {
        get { attributes.transform }
        set { attributes.transform = newValue }
    }

    public var path: ElementPath { attributes.path }
    public var indexPath: IndexPath { attributes.indexPath }
    public var representedElementCategory: ElementCategory { attributes.category }

    /// The name of the kind; nil for items.
    public var representedElementKind: String? { attributes.category == .item ? nil : attributes.kind.name }
}
