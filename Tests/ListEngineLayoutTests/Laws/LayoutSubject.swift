import Foundation
import ListEngineLayout
import ListEngineReference
import TestSupport

/// A user's section layout that returns given frames, in points.
@MainActor
final class GivenFrames: CollectionViewSectionLayout {
    var sectionIndex = 0
    let section: ReferenceSection
    let isHorizontal: Bool

    init(_ section: ReferenceSection, isHorizontal: Bool) {
        self.section = section
        self.isHorizontal = isHorizontal
    }

    func prepare() {}
    func contentHeight() -> CGFloat { CGFloat(ReferenceUnits.points(section.framesExtent)) }
    func frameForHeader() -> CGRect { section.headerFrame.cgRect(isHorizontal: isHorizontal) }
    func frameForFooter() -> CGRect { section.footerFrame.cgRect(isHorizontal: isHorizontal) }
    func frameForItem(atIndex index: Int) -> CGRect { section.frames[index].cgRect(isHorizontal: isHorizontal) }
    var pinsHeader: Bool { section.pinsHeader }
    var pinsFooter: Bool { section.pinsFooter }
}

extension ReferenceRect {
    /// In points, with the main axis where it belongs; not mirrored.
    func cgRect(isHorizontal: Bool) -> CGRect {
        let main = ReferenceUnits.points(mainMin)
        let cross = ReferenceUnits.points(crossMin)
        let mainExtent = ReferenceUnits.points(mainMax - mainMin)
        let crossExtent = ReferenceUnits.points(crossMax - crossMin)
        return isHorizontal
            ? CGRect(x: main, y: cross, width: mainExtent, height: crossExtent)
            : CGRect(x: cross, y: main, width: crossExtent, height: mainExtent)
    }

    /// Within 2^30 points, where a rectangle's far edges are exact in doubles.
    var moderate: ReferenceRect {
        func near(_ value: Int64) -> Int64 { min(max(value, -(1 << 50)), 1 << 50) }
        return ReferenceRect(
            mainMin: near(mainMin), crossMin: near(crossMin), mainMax: near(mainMax), crossMax: near(crossMax))
    }
}

extension ReferenceLayout {
    /// A rectangle of the layout as callers pass it: in points of the content, mirrored if the layout is.
    func shown(_ rect: ReferenceRect) -> CGRect { mirrored(rect).cgRect(isHorizontal: isHorizontal) }
}

extension LayoutGenerator {
    /// A section that the Swift interface can express: grids have no estimates, columns that share a line are at its
    /// leading edge, and the pixel grid belongs to the layout.
    static func sayable(_ section: ReferenceSection) -> ReferenceSection {
        var section = section
        if section.kind == .grid {
            section.isEstimated = false
            if section.columns > 0 { section.packing = .leading }
        }
        if section.kind == .frames { section.isEstimated = false }
        if section.kind == .waterfall { section.scale = LayoutSubject.displayScale }
        return section
    }

    static func sayable(_ section: TestSection) -> TestSection {
        var section = section
        section.description = sayable(section.description)
        return section
    }

    /// A random edit that the Swift interface can express.
    mutating func sayableEdit(of layout: ReferenceLayout) -> LayoutEdit {
        switch edit(of: layout) {
        case .insertSections(let sections, let at): return .insertSections(sections.map(Self.sayable), at: at)
        case .describe(let section, let new): return .describe(section: section, Self.sayable(new))
        case .apply(_, let sizes, let section):
            return .apply(separateEdits(for: layout.sections[section].itemCount, sizes.count), sizes, section: section)
        case let other: return other
        }
    }

    /// A script of removals, insertions, replacements and whole moves, in the order of a sorted script.
    private mutating func separateEdits(for count: Int, _ new: Int) -> [ReferenceEdit] {
        var edits: [ReferenceEdit] = []
        var free: [Int] = []  // indices that no edit removes
        var at = 0
        var given = 0
        while at <= count {
            let removed = min(count - at, random.below(4))
            switch random.below(scale == .small ? 6 : 200) {
            case 0: edits.append(ReferenceEdit(at: at, removed: removed, inserted: 0))
            case 1 where given < new:
                let inserted = min(new - given, 1 + random.below(4))
                edits.append(ReferenceEdit(at: at, removed: removed, inserted: inserted, source: given))
                given += inserted
            case 2 where removed > 0 && !free.isEmpty:
                // Items move to an earlier place or to this one.
                let to = free[random.below(free.count)]
                edits.append(ReferenceEdit(at: at, removed: removed, inserted: 0))
                edits.append(ReferenceEdit(at: to, removed: 0, inserted: removed, source: at, moved: true))
            default:
                free.append(at)
                at += 1
                continue
            }
            at += max(removed, 1)
        }
        return edits.enumerated().sorted { a, b in
            (a.element.at, a.element.removed == 0 ? 0 : 1, a.offset) < (
                b.element.at, b.element.removed == 0 ? 0 : 1, b.offset
            )
        }.map(\.element)
    }
}

