/// A composition that is solved for a container: the template of its groups, and groups with measured items.
struct CompositionSolver {
    /// The maximum number of nodes of a group whose items can be measured, with repeated nodes counted each time. It is
    /// also the maximum number of its badges.
    static let mostMeasured = 1 << 10

    let composition: ReferenceComposition
    /// `faults` has the problems of what was placed. `considered` also has those of children that were tried and did
    /// not fit.
    let faults, considered: [ReferenceCompositionFault]
    private let sized: SizedNode
    /// A group without measured items.
    let template: SolvedGroup
    /// Whether measured sizes are used.
    let isMeasurable: Bool

    /// - Parameter container: The visible extent along the scroll axis, and the container's extent across it.
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

    /// The number of items in a group.
    var items: Int { sized.leaves }

    /// Returns a group with the measured sizes of its items; nil if nothing in it is measured. Items beyond the end of
    /// the slice are not measured.
    func group(measured: ArraySlice<ReferenceMeasure>) -> SizedNode? {
        guard isMeasurable, measured.contains(where: { $0 != .nothing }) else { return nil }
        var group = sized
        group.measure(measured)
        return group
    }

    /// The frames of a group; nil: a group without measured items.
    /// - Parameter badges: The measured sizes of badges, by the items of the group.
    func places(
        of group: SizedNode?, badges: ArraySlice<[ReferenceBadgeName: ReferenceMeasure]>
    ) -> SolvedGroup {
        let isMeasured = isMeasurable && badges.contains { !$0.isEmpty }
        if group == nil && !isMeasured { return template }
        return CompositionPlaces.places(
            of: group ?? unmeasured, scale: composition.scale, measures: isMeasured ? Array(badges) : [])
    }

    /// The sizes of the template, for a group that gets a different extent.
    var unmeasured: SizedNode {
        var empty = sized
        empty.measure([])
        return empty
    }
}
