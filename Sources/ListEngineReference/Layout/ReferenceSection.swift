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

    /// Extents of the header and the footer along the scroll axis. 0 means that there is none. A section of frames uses
    /// ``headerFrame`` and ``footerFrame`` instead.
    public var header: Int64 = 0
    public var footer: Int64 = 0

    /// The size of each item, in lists, flows and waterfalls. Only flows, and waterfalls with ratios or spans, read `cross`. Heights
    /// and the line spacing of a waterfall are multiples of 16 units (``ReferenceUnits/waterfallUnits(_:)``).
    public var sizes: [ReferenceSize] = []

    /// Which column each item of a waterfall goes to.
    public var placement: Placement = .shortestFirst
    /// Whether the heights of a waterfall follow from ratios: an item's height is the column's width times `main` / `cross`.
    public var isByRatio = false
    /// Whether `cross` of a waterfall's sizes is how many columns an item spans, in units of a point. `main` is then an
    /// item's height, or by ratio the ratio.
    public var spansColumns = false
    /// Pixels per point of a waterfall. Column widths, and heights by ratio, are floored to pixels. 0 means no pixels.
    public var scale = 0.0

    /// The number of items of a grid.
    public var gridCount = 0
    /// The size of the items of a grid.
    public var gridSize = ReferenceSize(main: 0)
    /// The number of columns of a grid or a waterfall. In a grid, 0 means as many columns as fit.
    public var columns = 0

    /// The frames of a section of frames, relative to its start.
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

    /// The rest of the container for a line of items.
    func lineExtent(in container: Int64) -> Int64 { max(0, container - insetCrossStart - insetCrossEnd) }
}