/// A layout under test, with edits through the public interface as the tests describe them.
struct LayoutSubject {
    var layout: CollectionViewLayout
    private var random: TestRandom

    /// Pixels per point in every layout under test.
    static let displayScale = 2.0

    init(like reference: ReferenceLayout, seed: UInt64) {
        layout = CollectionViewLayout(
            crossExtent: CGFloat(ReferenceUnits.points(reference.cross)),
            scrollDirection: reference.isHorizontal ? .horizontal : .vertical,
            flowDirection: reference.isRightToLeft ? .rightToLeft : .leftToRight,
            displayScale: CGFloat(Self.displayScale))
        random = TestRandom(seed: seed)
    }

    /// Makes edits in a scope of the layout, which is passed to the closure.
    mutating func keeping(
        _ anchor: ScrollAnchor?, in viewport: Viewport? = nil, _ edits: (inout LayoutSubject) throws -> Void
    ) throws -> ScrollAdjustment {
        var subject = self
        subject.layout = CollectionViewLayout(width: 0)
        let scroll = try layout.keeping(anchor, in: viewport) { layout in
            swap(&layout, &subject.layout)
            defer { swap(&layout, &subject.layout) }
            try edits(&subject)
        }
        random = subject.random
        return scroll
    }

    /// Performs an edit; `reference` is the layout before it.
    mutating func perform(_ edit: LayoutEdit, on reference: ReferenceLayout) throws {
        let isHorizontal = reference.isHorizontal
        switch edit {
        case .insertSections(let sections, let at):
            if let bulk = Self.bulk(sections, isHorizontal: isHorizontal) {
                try layout.insert(bulk.recipe, sectionCounts: bulk.counts, at: at)
                return
            }
            for (offset, section) in sections.enumerated() {
                if section.description.kind == .frames {
                    let before = layout
                    layout = try MainActor.assumeIsolated {
                        var layout = before
                        try layout.insert(
                            GivenFrames(section.description, isHorizontal: isHorizontal),
                            itemCount: section.description.itemCount, at: at + offset)
                        return layout
                    }
                } else {
                    try layout.insert(
                        recipe(section, isHorizontal: isHorizontal), at: at + offset)
                }
            }
        case .removeSections(let range): try layout.remove(sections: range)
        case .moveSections(let range, let to):
            try layout.moveSections(range, to: to)
        case .describe(let section, var new):
            new.gridCount = reference.sections[section].gridCount
            try layout.restyleSection(
                section, like: recipe(TestSection(new), isHorizontal: isHorizontal))
        case .insertItems(let sizes, let at, let section):
            try layout.insertItems(
                self.sizes(sizes, reference.sections[section], isHorizontal), at: at, inSection: section)
        case .insertGridItems(let count, let at, let section):
            try layout.insertItems(count: count, at: at, inSection: section)
        case .removeItems(let range, let section):
            try layout.removeItems(range, inSection: section)
        case .moveItems(let range, let to, let section):
            try layout.moveItems(range, to: to, inSection: section)
        case .resizeItems(let first, let sizes, let section):
            try layout.resizeItems(
                startingAt: first, inSection: section,
                to: self.sizes(sizes, reference.sections[section], isHorizontal))
        case .apply(let edits, let sizes, let section):
            let script = script(edits, sizes, reference.sections[section], isHorizontal)
            try layout.apply(script, inSection: section)
        case .setCross(let cross):
            let before = layout
            layout = try MainActor.assumeIsolated {
                var layout = before
                let extent = CGFloat(ReferenceUnits.points(cross))
                try layout.setCrossExtent(extent) {
                    let section = reference.sections[$0]
                    return section.kind == .frames ? GivenFrames(section, isHorizontal: isHorizontal) : nil
                }
                return layout
            }
        }
    }

    // ---- Conversion

    private static func size(_ size: PointSize, _ isHorizontal: Bool) -> CGSize {
        isHorizontal ? CGSize(width: size.main, height: size.cross) : CGSize(width: size.cross, height: size.main)
    }

    private static func spanning(_ sizes: [PointSize]) -> [SpanningExtent] {
        sizes.map { SpanningExtent($0.main, columns: Int($0.cross)) }
    }

    /// Sizes in one of the equivalent forms.
    private mutating func sizes(
        _ sizes: [PointSize], _ section: ReferenceSection, _ isHorizontal: Bool
    ) -> ItemSizes {
        if section.spansColumns { return .spanning(Self.spanning(sizes)) }
        if let first = sizes.first, random.chance(oneIn: 3), sizes.allSatisfy({ $0 == first }) {
            return .repeated(count: sizes.count, size: Self.size(first, isHorizontal))
        }
        if section.kind == .flow || section.isByRatio { return .sizes(sizes.map { Self.size($0, isHorizontal) }) }
        if random.chance(oneIn: 4) {
            return .runs(sizes.map { ExtentRun(count: 1, extent: $0.main) })
        }
        return .extents(sizes.map(\.main))
    }

