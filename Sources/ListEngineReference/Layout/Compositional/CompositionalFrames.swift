/// Lays out a compositional section: solves its group and repeats it along the section.
extension ReferenceComposedSection {
    /// - Parameter container: The visible extent along the scroll axis, and the container's extent across it.
    func placement(in container: ReferenceAxes<Int64>) -> ReferencePlacement {
        var place = ReferencePlacement()
        let solver = CompositionSolver(composition, container: container)
        let boundaries = BoundaryFrames(
            composition.boundaries, measures: boundaryMeasures, insets: composition.insets, container: container,
            scale: composition.scale, headerSpace: composition.headerSpace)
        place.startBand = boundaries.startBand
        place.endBand = boundaries.endBand
        place.isOrthogonal = composition.isOrthogonal
        place.itemCount = itemCount

        let isEmpty = itemCount == 0 || solver.items == 0
        let baseZ = composition.backdrops.isEmpty || isEmpty ? 0 : 1
        var body: Int64 = 0
        if !isEmpty {
            body = stamp(solver, startingAt: boundaries.startBand, baseZ: baseZ, across: container.cross, in: &place)
        }
        place.extent = boundaries.startBand + body + boundaries.endBand
        place.boundaries = boundaries.places(around: 0..<place.extent, baseZ: baseZ)
        if !isEmpty {
            for (index, backdrop) in composition.backdrops.enumerated() {
                var start = ReferenceAxes(main: backdrop.insets.main.start, cross: backdrop.insets.cross.start)
                var taken = ReferenceAxes(main: backdrop.insets.both(.main), cross: backdrop.insets.both(.cross))
                if backdrop.isBehindItems {
                    start.main += boundaries.startBand + composition.insets.main.start
                    start.cross += composition.insets.cross.start
                    taken.main += boundaries.startBand + boundaries.endBand + composition.insets.both(.main)
                    taken.cross += composition.insets.both(.cross)
                }
                let extent = ReferenceAxes(
                    main: max(0, place.extent - taken.main), cross: max(0, container.cross - taken.cross))
                var piece = ReferencePiece(.decoration, index, frame: ReferenceRect(min: start, extent: extent))
                piece.kind = backdrop.kind
                piece.zIndex = backdrop.zIndex
                place.backdrops.append(piece)
            }
        }
        return place
    }

    /// Adds the groups. Returns the extent along the scroll axis that they and the insets take.
    private func stamp(
        _ solver: CompositionSolver, startingAt bandEnd: Int64, baseZ: Int, across visible: Int64,
        in place: inout ReferencePlacement
    ) -> Int64 {
        let axis = composition.axis
        let perGroup = solver.items
        let count = (itemCount + perGroup - 1) / perGroup
        let template = solver.template
        place.itemsPerGroup = perGroup

        // The sizes of all groups; nil for a group that uses the template.
        var sized: [SizedNode?] = (0..<count).map { group in
            solver.group(measured: measures[group * perGroup..<min(itemCount, (group + 1) * perGroup)])
        }
        if composition.group.size[axis].isUniform {
            let largest = sized.map { $0?.extent[axis] ?? template.extent[axis] }.max()!
            for group in sized.indices where (sized[group]?.extent[axis] ?? template.extent[axis]) != largest {
                var node = sized[group] ?? solver.unmeasured
                node.extent[axis] = largest
                sized[group] = node
            }
        }

        let spacing = max(composition.groupSpacing, -template.extent[axis])
        var start = ReferenceAxes(
            main: bandEnd + composition.insets.main.start, cross: composition.insets.cross.start)
        let first = start[axis]
        var largest = ReferenceAxes(main: 0 as Int64, cross: 0)
        for group in 0..<count {
            let items = group * perGroup..<min(itemCount, (group + 1) * perGroup)
            let solved = solver.places(of: sized[group], badges: badgeMeasures[items])
            append(solved, group: group, at: start, solver: solver, baseZ: baseZ, to: &place)
            // A negative spacing could move the next group before the start of this one. So a group counts as at least
            // as long as the magnitude of that spacing, unless all groups have one size.
            let least = composition.group.size[axis].isUniform ? 0 : -spacing
            place.groups.append(
                ReferencePlacement.Group(offset: start[axis], extent: max(solved.extent[axis], least)))
            for axis in ReferenceAxis.allCases { largest[axis] = max(largest[axis], solved.extent[axis]) }
            start[axis] += max(0, solved.extent[axis] + spacing)
        }
        let groups = max(0, start[axis] - first - spacing)
        if composition.isOrthogonal {
            place.content = max(0, composition.insets.both(.cross) + groups)
            if composition.loops {
                let period = start[axis] - first
                let reach = template.reach(axis)
                if period > 0, period >= visible + reach.start + largest[axis] + reach.end {
                    place.period = period
                    place.loopEnd = visible + reach.start
                }
            }
            return max(0, composition.insets.both(.main) + largest.main)
        }
        return max(0, composition.insets.both(.main) + groups)
    }

    private func append(
        _ solved: SolvedGroup, group: Int, at start: ReferenceAxes<Int64>, solver: CompositionSolver, baseZ: Int,
        to place: inout ReferencePlacement
    ) {
        let first = group * solver.items
        let present = min(solver.items, itemCount - first)
        func badge(_ badge: SolvedBadge, _ index: Int) -> ReferencePiece {
            var piece = ReferencePiece(
                .supplementary, index, frame: badge.frame.shifted(main: start.main, cross: start.cross))
            piece.kind = badge.kind
            piece.zIndex = baseZ + badge.zIndex
            piece.group = group
            let measure = badgeMeasures[first + badge.owner][badge.name] ?? .nothing
            piece.isEstimated =
                solver.isMeasurable && ReferenceAxis.allCases.contains { badge.isOpen[$0] && measure[$0] == nil }
            return piece
        }
        for leaf in 0..<present {
            let item = solved.items[leaf]
            let measure = measures[first + leaf]
            var piece = ReferencePiece(
                .item, first + leaf, frame: item.frame.shifted(main: start.main, cross: start.cross))
            piece.zIndex = baseZ + item.zIndex
            piece.group = group
            piece.isEstimated =
                solver.isMeasurable && ReferenceAxis.allCases.contains { item.isOpen[$0] && measure[$0] == nil }
            place.itemFrames.append(piece.frame)
            place.items.append(piece)
            let isLast = first + leaf == itemCount - 1
            place.items += item.badges.filter { !($0.separates && isLast) }.map { badge($0, first + leaf) }
            for part in solved.parts where part.items.lowerBound <= leaf {
                if min(part.items.upperBound, present) - 1 == leaf {
                    place.items += part.badges.filter { !($0.separates && isLast) }
                        .map { badge($0, group * part.occurrences + part.ordinal) }
                }
            }
        }
    }
}

extension SolvedGroup {
    /// How far elements reach out of the group along an axis, before its start and past its end.
    fileprivate func reach(_ axis: ReferenceAxis) -> ReferenceEnds<Int64> {
        let frames = items.flatMap { [$0.frame] + $0.badges.map(\.frame) } + parts.flatMap { $0.badges.map(\.frame) }
        return ReferenceEnds(
            start: frames.map { -$0.start(axis) }.reduce(0, max),
            end: frames.map { $0.start(axis) + $0.extent(axis) - extent[axis] }.reduce(0, max))
    }
}
