import Foundation
import ListEngineLayout
import ListEngineTrace
import TestSupport

/// Makes random runs of layout steps, including invalid ones.
struct RandomRun {
    var random: TestRandom

    mutating func container() -> CollectionViewLayout {
        let direction = random.pick(ScrollDirection.vertical, .vertical, .horizontal)
        var layout = CollectionViewLayout(
            size: CGSize(width: 50 + length(500), height: 50 + length(900)), scrollDirection: direction,
            flowDirection: random.pick(.leftToRight, .leftToRight, .rightToLeft), displayScale: random.pick(1, 2, 3),
            containerInsets: ContainerInsets(safeArea: SectionInsets(top: random.pick(0, 44), bottom: 1 / 3)))
        layout.pixelSnapping = random.pick(.none, .none, .none, .none, .edges, .origins)
        return layout
    }

    /// A step for sections and items that the layout has.
    mutating func step(for layout: CollectionViewLayout) -> LayoutStep {
        let sections = layout.numberOfSections
        let section = random.below(sections)
        let count = sections == 0 ? 0 : layout.numberOfItems(inSection: section)
        switch sections == 0 ? 0 : random.below(22) {
        case 0, 1: return .insertSection(recipe(), at: random.int(in: 0...sections))
        case 2:
            var recipe = SectionRecipe.list(heights: heights(9), spacing: random.pick(0, 8))
            recipe.header = random.pick(0, 20)
            return .insertSections(
                recipe, counts: random.pick([4, 0, 5], [9], [3, 3]), at: random.int(in: 0...sections))
        case 3: return .removeSections(random.range(within: sections))
        case 4:
            let range = random.range(within: sections)
            return .moveSections(range, to: random.int(in: 0...(sections - range.count)))
        case 5: return .reloadSection(section, with: recipe())
        case 6: return .restyleSection(section, like: recipe())
        case 7, 8, 9:
            let range = random.range(within: count)
            return .resizeItems(startingAt: range.lowerBound, inSection: section, to: sizes(range.count))
        case 10, 11:
            return .insertItems(sizes(random.below(6)), at: random.int(in: 0...count), inSection: section)
        case 12, 13: return .removeItems(random.range(within: count), inSection: section)
        case 14:
            let range = random.range(within: count)
            return .moveItems(range, to: random.int(in: 0...(count - range.count)), inSection: section)
        case 15 where count > 0:
            let target = random.below(sections)
            let others = layout.numberOfItems(inSection: target) - (target == section ? 1 : 0)
            return .moveItem(
                from: .item(random.below(count), inSection: section),
                to: .item(random.int(in: 0...others), inSection: target))
        case 16, 17: return .apply(script(count), inSection: section)
        case 18 where count > 0:
            return .measure(
                (0..<random.below(4)).map { _ in ItemMeasurement(item: random.below(count), size: size()) },
                inSection: section)
        case 19: return .measureBoundary(random.below(2), inSection: section, size: size())
        case 20:
            return random.pick(
                .setCrossExtent(length(500)), .setSize(size()), .setFlowDirection(.leftToRight),
                .setFlowDirection(.rightToLeft))
        default: return .look(viewport(of: layout))
        }
    }

    mutating func anchor(in layout: CollectionViewLayout) -> ScrollAnchor? {
        guard layout.numberOfSections > 0, !random.chance(oneIn: 3) else { return nil }
        let section = random.below(layout.numberOfSections)
        let count = layout.numberOfItems(inSection: section)
        let edge = random.pick(ElementEdge.start, .end)
        if count == 0 || random.chance(oneIn: 6) {
            return ScrollAnchor(random.pick(.header(ofSection: section), .footer(ofSection: section)), edge: edge)
        }
        return ScrollAnchor(section: section, item: random.below(count), edge: edge, distance: length(200) - 100)
    }

    mutating func viewport(of layout: CollectionViewLayout) -> Viewport {
        let size = layout.contentSize
        var viewport = Viewport(
            CGRect(
                x: random.fraction() * size.width - 20, y: random.fraction() * size.height - 20,
                width: 100 + length(400),
                height: 100 + length(400)))
        if random.chance(oneIn: 3) { viewport.visibleBounds = viewport.rect.insetBy(dx: -10, dy: 30.5) }
        if random.chance(oneIn: 3) { viewport.adjustedInsets = SectionInsets(top: 44, leading: 0.1, bottom: 34) }
        if random.chance(oneIn: 4) { viewport.contentAlignment = .end }
        if random.chance(oneIn: 6) { viewport.sectionOffsets = [1: 40.25, 2: 3] }
        return viewport
    }

    // ---- Numbers

    /// Usually plain, sometimes any value, now and then invalid.
    mutating func length(_ most: Double) -> CGFloat {
        switch random.below(40) {
        case 0: random.pick(.nan, .infinity, -3, 1e300)
        case 1...20: CGFloat(random.below(Int(most)))
        default: CGFloat(random.fraction() * most)
        }
    }

    private mutating func heights(_ count: Int) -> [Double] { (0..<count).map { _ in Double(length(90)) } }

    private mutating func size() -> CGSize { CGSize(width: length(120), height: length(90)) }

    private mutating func sizes(_ count: Int) -> ItemSizes {
        switch random.below(8) {
        case 6, 7: return .numbers((0..<count).map { _ in Double(length(300)) })
        case 0: return .count(count)
        case 1: return .repeated(count: count, size: size())
        case 2: return .runs((0..<count).map { _ in ExtentRun(count: 1, extent: Double(length(90))) })
        case 3, 4: return .extents(heights(count))
        default: return .sizes((0..<count).map { _ in size() })
        }
    }

