/// A composition solved for a container: the template of its groups, and groups with measured items.
struct CompositionSolver {
    /// Most nodes, repeated ones counted each time, or badges of a group whose items can be measured.
    static let mostMeasured = 1 << 10

    let composition: ReferenceComposition
    /// Of what was placed, and also of children that were tried and did not fit.
    let faults, considered: [ReferenceCompositionFault]
    private let sized: SizedNode
    /// A group of which nothing is measured.
    let template: SolvedGroup
    /// Whether measured sizes count.
    let isMeasurable: Bool

    /// - Parameter container: the visible extent along the scroll axis, and the container's across it.
    init(_ composition: ReferenceComposition, container: ReferenceAxes<Int64>) {
        self.composition = composition
        var inner = container
        let across = composition.axis.other
        inner[across] = max(0, inner[across] - composition.insets.both(across))
        var sizes = CompositionSizes(scale: composition.scale)
        sized = sizes.size(composition.group, number: 0, in: inner)
        faults = sized.faults
        considered = sizes.faults
        var empty = sized
        empty.measure([])
        template = CompositionPlaces.places(of: empty, scale: composition.scale)
        let badges =
            template.items.reduce(0) { $0 + $1.badges.count } + template.parts.reduce(0) { $0 + $1.badges.count }
        isMeasurable = sized.nodes <= Self.mostMeasured && badges <= Self.mostMeasured
    }

    /// Items in a group.
    var items: Int { sized.leaves }

    /// A group with these measured sizes of its items, absent ones at the end.
    func group(measured: ArraySlice<ReferenceMeasure>) -> SizedNode? {
        guard isMeasurable, measured.contains(where: { $0 != .nothing }) else { return nil }
        var group = sized
        group.measure(measured)
        return group
    }

    func places(of group: SizedNode) -> SolvedGroup { CompositionPlaces.places(of: group, scale: composition.scale) }

    /// The template as sizes, where a group is given another extent.
    var unmeasured: SizedNode {
        var empty = sized
        empty.measure([])
        return empty
    }
}
