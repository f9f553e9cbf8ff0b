import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Updates that change many sections of several providers at once.
@MainActor
@Suite("Updates of many sections")
struct ManySectionsTests {
    @Test func editsOfSectionsCanBeAddedInAnyOrder() {
        let failure = LawCases.firstFailure(of: "edits by section", share: 0.05, scales: [.small]) { law in
            var random = law.random
            var maps = ItemMaps()
            var model: [Int: (deleted: [Int], inserted: [Int])] = [:]
            let ascends = random.chance(oneIn: 2)
            for step in 0..<random.below(40) {
                let section = ascends ? step / 2 : random.below(20)
                var known = model[section] ?? ([], [])
                // Each index only once.
                let deleted = (0..<random.below(4)).map { _ in random.below(4) * 64 + step }
                let inserted = (0..<random.below(4)).map { _ in random.below(1000) * 64 + step }
                let (all, new) = (Set(deleted).sorted(), Set(inserted).sorted())
                maps.add(section, deleted: IndexRuns(all).ranges, inserted: IndexRuns(new).ranges)
                known.deleted += all
                known.inserted += new
                model[section] = known
            }
            maps.sort()
            var sections: [Int] = []
            for (section, map) in maps {
                sections.append(section)
                let known = model[section] ?? ([], [])
                let isRight =
                    Array(map.deleted.indices) == known.deleted.sorted()
                    && Array(map.inserted.indices) == known.inserted.sorted()
                if !isRight { return "section \(section): \(map.deleted), \(map.inserted)" }
            }
            if sections != model.keys.sorted() { return "sections \(sections)" }
            for section in -1...41 where (maps[section] != nil) != (model[section] != nil) {
                return "section \(section) is looked up"
            }
            return nil
        }
        #expect(failure == nil, "\(failure ?? "")")
    }

    /// Describes sections by what they hold, or by their indices.
    private final class CountingRecipe: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        let describesSectionsByIndex: Bool
        var calls = 0

