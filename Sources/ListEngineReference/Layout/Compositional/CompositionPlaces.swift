/// An item of a solved group, relative to the group.
struct SolvedItem {
    var frame: ReferenceRect
    var zIndex: Int
    /// The axes on which the item is estimated until it is measured.
    var isOpen: ReferenceAxes<Bool>
    var badges: [SolvedBadge]
}

struct SolvedBadge {
    var kind: Int
    var zIndex: Int
    var frame: ReferenceRect
    var separates: Bool
    var name: ReferenceBadgeName
    /// The axes on which the badge is estimated until it is measured.
    var isOpen: ReferenceAxes<Bool>
    /// The first item of its node, within the group.
    var owner: Int
}

/// A group inside a solved group, or the whole solved group.
struct SolvedPart {
    /// The items of the group.
    var items: Range<Int>
    /// The number of groups of the same node before this one, and the number of all groups of that node.
    var ordinal: Int
    var occurrences: Int
    var badges: [SolvedBadge]
}

/// A group with the frames of all its elements.
struct SolvedGroup {
    var extent: ReferenceAxes<Int64>
    var items: [SolvedItem]
    /// The groups that contain items. Inner groups are listed before outer ones.
    var parts: [SolvedPart]
}

/// The third pass, down the tree: positions.
struct CompositionPlaces {
    private let scale: Double
    private let measures: [[ReferenceBadgeName: ReferenceMeasure]]
    private var items: [SolvedItem] = []
    private var parts: [(number: Int, part: SolvedPart)] = []
    private var occurrences: [Int: Int] = [:]

    /// - Parameter measures: The measured sizes of badges, by the items of the group to which they belong.
    static func places(
        of root: SizedNode, scale: Double, measures: [[ReferenceBadgeName: ReferenceMeasure]] = []
    ) -> SolvedGroup {
        var places = CompositionPlaces(scale: scale, measures: measures)
        places.place(root, at: ReferenceAxes(main: 0, cross: 0))
        let parts = places.parts.map { number, part in
            var part = part
            part.occurrences = places.occurrences[number]!
            return part
        }
        return SolvedGroup(extent: root.extent, items: places.items, parts: parts)
    }

    private init(scale: Double, measures: [[ReferenceBadgeName: ReferenceMeasure]]) {
        self.scale = scale
        self.measures = measures
    }

    /// Places a node whose slot starts at `start`.
    private mutating func place(_ sized: SizedNode, at start: ReferenceAxes<Int64>) {
        let content = ReferenceAxes(main: sized.content(.main), cross: sized.content(.cross))
        let origin = ReferenceAxes(main: start.main + sized.inset(.main), cross: start.cross + sized.inset(.cross))
        let rect = ReferenceRect(min: origin, extent: content)
        let badges = sized.node.badges.enumerated().map { ordinal, badge in
            self.badge(badge, ReferenceBadgeName(node: sized.number, ordinal: ordinal), on: rect)
        }
        if case .item = sized.node.content {
            items.append(SolvedItem(frame: rect, zIndex: 0, isOpen: sized.isOpen, badges: badges))
            return
        }

        let ordinal = occurrences[sized.number, default: 0]
        occurrences[sized.number] = ordinal + 1
        let first = items.count
        for custom in sized.frames {
            items.append(
                SolvedItem(
                    frame: custom.frame.shifted(main: origin.main, cross: origin.cross), zIndex: custom.zIndex,
                    isOpen: ReferenceAxes(main: false, cross: false), badges: []))
        }
        if case .group(let group) = sized.node.content {
            for (child, place) in zip(sized.children, childPlaces(of: sized, group, content: content)) {
                self.place(child, at: ReferenceAxes(main: origin.main + place.main, cross: origin.cross + place.cross))
            }
        }
        parts.append(
            (sized.number, SolvedPart(items: first..<items.count, ordinal: ordinal, occurrences: 0, badges: badges)))
    }

