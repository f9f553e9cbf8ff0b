/// A section as the reference layouts see it: how it is laid out, and the sizes of its items, in units.
public struct ReferenceSection: Sendable, Equatable {
    public enum Kind: Sendable {
        /// One item a line, as wide as the section.
        case list
        /// Items of one size, in columns.
        case grid
        /// Items of any size, packed greedily into lines.
        case flow
        /// Frames from a user's own layout, in any order.
        case frames
        /// Columns of equal width. Each item is placed below the last item of its column.
        case waterfall
    }

    public enum Packing: Sendable {
        /// Gaps grow until a full line touches both insets; items are centred across the line.
        case justified
        /// Exact spacing from the leading inset. Items are aligned to the top of the line.
        case leading
    }

    /// Which column an item of a waterfall goes to.
    public enum Placement: Sendable, CaseIterable {
        /// The shortest column, or the first of several shortest ones.
        case shortestFirst
        /// Each in turn, from the first column.
        case leftToRight
        /// Each in turn, from the last column.
        case rightToLeft
    }

    public var kind: Kind
    public var packing: Packing = .justified
    public var pinsHeader = false
    public var pinsFooter = false
    public var isEstimated = false

    /// Insets along the scroll axis lie between the header, the lines and the footer; they may be negative.
    public var insetMainStart: Int64 = 0
    public var insetMainEnd: Int64 = 0
    public var insetCrossStart: Int64 = 0
    public var insetCrossEnd: Int64 = 0
    public var lineSpacing: Int64 = 0
    public var itemSpacing: Int64 = 0

    /// Extents of header and footer along the scroll axis; 0: there is none. A section of frames has frames for them.
    public var header: Int64 = 0
    public var footer: Int64 = 0

    /// List, flow and waterfall: the size of each item; `cross` counts in a flow, and in a waterfall by ratio. Heights and
    /// the line spacing of a waterfall are multiples of 16 units (``ReferenceUnits/waterfallUnits(_:)``).
    public var sizes: [ReferenceSize] = []

    /// Waterfall: how items find their column, whether their heights are to the column's width as `main` is to `cross`,
    /// and pixels in a point, to which widths and heights by ratio are floored (0: no grid).
    public var placement: Placement = .shortestFirst
    public var isByRatio = false
    public var scale = 0.0

    /// Grid: the number of items, their size, and the number of columns; 0 takes as many as fit of the size's `cross`.
    /// Waterfall: the number of columns.
    public var gridCount = 0
    public var gridSize = ReferenceSize(main: 0)
    public var columns = 0

    /// Frames: relative to the section's start.
    public var frames: [ReferenceRect] = []
    public var framesExtent: Int64 = 0
    public var headerFrame = ReferenceRect.empty
    public var footerFrame = ReferenceRect.empty

    public init(kind: Kind) { self.kind = kind }

    public var itemCount: Int {
        switch kind {
        case .list, .flow, .waterfall: sizes.count
        case .grid: gridCount
        case .frames: frames.count
        }
    }

    /// What is left of the container for a line of items.
    func lineExtent(in container: Int64) -> Int64 { max(0, container - insetCrossStart - insetCrossEnd) }
}
