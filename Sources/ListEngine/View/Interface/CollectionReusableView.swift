import Foundation
import ListEngineLayout

/// A view that shows one element of a list: a header, a badge, a decoration, or an item (``CollectionViewCell``).
///
/// A reusable view does not draw. A host creates a view of its toolkit, which the reusable view holds as
/// ``hostView``. A subclass knows the content of this view and sets it:
///
///     final class TitleView: CollectionReusableView {
///         var title = "" { didSet { (hostView as? Label)?.text = title } }
///         override func prepareForReuse() { title = "" }
///     }
///
/// The collection view creates the views and keeps them for reuse. A view shows one element at a time.
@MainActor
open class CollectionReusableView {
    /// The state of a view.
    enum Use {
        /// Created, and not yet used by a collection view.
        case loose
        /// Returned to a data source, which has not returned it to the collection view yet.
        case dequeued
        /// Shows an element, or will show it next.
        case shown
        /// Its element was deleted, but an animation still shows it.
        case departing
        /// In the reuse pool.
        case pooled
    }

    /// What has to be done with a shown view.
    struct Outdated: OptionSet {
        let rawValue: UInt8
        /// The next pass measures the view again. See `CollectionView.invalidateMeasurement(of:)`.
        static let size = Outdated(rawValue: 1)
        /// The current update has not configured the view yet.
        static let content = Outdated(rawValue: 2)
    }

    /// The toolkit's view, which the host created. Only the host and the subclass use it.
    open var hostView: AnyObject? {
        get { storedHostView }
        set { storedHostView = newValue }
    }

    /// The identifier with which the view was dequeued; nil if it was not dequeued.
    public internal(set) var reuseIdentifier: String? {
        get { storedReuseIdentifier }
        set { storedReuseIdentifier = newValue }
    }

    /// The attributes with which the view was last placed; nil if it shows no element.
    public package(set) var layoutAttributes: LayoutAttributes? {
        get { storedAttributes }
        set { storedAttributes = newValue }
    }
    var storedHostView: AnyObject?
    var storedReuseIdentifier: String?
    var storedAttributes: LayoutAttributes?
    var storedFrame: CGRect
    weak var storedCollectionView: CollectionView?

    /// The collection view that created the view or shows it.
    public package(set) var collectionView: CollectionView? {
        get { storedCollectionView }
        set { storedCollectionView = newValue }
    }

    /// Frame in the content, in points: the frame of ``layoutAttributes``, or the initial frame if they are nil.
    public package(set) var frame: CGRect {
        get { storedFrame }
        set { storedFrame = newValue }
    }

    /// What assistive technologies say about the element. Set it when the view is configured; the list sets it to nil before
    /// the view is used for another element. Hosts read ``CollectionView/accessibilityDescription(of:)``.
    public var accessibility: AccessibilityDescription? {
        get { storedAccessibility }
        set { storedAccessibility = newValue }
    }
    var storedAccessibility: AccessibilityDescription?

    /// The description by the view, for the parts that the program did not state in ``accessibility``.
    var ownAccessibility: AccessibilityDescription? { nil }

    /// What views of this class are for assistive technologies. A host can read it once, when it makes its view.
    open var accessibilityRole: AccessibilityRole { .heading }

    /// The fields of a view that is shown in columns; see `ShownColumns`.
    var fieldRow: FieldRow? { nil }

    /// Whether the view was dequeued as a field of a table. A host can ask when it makes its view.
    package var isField: Bool {
        guard let reuseShelf, let list = storedCollectionView else { return false }
        return list.registry[reuseShelf].key.kind == .field
    }

    /// The number of fields that a host shows.
    var placedFieldCount: Int { fieldRow?.views.count { $0.storedAttributes != nil } ?? 0 }

    /// A number that changes whenever a field of the view is placed or exchanged.
    package var fieldChanges: Int { fieldRow?.changes ?? 0 }

    /// The creator's handler for taps on the view.
    package var tapHandler: (@MainActor () -> Bool)? {
        get { storedTapHandler }
        set { storedTapHandler = newValue }
    }
    // Private, because reads of what other modules can see are checked at run time.
    private var storedTapHandler: (@MainActor () -> Bool)?

    var use: Use = .loose
    var outdated: Outdated = []
    /// The host that created ``hostView``, and its number among the collection view's hosts.
    weak var maker: (any CollectionViewHost)?
    var hostGeneration = 0
    /// The view's shelf in the registry of ``collectionView``.
    var reuseShelf: Int?
    var reuseGeneration = 0
    /// The registry of ``collectionView``, whose reference is weak and costs more to read.
    var registry = 0

    /// - Parameter frame: The frame in points. The collection view sets another when it places the view.
    public required init(frame: CGRect) { storedFrame = frame }

    public convenience init() { self.init(frame: .zero) }

    /// Called before the view is reused. Not called for a new view.
    open func prepareForReuse() {}

    /// Called with the attributes before the view is placed, and whenever they change.
    open func apply(_ layoutAttributes: LayoutAttributes) {}

