import ListEngineReference

// Random compositions. Sizes depend on the available room, so that groups hold a few items. Odd cases (nothing fits,
// nothing has an extent, insets larger than their slot, negative spacing) occur now and then.
extension LayoutGenerator {
    public mutating func composition(in container: ReferenceAxes<Int64>) -> ReferenceComposition {
        for _ in 0..<20 {
            let composition = anyComposition(in: container)
            if composition.isModest(in: container, items: 200) { return composition }
        }
        return ReferenceComposition(group: ReferenceNode(.item, main: .estimated(20), cross: .fractionOfCross(1)))
    }

    private mutating func anyComposition(in container: ReferenceAxes<Int64>) -> ReferenceComposition {
        let room = ReferenceAxes(
            main: ReferenceUnits.points(container.main), cross: ReferenceUnits.points(container.cross))
        let scale = random.pick(0, 1, 2, 3, 3, 2.5)
        var number = 0
        var composition = ReferenceComposition(group: node(depth: 1, in: room, along: nil, number: &number))
        composition.scale = scale
        composition.isOrthogonal = random.chance(oneIn: 3)
        composition.loops = random.chance(oneIn: 2)
        composition.groupSpacing = random.chance(oneIn: 40) ? -5000 * ReferenceUnits.point : length()
        if random.chance(oneIn: 2) { composition.insets = insets() }
        composition.sectionSpacing = random.chance(oneIn: 2) ? length(negative: false) : 0
        if random.chance(oneIn: 2) { composition.boundaries = boundaries() }
        if random.chance(oneIn: 3) { composition.headerSpace = length(negative: false) }
        if random.chance(oneIn: 4) {
            composition.backdrops = (0..<random.int(in: 1...2)).map { index in
                var backdrop = ReferenceBackdrop(kind: 60 + index)
                backdrop.zIndex = random.int(in: -1...1)
                if random.chance(oneIn: 2) { backdrop.insets = insets() }
                backdrop.isBehindItems = random.chance(oneIn: 2)
                return backdrop
            }
        }
        return composition
    }

    private mutating func insets() -> ReferenceInsets {
        ReferenceInsets(
            main: ReferenceEnds(start: length(), end: length()), cross: ReferenceEnds(start: length(), end: length()))
    }

    private mutating func space() -> ReferenceSpace {
        ReferenceSpace(length(negative: random.chance(oneIn: 8)), isFlexible: random.chance(oneIn: 3))
    }

    /// - Parameter axis: the axis on which siblings follow each other.
    private mutating func node(
        depth: Int, in room: ReferenceAxes<Double>, along axis: ReferenceAxis?, number: inout Int
    ) -> ReferenceNode {
        number += 1
        let size = ReferenceAxes(
            main: dimension(.main, in: room, isAlong: axis == .main),
            cross: dimension(.cross, in: room, isAlong: axis == .cross))
        var node = ReferenceNode(.item, main: size.main, cross: size.cross)
        if random.chance(oneIn: 4) { node.insets = insets() }
        if random.chance(oneIn: 3) {
            node.edges = ReferenceAxes(
                main: ReferenceEnds(start: space(), end: space()), cross: ReferenceEnds(start: space(), end: space()))
        }
        let isGroup = depth == 1 ? !random.chance(oneIn: 12) : depth < 4 && random.chance(oneIn: 3)
        if isGroup {
            let inner = ReferenceAxes(main: extent(size.main, in: room), cross: extent(size.cross, in: room))
            node.content = groupContent(depth: depth, in: inner, number: &number)
        }
        if random.chance(oneIn: 5) {
            node.badges = (0..<random.int(in: 1...3)).map { badge(kind: 100 + 3 * number + $0) }
        }
        return node
    }

    private mutating func groupContent(
        depth: Int, in room: ReferenceAxes<Double>, number: inout Int
    ) -> ReferenceNode.Content {
        if random.chance(oneIn: 10) { return .custom(count: random.below(6), frames: Self.customFrames(number)) }
        let axis: ReferenceAxis = random.chance(oneIn: 2) ? .main : .cross
        let most = random.chance(oneIn: 30) ? 0 : random.pick(1, 2, 2, 3)
        let repetition: ReferenceGroup.Repetition =
            switch random.below(4) {
            case 0: .count(random.chance(oneIn: 20) ? 0 : random.int(in: 1...5))
            case 1: .share(random.chance(oneIn: 20) ? 0 : random.int(in: 1...6))
            default: .fill
            }
        var inner = room
        if case .share(let count) = repetition { inner[axis] = room[axis] / Double(max(1, count)) }
        var children: [ReferenceNode] = []
        let wanted = repetition == .fill ? most : 1
        for _ in 0..<wanted { children.append(node(depth: depth + 1, in: inner, along: axis, number: &number)) }
        return .group(
            ReferenceGroup(
                along: axis, repetition, children, between: random.chance(oneIn: 2) ? ReferenceSpace() : space()))
    }

