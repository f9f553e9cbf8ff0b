import ListEngineReference

extension LayoutGenerator {
    /// An empty layout with a random container.
    public mutating func compositionalContainer() -> ReferenceCompositionalLayout {
        ReferenceCompositionalLayout(
            container: ReferenceAxes(main: cross(), cross: cross()), isHorizontal: random.chance(oneIn: 3),
            isRightToLeft: random.chance(oneIn: 3))
    }

    /// The first edits of a case.
    public mutating func firstCompositionalEdits(in container: ReferenceAxes<Int64>) -> [CompositionalEdit] {
        let budget =
            switch scale {
            case .small: random.below(65)
            case .medium: random.int(in: 5_000...15_000)
            case .large: random.int(in: 800_000...1_200_000)
            }
        let count = scale == .small ? random.int(in: 1...4) : random.pick(1, 2, 5)
        var edits = [insertion(items: budget, sections: count, in: container, at: 0)]
        if random.chance(oneIn: 3) {
            edits.append(
                .insertPlain(plainSection(in: container), spacing: length(negative: false), at: random.below(2)))
        }
        if random.chance(oneIn: 3) { edits += table(in: container, after: count) }
        return edits
    }

    /// Titles that stay at the start of the visible bounds, and sections whose headers stay below them.
    private mutating func table(in container: ReferenceAxes<Int64>, after sections: Int) -> [CompositionalEdit] {
        var title = ReferenceBoundary(
            kind: 39, size: ReferenceAxes(main: .points(Double(random.int(in: 1...60))), cross: .fractionOfCross(1)),
            alignMain: 0, alignCross: 1)
        title.pins = true
        let number = random.int(in: 1...2)
        let plain = (0..<number).map { _ in
            var section = plainSection(in: container)
            section.description.pinsHeader = true
            section.description.header = ReferenceUnits.point * Int64(random.int(in: 1...60))
            return CompositionalEdit.insertPlain(
                section, spacing: length(negative: false), at: random.below(sections + 1))
        }
        return plain + [.setBoundaries([title], scale: random.pick(0, 1, 2, 3))]
    }

    private mutating func insertion(
        items: Int, sections: Int, in container: ReferenceAxes<Int64>, at: Int
    ) -> CompositionalEdit {
        let compositions = (0..<random.int(in: 1...sections)).map { _ in composition(in: container) }
        let which = (0..<sections).map { $0 < compositions.count ? $0 : random.below(compositions.count) }
        var left = items
        let counts = (0..<sections).map { section in
            let count = section == sections - 1 ? left : random.below(left + 1)
            left -= count
            return count
        }
        return .insertComposed(compositions, which: which, counts: counts, at: at)
    }

    private mutating func plainSection(in container: ReferenceAxes<Int64>) -> TestSection {
        let kind = kinds
        defer { kinds = kind }
        kinds = [.list, .grid, .flow]
        return section(items: random.below(9), cross: container.cross)
    }

    /// A random edit of a layout.
    public mutating func edit(of layout: ReferenceCompositionalLayout) -> CompositionalEdit {
        let count = layout.sections.count
        let composed = layout.sections.indices.filter {
            if case .composed = layout.sections[$0] { true } else { false }
        }
        if composed.isEmpty || random.chance(oneIn: 4) {
            switch random.below(7) {
            case 0 where count > 0: return .removeSections(random.range(within: count))
            case 1 where count > 0:
                let range = random.range(within: count)
                return .moveSections(range, to: random.below(count - range.count + 1))
            case 2:
                // Containers in which groups hold very many items make a case slow without covering more.
                let new = ReferenceAxes(main: cross(), cross: cross())
                let isModest = layout.sections.allSatisfy { section in
                    guard case .composed(let section) = section else { return true }
                    return section.composition.isModest(in: new, items: 2_000)
                }
                return .setContainer(isModest ? new : layout.container)
            case 3:
                return .setBoundaries(random.chance(oneIn: 4) ? [] : boundaries(), scale: random.pick(0, 1, 2, 3))
            case 4 where layout.boundaries.contains(where: \.isEstimated):
                let open = layout.boundaries.indices.filter { layout.boundaries[$0].isEstimated }
                return .measureBoundaries(measurements(1) { $0.pick(open) }, section: nil)
            case 5:
                return .insertPlain(
                    plainSection(in: layout.container), spacing: length(negative: false), at: random.below(count + 1))
            default:
                return insertion(
                    items: random.below(40), sections: random.int(in: 1...2), in: layout.container,
                    at: random.below(count + 1))
            }
        }
        let section = composed[random.below(composed.count)]
        guard case .composed(let old) = layout.sections[section] else { fatalError("section \(section)") }
        let items = old.itemCount
        let few = random.chance(oneIn: 3) ? random.below(30) : 1
        switch random.below(13) {
        case 0, 1: return .insertItems(count: few, at: random.below(items + 1), section: section)
        case 2, 3: return .removeItems(random.range(within: items), section: section)
        case 4:
            let range = random.range(within: items)
            return .moveItems(range, to: random.below(items - range.count + 1), section: section)
        case 5:
            // The same group with other boundaries, or everything new.
            var new = composition(in: layout.container)
            if random.chance(oneIn: 2) { new.group = old.composition.group }
            return .setComposition(new, section: section)
        case 6: return .apply(script(for: items, inserting: few), inserting: few, section: section)
        case 7 where old.composition.boundaries.contains(where: \.isEstimated):
            let boundaries = old.composition.boundaries
            let open = boundaries.indices.filter { boundaries[$0].isEstimated }
            return .measureBoundaries(measurements(2) { $0.pick(open) }, section: section)
        case 8:
            let badges = layout.estimatedBadges(inSection: section)
            guard !badges.isEmpty else { return .removeItems(random.range(within: items), section: section) }
            let kind = random.pick(badges).kind
            let open = badges.filter { $0.kind == kind }.map(\.index)
            return .measureBadges(measurements(4) { $0.pick(open) }, kind: kind, section: section)
        default:
            let axes = layout.estimatedAxes(inSection: section)
            let open = axes.indices.filter { $0 < items && (axes[$0].main || axes[$0].cross) }
            guard !open.isEmpty else {
                return .insertItems(count: few, at: random.below(items + 1), section: section)
            }
            let many = random.chance(oneIn: 3) ? random.below(scale == .small ? 40 : 2_000) : 2
            let edit = measurements(many + 1) { random in
                let place = random.pick(open)
                return place + axes.count * random.below((items - place + axes.count - 1) / axes.count)
            }
            return .measureItems(edit, section: section)
        }
    }

