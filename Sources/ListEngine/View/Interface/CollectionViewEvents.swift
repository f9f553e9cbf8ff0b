import Foundation

/// A finger or a mouse button on the list.
///
/// A finger that taps an item chooses it. A mouse selects as on a desktop: see ``Pointer/mouse``.
public struct CollectionViewTouch: Sendable, Hashable {
    public enum Phase: Sendable, Hashable { case began, moved, ended, cancelled }

    public enum Pointer: Sendable, Hashable {
        case finger
        /// A click selects its item instead of all others, and moves the focus there. With ``InputModifiers/toggle`` it
        /// adds the item to the selection or removes it, and with ``InputModifiers/extend`` it selects all items from the
        /// one that was clicked before. A double click performs the primary action: see
        /// ``CollectionView/activatesOnSingleClick``. A click outside of all items deselects them.
        case mouse
    }

    public var phase: Phase
    /// A point of the content, in points.
    public var location: CGPoint
    public var pointer = Pointer.finger
    /// The keys that are held down at the end of the touch.
    public var modifiers: InputModifiers = []
    /// 2 for the second click of a double click.
    public var clickCount = 1
    /// Whether the touch is on the mark with which the user selects an item. A click there has the modifier ``InputModifiers/toggle`` and
    /// selects the item, also in a list in which a field has the focus.
    public var isOnSelectionMark = false

    public init(_ phase: Phase, at location: CGPoint) {
        self.phase = phase
        self.location = location
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
        hasher.combine(location)
        hasher.combine(pointer)
        hasher.combine(modifiers)
        hasher.combine(clickCount)
        hasher.combine(isOnSelectionMark)
    }
}

/// What keys that are held down mean for a click or another key.
public struct InputModifiers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Selects a range of items: the shift key.
    public static let extend = InputModifiers(rawValue: 1)
    /// Changes a single item of the selection: the control key, on Apple's systems the command key.
    public static let toggle = InputModifiers(rawValue: 2)
}

/// A key that a list handles.
public enum CollectionViewKey: Sendable, Hashable {
    case up, down, left, right
    /// The next and the previous item in reading order, as with the tab key.
    case next, previous
    case pageUp, pageDown
    /// The first and the last item.
    case home, end
    /// Chooses the focused item, as a tap does: selects it and performs its primary action. For hosts with a single key.
    case select
    /// Performs the primary action of the focused item, which is selected first: the return key of a desktop.
    case activate
    /// Selects the focused item without its primary action: the space bar of a desktop.
    case mark
    /// Edits the focused field of a table: F2. See ``CollectionView/fieldEdit``.
    case edit
    /// Any other character. The focused cell receives it first, then type-ahead.
    case character(Character)
}