        init(byIndex: Bool) { describesSectionsByIndex = byIndex }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            calls += 1
            let inset = CGFloat(describesSectionsByIndex ? section % 7 : 2)
            return .list(count: context.itemCount, height: 10, insets: .all(inset))
        }

        func recipe(
            forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
        ) -> SectionRecipe? {
            calls += 1
            return .list(
                count: items.reduce(0) { $0 + $1.count }, height: 10,
                insets: .all(CGFloat(describesSectionsByIndex ? section % 7 : 2)))
        }
    }

    /// The number of calls of a recipe for one inserted, deleted or moved section does not depend on the sections after it.
    @Test(arguments: [1_000, 8_000]) func sectionsThatMoveAsideAreNotDescribedAgain(count: Int) throws {
        for byIndex in [false, true] {
            let recipe = CountingRecipe(byIndex: byIndex)
            let list = NameList(Array(repeating: ["a"], count: count), layout: recipe)
            list.view.layoutIfNeeded()
            func calls(_ body: () -> Void) throws -> Int {
                recipe.calls = 0
                list.view.performBatchUpdates(animated: false, body)
                let calls = recipe.calls
                let fresh = try recipe.layout(itemCounts: list.sections.map(\.count), in: list.view.container)
                #expect(fresh.contentSize == list.view.layout.contentSize)
                for section in [0, 3, 4, 5, count / 2, list.sections.count - 1] {
                    #expect(fresh.frame(ofSection: section) == list.view.layout.frame(ofSection: section))
                }
                return calls
            }
            let inserted = try calls {
                list.sections.insert(["b", "c"], at: 4)
                list.view.insertSections([4])
            }
            let deleted = try calls {
                list.sections.remove(at: 5)
                list.view.deleteSections([5])
            }
            let moved = try calls {
                list.sections.insert(list.sections.remove(at: 3), at: count - 5)
                list.view.moveSection(3, toSection: count - 5)
            }
            if byIndex {
                #expect(inserted > count - 10 && deleted > count - 10 && moved > count - 20)
            } else {
                #expect([inserted, deleted, moved].max()! <= 2, "\(inserted), \(deleted), \(moved)")
            }
        }
    }

    @Test func ownLayoutsWithOneDescriptionDoNotDescribeByIndex() {
        let flow = CollectionViewFlowLayout()
        #expect(!flow.describesSectionsByIndex)
        #expect(!CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(20))).describesSectionsByIndex)
        #expect(CollectionViewCompositionalLayout { _, _ in nil }.describesSectionsByIndex)
    }

    /// Runs behave like the indices that they represent, also as a slice of more runs.
    @Test func runsOfIndicesBehaveLikeTheIndices() {
        let failure = LawCases.firstFailure(of: "runs of indices", share: 0.1, scales: [.small]) { law in
            var random = law.random
            var all: [IndexRuns.Run] = []
            var parts: [(runs: Range<Int>, indices: [Int])] = []
            for _ in 0..<random.below(4) {
                let bits = (0..<random.below(24)).map { _ in random.chance(oneIn: 2) }
                let indices = bits.indices.filter { bits[$0] }
                let first = all.count
                for range in IndexRuns(indices).ranges { all.add(range, fromRun: first) }
                parts.append((first..<all.count, indices))
            }
            for (place, indices) in parts {
                let runs = IndexRuns(all[place])
                if Array(runs.indices) != indices { return "\(indices): \(runs)" }
                if runs.count != indices.count || runs.isEmpty != indices.isEmpty { return "count of \(indices)" }
                if runs.first != indices.first || runs.last != indices.last { return "ends of \(indices)" }
                for position in indices.indices where runs[position] != indices[position] {
                    return "\(position) of \(indices)"
                }
                let others = (0...30).filter { !indices.contains($0) }
                for (rank, index) in others.enumerated() where runs.place(outside: rank) != index {
                    return "place \(rank) outside of \(indices)"
                }
                for index in -1...25 {
                    if runs.contains(index) != indices.contains(index) { return "\(index) in \(indices)" }
                    let below = indices.filter { $0 < index }.count
                    if runs.count(below: index) != below { return "below \(index) in \(indices)" }
                    let outside = [indices.first, indices.last].compactMap { $0 }.first { $0 >= index }
                    if index >= 0, runs.outside(of: index) != outside { return "outside of \(index): \(indices)" }
                }
                let half = indices.filter { _ in random.chance(oneIn: 2) }
                let rest = indices.filter { !half.contains($0) }
                if Array(IndexRuns(half).union(IndexRuns(rest)).indices) != indices { return "union to \(indices)" }
            }
            return nil
        }
        #expect(failure == nil, "\(failure ?? "")")
    }

    // MARK: Through providers

    private typealias Numbers = SnapshotProvider<Int, Int>
    private typealias Snapshot = Numbers.Snapshot

    private enum Kind: CaseIterable {
        case equal, equalInParts, varied, variedAtOnce, grid, compositional, measured

        @MainActor
        func recipe(of list: SectionProviderList) -> any CollectionViewLayoutRecipe {
            switch self {
            case .compositional, .measured: composed(measured: self == .measured)
            default: Rows(self, list)
            }
        }
    }

    /// Every seventh section has another style.
    private static func spacing(_ section: Int) -> CGFloat { section % 7 == 3 ? 1.5 : 0 }

    /// Compositional sections, some with another style: items are all alike, or measured one by one.
    private static func composed(measured: Bool) -> CollectionViewCompositionalLayout {
        CollectionViewCompositionalLayout { section, _ in
            let height: CollectionLayoutDimension = measured ? .estimated(12) : .absolute(12)
            let described =
                section % 7 == 6
                ? CollectionLayoutSection.grid(columns: 3, itemHeight: .absolute(9))
                : .list(itemHeight: height, spacing: spacing(section))
            if section % 11 == 5 {
                let size = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(8))
                described.boundarySupplementaryItems = [
                    CollectionLayoutBoundarySupplementaryItem(layoutSize: size, elementKind: "bar", alignment: .top)
                ]
            }
            return described
        }
    }

    /// The measured height of an item.
    private static func measuredHeight(_ number: Int) -> CGFloat { 10 + CGFloat(number % 7) }

    /// Rows of one height, or of heights that depend on the items.
    private final class Rows: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        let kind: Kind
        let list: SectionProviderList
        init(_ kind: Kind, _ list: SectionProviderList) { (self.kind, self.list) = (kind, list) }

        private func heights(_ section: Int, _ items: some Sequence<Int>) -> [Double] {
            guard let (provider, own) = list.provider(ofSection: section), let numbers = provider as? Numbers else {
                return []
            }
            return items.map { 10 + Double(numbers.item($0, inSection: own) % 7) }
        }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            let count = context.itemCount
            return switch kind {
            case .varied, .variedAtOnce: .list(heights: heights(section, 0..<count))
            case .grid: .grid(count: count, columns: 3, itemHeight: 9)
            // Now and then of another style.
            default: .list(count: count, height: 12, spacing: spacing(section))
            }
        }

        func recipe(
            forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
        ) -> SectionRecipe? {
            switch kind {
            case .equalInParts:
                let count = items.reduce(0) { $0 + $1.count }
                return .list(count: count, height: 12, spacing: spacing(section))
            case .varied: return .list(heights: heights(section, items.joined()))
            default: return nil
            }
        }
    }

    @Test func randomUpdatesEqualAListThatIsLaidOutFromScratch() {
        let failure = LawCases.firstFailure(of: "updates of many sections", share: 0.015, scales: [.small]) { law in
            // The kinds alternate.
            let kind = Kind.allCases[Int(law.seed % UInt64(Kind.allCases.count))]
            return MainActor.assumeIsolated { Self.session(kind, law.random) }
        }
        #expect(failure == nil, "\(failure ?? "")")
    }

    private static func session(_ kind: Kind, _ random: TestRandom) -> String? {
        var random = random
        let list = SectionProviderList()
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: kind.recipe(of: list))
        let host = RecorderHost()
        host.sizes = { view, size in
            (view as? ItemCell<Int>)?.item.map { CGSize(width: size.width, height: measuredHeight($0)) }
        }
        view.host = host
        list.attach(to: view)
        var nextNumber = 0
        func fresh(_ count: Int) -> [Int] {
            nextNumber += count
            return Array(nextNumber - count..<nextNumber)
        }
        func provider() -> Numbers {
            let made = Numbers()
            made.shown.appendSections(fresh(random.below(30)))
            for section in made.shown.sectionIdentifiers {
                made.shown.appendItems(fresh(random.below(12)), toSection: section)
            }
            return made
        }
        list.update(animated: false) { $0.providers = (0..<1 + random.below(5)).map { _ in provider() } }
        for step in 0..<6 {
            if random.chance(oneIn: 3) {
                view.hostDidScroll(to: CGPoint(x: 0, y: CGFloat(random.below(Int(view.contentSize.height) + 1))))
            }
            list.update(animated: false) { update in
                if random.chance(oneIn: 4) { update.providers.shuffle(using: &random) }
                if random.chance(oneIn: 5) { update.providers.append(provider()) }
                if random.chance(oneIn: 5), !update.providers.isEmpty {
                    update.providers.remove(at: random.below(update.providers.count))
                }
                for case let numbers as Numbers in list.providers where !random.chance(oneIn: 4) {
                    let after = Self.changed(numbers.shown, &random, fresh)
                    update.change(numbers, after.changeset(from: numbers.shown))
                    numbers.shown = after
                    numbers.shown.settle()
                }
            }
            if let fault = fault(view, list, kind) { return "step \(step), \(kind): \(fault)" }
        }
        return view.diagnostics.recent.isEmpty ? nil : "\(view.diagnostics.recent)"
    }

    private static func changed(
        _ shown: Snapshot, _ random: inout TestRandom, _ fresh: (Int) -> [Int]
    ) -> Snapshot {
        // Edited in place, or built from scratch.
        if random.chance(oneIn: 2) {
            var next = Snapshot(basedOn: shown)
            var sections = shown.sectionIdentifiers
            if random.chance(oneIn: 6) { sections.shuffle(using: &random) }
            if random.chance(oneIn: 6) { sections.removeSubrange(random.range(within: sections.count)) }
            if random.chance(oneIn: 6) {
                sections.insert(contentsOf: fresh(1 + random.below(3)), at: random.below(sections.count + 1))
            }
            next.appendSections(sections)
            for section in sections {
                var items = shown.contains(section: section) ? shown.itemIdentifiers(inSection: section) : fresh(3)
                if random.chance(oneIn: 3) { items.removeSubrange(random.range(within: items.count)) }
                if random.chance(oneIn: 2) {
                    items.insert(contentsOf: fresh(random.below(4)), at: random.below(items.count + 1))
                }
                if random.chance(oneIn: 12) { items.shuffle(using: &random) }
                next.appendItems(items, toSection: section)
            }
            return next
        }
        var next = shown
        for _ in 0..<random.below(10) where next.numberOfItems > 0 {
            let items = next.itemIdentifiers
            let (item, other) = (items[random.below(items.count)], items[random.below(items.count)])
            switch random.below(5) {
            case 0: next.deleteItems([item])
            case 1: next.insertItems(fresh(2), beforeItem: item)
            case 2: next.moveItem(item, afterItem: other)
            case 3: next.reloadItems([item])
            default:
                if let section = next.sectionIdentifiers.randomElement(using: &random) {
                    next.appendItems(fresh(1), toSection: section)
                }
            }
        }
        if random.chance(oneIn: 5), let section = next.sectionIdentifiers.randomElement(using: &random) {
            next.reloadSections([section])
        }
        return next
    }

    /// The difference from a list laid out from scratch; nil if there is none.
    private static func fault(_ view: CollectionView, _ list: SectionProviderList, _ kind: Kind) -> String? {
        let numbers = list.providers.compactMap { $0 as? Numbers }
        let model = numbers.flatMap { provider in
            (0..<provider.shown.numberOfSections).map { provider.shown.itemIdentifiers(inSectionAt: $0) }
        }
        var expected = view.laidOut(model.map(\.count))
        guard view.layout.numberOfSections == model.count else { return "\(view.layout.numberOfSections) sections" }
        if kind == .measured, let fault = measure(&expected, as: view, model) { return fault }
        if view.contentSize != expected.contentSize { return "\(view.contentSize), not \(expected.contentSize)" }
        var counts = ItemCountReader(view.layout)
        for (section, items) in model.enumerated() {
            if counts.count(ofSection: section) != items.count { return "count of section \(section)" }
            for item in items.indices {
                let frame = view.layout.frame(ofItem: item, inSection: section)
                if frame != expected.frame(ofItem: item, inSection: section) {
                    return "item \(item) of section \(section) is at \(frame)"
                }
            }
        }
        for path in view.indexPathsForVisibleItems {
            let shown = (view.cellForItem(at: path) as? ItemCell<Int>)?.item
            if shown != model[path.section][path.item] { return "cell at \(path) shows \(shown ?? -1)" }
        }
        return nil
    }

    /// Gives a list laid out from scratch the measured sizes of the view, each item the size that it measures itself.
    private static func measure(
        _ expected: inout CollectionViewLayout, as view: CollectionView, _ model: [[Int]]
    ) -> String? {
        let visible = Set(view.indexPathsForVisibleItems)
        for (section, items) in model.enumerated() {
            var measurements: [ItemMeasurement] = []
            for (item, number) in items.enumerated() {
                let element = view.layout.layoutAttributesForItem(item, inSection: section)
                let isExact = !expected.layoutAttributesForItem(item, inSection: section).isEstimated
                if isExact { continue }
                let size = CGSize(width: element.frame.width, height: measuredHeight(number))
                let isVisible = visible.contains(IndexPath(item: item, section: section))
                if element.isEstimated {
                    if isVisible { return "item \(item) of section \(section) is visible and was not measured" }
                } else {
                    measurements.append(ItemMeasurement(item: item, size: size))
                }
            }
            do {
                try expected.measure(measurements, inSection: section)
            } catch {
                return "\(error)"
            }
        }
        return nil
    }
}