    /// Frames that depend on the room: in it, beyond it, overlapping, empty; now and then too few.
    private static func customFrames(_ number: Int) -> @Sendable (Int64, Int64) -> [ReferenceCustomFrame] {
        { main, cross in
            (0..<(number % 3 == 0 ? 2 : 6)).map { index in
                let step = Int64(index + number % 5)
                let start = (main: main * step / 4 - main / 9, cross: cross * (5 - step) / 6)
                return ReferenceCustomFrame(
                    ReferenceRect(
                        mainMin: start.main, crossMin: start.cross,
                        mainMax: start.main + (step == 3 ? 0 : 30 * ReferenceUnits.point),
                        crossMax: start.cross + cross / 3), zIndex: index % 3 - 1)
            }
        }
    }

    private mutating func dimension(
        _ axis: ReferenceAxis, in room: ReferenceAxes<Double>, isAlong: Bool
    ) -> ReferenceDimension {
        let own = room[axis]
        switch random.below(24) {
        case 0: return .points(0)
        case 1: return random.chance(oneIn: 2) ? .points(5000 * random.fraction()) : fraction(0, axis)
        case 2, 3: return fraction(0.2 + random.fraction(), axis.other)
        case 4, 5, 6, 7: return .points((own * (0.15 + 0.6 * random.fraction())).rounded())
        case 8: return .points(own * (0.1 + random.fraction()))
        case 9, 10, 11, 12: return .estimated((own * (0.15 + 0.4 * random.fraction())).rounded())
        case 13, 14: return .uniform(own * (0.15 + 0.4 * random.fraction()))
        case 15: return .estimated(0)
        default:
            return fraction(
                isAlong
                    ? random.pick(1, 0.5, 1.0 / 3, 0.25, 0.3, 0.7, random.fraction() + 0.1)
                    : random.pick(1, 1, 0.5, 0.4),
                axis)
        }
    }

    private func fraction(_ share: Double, _ axis: ReferenceAxis) -> ReferenceDimension {
        axis == .main ? .fractionOfMain(share) : .fractionOfCross(share)
    }

    /// The approximate extent of a dimension.
    private func extent(_ dimension: ReferenceDimension, in room: ReferenceAxes<Double>) -> Double {
        switch dimension {
        case .points(let points), .estimated(let points), .uniform(let points): points
        case .fractionOfMain(let share): share * room.main
        case .fractionOfCross(let share): share * room.cross
        }
    }

    private mutating func badge(kind: Int) -> ReferenceBadge {
        func anchor() -> ReferenceAnchor {
            let isFractional = random.chance(oneIn: 2)
            let far = isFractional ? 1.0 : 20.0
            return ReferenceAnchor(
                main: random.below(3), cross: random.below(3),
                offset: ReferenceAxes(
                    main: random.pick(0, -far / 2, far * (random.fraction() - 0.5)),
                    cross: random.pick(0, far / 2, far * (random.fraction() - 0.5))), isFractional: isFractional)
        }
        func dimension(_ axis: ReferenceAxis) -> ReferenceDimension {
            switch random.below(5) {
            case 0: .estimated(Double(random.below(30)))
            case 1: fraction(random.fraction(), axis)
            case 2: fraction(0.5, axis.other)
            default: .points(Double(random.below(40)) / 2)
            }
        }
        var badge = ReferenceBadge(
            kind: kind, zIndex: random.int(in: -2...5),
            size: ReferenceAxes(main: dimension(.main), cross: dimension(.cross)), container: anchor(),
            own: random.chance(oneIn: 2) ? anchor() : nil)
        if random.chance(oneIn: 4) { badge.insets = insets() }
        badge.separates = random.chance(oneIn: 3)
        return badge
    }

    public mutating func boundaries() -> [ReferenceBoundary] {
        (0..<random.int(in: 1...4)).map { index in
            func dimension(_ axis: ReferenceAxis) -> ReferenceDimension {
                switch random.below(6) {
                case 0: .estimated(Double(random.below(60)))
                case 1: .uniform(40)
                case 2: fraction(random.fraction() / 3, axis)
                case 3: fraction(0.1, axis.other)
                case 4: .points(Double(random.below(200)) / 3)
                default: axis == .cross ? .fractionOfCross(1) : .points(44)
                }
            }
            var boundary = ReferenceBoundary(
                kind: 40 + index, size: ReferenceAxes(main: dimension(.main), cross: dimension(.cross)),
                alignMain: random.pick(0, 0, 1, 2, 2), alignCross: random.below(3))
            boundary.zIndex = random.int(in: -1...3)
            if random.chance(oneIn: 3) { boundary.offset = ReferenceAxes(main: length(), cross: length()) }
            boundary.overlays = random.chance(oneIn: 4)
            boundary.pins = random.chance(oneIn: 2)
            boundary.followsInsets = !random.chance(oneIn: 3)
            if random.chance(oneIn: 4) { boundary.insets = insets() }
            return boundary
        }
    }
}

extension ReferenceComposition {
    /// Whether groups hold at most this many items.
    func isModest(in container: ReferenceAxes<Int64>, items: Int) -> Bool {
        let solved = ReferenceCompositionalLayout.solve(self, in: container)
        return solved.items <= items && !solved.faults.contains { $0.reason == .tooMany }
    }
}
