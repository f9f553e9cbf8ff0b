import ListEngineReference

/// Makes random layouts and random edits of them.
public struct LayoutGenerator {
    public var random: TestRandom
    public let scale: CaseScale
    /// Kinds of section that it makes.
    public var kinds = Self.standardKinds

    public static let standardKinds: [ReferenceSection.Kind] = [.list, .grid, .flow, .frames, .waterfall]

    public init(_ one: LawCase, kinds: [ReferenceSection.Kind]? = nil) {
        random = one.random
        scale = one.scale
        if let kinds { self.kinds = kinds }
    }

    /// Lengths of all signs, mostly plain ones.
    mutating func length(negative: Bool = true) -> Int64 {
        switch random.below(negative ? 7 : 6) {
        case 0, 1, 2: 0
        case 3: ReferenceUnits.point * Int64(random.below(24))
        case 4: random.int64(in: 0...(20 * ReferenceUnits.point))
        case 5: Int64(random.below(3))
        default: -random.int64(in: 0...(12 * ReferenceUnits.point))
        }
    }

    /// The extent of a container across the scroll axis.
    public mutating func cross() -> Int64 {
        switch random.below(8) {
        case 0: random.int64(in: 0...(3 * ReferenceUnits.point))
        case 1: 390 * ReferenceUnits.point
        case 2: 100 * ReferenceUnits.point + Int64(random.below(3))
        default: random.int64(in: (50 * ReferenceUnits.point)...(1400 * ReferenceUnits.point))
        }
    }

    /// An empty layout with a random container.
    public mutating func container() -> ReferenceLayout {
        ReferenceLayout(
            cross: cross(), isHorizontal: random.chance(oneIn: 3), isRightToLeft: random.chance(oneIn: 3))
    }

    /// The number of items in all first sections together.
    private mutating func itemBudget() -> Int {
        switch scale {
        case .small: random.below(65)
        case .medium: random.int(in: 5_000...15_000)
        case .large: random.int(in: 800_000...1_200_000)
        }
    }

    /// An item count that is often near the number of lanes of a vector.
    private mutating func itemCount(atMost most: Int) -> Int {
        guard random.chance(oneIn: 2) else { return random.below(most + 1) }
        let lanes = random.pick(2, 4, 8, 16)
        return min(most, random.pick(0, 1, lanes - 1, lanes, lanes + 1, 2 * lanes + 3))
    }

    public mutating func describe(_ kind: ReferenceSection.Kind, forItemsOf old: ReferenceSection? = nil)
        -> ReferenceSection
    {
        var section = ReferenceSection(kind: kind)
        section.packing = random.chance(oneIn: 3) ? .leading : .justified
        section.isEstimated = random.chance(oneIn: 4)
        section.insetMainStart = length()
        section.insetMainEnd = length()
        section.insetCrossStart = length()
        section.insetCrossEnd = length()
        // Remaining items allow the spacing that they had, and any that is not negative.
        if let old, random.chance(oneIn: 2) {
            section.lineSpacing = old.lineSpacing
            section.itemSpacing = old.itemSpacing
        } else {
            section.lineSpacing = length(negative: old == nil)
            section.itemSpacing = length(negative: old == nil)
        }
        if kind != .frames {
            if random.chance(oneIn: 2) { section.header = length(negative: false) }
            if random.chance(oneIn: 2) { section.footer = length(negative: false) }
        }
        if kind == .waterfall {
            section.lineSpacing -= section.lineSpacing % 16
            section.placement = random.pick(.shortestFirst, .shortestFirst, .leftToRight, .rightToLeft)
            section.columns = random.int(in: 1...random.pick(2, 5, 16))
            section.scale = Double(random.below(4))
            // Remaining items keep their meaning.
            section.isByRatio = old.map(\.isByRatio) ?? random.chance(oneIn: 3)
            section.spansColumns = old.map(\.spansColumns) ?? random.chance(oneIn: 3)
        }
        section.pinsHeader = random.chance(oneIn: 2)
        section.pinsFooter = random.chance(oneIn: 2)
        if kind == .grid {
            section.gridSize = ReferenceSize(
                main: max(-section.lineSpacing, random.int64(in: 0...(90 * ReferenceUnits.point))),
                cross: max(1, -section.itemSpacing + 1, random.int64(in: 0...(200 * ReferenceUnits.point))))
            if random.chance(oneIn: 2) {
                section.columns = random.int(in: 1...9)
                // A negative spacing must not use up the share of the line that a column gets.
                section.itemSpacing = max(0, section.itemSpacing)
            }
        }
        return section
    }

