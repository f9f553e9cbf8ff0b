/// A problem of the composition that the solver worked around, and the index in preorder of the node that has it.
public struct ReferenceCompositionFault: Sendable, Equatable {
    public enum Reason: Sendable {
        case firstDoesNotFit, emptyGroup, noExtent, tooMany
    }

    public var reason: Reason
    public var node: Int

    public init(reason: Reason, node: Int) {
        self.reason = reason
        self.node = node
    }
}

/// A node with its extents, and with each child as often as it is repeated.
struct SizedNode {
    let node: ReferenceNode
    /// The index of the node in preorder.
    let number: Int
    var extent: ReferenceAxes<Int64>
    /// The axes on which the extent is measured or follows from the content.
    var isOpen: ReferenceAxes<Bool>
    var children: [SizedNode] = []
    var frames: [ReferenceCustomFrame] = []
    /// The number of items in the node.
    var leaves = 0
    /// The problems of this node, and of the children that were placed.
    var faults: [ReferenceCompositionFault] = []

    /// The number of nodes in this node, itself included. Repeated nodes are counted each time.
    var nodes: Int { children.reduce(1) { $0 + $1.nodes } }

    /// The room of the node's children, or the slot of an item, along an axis.
    func content(_ axis: ReferenceAxis) -> Int64 {
        isOpen[axis] ? extent[axis] : max(0, extent[axis] - node.insets.both(axis))
    }

    /// The start of the content along an axis.
    func inset(_ axis: ReferenceAxis) -> Int64 { isOpen[axis] ? 0 : node.insets[axis].start }

    func isUniform(_ axis: ReferenceAxis) -> Bool { isOpen[axis] && node.size[axis].isUniform }

    /// The minimum that the node's edges take along an axis.
    func leastEdges(_ axis: ReferenceAxis) -> Int64 { node.leastEdges(axis) }
}

extension ReferenceNode {
    func leastEdges(_ axis: ReferenceAxis) -> Int64 { edges[axis].start.least + edges[axis].end.least }
}

/// The first pass, down the tree: computes extents from dimensions, and how often children are repeated.
struct CompositionSizes {
    /// The maximum number of items of a group.
    static let mostItems = 1 << 16

    let scale: Double
    /// All problems found, including those of children that were tried and not placed.
    private(set) var faults: [ReferenceCompositionFault] = []

    init(scale: Double) { self.scale = scale }

    /// - Parameter override: An axis whose extent the parent determines, and that extent.
    mutating func size(
        _ node: ReferenceNode, number: Int, in container: ReferenceAxes<Int64>,
        override: (axis: ReferenceAxis, extent: Int64)? = nil
    ) -> SizedNode {
        var sized = SizedNode(
            node: node, number: number,
            extent: ReferenceAxes(
                main: CompositionArithmetic.extent(node.size.main, in: container, scale: scale),
                cross: CompositionArithmetic.extent(node.size.cross, in: container, scale: scale)),
            isOpen: ReferenceAxes(main: node.size.main.isOpen, cross: node.size.cross.isOpen))
        if let override {
            sized.extent[override.axis] = override.extent
            sized.isOpen[override.axis] = false
        }
        switch node.content {
        case .item: sized.leaves = 1
        case .custom(let count, let frames):
            let given = frames(sized.content(.main), sized.content(.cross))
            let missing = ReferenceCustomFrame(.empty)
            sized.leaves = min(count, Self.mostItems)
            sized.frames = (0..<sized.leaves).map { $0 < given.count ? given[$0] : missing }
            if count == 0 { note(.emptyGroup, in: &sized) }
            if count > Self.mostItems { note(.tooMany, in: &sized) }
        case .group(let group): fill(&sized, with: group)
        }
        return sized
    }

    private mutating func note(_ reason: ReferenceCompositionFault.Reason, in sized: inout SizedNode) {
        let fault = ReferenceCompositionFault(reason: reason, node: sized.number)
        faults.append(fault)
        sized.faults.append(fault)
    }

