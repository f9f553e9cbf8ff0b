#if GTK
    import Foundation

    /// What the pointer and the keys do in the header of a table.
    @MainActor
    final class TableInput {
        /// Whether the button is pressed on the edge of a column.
        var holdsEdge = false
        /// Whether the pointer has moved since it was pressed on an edge.
        var movesEdge = false
        /// The title that the pointer presses.
        weak var pressed: GTKRow?
        /// Where the pointer is in the column that it moves, from the left, and in the list.
        var held: (inColumn: CGFloat, inList: CGFloat)?
        /// The column whose title receives the keyboard focus when it is placed.
        var wantedFocus: String?
        var hasCursor = false
        /// The entry in the field that the user edits.
        var entry: GTKEntry?
        /// Whether the entry receives the keyboard focus when it is placed.
        var wantsEntryFocus = false
        /// Whether fields were marked in the last frame.
        var showsFields = false
        /// Whether every second row looks different.
        var isStriped = false
        /// The number of changes of the list.
        var listChanges = 0
        /// Whether the pointer held a column in the last frame.
        var wasMoving = false
        /// The heights of a row and of titles in the theme, and for which font and style they were measured.
        let usual = UsualHeights()
    }

    /// The heights that the theme gives a row with one line of text and the titles of a table, in points.
    @MainActor
    final class UsualHeights {
        var row: CGFloat = 44
        var titles: CGFloat = 44
        var font: CUnsignedInt = 0
        var isDense = false
    }
#endif
