import Foundation
import ListEngineLayout

/// A host's view that draws the content of a ready-made cell.
///
/// A host with widgets creates such a view for a ``ContentCell`` and a ``ContentView``, in
/// ``CollectionViewHost/makeView(for:)``. A host without widgets reads the contents when it draws a frame.
@MainActor
public protocol ContentDisplay: AnyObject {
    /// Called when the content changed, and before the view is first shown. It is not called for an equal content. It is also
    /// called when the ``ContentCell/shownAccessories``, the ``ContentCell/indentation``, the state of an outline or the selection that
    /// an ``ItemAccessory/selection`` shows may have changed.
    func show(_ content: ItemContent, of view: CollectionReusableView)
}

/// A ready-made cell: it shows an ``ItemContent``, in every host.
///
/// A ``ListBlock`` whose closure returns contents has such cells. A program that dequeues cells calls
/// ``CollectionView/contentCell(_:for:)``.
public final class ContentCell: CollectionViewCell {
    private var shown = ShownContent()
    /// How often a content was given since the cell was dequeued, including equal ones.
    package var contentCount: Int { shown.count }

    /// The content that is shown. If a new content needs a different height, call ``CollectionView/invalidateMeasurement(of:)``.
    public var content: ItemContent {
        get { shown.content }
        set {
            if shown.replace(by: newValue) { display(newValue) }
            separator = newValue.separator
        }
    }

    public override var hostView: AnyObject? {
        didSet { if shown.isSet, hostView !== oldValue { display(content) } }
    }

    // A host draws the expander of an outline and the accessories of a list that is edited with the content.

    public override var outlineState: OutlineState? {
        get { super.outlineState }
        set {
            let isSame = newValue == super.outlineState
            super.outlineState = newValue
            if shown.isSet, !isSame { display(content) }
        }
    }

    public override var isEditing: Bool {
        get { super.isEditing }
        set {
            let isSame = newValue == super.isEditing
            super.isEditing = newValue
            if shown.isSet, !isSame { display(content) }
        }
    }

    // A host draws these states with the row.

    public override var isSelected: Bool {
        get { super.isSelected }
        set {
            let isSame = newValue == super.isSelected
            super.isSelected = newValue
            if isSame { return }
            if shown.isSet, content.accessories.contains(where: { $0.kind == .selection }) { display(content) }
            collectionView?.host?.requestFrame()
        }
    }

    public override var isFocused: Bool {
        get { super.isFocused }
        set {
            if newValue != super.isFocused { collectionView?.host?.requestFrame() }
            super.isFocused = newValue
        }
    }

    /// A host shows an edited field as an entry.
    public override var fieldState: FieldState {
        get { super.fieldState }
        set {
            let changed = newValue.symmetricDifference(super.fieldState)
            super.fieldState = newValue
            if changed.contains(.edited), shown.isSet { display(content) }
            if !changed.isEmpty { collectionView?.host?.requestFrame() }
        }
    }

    public override var showsFieldEdit: Bool { true }

    public override func prepareForReuse() { shown = ShownContent() }

    /// The accessories that are shown now, with their indices in the content.
    public var shownAccessories: [(index: Int, accessory: ItemAccessory)] {
        content.accessories.enumerated().compactMap { index, accessory in
            guard accessory.isShown(whileEditing: isEditing) else { return nil }
            if accessory.kind == .outline, outlineState?.isExpandable != true { return nil }
            return (index, accessory)
        }
    }

    /// The number of steps by which the content is indented. In a table, an outline indents only fields with an expander.
    public var indentation: Int {
        if let stated = content.indentation { return max(0, stated) }
        guard let level = outlineState?.level, level > 0 else { return 0 }
        return !isField || content.accessories.contains { $0.kind == .outline } ? level : 0
    }

