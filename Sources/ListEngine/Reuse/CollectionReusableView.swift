import Foundation
import ListEngineLayout

/// What shows one element of a list: a header, a badge, an ornament, or as ``CollectionViewCell`` an item.
///
/// A view draws nothing. A host gives it a view of a toolkit, which it carries as ``hostView``; a subclass knows what is
/// in it and fills it:
///
///     final class TitleView: CollectionReusableView {
///         var title = "" { didSet { (hostView as? Label)?.text = title } }
///         override func prepareForReuse() { title = "" }
///     }
///
/// Views are made and kept for reuse by the collection view. One view shows one element at a time.
@MainActor
open class CollectionReusableView {
    /// Where a view is in its life.
    enum Use {
        /// Made, and not seen by a collection view.
        case loose
        /// Handed out to a data source, which has not answered yet.
        case dequeued
        /// Shows an element, or is about to.
        case shown
        /// Its element is gone; an animation still shows it.
        case departing
        /// Waits to be used again.
        case pooled
    }

    /// The toolkit's view, as the host made it. Nothing but the host and the subclass looks at it.
    public var hostView: AnyObject?

    /// The identifier that the view was dequeued with; nil when it was not.
    public internal(set) var reuseIdentifier: String?

    /// The attributes that the view was placed with last; nil while it shows no element.
    public internal(set) var layoutAttributes: LayoutAttributes?

    /// The collection view that made the view, or shows it.
    public internal(set) weak var collectionView: CollectionView?

    /// Frame in the content, in points: that of ``layoutAttributes``, else what was given.
    public internal(set) var frame: CGRect

    /// What whoever made the view does with taps on it.
    var tapHandler: (@MainActor () -> Bool)?

    var use: Use = .loose
    /// The host that made ``hostView``, and which of the collection view's hosts that was.
    weak var maker: (any CollectionViewHost)?
    var hostGeneration = 0
    /// Where the view waits, in the registry of ``collectionView``.
    var reuseShelf: Int?
    var reuseGeneration = 0

    /// - Parameter frame: Points. The collection view gives another when it places the view.
    public required init(frame: CGRect) { self.frame = frame }

    public convenience init() { self.init(frame: .zero) }

    /// Called before the view is handed out again. Called for no new view.
    open func prepareForReuse() {}

    /// Called with the attributes before the view is placed, whenever they change.
    open func apply(_ layoutAttributes: LayoutAttributes) {}

    /// A tap on the view, at a point of the view. True: the view keeps it; the item of a cell is not chosen, and nothing
    /// under a header is tapped.
    open func handleTap(at point: CGPoint) -> Bool { tapHandler?() ?? false }

    /// The attributes that the view would like to have; only the size counts, along the axes that are estimated.
    ///
    /// Asked of elements with an estimated size when they come into view and when they are reconfigured. The default
    /// asks the host to measure the view, and is content where the host cannot.
    /// - Parameter layoutAttributes: What the layout estimates.
    open func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        guard let size = collectionView?.host?.measure(self, fitting: layoutAttributes.frame.size) else {
            return layoutAttributes
        }
        var preferred = layoutAttributes
        preferred.frame = CGRect(origin: layoutAttributes.frame.origin, size: size)
        return preferred
    }
}

/// Shows an item.
///
/// Touches, taps and keys reach the cell first: one that has buttons of its own answers true for what hits them, and raises
/// its own events.
@MainActor
open class CollectionViewCell: CollectionReusableView {
    /// The item is selected. Set by the collection view, before the cell is shown and when that changes.
    open var isSelected = false

    /// The item is being pressed. Set by the collection view.
    open var isHighlighted = false

    /// The list is being edited. Set by the collection view.
    open var isEditing = false

    /// The item is being dragged to another place. Set by the collection view.
    open var isReordering = false

    /// A touch that begins on the cell. True: the cell keeps it, hears of its other phases, and the collection view does
    /// nothing with it.
    open func handle(_ touch: CollectionViewTouch) -> Bool { false }

    /// A key while the cell has the focus. True: the cell keeps it.
    open func handle(_ key: CollectionViewKey) -> Bool { false }
}

/// Stands where a data source had no view to give, so that the list stays whole.
public final class PlaceholderCell: CollectionViewCell {}

/// Stands where there was no supplementary or decoration view.
public final class PlaceholderView: CollectionReusableView {}