    public mutating func sizes(_ count: Int, for section: ReferenceSection, cross: Int64) -> [PointSize] {
        let least = PointSize(
            main: ReferenceUnits.points(max(0, -section.lineSpacing)),
            cross: ReferenceUnits.points(max(0, -section.itemSpacing)))
        let line = ReferenceUnits.points(max(0, cross - section.insetCrossStart - section.insetCrossEnd))
        // Long stretches of one width have separate code.
        let isLongFlow = section.kind == .flow && count > 2_000
        let shape: SizeShape = isLongFlow && random.chance(oneIn: 2) ? .columns : .any(using: &random)
        var sizes = shape.sizes(count, line: line, least: least, using: &random)
        if section.spansColumns {
            let rarity = random.pick(1, 4, 100)
            for index in sizes.indices {
                sizes[index].cross = random.chance(oneIn: rarity) ? Double(random.int(in: 1...random.pick(3, 16))) : 1
                // A ratio, and not so large that an item is longer than the limit.
                if section.isByRatio { sizes[index].main = min(sizes[index].main, 2_000) / 100 }
            }
        }
        if section.isByRatio {
            // On the grid of units, so that the reference sees the same quotients.
            for index in sizes.indices {
                sizes[index].main = ReferenceUnits.points(sizes[index].units.main)
                sizes[index].cross = max(1, ReferenceUnits.points(sizes[index].units.cross))
            }
        }
        return sizes
    }

    public mutating func section(items count: Int, cross: Int64) -> TestSection {
        var section = describe(kinds[random.below(kinds.count)])
        switch section.kind {
        case .list, .flow, .waterfall: return TestSection(section, pointSizes: sizes(count, for: section, cross: cross))
        case .grid:
            section.gridCount = count
            return TestSection(section)
        case .frames:
            fillFrames(count, cross: cross, of: &section)
            return TestSection(section)
        }
    }

    /// Frames that a user's layout may return: in order or not, overlapping, empty, outside of the section.
    private mutating func fillFrames(_ count: Int, cross: Int64, of section: inout ReferenceSection) {
        let point = ReferenceUnits.point
        section.framesExtent = random.int64(in: 0...(Int64(count) * 20 * point + 100 * point))
        let reach = random.chance(oneIn: 2) ? 0 : 80 * point
        let sorted = random.chance(oneIn: 2)
        for item in 0..<count {
            let place =
                sorted
                ? section.framesExtent / Int64(count) * Int64(item)
                : random.int64(in: -reach...(section.framesExtent + reach))
            let start = random.int64(in: -reach...(cross + reach))
            section.frames.append(
                ReferenceRect(
                    mainMin: place, crossMin: start,
                    mainMax: place + (random.chance(oneIn: 7) ? 0 : random.int64(in: 0...(40 * point))),
                    crossMax: start + (random.chance(oneIn: 7) ? 0 : random.int64(in: 0...(90 * point)))))
        }
        if random.chance(oneIn: 2) {
            let start = random.chance(oneIn: 3) ? -random.int64(in: 0...(40 * point)) : 0
            section.headerFrame = ReferenceRect(
                mainMin: start, crossMin: 0, mainMax: start + 30 * point, crossMax: cross)
        }
        if random.chance(oneIn: 2) {
            section.footerFrame = ReferenceRect(
                mainMin: section.framesExtent - min(section.framesExtent, 20 * point), crossMin: 0,
                mainMax: section.framesExtent, crossMax: cross)
        }
    }

    /// The first sections of a layout.
    public mutating func sections(cross: Int64) -> [TestSection] {
        let budget = itemBudget()
        let count =
            switch scale {
            case .small: random.int(in: 0...5)
            case .medium: random.pick(1, 2, 7, 300)
            case .large: random.pick(1, 2, 3, 40)
            }
        var left = budget
        return (0..<count).map { index in
            let most = scale == .small ? left : max(1, 2 * budget / count)
            let items = index == count - 1 || scale != .small ? min(left, most) : itemCount(atMost: left)
            left -= items
            return section(items: items, cross: cross)
        }
    }

    /// The most items that one edit of this scale inserts.
    private var editSize: Int {
        switch scale {
        case .small: 24
        case .medium: 600
        case .large: 3_000
        }
    }

