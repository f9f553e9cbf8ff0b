import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport

@testable import ListEngine

/// A list of numbered items in numbered sections, whose kind, sizes and estimates depend only on the numbers, so that a
/// test knows every position after any update.
@MainActor
final class IdentifiedList {
    typealias Source = DiffableDataSource<Int, Int>

    /// The layout of a section depends on its number: list, grid, flow, compositional, waterfall.
    final class Recipe: CollectionViewLayoutRecipe {
        var scrollDirection = ScrollDirection.vertical
        weak var source: Source?
        var spacing: CGFloat = 3
        /// Only lists and compositional sections, with estimated sizes.
        var isEstimated = false

        func size(_ item: Int) -> CGSize {
            // On the unit grid, but not in round points.
            CGSize(width: 17 + CGFloat(item &* 7 % 61) / 4, height: 11 + CGFloat(item &* 13 % 83) / 8)
        }

        func extent(_ item: Int) -> Double {
            Double(scrollDirection == .vertical ? size(item).height : size(item).width)
        }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            guard let snapshot = source?.snapshot(), section < snapshot.numberOfSections else {
                return .list(count: context.itemCount, height: 10)
            }
            let items = snapshot.itemIdentifiers(inSectionAt: section)
            let number = snapshot.sectionIdentifier(at: section)
            if isEstimated {
                if number % 2 == 0 {
                    return .list(
                        count: items.count, height: 20, spacing: spacing, insets: .all(CGFloat(number % 3)),
                        estimated: true)
                }
                return .compositional(.list(itemHeight: .estimated(20), spacing: spacing), count: items.count)
            }
            switch number % 5 {
            case 0: return .list(extents: items.map(extent), spacing: spacing, header: 12, pinsHeader: number % 2 == 0)
            case 1: return .grid(count: items.count, columns: 3, itemHeight: 21, spacing: spacing)
            case 2: return .flow(sizes: items.map(size), spacing: spacing, lineSpacing: 5, insets: .all(4))
            case 3:
                return .compositional(
                    .grid(columns: 2, itemHeight: .absolute(27), spacing: spacing), count: items.count)
            default: return .waterfall(heights: items.map(extent), columns: 2, spacing: spacing)
            }
        }
    }

    let view: CollectionView
    let recipe: Recipe
    let source: Source
    let host = RecorderHost()

    init(_ direction: ScrollDirection = .vertical, mirrored: Bool = false, estimated: Bool = false) {
        recipe = Recipe()
        recipe.scrollDirection = direction
        recipe.isEstimated = estimated
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 120, height: 110), collectionViewLayout: recipe)
        view.flowDirection = mirrored ? .rightToLeft : .leftToRight
        view.host = host
        source = Source(collectionView: view) { view, indexPath, item in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(item)"
            return cell
        }
        source.supplementaryViewProvider = { view, kind, indexPath in
            view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }
        recipe.source = source
    }

    func apply(_ sections: [(Int, [Int])]) {
        source.apply(Self.snapshot(sections))
    }

    static func snapshot(_ sections: [(Int, [Int])]) -> Source.Snapshot {
        Source.Snapshot(sections: sections)
    }

    /// Start or end of an item along the scroll axis, from the leading edge of the content; nil if it is not in the
    /// list.
    func place(of item: Int, _ edge: ElementEdge = .start) -> CGFloat? {
        guard let path = source.snapshot().indexPath(of: item) else { return nil }
        return view.layout.contentOffset(
            for: ScrollAnchor(.item(path.item, inSection: path.section), edge: edge))
    }

    /// Rows estimated at 20 whose measured height is 30 plus a quarter of their number. Section 0 is a list, 1
    /// compositional.
    static func measured(_ sections: [(Int, [Int])]) -> IdentifiedList {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.host.sizes = { view, size in
            guard let number = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
            return CGSize(width: size.width, height: 30 + CGFloat(number) / 4)
        }
        list.apply(sections)
        return list
    }

    /// The height of an item in the layout; nil if it is not in the list.
    func height(of item: Int) -> CGFloat? {
        guard let path = source.snapshot().indexPath(of: item) else { return nil }
        return view.layout.frame(ofItem: path.item, inSection: path.section).height
    }

    /// Whether the measured size of an item is known.
    func isSizeKept(of item: Int) -> Bool {
        source.snapshot().number(of: item).map { view.measuredSizes[.number($0)] != nil } ?? false
    }

    /// The item of an element; nil if it is none.
    func number(at path: ElementPath) -> Int? {
        path.category == .item ? source.itemIdentifier(for: path.indexPath) : nil
    }

    /// The content offset from the leading edge.
    var offset: CGFloat {
        get { view.layout.contentOffset(of: view.bounds) }
        set {
            let bounds = view.layout.visibleBounds(atContentOffset: newValue, size: view.bounds.size)
            view.hostDidScroll(to: bounds.origin)
        }
    }
}

/// The listed items, by number.
struct ListedNumbers {
    var sections: [(Int, [Int])] = []
    private var next = 0

    init(_ random: inout TestRandom, sections count: ClosedRange<Int> = 2...5) {
        for _ in 0..<random.int(in: count) { insertSection(at: sections.count, &random) }
    }

    private mutating func fresh(_ count: Int) -> [Int] {
        defer { next += count }
        return Array(next..<next + count)
    }

    private mutating func insertSection(at index: Int, _ random: inout TestRandom) {
        sections.insert((fresh(1)[0], fresh(random.int(in: 0...25))), at: index)
    }

    var items: [Int] { sections.flatMap(\.1) }

    /// One random edit.
    mutating func edit(_ random: inout TestRandom) {
        guard !sections.isEmpty, !random.chance(oneIn: 12) else {
            return insertSection(at: random.below(sections.count + 1), &random)
        }
        let section = random.below(sections.count)
        let count = sections[section].1.count
        switch random.below(8) {
        case 0 where sections.count > 2: sections.remove(at: section)
        case 1: sections.insert(sections.remove(at: section), at: random.below(sections.count))
        case 2, 3: sections[section].1.insert(contentsOf: fresh(random.int(in: 1...6)), at: random.below(count + 1))
        case 4: sections[section].1.removeSubrange(random.range(within: count))
        case 5:
            let moved = sections[section].1[random.range(within: count)]
            sections[section].1.removeAll { moved.contains($0) }
            let target = random.below(sections.count)
            sections[target].1.insert(contentsOf: moved, at: random.below(sections[target].1.count + 1))
        case 6: sections[section].1.shuffle(using: &random)
        default: sections[section].1.sort()
        }
    }
}
