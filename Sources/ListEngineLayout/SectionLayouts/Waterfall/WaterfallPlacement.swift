/// Which column of a waterfall an item goes to. Columns count from the leading edge.
public enum WaterfallPlacement: Sendable, Hashable, CaseIterable {
    /// The shortest column; of several the first.
    case shortestFirst
    /// Each column in turn, from the first.
    case leftToRight
    /// Each column in turn, from the last.
    case rightToLeft
}
