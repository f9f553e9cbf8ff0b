import Foundation
import ListEngineLayout

/// A view that a scrolling host shows, and its position on the screen.
public struct HostedView {
    public let view: CollectionReusableView

    /// The frame relative to the visible bounds, in points. Its edges are on pixels if the list has a
    /// ``CollectionView/displayScale``.
    public let frame: CGRect

    /// Drawing order, opacity and transform.
    public let placement: ElementPlacement

    /// For a field of a table, the view of its item or header, which is drawn below it. For all others, the view itself.
    public let owner: CollectionReusableView

    /// The column of a field; nil for all other views.
    public let column: String?

    /// The edge of the window at which the column of a field stays; nil for all other views.
    public let pinnedEdge: ColumnEdge?
}
