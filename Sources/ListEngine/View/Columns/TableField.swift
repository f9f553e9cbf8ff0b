import Foundation
import ListEngineLayout

/// The content of an item in one column, for what needs more than a picture of it: copying, typing ahead and editing. A data source
/// returns it for every item, visible or not.
@MainActor
public struct TableField {
    /// The text that is copied, and the text with which an edit begins.
    public var text: String

    /// Receives the text that the user has typed. It returns whether the text is accepted; otherwise the user can correct it. Nil
    /// means that the field cannot be edited.
    public var commit: (@MainActor (String) -> Bool)?

    /// The name under which a list without columns asks for the title of an item, which the user edits in its place: see
    /// ``ItemCommand/rename``.
    public static let title = ""

    public init(_ text: String, commit: (@MainActor (String) -> Bool)? = nil) {
        self.text = text
        self.commit = commit
    }
}

/// How a field differs from the other fields of its item. See ``CollectionViewCell/fieldState``.
public struct FieldState: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The field has the focus; see ``CollectionView/focusedColumn``.
    public static let focused = FieldState(rawValue: 1)
    /// The field is in the selected range; see ``CollectionView/fieldRange``.
    public static let selected = FieldState(rawValue: 2)
    /// The user edits the field; see ``CollectionView/fieldEdit``.
    public static let edited = FieldState(rawValue: 4)
}

/// A field that the user edits.
public struct FieldEdit: Sendable, Hashable {
    /// The `Column.id` of the column, or ``TableField/title``.
    public let column: String
    /// The index path of the item. It follows updates.
    public internal(set) var indexPath: IndexPath
    /// The text that the user has typed until now.
    public internal(set) var text: String
    /// The text with which the edit began.
    public let original: String
}

/// How an edit of a field ended.
public enum FieldEditEnd: Sendable, Hashable {
    /// The data source has accepted the text.
    case committed
    /// The user cancelled the edit, or changed nothing. ``FieldEdit/text`` is the text that the user had typed.
    case cancelled
    /// The item or the column was removed, or the field can no longer be edited. ``FieldEdit/text`` is the text that the user had typed.
    case removed
}

/// A rectangle of fields, from one corner to the other.
public struct FieldRange: Sendable, Hashable {
    /// The first and the last item.
    public let first: IndexPath
    public let last: IndexPath
    /// The columns, in their order. Hidden ones are left out.
    public let columns: [String]
}

/// Fields as text.
public struct CopiedFields: Sendable, Hashable {
    /// A line for each item, with a tab between fields, as spreadsheets paste it. A field with a tab, a line break or a
    /// quotation mark is in quotation marks.
    public let tabSeparated: String
}