    private mutating func recipe(_ section: TestSection, isHorizontal: Bool) -> SectionRecipe {
        let description = section.description
        var recipe: SectionRecipe
        switch description.kind {
        case .list:
            recipe = .list(extents: section.pointSizes.map(\.main))
            if let first = section.pointSizes.first, random.chance(oneIn: 2),
                section.pointSizes.allSatisfy({ $0.main == first.main })
            {
                recipe = .list(count: section.pointSizes.count, height: CGFloat(first.main))
            }
        case .flow:
            recipe = .flow(
                sizes: section.pointSizes.map { Self.size($0, isHorizontal) },
                packing: description.packing == .leading ? .leading : .justified)
        case .waterfall:
            let placement: WaterfallPlacement =
                switch description.placement {
                case .shortestFirst: .shortestFirst
                case .leftToRight: .leadingToTrailing
                case .rightToLeft: .trailingToLeading
                }
            recipe =
                description.spansColumns
                ? .waterfall(
                    spanning: Self.spanning(section.pointSizes), columns: description.columns,
                    byRatio: description.isByRatio, placement: placement)
                : description.isByRatio
                    ? .waterfall(
                        aspectRatios: section.pointSizes.map { Self.size($0, isHorizontal) },
                        columns: description.columns, placement: placement)
                    : .waterfall(
                        heights: section.pointSizes.map(\.main), columns: description.columns, placement: placement)
        case .grid where description.columns > 0:
            recipe = .grid(
                count: description.gridCount, columns: description.columns,
                itemHeight: CGFloat(ReferenceUnits.points(description.gridSize.main)))
        case .grid, .frames:
            let size = PointSize(
                main: ReferenceUnits.points(description.gridSize.main),
                cross: ReferenceUnits.points(description.gridSize.cross))
            recipe = .grid(
                count: description.gridCount, itemSize: Self.size(size, isHorizontal),
                packing: description.packing == .leading ? .leading : .justified)
        }
        func points(_ units: Int64) -> CGFloat { CGFloat(ReferenceUnits.points(units)) }
        let main = (points(description.insetMainStart), points(description.insetMainEnd))
        let cross = (points(description.insetCrossStart), points(description.insetCrossEnd))
        recipe.insets =
            isHorizontal
            ? SectionInsets(top: cross.0, leading: main.0, bottom: cross.1, trailing: main.1)
            : SectionInsets(top: main.0, leading: cross.0, bottom: main.1, trailing: cross.1)
        recipe.lineSpacing = points(description.lineSpacing)
        recipe.interitemSpacing = points(description.itemSpacing)
        recipe.header = points(description.header)
        recipe.footer = points(description.footer)
        recipe.pinsHeader = description.pinsHeader
        recipe.pinsFooter = description.pinsFooter
        recipe.isEstimated = description.isEstimated
        return recipe
    }

    /// Lists that differ only in their items, in one call.
    private static func bulk(_ sections: [TestSection], isHorizontal: Bool) -> (recipe: SectionRecipe, counts: [Int])? {
        guard sections.count > 1, sections.allSatisfy({ $0.description.kind == .list }) else { return nil }
        var plain = sections.map(\.description)
        for index in plain.indices { plain[index].sizes = [] }
        guard plain.allSatisfy({ $0 == plain[0] }) else { return nil }
        var subject = LayoutSubject(like: ReferenceLayout(cross: 0), seed: 1)
        let all = TestSection(sections[0].description, pointSizes: Array(sections.map(\.pointSizes).joined()))
        return (subject.recipe(all, isHorizontal: isHorizontal), sections.map(\.pointSizes.count))
    }

    /// The script of edits, added in any order.
    private mutating func script(
        _ edits: [ReferenceEdit], _ sizes: [PointSize], _ section: ReferenceSection, _ isHorizontal: Bool
    ) -> EditScript {
        var script = EditScript()
        // A removal whose items are inserted elsewhere is a move.
        let moves = edits.filter(\.moved)
        let isMoved = Set(moves.map(\.source))
        for edit in edits {
            let new = Array(sizes[edit.moved ? 0..<0 : edit.source..<(edit.source + edit.inserted)])
            if edit.moved {
                script.move(edit.source..<(edit.source + edit.inserted), to: edit.at)
            } else if edit.inserted == 0 {
                if !isMoved.contains(edit.at) { script.remove(edit.at..<(edit.at + edit.removed)) }
            } else if section.spansColumns {
                script.replace(edit.at..<(edit.at + edit.removed), spanning: Self.spanning(new))
            } else if section.kind == .flow || section.isByRatio {
                script.replace(edit.at..<(edit.at + edit.removed), sizes: new.map { Self.size($0, isHorizontal) })
            } else {
                script.replace(edit.at..<(edit.at + edit.removed), extents: new.map(\.main))
            }
        }
        return script
    }
}
