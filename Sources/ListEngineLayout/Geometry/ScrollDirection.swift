/// The axis that a list scrolls along.
public enum ScrollDirection: Sendable, Hashable {
    /// Content grows downward; lines run across the width.
    case vertical
    /// Content grows from the leading edge; lines run across the height.
    case horizontal
}

/// The direction that lines of text run, which mirrors a layout where it is right to left.
///
/// Layouts count from the leading edge in either case. What they answer in x is mirrored.
public enum FlowDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}
