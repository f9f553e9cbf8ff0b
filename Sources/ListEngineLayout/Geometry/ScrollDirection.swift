/// The axis that a list scrolls along.
public enum ScrollDirection: Sendable, Hashable {
    /// Content grows downward, and lines of items run across the width.
    case vertical
    /// Content grows from the leading edge, and lines of items run across the height.
    case horizontal
}

/// The direction of lines of text. A right-to-left direction mirrors the layout.
///
/// Layouts count from the leading edge in both directions. The x coordinates that they return are mirrored.
public enum FlowDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}
