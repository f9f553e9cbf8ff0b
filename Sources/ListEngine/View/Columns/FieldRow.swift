import Foundation
import ListEngineLayout

/// The fields of one view: the views that show its content in each visible column.
///
/// The view keeps its fields in the reuse pool, so an item that comes into view gets a cell with all of its fields, and only their
/// contents change.
@MainActor
final class FieldRow {
    /// The fields, in the order of the visible columns.
    var views: [CollectionReusableView] = []
    /// The columns of the fields.
    var columns: [String] = []
    /// The number of the set of visible columns that ``views`` has; see `ShownColumns`.
    var version = 0
    /// The number of their places.
    var placement = 0
    /// How often fields were placed or exchanged.
    var changes = 0
    /// Whether the contents may have changed.
    var isOutdated = true
    /// The attributes of the view with which the fields were placed.
    var attributes: LayoutAttributes?
    /// Returns the configured view of a field.
    var provider: FieldProvider?
    /// The field in which the current touch began.
    weak var touched: CollectionViewCell?

    /// The view shows another item next. Its fields are prepared with it.
    func prepareForReuse() {
        forget()
        for field in views {
            field.clearForReuse()
            field.prepareForReuse()
        }
    }

    func forget() {
        isOutdated = true
        (attributes, touched) = (nil, nil)
    }
}

/// The request for the view of a field.
@MainActor
public struct FieldRequest {
    /// The `Column.id` of the column.
    public let column: String
    /// The index path of the item; for a header, that of its section.
    public let indexPath: IndexPath
    let list: CollectionView

    /// Returns the view that the field has, if it is of this class, one from the reuse pool, or a new one.
    public func dequeue<View: CollectionReusableView>(_ type: View.Type = View.self) -> View {
        list.dequeueReusableSupplementaryView(type, ofKind: .field, for: indexPath)
    }
}

/// Returns the configured view of a field. It is dequeued with ``FieldRequest/dequeue(_:)``.
public typealias FieldProvider = @MainActor (FieldRequest) -> CollectionReusableView?

/// A field that is shown, and its column.
public struct ShownField {
    /// The `Column.id` of its column.
    public let column: String
    /// The view that shows the field, above the cell or the header.
    public let view: CollectionReusableView
    /// The edge of the window at which the field stays.
    public let pinnedEdge: ColumnEdge?
}

/// A cell that shows its item in the columns of the list.
///
///     let source = DiffableDataSource<String, Int>(collectionView: view) { view, indexPath, id in
///         view.tableCell(for: indexPath) { field in field.content(ItemContent("\(field.column) of \(id)")) }
///     }
///     try view.setColumns([Column("name"), Column("size", width: .points(80))])
///
/// The list creates fields for the columns that are visible. A field is a view that the host places above the cell. It has no index
/// path: selection, focus, swipes and updates concern the item.
public final class TableCell: CollectionViewCell {
    private let row = FieldRow()

    override var fieldRow: FieldRow? { row }

    /// Sets what the fields show. The list calls the provider in its next pass, for each visible column, and when a column becomes
    /// visible.
    public func show(_ provider: @escaping FieldProvider) { showFields(provider) }

    public override func prepareForReuse() { row.prepareForReuse() }

    public override var isSelected: Bool { didSet { passStates() } }
    public override var isHighlighted: Bool { didSet { passStates() } }
    public override var isFocused: Bool {
        didSet {
            passStates()
            collectionView?.host?.requestFrame()
        }
    }
    public override var isEditing: Bool { didSet { passStates() } }
    public override var isReordering: Bool { didSet { passStates() } }
    public override var outlineState: OutlineState? { didSet { passStates() } }

    private func passStates() { for field in row.views { passStates(to: field) } }

    /// The field at a point receives taps first, and the field in which a touch began all of the touch.
    public override func handle(_ touch: CollectionViewTouch) -> Bool {
        if touch.phase == .began { row.touched = field(atX: touch.location.x) as? CollectionViewCell }
        // The field may be in the pool, or belong to another item now.
        guard let field = row.touched, row.views.contains(where: { $0 === field }) else { return false }
        if touch.phase == .ended || touch.phase == .cancelled { row.touched = nil }
        return field.handle(touch)
    }