    /// Reports that the user used an accessory. The content then has the new value, and the handler of the accessory is
    /// called.
    ///
    /// A value that the content already has is not reported: a host can call this whenever its widget changes, even while it
    /// shows a new content.
    /// - Parameter index: The index in ``ItemContent/accessories``.
    /// - Returns: Whether the change was reported.
    @discardableResult
    public func perform(_ change: ItemAccessory.Change, accessoryAt index: Int) -> Bool {
        // A cell that shows no item any more has the handlers of the last one.
        guard layoutAttributes != nil, content.accessories.indices.contains(index),
            content.accessories[index].isShown(whileEditing: isEditing)
        else { return false }
        var changed = content
        guard changed.accessories[index].apply(change) else { return false }
        content = changed
        let accessory = changed.accessories[index]
        if let handler = accessory.handler {
            handler(change)
            return true
        }
        guard let list = collectionView, let indexPath = layoutAttributes?.path.indexPath else { return false }
        switch accessory.kind {
        case .outline:
            guard let outlineState else { return false }
            return list.dataSource?.collectionView(list, setExpanded: !outlineState.isExpanded, forItemAt: indexPath)
                ?? false
        case .delete: return list.hostCommit(.delete, forItemAt: indexPath)
        case .insert: return list.hostCommit(.insert, forItemAt: indexPath)
        case .selection: return list.hostToggleSelection(ofItemAt: indexPath)
        default: return false
        }
    }

    /// The moves that the handle offers to assistive technologies.
    private var moveActions: [AccessibilityAction] {
        let places: [(String, MoveDirection)] = [
            (ListText.moveBack.text, .previous), (ListText.moveOn.text, .next),
        ]
        return places.map { name, direction in
            AccessibilityAction(name) { [weak self] in
                guard let list = self?.collectionView, let indexPath = self?.layoutAttributes?.path.indexPath else {
                    return
                }
                list.focusedIndexPath = indexPath
                if list.focusedIndexPath == indexPath { list.hostMoveItems(toward: direction) }
            }
        }
    }

    override var ownAccessibility: AccessibilityDescription? {
        var description = content.accessibility
        for (index, accessory) in shownAccessories {
            if accessory.kind == .reorder, accessory.isEnabled { description.actions += moveActions }
            guard let name = accessory.actionName(outlineState) else { continue }
            description.actions.append(
                AccessibilityAction(name) { [weak self] in
                    guard let self else { return }
                    var change = ItemAccessory.Change.pressed
                    guard content.accessories.indices.contains(index) else { return }
                    if case .toggle(let isOn) = content.accessories[index].kind { change = .switched(isOn: !isOn) }
                    perform(change, accessoryAt: index)
                })
        }
        return description
    }
}

/// A ready-made header, footer or other supplementary view: it shows an ``ItemContent``. Accessories of its content are not
/// shown.
public final class ContentView: CollectionReusableView {
    private var shown = ShownContent()

    /// The content that is shown. See ``ContentCell/content``.
    public var content: ItemContent {
        get { shown.content }
        set { if shown.replace(by: newValue) { display(newValue) } }
    }

    public override var hostView: AnyObject? {
        didSet { if shown.isSet, hostView !== oldValue { display(content) } }
    }

    public override func prepareForReuse() { shown = ShownContent() }

    override var ownAccessibility: AccessibilityDescription? { content.accessibility }
}

/// The content of a cell or view.
private struct ShownContent {
    private(set) var content = ItemContent()
    /// How often a content was given since the view was dequeued.
    private(set) var count = 0
    var isSet: Bool { count > 0 }

    /// Returns whether the view looks different afterwards. The handlers are those of the new content in any case.
    mutating func replace(by new: ItemContent) -> Bool {
        let isSame = isSet && content == new
        content = new
        count += 1
        return !isSame
    }
}

extension CollectionReusableView {
    /// Lets the host show a content: its view now, or the next frame that it draws.
    fileprivate func display(_ content: ItemContent) {
        (hostView as? any ContentDisplay)?.show(content, of: self)
        collectionView?.host?.requestFrame()
    }
}

extension CollectionView {
    /// Returns a ready-made cell with a content, for a data source that dequeues its cells.
    ///
    ///     let source = DiffableDataSource<String, Int>(collectionView: view) { view, indexPath, id in
    ///         view.contentCell(ItemContent(mails[id].subject, accessories: [.outline]), for: indexPath)
    ///     }
    public func contentCell(_ content: ItemContent, for indexPath: IndexPath) -> ContentCell {
        let cell = dequeueReusableCell(ContentCell.self, for: indexPath)
        cell.content = content
        return cell
    }

    /// Returns a ready-made header, footer or other supplementary view with a content.
    public func contentView(
        _ content: ItemContent, ofKind kind: ElementKind, for indexPath: IndexPath
    ) -> ContentView {
        let view = dequeueReusableSupplementaryView(ContentView.self, ofKind: kind, for: indexPath)
        view.content = content
        return view
    }
}
