/// The simplest layout of a list with compositional sections. Every frame is stored, each edit computes all frames
/// again, and each query reads every element. Sections of other kinds are allowed and laid out as in
/// ``ReferenceLayout``.
///
/// Along the scroll axis, a compositional section consists of headers, leading inset, groups, trailing inset and
/// footers.
public struct ReferenceCompositionalLayout: Sendable {
    public enum Section: Sendable {
        case composed(ReferenceComposedSection)
        case plain(ReferenceSection, spacing: Int64)

        public var itemCount: Int {
            switch self {
            case .composed(let section): section.itemCount
            case .plain(let section, _): section.itemCount
            }
        }

        /// The spacing after the section if another section follows.
        public var spacing: Int64 {
            switch self {
            case .composed(let section): section.composition.sectionSpacing
            case .plain(_, let spacing): spacing
            }
        }
    }

    /// The visible extent along the scroll axis, and the container's extent across it.
    public internal(set) var container: ReferenceAxes<Int64>
    /// Whether the scroll axis is x.
    public let isHorizontal: Bool
    /// Whether x is mirrored in ``mirrored(_:)``. All other coordinates count from the leading edge.
    public let isRightToLeft: Bool

    public internal(set) var sections: [Section] = []
    /// The boundaries of the whole layout.
    public internal(set) var boundaries: [ReferenceBoundary] = []
    public internal(set) var boundaryScale = 0.0
    public internal(set) var boundaryMeasures: [Int: ReferenceMeasure] = [:]

    public private(set) var placements: [ReferencePlacement] = []
    public private(set) var placedBoundaries: [ReferencePlacedBoundary] = []
    /// The room that the layout's headers take before the first section.
    public private(set) var startBand: Int64 = 0
    /// The extent of the content along the scroll axis.
    public private(set) var extent: Int64 = 0

    public init(container: ReferenceAxes<Int64>, isHorizontal: Bool = false, isRightToLeft: Bool = false) {
        self.container = container
        self.isHorizontal = isHorizontal
        self.isRightToLeft = isRightToLeft
    }

    public var itemTotal: Int { placements.reduce(0) { $0 + $1.itemCount } }

    /// Computes all frames.
    mutating func prepare() {
        let around = BoundaryFrames(
            boundaries, measures: boundaryMeasures, insets: .none, container: container, scale: boundaryScale)
        startBand = around.startBand
        var position = around.startBand
        var items = 0
        placements = sections.enumerated().map { index, section in
            var place: ReferencePlacement
            switch section {
            case .composed(let composed): place = composed.placement(in: container)
            case .plain(let plain, _): place = plain.placement(across: container.cross)
            }
            place.shift(main: position)
            place.firstItem = items
            items += place.itemCount
            position += place.extent + (index < sections.count - 1 ? section.spacing : 0)
            return place
        }
        extent = position + around.endBand
        placedBoundaries = around.places(around: 0..<extent, baseZ: 0)
    }
}

extension ReferenceSection {
    fileprivate func placement(across cross: Int64) -> ReferencePlacement {
        var layout = ReferenceLayout(cross: cross)
        layout.insert([self], at: 0)
        var place = ReferencePlacement()
        place.extent = layout.extent
        place.itemCount = itemCount
        place.itemFrames = layout.frames
        place.items = layout.frames.enumerated().map { index, frame in
            var piece = ReferencePiece(.item, index, frame: frame)
            piece.isEstimated = isEstimated
            return piece
        }
        place.plain = layout
        return place
    }
}
