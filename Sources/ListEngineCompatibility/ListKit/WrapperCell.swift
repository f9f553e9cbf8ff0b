import Foundation
import ListEngine
import ListEngineLayout

/// A cell that shows any view, in the size of the cell.
///
/// The host draws ``content`` in the place of the cell. Both have the same toolkit view.
@MainActor
public final class WrapperCell: CollectionViewCell {
    public private(set) var content: CollectionReusableView?

    public override var hostView: AnyObject? { didSet { content?.hostView = hostView } }

    public required init(frame: CGRect) { super.init(frame: frame) }

    init(content: CollectionReusableView) {
        self.content = content
        super.init(frame: .zero)
    }

    public override func prepareForReuse() { content?.prepareForReuse() }

    public override func apply(_ layoutAttributes: LayoutAttributes) {
        guard let content else { return }
        content.layoutAttributes = layoutAttributes
        content.frame = CGRect(origin: .zero, size: layoutAttributes.frame.size)
        content.apply(layoutAttributes)
    }

    public override func handle(_ touch: CollectionViewTouch) -> Bool {
        (content as? CollectionViewCell)?.handle(touch) ?? false
    }

    public override func handleTap(at point: CGPoint) -> Bool { content?.handleTap(at: point) ?? false }

    public override func handle(_ key: CollectionViewKey) -> Bool {
        (content as? CollectionViewCell)?.handle(key) ?? false
    }

    public override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        guard let content else { return layoutAttributes }
        content.collectionView = collectionView
        return content.preferredLayoutAttributes(fitting: layoutAttributes)
    }
}

extension CollectionReusableView {
    /// The view that shows a view model: the content of a wrapper cell, or else the view itself.
    var component: CollectionReusableView {
        // The class is final. A cast would look for superclasses.
        guard type(of: self) == WrapperCell.self else { return self }
        return unsafeDowncast(self, to: WrapperCell.self).content ?? self
    }
}
