import Foundation
import ListEngineLayout

/// What an element is, for assistive technologies.
public enum AccessibilityRole: Sendable, Hashable {
    case listItem
    case heading
    case button
    case checkBox
    case image
    case link
    case text
    /// An ornament, which is not presented.
    case ornament
}

/// What assistive technologies say about an element of a list.
///
/// A program states what its views do not show as text, when it configures them. What is nil has a default: see
/// ``CollectionView/accessibilityDescription(of:)``.
///
///     cell.accessibility = AccessibilityDescription(label: "Ash", value: "unread")
@MainActor
public struct AccessibilityDescription {
    public var role: AccessibilityRole?

    /// The name of the element.
    public var label: String?

    /// The state of the element that changes, such as a count or "unread".
    public var value: String?

    /// Position among the items of the section, from 1.
    public var position: Int?

    /// The number of items of the section.
    public var count: Int?

    /// Level in an outline, from 1.
    public var level: Int?

    public var isSelected: Bool?

    /// Whether the children in an outline are shown; nil if the element cannot be expanded.
    public var isExpanded: Bool?

    /// Actions in addition to the list's own. See ``CollectionView/accessibilityActions(of:)``.
    public var actions: [AccessibilityAction]

    public init(
        role: AccessibilityRole? = nil, label: String? = nil, value: String? = nil, actions: [AccessibilityAction] = []
    ) {
        self.role = role
        self.label = label
        self.value = value
        self.actions = actions
    }
}

/// An action that assistive technologies offer for an element.
@MainActor
public struct AccessibilityAction {
    /// The name that the user hears.
    public var name: String
    public var perform: @MainActor () -> Void

    public init(_ name: String, perform: @escaping @MainActor () -> Void) {
        self.name = name
        self.perform = perform
    }
}

extension CollectionView {
    /// Returns what assistive technologies say about a shown view: what the program stated, and defaults for the rest.
    ///
    /// The role is ``CollectionReusableView/accessibilityRole``. A ready-made cell reads its ``ItemContent``. For other cells, the
    /// label is the text with which typed
    /// characters find the item; position and count are those of the section; level and expansion are those of its
    /// ``CollectionViewCell/outlineState``.
    /// - Returns: Nil if the view shows no element of this list.
    public func accessibilityDescription(of view: CollectionReusableView) -> AccessibilityDescription? {
        guard view.storedCollectionView === self, let path = view.storedAttributes?.path else { return nil }
        var description = view.storedAccessibility ?? AccessibilityDescription()
        let own = view.ownAccessibility
        description.role = description.role ?? own?.role ?? view.accessibilityRole
        description.label = description.label ?? own?.label
        description.value = description.value ?? own?.value
        description.actions += own?.actions ?? []
        guard path.category == .item, let cell = view as? CollectionViewCell, isInList(path) else { return description }
        description.position = description.position ?? path.item + 1
        description.count = description.count ?? layout.numberOfItems(inSection: path.section)
        description.isSelected = description.isSelected ?? cell.isSelected
        if let outline = cell.outlineState {
            description.level = description.level ?? outline.level + 1
            if outline.isExpandable { description.isExpanded = description.isExpanded ?? outline.isExpanded }
        }
        if description.label == nil {
            description.label = keyboard.itemText(at: path.indexPath, delegate, dataSource as? any ItemActionSource)
        }
        return description
    }

    /// Returns the actions of a shown view: those that the program stated, then the swipe actions of its item if the item can be
    /// edited. An action of the list does nothing after the list changed: request them when the user asks for them.
    public func accessibilityActions(of view: CollectionReusableView) -> [AccessibilityAction] {
        guard view.storedCollectionView === self, let path = view.storedAttributes?.path else { return [] }
        let stated = (view.storedAccessibility?.actions ?? []) + (view.ownAccessibility?.actions ?? [])
        guard path.category == .item, isInList(path) else { return stated }
        let changes = positions.changes
        return stated
            + swipeActions(at: path).map { swipe in
                AccessibilityAction(swipe.title) { [weak self] in
                    guard let self, changes == positions.changes, isInList(path) else { return }
                    swipe.handler(swipe, path.indexPath) { _ in }
                }
            }
    }
}