    /// Handles a tap at a point of the view. Return true if the view handled the tap. The item of a cell is then not
    /// chosen, and elements under a header receive no tap.
    open func handleTap(at point: CGPoint) -> Bool { tapHandler?() ?? false }

    /// Returns the attributes that the view needs. Only the size is used, along the axes that are estimated.
    ///
    /// Called for elements with an estimated size when they become visible and when they are reconfigured. The
    /// default lets the host measure the view, and accepts the estimate if the host cannot. If the width is an estimate
    /// too, as for tags in a flow, the view is as wide as its content, up to the width of the list without the insets of
    /// the section.
    /// - Parameter layoutAttributes: The layout's estimate.
    open func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        guard let collectionView, let host = collectionView.host,
            let size = collectionView.size(of: self, fitting: layoutAttributes, in: host)
        else { return layoutAttributes }
        var preferred = layoutAttributes
        preferred.frame = CGRect(origin: layoutAttributes.frame.origin, size: size)
        return preferred
    }

    /// Clears what some data sources set and others do not. Called before the view is used again.
    func clearForReuse() {
        if storedAccessibility != nil { storedAccessibility = nil }
        if storedTapHandler != nil { storedTapHandler = nil }
    }
}

/// A view that shows an item.
///
/// The cell receives touches, taps and keys first. A cell with its own buttons returns true for events that hit them,
/// and raises its own events.
@MainActor
open class CollectionViewCell: CollectionReusableView {
    open override var accessibilityRole: AccessibilityRole { .listItem }

    /// Whether the item is selected. The collection view sets it before the cell is shown and when it changes.
    open var isSelected: Bool {
        get { states.isSelected }
        set { states.isSelected = newValue }
    }

    /// Whether the item is being pressed. The collection view sets it.
    open var isHighlighted: Bool {
        get { states.isHighlighted }
        set { states.isHighlighted = newValue }
    }

    /// Whether the item receives keys: see ``CollectionView/focusedIndexPath``. The collection view sets it when the focus
    /// moves, and before the cell is shown. A host whose toolkit has a keyboard focus gives it to the cell's view here.
    open var isFocused: Bool {
        get { states.isFocused }
        set { states.isFocused = newValue }
    }

    /// The item's place in an outline; nil if its section is not shown as an outline. A ``DiffableDataSource`` sets it after
    /// its closure returned the cell.
    open var outlineState: OutlineState? {
        get { states.outline }
        set {
            states.outline = newValue
            states.hasPlaceInBlock = false
        }
    }

    /// Whether ``outlineState`` is from the outline of a block, and the program has not set another since.
    final var hasPlaceInBlock: Bool {
        get { states.hasPlaceInBlock }
        set { states.hasPlaceInBlock = newValue }
    }

    override func clearForReuse() {
        super.clearForReuse()
        if outlineState != nil { outlineState = nil }
        if !fieldState.isEmpty { fieldState = [] }
        if states.separator != nil { states.separator = nil }
    }

    /// The line below the item. Set it when the cell is configured. Nil is the line of the list's appearance. A ready-made cell has
    /// that of its content.
    public final var separator: ItemSeparator? {
        get { states.separator }
        set {
            guard newValue != states.separator else { return }
            states.separator = newValue
            if use == .shown { collectionView?.separatorDidChange(below: self) }
        }
    }

    /// How the cell differs from the other fields of its item, if it is a field of a table. The collection view sets it.
    open var fieldState: FieldState {
        get { states.field }
        set { states.field = newValue }
    }

    /// Whether the cell lets the user edit the text while its ``fieldState`` is ``FieldState/edited``, as a ready-made cell does. A class
    /// that shows its own entry returns true, and calls ``CollectionView/hostChangeFieldEdit(_:)`` while the user types. The keys for editing
    /// do nothing in other cells.
    open var showsFieldEdit: Bool { false }

    /// Whether the list is being edited. The collection view sets it.
    open var isEditing: Bool {
        get { states.isEditing }
        set { states.isEditing = newValue }
    }

    /// Whether the item is being dragged to another position. The collection view sets it.
    open var isReordering: Bool {
        get { states.isReordering }
        set { states.isReordering = newValue }
    }

    private struct States {
        var isSelected = false
        var isHighlighted = false
        var isFocused = false
        var isEditing = false
        var isReordering = false
        var hasPlaceInBlock = false
        var outline: OutlineState?
        var field: FieldState = []
        var separator: ItemSeparator?
    }
    private var states = States()

    /// Handles a touch that begins on the cell. Return true to handle the whole touch: the cell then receives its
    /// other phases, and the collection view ignores it.
    open func handle(_ touch: CollectionViewTouch) -> Bool { false }

    /// Handles a key while the cell has the focus. Return true if the cell handled it.
    open func handle(_ key: CollectionViewKey) -> Bool { false }
}

/// A placeholder for an item whose data source returned no usable cell.
public final class PlaceholderCell: CollectionViewCell {}

/// A placeholder for a missing supplementary or decoration view.
public final class PlaceholderView: CollectionReusableView {}