    public override func handleTap(at point: CGPoint) -> Bool {
        tapField(at: point) || super.handleTap(at: point)
    }

    /// As high as the highest content in the columns that are marked with `Column.measuresItems`, or else in the first column.
    public override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        measureFields(layoutAttributes)
    }

    override var ownAccessibility: AccessibilityDescription? {
        let texts = row.views.compactMap { $0.accessibility?.label ?? $0.ownAccessibility?.label }.filter {
            !$0.isEmpty
        }
        guard let first = texts.first else { return nil }
        let others = texts.dropFirst().joined(separator: ", ")
        return AccessibilityDescription(label: first, value: others.isEmpty ? nil : others)
    }
}

/// A header or footer that shows a view in each of the columns of the list: titles, or sums.
public final class TableHeaderView: CollectionReusableView {
    private let row = FieldRow()

    override var fieldRow: FieldRow? { row }

    /// Whether the fields are the titles of the columns, and not sums or other contents.
    public internal(set) var showsTitles = false

    /// Sets what the fields show. See ``TableCell/show(_:)``.
    public func show(_ provider: @escaping FieldProvider) {
        showsTitles = false
        showFields(provider)
    }

    public override func prepareForReuse() { row.prepareForReuse() }

    public override func handleTap(at point: CGPoint) -> Bool {
        tapField(at: point) || super.handleTap(at: point)
    }

    public override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        measureFields(layoutAttributes)
    }
}

extension CollectionReusableView {
    /// The fields of a ``TableCell`` or a ``TableHeaderView``, in the order in which they are drawn: those of pinned columns last.
    public var fields: [ShownField] {
        guard let row = fieldRow, let list = collectionView else { return [] }
        let placed = list.display.columns.placed
        // The fields of a view that an animation still shows have the places that they had.
        let isCurrent = row.version == list.display.columns.version && placed.count == row.views.count
        let edge = { (place: Int) in isCurrent ? placed[place].pinnedEdge : nil }
        let order = row.views.indices.filter { edge($0) == nil } + row.views.indices.filter { edge($0) != nil }
        return order.map { ShownField(column: row.columns[$0], view: row.views[$0], pinnedEdge: edge($0)) }
    }

    /// The field at an x coordinate of the content.
    func field(atX x: CGFloat) -> CollectionReusableView? {
        fields.last { $0.view.frame.minX <= x && x < $0.view.frame.maxX }?.view
    }

    /// The field at a point of this view handles a tap, or does not.
    fileprivate func tapField(at point: CGPoint) -> Bool {
        guard let field = field(atX: point.x + frame.minX) else { return false }
        return field.handleTap(at: CGPoint(x: point.x + frame.minX - field.frame.minX, y: point.y))
    }

    /// Gives a field the states of the cell. A field of a header may have been one of an item before.
    package func passStates(to field: CollectionReusableView) {
        guard let field = field as? CollectionViewCell else { return }
        let cell = self as? CollectionViewCell
        func pass(_ state: ReferenceWritableKeyPath<CollectionViewCell, Bool>) {
            let value = cell?[keyPath: state] ?? false
            if field[keyPath: state] != value { field[keyPath: state] = value }
        }
        pass(\.isSelected)
        pass(\.isHighlighted)
        pass(\.isFocused)
        pass(\.isEditing)
        pass(\.isReordering)
        let outline = cell?.outlineState
        if field.outlineState != outline { field.outlineState = outline }
    }

    fileprivate func showFields(_ provider: @escaping FieldProvider) {
        guard let row = fieldRow else { return }
        row.provider = provider
        row.isOutdated = true
        // A view that is requested now is brought up to date in the same round.
        guard let list = collectionView, use != .dequeued || !list.reuse.isRequesting else { return }
        list.setNeedsLayout()
    }

    fileprivate func measureFields(_ attributes: LayoutAttributes) -> LayoutAttributes {
        guard let row = fieldRow, let list = collectionView,
            let height = list.display.columns.height(of: row, attributes, in: list)
        else { return attributes }
        var preferred = attributes
        preferred.frame.size.height = height
        return preferred
    }
}
