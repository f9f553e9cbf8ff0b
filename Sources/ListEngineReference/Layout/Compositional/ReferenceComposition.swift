/// The description of a compositional section: a tree of groups and items, and the elements around it. Lengths in
/// dimensions are in points, all other lengths in units.
public struct ReferenceComposition: Sendable {
    public var group: ReferenceNode
    public var groupSpacing: Int64 = 0
    public var insets = ReferenceInsets.none
    public var sectionSpacing: Int64 = 0
    /// The space before headers that take room.
    public var headerSpace: Int64 = 0
    /// Whether groups follow each other across the scroll axis, and the section scrolls independently in that direction.
    public var isOrthogonal = false
    /// Whether the first group of an orthogonal section follows the last one.
    public var loops = false
    /// The number of pixels per point. 0: sizes are not rounded down to pixels.
    public var scale = 0.0
    public var boundaries: [ReferenceBoundary] = []
    public var backdrops: [ReferenceBackdrop] = []

    public init(group: ReferenceNode) { self.group = group }

    /// The axis along which groups follow each other.
    public var axis: ReferenceAxis { isOrthogonal ? .cross : .main }
}

public enum ReferenceDimension: Sendable, Equatable {
    case points(Double)
    case fractionOfMain(Double)
    case fractionOfCross(Double)
    /// An estimate in points, used until the item is measured or the content of the group is known.
    case estimated(Double)
    /// As `estimated`, but all siblings of this kind get the extent of the largest one.
    case uniform(Double)

    /// Whether the dimension is estimated or uniform. The final extent is then measured, or follows from the content.
    public var isOpen: Bool {
        switch self {
        case .estimated, .uniform: true
        default: false
        }
    }

    public var isUniform: Bool { if case .uniform = self { true } else { false } }
}

/// The space at an edge or between adjacent items: a minimum and, if it is flexible, a share of the remaining room.
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
    /// Insets that shrink the frame of an item in its slot, or the room of a group's children. Ignored along open
    /// dimensions.
    public var insets = ReferenceInsets.none
    /// The space around the slot.
    public var edges = ReferenceAxes(
        main: ReferenceEnds(start: ReferenceSpace(), end: ReferenceSpace()),
        cross: ReferenceEnds(start: ReferenceSpace(), end: ReferenceSpace()))
    public var badges: [ReferenceBadge] = []

    public init(_ content: Content, main: ReferenceDimension, cross: ReferenceDimension) {
        self.content = content
        size = ReferenceAxes(main: main, cross: cross)
    }

    /// The kinds and the estimated axes of all badges, by node in preorder.
    var badgeList: [[[Int]]] {
        let own = badges.map { [$0.kind, $0.size.main.isOpen ? 1 : 0, $0.size.cross.isOpen ? 1 : 0] }
        guard case .group(let group) = content else { return [own] }
        return [own] + group.children.flatMap(\.badgeList)
    }

    /// The number of nodes in the tree, this node included.
    public var nodeCount: Int {
        guard case .group(let group) = content else { return 1 }
        return group.children.reduce(1) { $0 + $1.nodeCount }
    }
}

public struct ReferenceGroup: Sendable {
    public enum Repetition: Sendable, Equatable {
        /// The children in turn, again and again, until the next one does not fit.
        case fill
        /// The only child, repeated this many times whether it fits or not.
        case count(Int)
        /// The only child, repeated this many times in equal parts.
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

/// A point of a rectangle (0: start, 1: middle, 2: end, on each axis). It is shifted by points, or by shares of the
/// supplementary view's own extents.
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

/// A supplementary view of an item or a group. It takes no room.
public struct ReferenceBadge: Sendable {
    public var kind: Int
    public var zIndex: Int
    /// The size of the badge. Fractions refer to the frame of the item, or to the group without its insets.
    public var size: ReferenceAxes<ReferenceDimension>
    public var container: ReferenceAnchor
    /// The point of the badge that is placed on the container's anchor. If nil, the badge is aligned inside the
    /// container, at the start, middle or end that the container's anchor names.
    public var own: ReferenceAnchor?
    /// Insets that shrink the frame of the badge after it has been placed. Ignored along open dimensions.
    public var insets = ReferenceInsets.none
    /// Whether the badge is omitted after the last item of the section.
    public var separates = false

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

/// A header, footer or similar view of a section or of the whole layout.
public struct ReferenceBoundary: Sendable {
    public var kind: Int
    public var zIndex = 0
    public var size: ReferenceAxes<ReferenceDimension>
    /// The alignment on each axis. 0: start, 1: middle, 2: end.
    public var align: ReferenceAxes<Int>
    public var offset = ReferenceAxes<Int64>(main: 0, cross: 0)
    /// Whether the boundary overlays the content and takes no room.
    public var overlays = false
    public var pins = false
    public var followsInsets = true
    /// Insets that shrink the frame of the boundary, but not the room that it takes. Ignored along open dimensions.
    public var insets = ReferenceInsets.none

    public init(kind: Int, size: ReferenceAxes<ReferenceDimension>, alignMain: Int, alignCross: Int = 1) {
        self.kind = kind
        self.size = size
        align = ReferenceAxes(main: alignMain, cross: alignCross)
    }
}

/// A decoration view behind a whole section.
public struct ReferenceBackdrop: Sendable {
    public var kind: Int
    public var zIndex = 0
    public var insets = ReferenceInsets.none
    /// Whether it is behind the groups only, without the boundaries and the insets of the section.
    public var isBehindItems = false

    public init(kind: Int) { self.kind = kind }
}

/// The measured size of an element, in units. Nil on an axis that was not measured.
public typealias ReferenceMeasure = ReferenceAxes<Int64?>

extension ReferenceMeasure {
    public static let nothing = ReferenceMeasure(main: nil, cross: nil)
}