    private mutating func script(_ count: Int) -> EditScript {
        var script = EditScript()
        let isFlow = random.chance(oneIn: 3)
        var at = 0
        while at <= count, !random.chance(oneIn: 8) {
            let removed = at..<min(count, at + random.below(3))
            switch random.below(6) {
            case 0: script.remove(removed)
            case 1 where isFlow: script.replace(removed, sizes: [size(), size()])
            case 1: script.replace(removed, extents: heights(2))
            case 2: script.insert(count: 1, at: at)
            case 4: script.insert(numbers: [Double(length(100))], at: at)
            case 3: script.move(removed, to: random.int(in: 0...count))
            default: break
            }
            at = removed.upperBound + 1 + random.below(4)
        }
        return script
    }

    // ---- Sections

    private mutating func recipe() -> SectionRecipe {
        let count = random.below(random.pick(4, 30))
        var recipe: SectionRecipe
        switch random.below(10) {
        case 8:
            recipe = .list(
                numbers: (0..<count).map { _ in Double(length(300)) },
                by: random.pick(
                    .proportional(plus: 3), .wrapping(advance: 7.5, lineHeight: 20, padding: 1 / 3),
                    .wrapping(lineHeight: 15.5, plus: 4, leastLines: 0, mostLines: 6)))
        case 0: recipe = .list(heights: heights(count))
        case 1: recipe = .list(count: count, height: length(80), estimated: true)
        case 2: recipe = .grid(count: count, columns: random.int(in: 0...4), itemHeight: length(60), spacing: 4)
        case 3: recipe = .grid(count: count, itemSize: size(), packing: random.pick(.justified, .leading))
        case 4, 5:
            recipe = .flow(
                sizes: (0..<count).map { _ in size() }, packing: random.pick(.justified, .leading, .overlapping),
                contentInset: random.pick(.zero, .all(2)))
        case 6: recipe = .waterfall(heights: heights(count), columns: random.int(in: 1...5), spacing: 3)
        case 7:
            recipe = .waterfall(
                aspectRatios: (0..<count).map { _ in size() }, columns: random.int(in: 1...3),
                placement: random.pick(.shortestFirst, .leadingToTrailing, .trailingToLeading))
        default: return .compositional(composition(), count: count, sectionSpacing: random.pick(0, 9.5))
        }
        recipe.insets = random.pick(.zero, .all(8), SectionInsets(top: length(20), leading: 1 / 3))
        recipe.lineSpacing = random.pick(0, recipe.lineSpacing, length(12))
        recipe.interitemSpacing = random.pick(0, recipe.interitemSpacing, length(12))
        recipe.header = random.pick(0, length(50))
        recipe.footer = random.pick(0, length(50))
        recipe.pinsHeader = random.chance(oneIn: 3)
        recipe.pinsFooter = random.chance(oneIn: 3)
        recipe.raisesUnusableSizes = random.chance(oneIn: 4)
        return recipe
    }

    private mutating func composition() -> CollectionLayoutSection {
        func whole(_ height: CollectionLayoutDimension) -> CollectionLayoutSize {
            CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: height)
        }
        let height = random.pick(
            CollectionLayoutDimension.estimated(30), .absolute(40), .fractionalWidth(0.3),
            .uniformAcrossSiblings(estimate: 20))
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(10), heightDimension: .absolute(8)),
            elementKind: "a badge",
            containerAnchor: CollectionLayoutAnchor(
                edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.25)))
        badge.isSeparator = random.chance(oneIn: 2)
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(
                widthDimension: random.pick(.fractionalWidth(0.5), .estimated(60)), heightDimension: height),
            supplementaryItems: random.chance(oneIn: 3) ? [badge] : [])
        item.contentInsets = random.pick(.zero, SectionInsets(top: 1, leading: 2, bottom: 3, trailing: 4.5))
        if random.chance(oneIn: 4) {
            item.edgeSpacing = CollectionLayoutEdgeSpacing(
                leading: .flexible(2), top: .fixed(3), trailing: nil, bottom: .fixed(0.1))
        }
        let line = CollectionLayoutGroup.horizontal(
            layoutSize: whole(.estimated(30)), subitem: item, count: random.int(in: 1...3))
        line.interItemSpacing = random.pick(nil, .fixed(4), .flexible(2))
        let group = random.pick(
            line, CollectionLayoutGroup.vertical(layoutSize: whole(.estimated(60)), subitems: [item, line]),
            CollectionLayoutGroup.vertical(layoutSize: whole(.estimated(60)), repeatingSubitem: line, count: 2))
        let section = CollectionLayoutSection(group: group)
        section.interGroupSpacing = random.pick(0, 6)
        section.contentInsets = random.pick(.zero, .all(5))
        section.contentInsetsReference = random.pick(.automatic, .none, .safeArea)
        section.orthogonalScrollingBehavior = random.pick(.none, .none, .none, .groupPaging)
        if random.chance(oneIn: 2) {
            let header = CollectionLayoutBoundarySupplementaryItem(
                layoutSize: whole(.estimated(25)), elementKind: "header \u{e9}", alignment: .top,
                absoluteOffset: CGPoint(x: 0, y: random.pick(0, -4)))
            header.pinToVisibleBounds = random.chance(oneIn: 2)
            header.zIndex = 3
            section.boundarySupplementaryItems = [header]
        }
        if random.chance(oneIn: 3) {
            section.decorationItems = [.background(elementKind: "")]
            section.decorationItems[0].isBehindItems = random.chance(oneIn: 2)
        }
        return section
    }
}
