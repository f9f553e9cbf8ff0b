import ListEngine

/// The lines of a ready-made field, until its content or its look changes. Most fields of a screen are drawn again and again, and composing
/// their lines costs more than all other work for a screen.
@MainActor
final class DrawnField: ContentDisplay {
    /// Everything but the content on which the lines depend.
    struct Look: Equatable {
        var width: Int
        var alignment: ColumnAlignment
        var separator: Character?
        /// Whether a single field of the table has the focus.
        var inCells = false
        var isFocused = false
        var isSelected = false
        var isHighlighted = false
        var isReordering = false
        var state: FieldState = []
    }

    private var drawn: (look: Look, lines: [[StyledText]])?

    func show(_ content: ItemContent, of view: CollectionReusableView) { drawn = nil }

    /// The field goes into the pool, and may be used without a content.
    func forget() { drawn = nil }

    func lines(_ look: Look, _ compose: () -> [[StyledText]]) -> [[StyledText]] {
        if let drawn, drawn.look == look { return drawn.lines }
        let lines = compose()
        drawn = (look, lines)
        return lines
    }
}