    /// A random edit of a layout.
    public mutating func edit(of layout: ReferenceLayout) -> LayoutEdit {
        let sections = layout.sections
        if sections.isEmpty || random.chance(oneIn: 6) {
            switch sections.isEmpty ? 0 : random.below(4) {
            case 0:
                let new = (0..<random.int(in: 1...3)).map { _ in
                    self.section(items: itemCount(atMost: editSize), cross: layout.cross)
                }
                return .insertSections(new, at: random.below(sections.count + 1))
            case 1: return .removeSections(random.range(within: sections.count))
            case 2:
                let range = random.range(within: sections.count)
                return .moveSections(range, to: random.below(sections.count - range.count + 1))
            default:
                // Sections of frames keep the frames made for another container, which is allowed.
                return .setCross(cross())
            }
        }
        let index = random.below(sections.count)
        let section = sections[index]
        let count = section.itemCount
        let at = random.below(count + 1)
        let few = random.chance(oneIn: 3) ? itemCount(atMost: editSize) : 1
        switch section.kind {
        case .frames: return .setCross(cross())
        case .grid:
            switch random.below(4) {
            case 0: return .insertGridItems(count: few, at: at, section: index)
            case 1: return .removeItems(random.range(within: count), section: index)
            case 2: return .describe(section: index, describe(.grid))
            default:
                let range = random.range(within: count)
                return .moveItems(range, to: random.below(count - range.count + 1), section: index)
            }
        case .list, .flow, .waterfall:
            switch random.below(12) {
            case 0, 1, 2:
                let first = count == 0 ? 0 : random.below(count)
                let new = sizes(min(few, count - first), for: section, cross: layout.cross)
                return .resizeItems(first: first, new, section: index)
            case 3, 4, 5: return .insertItems(sizes(few, for: section, cross: layout.cross), at: at, section: index)
            case 6, 7: return .removeItems(random.range(within: count), section: index)
            case 8, 9:
                let range = random.range(within: count)
                return .moveItems(range, to: random.below(count - range.count + 1), section: index)
            case 10: return .describe(section: index, describe(section.kind, forItemsOf: section))
            default:
                let new = sizes(few, for: section, cross: layout.cross)
                return .apply(script(for: count, inserting: new.count), new, section: index)
            }
        }
    }

    /// A script for a section of `count` items: edits in ascending order that do not overlap.
    public mutating func script(for count: Int, inserting new: Int) -> [ReferenceEdit] {
        let most = scale == .small ? 6 : random.pick(2, 3, 20, 400)
        var edits: [ReferenceEdit] = []
        var at = 0
        let wanted = random.below(most + 1)
        while edits.count < wanted && at <= count {
            at += random.below((count - at) / (wanted - edits.count) + 1)
            let removed = random.chance(oneIn: 2) ? random.below(min(count - at, 5) + 1) : 0
            let moved = random.chance(oneIn: 3)
            let limit = moved ? count : new
            let source = random.below(limit + 1)
            let inserted = random.below(min(limit - source, 7) + 1)
            edits.append(ReferenceEdit(at: at, removed: removed, inserted: inserted, source: source, moved: moved))
            at += removed + (removed == 0 ? 1 : 0)
        }
        return edits
    }

    /// A rectangle for a query: a screen somewhere, a sliver, everything, nothing, or one with the edges of an element.
    public mutating func rect(in layout: ReferenceLayout) -> ReferenceRect {
        let point = ReferenceUnits.point
        let main = random.int64(in: (-200 * point)...(layout.extent + 200 * point))
        let depth = random.pick(900 * point, 60 * point, random.int64(in: 0...(300 * point)), 1)
        var rect = ReferenceRect(mainMin: main, crossMin: 0, mainMax: main + depth, crossMax: layout.cross)
        switch random.below(8) {
        case 0 where !layout.frames.isEmpty:
            rect = layout.frames[random.below(layout.frames.count)]
            if random.chance(oneIn: 2) { rect.mainMin -= 1 }
            if random.chance(oneIn: 2) { rect.crossMax += 1 }
        case 1 where !layout.frames.isEmpty:
            // Touches an element from the outside, so the element is not in the result.
            let frame = layout.frames[random.below(layout.frames.count)]
            rect.mainMax = frame.mainMin
            rect.mainMin = frame.mainMin - depth
        case 2, 3:
            rect.crossMin = random.int64(in: (-50 * point)...(layout.cross + 50 * point))
            rect.crossMax = rect.crossMin + random.int64(in: 0...(layout.cross + 1))
        case 4 where scale == .small:
            rect = ReferenceRect(
                mainMin: -(1 << 62), crossMin: -(1 << 62), mainMax: 1 << 62, crossMax: 1 << 62)
        default: break
        }
        return rect
    }

    /// The bounds that pinned elements follow: usually the rectangle itself.
    public mutating func visible(for rect: ReferenceRect, in layout: ReferenceLayout) -> ReferenceRect {
        random.chance(oneIn: 3) ? self.rect(in: layout) : rect
    }
}