    /// Returns the starts of the children's slots in the content.
    private func childPlaces(of sized: SizedNode, _ group: ReferenceGroup, content: ReferenceAxes<Int64>)
        -> [ReferenceAxes<Int64>]
    {
        let (along, across) = (group.axis, group.axis.other)
        let extents = sized.children.map { $0.leastEdges(along) + $0.extent[along] }
        let left = max(0, content[along] - sized.used(extents, of: group))
        let last = sized.children.count - 1

        // The spaces, in this order: before a child, after it, and between it and the next one.
        var spaces: [ReferenceSpace] = []
        for (index, child) in sized.children.enumerated() {
            spaces.append(child.node.edges[along].start)
            spaces.append(child.node.edges[along].end)
            if index < last { spaces.append(group.between) }
        }
        let shares = CompositionArithmetic.shares(
            of: left, among: spaces.filter(\.isFlexible).count, scale: scale)
        var share = shares.makeIterator()
        let widths = spaces.map { $0.least + ($0.isFlexible ? share.next()! : 0) }

        // Equal parts without flexible space are distributed in whole pixels.
        var spreads = false
        if case .share = group.repetition { spreads = shares.isEmpty && scale > 0 }

        var places: [ReferenceAxes<Int64>] = []
        var position: Int64 = 0
        for (index, child) in sized.children.enumerated() {
            position += widths[3 * index]
            var place = ReferenceAxes(main: 0 as Int64, cross: 0)
            place[along] = position
            if spreads {
                let part = left * Int64(index) / Int64(sized.children.count)
                place[along] += CompositionArithmetic.pixelRound(part, scale: scale)
            }
            place[across] = acrossPlace(of: child, across, content: content[across])
            places.append(place)
            position += child.extent[along] + widths[3 * index + 1] + (index < last ? widths[3 * index + 2] : 0)
        }
        return places
    }

    private func acrossPlace(of child: SizedNode, _ axis: ReferenceAxis, content: Int64) -> Int64 {
        let edges = child.node.edges[axis]
        let left = max(0, content - child.extent[axis] - child.leastEdges(axis))
        switch (edges.start.isFlexible, edges.end.isFlexible) {
        case (true, false): return edges.start.least + left
        case (true, true):
            return edges.start.least + CompositionArithmetic.part(of: left, among: 2, scale: scale)
        default: return edges.start.least
        }
    }

    private func badge(_ badge: ReferenceBadge, _ name: ReferenceBadgeName, on rect: ReferenceRect) -> SolvedBadge {
        let container = ReferenceAxes(main: rect.extent(.main), cross: rect.extent(.cross))
        var start = ReferenceAxes(main: 0 as Int64, cross: 0)
        var extent = start
        for axis in ReferenceAxis.allCases {
            var own = CompositionArithmetic.extent(badge.size[axis], in: container, scale: scale)
            if badge.size[axis].isOpen, items.count < measures.count,
                let measured = measures[items.count][name]?[axis]
            {
                own = measured
            }
            extent[axis] = own
            func shift(_ anchor: ReferenceAnchor) -> Int64 {
                anchor.isFractional
                    ? Int64((anchor.offset[axis] * Double(own)).rounded(.toNearestOrEven))
                    : ReferenceUnits.units(anchor.offset[axis])
            }
            func point(_ anchor: ReferenceAnchor, of extent: Int64) -> Int64 {
                CompositionArithmetic.half(Int64(anchor.place[axis]) * extent)
            }
            if let ownAnchor = badge.own {
                start[axis] =
                    rect.start(axis) + point(badge.container, of: container[axis]) + shift(badge.container)
                    - point(ownAnchor, of: own) + shift(ownAnchor)
            } else {
                start[axis] =
                    rect.start(axis) + point(badge.container, of: container[axis] - own) + shift(badge.container)
            }
        }
        let frame = ReferenceRect(min: start, extent: extent).inset(by: badge.insets, of: badge.size)
        return SolvedBadge(
            kind: badge.kind, zIndex: badge.zIndex, frame: frame, separates: badge.separates, name: name,
            isOpen: ReferenceAxes(main: badge.size.main.isOpen, cross: badge.size.cross.isOpen), owner: items.count)
    }
}