    private mutating func measurements(
        _ most: Int, of index: (inout TestRandom) -> Int
    ) -> [PointMeasurement] {
        (0..<random.int(in: 1...most)).map { _ in
            func extent() -> Double? {
                switch random.below(6) {
                case 0: nil
                case 1: 0
                case 2: Double(random.below(90))
                case 3: (Double(random.below(90)) + 0.5) / 1_048_576 + Double(random.below(160))
                default: 80 * random.fraction()
                }
            }
            return PointMeasurement(index(&random), main: extent(), cross: extent())
        }
    }

    // ---- Queries

    /// The scroll offsets of some sections that scroll independently.
    public mutating func scrolls(in layout: ReferenceCompositionalLayout) -> [Int: Int64] {
        var scrolls: [Int: Int64] = [:]
        for section in layout.sections.indices where random.chance(oneIn: 2) {
            // Sections that do not scroll ignore it.
            let place = layout.placements[section]
            scrolls[section] = random.int64(
                in: (-60 * ReferenceUnits.point)...(place.content + 60 * ReferenceUnits.point))
            // Where a section that loops begins again, and far from there.
            guard place.period > 0, random.chance(oneIn: 3) else { continue }
            scrolls[section] = place.period * random.int64(in: -3...3) + random.pick(0, 1, -1, place.groups[0].offset)
            if random.chance(oneIn: 8) { scrolls[section] = random.pick(1, -1) * (Int64(1) << 62) }
        }
        return scrolls
    }

    /// A rectangle for a query: a screen somewhere, a sliver, everything, nothing, or one with the edges of an element.
    public mutating func rect(in layout: ReferenceCompositionalLayout) -> ReferenceRect {
        let point = ReferenceUnits.point
        let cross = layout.container.cross
        let main = random.int64(in: (-200 * point)...(layout.extent + 200 * point))
        let depth = random.pick(900 * point, 60 * point, random.int64(in: 0...(300 * point)), 1)
        var rect = ReferenceRect(mainMin: main, crossMin: 0, mainMax: main + depth, crossMax: cross)
        switch random.below(8) {
        case 0, 1, 2:
            let sections = layout.placements.filter { !$0.items.isEmpty }
            guard let section = sections.isEmpty ? nil : sections[random.below(sections.count)] else { break }
            let frame = section.items[random.below(section.items.count)].frame
            switch random.below(4) {
            case 0: rect = frame
            case 1:
                rect = ReferenceRect(
                    mainMin: frame.mainMin - 1, crossMin: frame.crossMin, mainMax: frame.mainMin,
                    crossMax: frame.crossMax + 1)
            case 2:
                rect = ReferenceRect(
                    mainMin: frame.mainMin, crossMin: frame.crossMin - depth, mainMax: frame.mainMin + depth,
                    crossMax: frame.crossMin + random.int64(in: 0...1))
            default:
                rect = ReferenceRect(
                    mainMin: frame.mainMin - depth / 2, crossMin: 0, mainMax: frame.mainMin + depth, crossMax: cross)
            }
        case 3, 4:
            rect.crossMin = random.int64(in: (-50 * point)...(cross + 50 * point))
            rect.crossMax = rect.crossMin + random.int64(in: 0...(cross + 1))
        case 5 where scale == .small:
            rect = ReferenceRect(
                mainMin: -(1 << 62), crossMin: -(1 << 62), mainMax: 1 << 62, crossMax: 1 << 62)
        default: break
        }
        return rect
    }
}

extension ReferenceBoundary {
    fileprivate var isEstimated: Bool { size.main.isOpen || size.cross.isOpen }
}

extension TestRandom {
    fileprivate mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
