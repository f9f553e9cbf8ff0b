/// The rule that chooses a column for each item of a waterfall. Columns count from the leading edge.
public enum WaterfallPlacement: Sendable, Hashable, CaseIterable {
    /// The shortest column; if several are equally short, the first of them.
    case shortestFirst
    /// Each column in turn, from the first.
    case leadingToTrailing
    /// Each column in turn, from the last.
    case trailingToLeading
}