    private mutating func fill(_ sized: inout SizedNode, with group: ReferenceGroup) {
        guard !group.children.isEmpty, group.repetition != .count(0), group.repetition != .share(0) else {
            note(.emptyGroup, in: &sized)
            return
        }
        let content = ReferenceAxes(main: sized.content(.main), cross: sized.content(.cross))
        let (count, fault) =
            switch group.repetition {
            case .count(let count), .share(let count): (count, nil as ReferenceCompositionFault.Reason?)
            case .fill: filling(group, content)
            }
        var override: (ReferenceAxis, Int64)?
        if case .share = group.repetition, let child = group.children.first {
            let gaps = group.between.least * Int64(count - 1)
            let slot = max(0, (content[group.axis] - gaps) / Int64(count))
            let extent = max(0, slot - child.leastEdges(group.axis))
            override = (group.axis, CompositionArithmetic.pixelFloor(extent, scale: scale))
        }
        // All repetitions of a child are the same, so each child is sized once.
        let room = Self.room(of: group, content, among: count)
        var next = sized.number + 1
        let children = group.children.map { child in
            defer { next += child.nodeCount }
            return size(child, number: next, in: room, override: override)
        }
        for placed in 0..<count {
            let child = children[placed % children.count]
            if placed < children.count { sized.faults += child.faults }
            // A child without items counts as one item, so that the repetition ends.
            if sized.leaves + max(1, child.leaves) > Self.mostItems || sized.children.count == Self.mostItems {
                note(.tooMany, in: &sized)
                break
            }
            sized.children.append(child)
            sized.leaves += child.leaves
        }
        if let fault { note(fault, in: &sized) }
    }

    /// The space that a number of children share: the content of their group without the spacings between them.
    private static func room(
        of group: ReferenceGroup, _ content: ReferenceAxes<Int64>, among count: Int
    ) -> ReferenceAxes<Int64> {
        var room = content
        room[group.axis] = max(0, content[group.axis] - group.between.least * Int64(count - 1))
        return room
    }

    /// How many children, in turn, fit into a group with this content; at least one. With one child more there is one
    /// more spacing, and the children share less room.
    private func filling(
        _ group: ReferenceGroup, _ content: ReferenceAxes<Int64>
    ) -> (count: Int, fault: ReferenceCompositionFault.Reason?) {
        let turn = group.children.count
        var turnStart: Int64 = 0
        for count in 1...(Self.mostItems + 1) {
            let room = Self.room(of: group, content, among: count)
            var end = group.between.least * Int64(count - 1)
            for (index, child) in group.children.prefix(count).enumerated() {
                let extent = CompositionArithmetic.extent(child.size[group.axis], in: room, scale: scale)
                let repetitions = Int64((count - index + turn - 1) / turn)
                end += (extent + child.leastEdges(group.axis)) * repetitions
            }
            if end > content[group.axis] + ReferenceUnits.fitTolerance {
                return count > 1 ? (count - 1, nil) : (1, .firstDoesNotFit)
            }
            if count % turn == 0 {
                if end <= turnStart { return (count, .noExtent) }
                turnStart = end
            }
        }
        return (Self.mostItems + 1, nil)
    }
}

/// The second pass, up the tree: computes extents that follow from measured sizes.
extension SizedNode {
    /// - Parameter measured: The measured sizes of the items of the group, from this node's first item on. Items beyond
    ///   the end of the slice are not measured.
    mutating func measure(_ measured: ArraySlice<ReferenceMeasure>) {
        switch node.content {
        case .item:
            guard let measure = measured.first else { return }
            for axis in ReferenceAxis.allCases where isOpen[axis] {
                if let extent = measure[axis] { self.extent[axis] = extent }
            }
        case .custom: break
        case .group(let group):
            var rest = measured
            for index in children.indices {
                let leaves = children[index].leaves
                children[index].measure(rest.prefix(leaves))
                rest = rest.dropFirst(leaves)
            }
            for axis in ReferenceAxis.allCases {
                let largest = children.filter { $0.isUniform(axis) }.map { $0.extent[axis] }.max() ?? 0
                for index in children.indices where children[index].isUniform(axis) {
                    children[index].extent[axis] = largest
                }
                if isOpen[axis] { extent[axis] = contentExtent(axis, of: group) }
            }
        }
    }

    private func contentExtent(_ axis: ReferenceAxis, of group: ReferenceGroup) -> Int64 {
        let extents = children.map { $0.leastEdges(axis) + $0.extent[axis] }
        if axis != group.axis { return max(0, extents.max() ?? 0) }
        return max(0, used(extents, of: group))
    }

    /// The room that slots with these extents take along the group's axis, with the spacing between them.
    func used(_ extents: [Int64], of group: ReferenceGroup) -> Int64 {
        extents.reduce(0, +) + group.between.least * Int64(max(0, extents.count - 1))
    }
}
