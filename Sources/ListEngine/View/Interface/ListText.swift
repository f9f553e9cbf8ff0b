import Foundation

/// A text of a ready-made control or menu, in English. A program translates all of them in one place, before it shows its first list:
///
///     let german: [ListText: String] = [.sortAscending: "Aufsteigend sortieren", .noMatch: "Nichts passt zu „%1“."]
///     ListText.translate = { german[$0] }
///
/// The raw value is the English text, as catalogs of translations use it. `%1` to `%3` are replaced. A text that is on the screen
/// already stays until it is made again.
public enum ListText: String, Sendable, CaseIterable {
    // The menu of a column.
    case sortAscending = "Sort ascending"
    case sortDescending = "Sort descending"
    case fitColumn = "Fit to content"
    case pinAtStart = "Keep at the start"
    case pinAtEnd = "Keep at the end"
    case hideColumn = "Hide"
    /// The submenu that shows and hides columns.
    case columns = "Columns"

    // Commands.
    case rename = "Rename"
    case delete = "Delete"
    case cut = "Cut"
    case copy = "Copy"
    case paste = "Paste"
    case undo = "Undo"
    case redo = "Redo"

    // Contents.
    case loading = "Loading…"
    case notLoaded = "Could not be loaded"
    case cancel = "Cancel"
    case tryAgain = "Try again"
    case noResults = "No results"
    /// `%1` is the text of a search.
    case noMatch = "No item matches “%1”."

    /// The field with the text by which a list is filtered.
    case filter = "Filter"

    // Keys, as menus show them.
    case controlKey = "Ctrl"
    case altKey = "Alt"
    case shiftKey = "Shift"
    case deleteKey = "Del"

    // For assistive technologies.
    case insert = "Insert"
    case expand = "Expand"
    case collapse = "Collapse"
    case turnSwitch = "Switch"
    /// The handle with which an item is moved.
    case move = "Move"
    case moveBack = "Move to the previous place"
    case moveOn = "Move to the next place"
    case isOn = "on"
    case isOff = "off"
    case isChecked = "checked"
    case isNotChecked = "not checked"
    /// An item that the user has not seen.
    case isUnread = "unread"
    case isSelected = "Selected"
    case isNotSelected = "Not selected"
    case isExpanded = "expanded"
    case isCollapsed = "collapsed"
    /// `%1` and `%2` are the positions of the first and the last item on the screen, from 1, and `%3` is the number of items.
    case shownItems = "Items %1 to %2 of %3"
    case nextPage = "Next page"
    case previousPage = "Previous page"
    /// `%1` is the number of the page, from 1, and `%2` the number of pages.
    case page = "Page %1 of %2"

    /// The translation, or the English text.
    public var text: String { Self.translate?(self) ?? rawValue }

    /// The text with values in it.
    public func text(_ values: String...) -> String {
        var parts = text.components(separatedBy: "%")
        for place in parts.indices.dropFirst() {
            guard let digit = parts[place].first?.wholeNumberValue, values.indices.contains(digit - 1) else {
                parts[place] = "%" + parts[place]
                continue
            }
            parts[place] = values[digit - 1] + parts[place].dropFirst()
        }
        return parts.joined()
    }

    /// Returns the text in the language of the user; nil: the English one. It can be set on any thread, and is called on any thread.
    public static var translate: (@Sendable (ListText) -> String?)? {
        get { translation.lock.withLock { translation.translate } }
        set { translation.lock.withLock { translation.translate = newValue } }
    }

    private static let translation = Translation()

    // The lock protects the closure.
    private final class Translation: @unchecked Sendable {
        let lock = NSLock()
        var translate: (@Sendable (ListText) -> String?)?
    }
}
