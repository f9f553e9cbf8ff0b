/// The description of a compositional section: a group of items as a tree, and what stands around it. Lengths along
/// dimensions are in points, all others in units.
public struct ReferenceComposition: Sendable {
    public var group: ReferenceNode
    public var groupSpacing: Int64 = 0
    public var insets = ReferenceInsets.none
    public var sectionSpacing: Int64 = 0
    /// Groups follow each other across the scroll axis, and the section scrolls on its own that way.
    public var isOrthogonal = false
    /// Pixels in a point; 0: sizes are not floored to pixels.
    public var scale = 0.0
    public var boundaries: [ReferenceBoundary] = []
    public var backdrops: [ReferenceBackdrop] = []

    public init(group: ReferenceNode) { self.group = group }

    /// The axis that groups follow each other along.
    public var axis: ReferenceAxis { isOrthogonal ? .cross : .main }
}

public enum ReferenceDimension: Sendable, Equatable {
    case points(Double)
    case fractionOfMain(Double)
    case fractionOfCross(Double)
    /// Points until measured; of a group, until its content is known.
    case estimated(Double)
    /// Estimated, and all siblings of the kind get the largest one's extent.
    case uniform(Double)

    /// Estimated or uniform: what is measured or contained decides in the end.
    public var isOpen: Bool {
        switch self {
        case .estimated, .uniform: true
        default: false
        }
    }

    public var isUniform: Bool { if case .uniform = self { true } else { false } }
}

/// Space at an edge or between neighbours: so much, and if flexible a share of what is left over.
public struct ReferenceSpace: Sendable, Equatable {
    public var least: Int64
    public var isFlexible: Bool

    public init(_ least: Int64 = 0, isFlexible: Bool = false) {
        self.least = least
        self.isFlexible = isFlexible
    }
}

/// An item or a group of a composition.
public struct ReferenceNode: Sendable {
    public enum Content: Sendable {
        case item
        case group(ReferenceGroup)
        /// `count` frames that a closure returns for the main and cross extent of the group's content.
        case custom(count: Int, frames: @Sendable (Int64, Int64) -> [ReferenceCustomFrame])
    }

    public var content: Content
    public var size: ReferenceAxes<ReferenceDimension>
    /// Shrink an item's frame in its slot, and the room of a group's children; ignored along open dimensions.
    public var insets = ReferenceInsets.none
    /// Around the slot.
    public var edges = ReferenceAxes(
        main: ReferenceEnds(start: ReferenceSpace(), end: ReferenceSpace()),
        cross: ReferenceEnds(start: ReferenceSpace(), end: ReferenceSpace()))
    public var badges: [ReferenceBadge] = []

    public init(_ content: Content, main: ReferenceDimension, cross: ReferenceDimension) {
        self.content = content
        size = ReferenceAxes(main: main, cross: cross)
    }

    /// Nodes of the tree, this one included.
    public var nodeCount: Int {
        guard case .group(let group) = content else { return 1 }
        return group.children.reduce(1) { $0 + $1.nodeCount }
    }
}

public struct ReferenceGroup: Sendable {
    public enum Repetition: Sendable, Equatable {
        /// Children in turn, over and over, until the next does not fit.
        case fill
        /// The only child so often, fitting or not.
        case count(Int)
        /// The only child so often, in equal parts.
        case share(Int)
    }

    public var axis: ReferenceAxis
    public var repetition: Repetition
    public var children: [ReferenceNode]
    public var between: ReferenceSpace

    public init(
        along axis: ReferenceAxis, _ repetition: Repetition = .fill, _ children: [ReferenceNode],
        between: ReferenceSpace = ReferenceSpace()
    ) {
        self.axis = axis
        self.repetition = repetition
        self.children = children
        self.between = between
    }
}

public struct ReferenceCustomFrame: Sendable, Equatable {
    public var frame: ReferenceRect
    public var zIndex: Int

    public init(_ frame: ReferenceRect, zIndex: Int = 0) {
        self.frame = frame
        self.zIndex = zIndex
    }
}

/// A point of a rectangle (0: start, 1: middle, 2: end, on each axis), shifted by points, or by shares of the
/// supplementary's own extents.
public struct ReferenceAnchor: Sendable, Equatable {
    public var place: ReferenceAxes<Int>
    public var offset: ReferenceAxes<Double>
    public var isFractional: Bool

    public init(main: Int, cross: Int, offset: ReferenceAxes<Double>, isFractional: Bool) {
        place = ReferenceAxes(main: main, cross: cross)
        self.offset = offset
        self.isFractional = isFractional
    }
}

/// A supplementary of an item or a group; it takes no room.
public struct ReferenceBadge: Sendable {
    public var kind: Int
    public var zIndex: Int
    /// Fractions are of the item's frame, or of the group less its insets.
    public var size: ReferenceAxes<ReferenceDimension>
    public var container: ReferenceAnchor
    /// The point of the badge that is put on the container's; nil: it stands off the edges as the container's says.
    public var own: ReferenceAnchor?
    /// Shrink its frame once it stands; ignored along open dimensions.
    public var insets = ReferenceInsets.none

    public init(
        kind: Int, zIndex: Int = 0, size: ReferenceAxes<ReferenceDimension>, container: ReferenceAnchor,
        own: ReferenceAnchor? = nil
    ) {
        self.kind = kind
        self.zIndex = zIndex
        self.size = size
        self.container = container
        self.own = own
    }
}

/// A header, footer or the like of a section or of the whole layout.
public struct ReferenceBoundary: Sendable {
    public var kind: Int
    public var zIndex = 0
    public var size: ReferenceAxes<ReferenceDimension>
    /// 0: start, 1: middle, 2: end, on each axis.
    public var align: ReferenceAxes<Int>
    public var offset = ReferenceAxes<Int64>(main: 0, cross: 0)
    /// Lies on the content and takes no room.
    public var overlays = false
    public var pins = false
    public var followsInsets = true
    /// Shrink its frame, not the room that it takes; ignored along open dimensions.
    public var insets = ReferenceInsets.none

    public init(kind: Int, size: ReferenceAxes<ReferenceDimension>, alignMain: Int, alignCross: Int = 1) {
        self.kind = kind
        self.size = size
        align = ReferenceAxes(main: alignMain, cross: alignCross)
    }
}

/// A decoration behind a whole section.
public struct ReferenceBackdrop: Sendable {
    public var kind: Int
    public var zIndex = 0
    public var insets = ReferenceInsets.none

    public init(kind: Int) { self.kind = kind }
}

/// What was measured of an element, in units; nil on an axis that was not.
public typealias ReferenceMeasure = ReferenceAxes<Int64?>

extension ReferenceMeasure {
    public static let nothing = ReferenceMeasure(main: nil, cross: nil)
}
