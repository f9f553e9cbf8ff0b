import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine
@testable import ListEngineCompatibility

@MainActor
@Suite("Section controllers: applying")
struct SectionControllerUpdateTests {
    private typealias Fault = CollectionSectionError

    private func fault(_ result: UpdateResult?) -> CollectionSectionError? {
        if case .failed(let error) = result { error as? CollectionSectionError } else { nil }
    }

    @Test func anIdentifierOfAnotherProviderIsRefusedNamingBoth() {
        let (controller, providers) = controlled("one", "two")
        controller.collectionView.diagnostics.handler = { _ in }
        providers[0].show(("a", 3))
        providers[1].show(("b", 3))
        var results: [UpdateResult] = []
        func apply(_ sections: [(String, [String])], _ provider: WordProvider) {
            controller.apply(snapshot(sections), sectionProvider: provider) { results.append($0) }
        }
        apply([("b", ["b0", "a2", "b1"])], providers[1])
        #expect(
            fault(results.last)
                == .itemInTwoProviders(
                    identifier: "a2", owner: "WordProvider (provider 0)", claimant: "WordProvider (provider 1)"))
        apply([("b", []), ("a", ["x"])], providers[1])
        #expect(
            fault(results.last)
                == .sectionInTwoProviders(
                    identifier: "a", owner: "WordProvider (provider 0)", claimant: "WordProvider (provider 1)"))
        #expect(controller.words == ["a0", "a1", "a2", "b0", "b1", "b2"])
        #expect(controller.collectionView.diagnostics.recent.map(\.code) == [.rejectedUpdate, .rejectedUpdate])
        #expect(controller.collectionView.diagnostics.recent[0].message.contains("item identifier a2"))
        // Other identifiers in a refused snapshot stay free.
        apply([("a", ["a0", "a1"])], providers[0])
        apply([("b", ["b0", "a2", "b1"])], providers[1])
        #expect(results.count == 4)
        #expect(fault(results.last) == nil)
        #expect(controller.words == ["a0", "a1", "b0", "a2", "b1"])
        apply([("a", ["a0", "b2"])], providers[0])
        #expect(controller.words == ["a0", "b2", "b0", "a2", "b1"])
    }

    @Test func identifiersOfADeletedProviderAreFree() {
        let (controller, providers) = controlled("one", "two", "three")
        providers[0].show(("a", 2))
        providers[1].show(("b", 2))
        controller.deleteSectionProvider(providers[1])
        providers[2].show(("b", 2), ("c", 1))
        #expect(controller.words == ["a0", "a1", "b0", "b1", "c0"])
    }

    @Test func randomAppliesShowWhatAPlainModelHas() {
        var random = TestRandom(seed: 20_261)
        for round in 0..<60 {
            let (controller, providers) = controlled("0", "1", "2", "3")
            controller.collectionView.diagnostics.handler = { _ in }
            controller.collectionView.bounds.size.height = 4000
            // By provider: sections and items.
            var model: [[(String, [String])]] = [[], [], [], []]
            for _ in 0..<25 {
                let chosen = random.below(4)
                var sections: [(String, [String])] = []
                var items = (0..<12).map { "i\($0)" }
                items.shuffle(using: &random)
                for name in ["s", "t", "u", "v", "w"].shuffled(using: &random).prefix(random.below(4)) {
                    let count = random.below(4)
                    sections.append((name, Array(items.prefix(count))))
                    items.removeFirst(count)
                }
                var others: Set<String> = []
                for (place, own) in model.enumerated() where place != chosen {
                    for (name, items) in own { others.formUnion(items + [name]) }
                }
                let clashes = sections.contains { others.contains($0.0) || !others.isDisjoint(with: $0.1) }
                var result: UpdateResult?
                let provider = providers[chosen]
                // Some are edits of the displayed snapshot and share its numbers.
                var next = snapshot(sections)
                if random.below(2) == 0 { next = next.adopted(by: controller.snapshotForSectionProvider(provider)) }
                controller.apply(next, animatingDifferences: false, sectionProvider: provider) { result = $0 }
                #expect((fault(result) != nil) == clashes, "round \(round)")
                if !clashes { model[chosen] = sections }
                #expect(controller.words == model.flatMap { $0.flatMap { $0.1 } }, "round \(round)")
                let counts = model.flatMap { $0.map { $0.1.count } }
                let view = controller.collectionView
                #expect((0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) } == counts)
            }
        }
    }

    @Test func reloadsOfOneProviderKeepMarksOfOthers() {
        let (controller, providers) = controlled("one", "two")
        let (one, two) = (providers[0], providers[1])
        one.show(("a", 2))
        two.show(("b", 2))
        _ = controller.words
        func cell(_ provider: WordProvider, _ item: Int) -> WordCell? {
            controller.cellForItem(at: indexPath(0, item), sectionProvider: provider) as? WordCell
        }
        let configured = cell(two, 1)
        _ = one.take()
        var next = controller.snapshotForSectionProvider(one)
        next.reloadItems(["a0"])
        controller.apply(next, sectionProvider: one)
        #expect(one.take() == ["end 0.0 a0", "will 0.0 a0"])
        next = controller.snapshotForSectionProvider(two)
        next.reconfigureItems(["b1"])
        controller.apply(next, sectionProvider: two)
        #expect(cell(two, 1) === configured)
        #expect(configured?.fillings == 2)
        #expect(cell(one, 1)?.fillings == 1)
        #expect(controller.snapshotForSectionProvider(two).reconfiguredItemIdentifiers == [])
    }

    @Test func waitingSnapshotsAreMergedByProvider() {
        let scheduler = UpdateScheduler.manual()
        let (controller, providers) = controlled("one", "two", scheduler: scheduler)
        var results: [String] = []
        func apply(_ sections: [(String, Int)], _ place: Int) {
            controller.apply(lettered(sections), sectionProvider: providers[place]) {
                results.append("\(place) \($0)")
            }
        }
        apply([("a", 1)], 0)
        apply([("b", 1)], 1)
        apply([("a", 2)], 0)
        #expect(results == [])
        #expect(controller.numberOfSections(sectionProvider: providers[0]) == 0)
        scheduler.runPending()
        #expect(results == ["0 superseded", "0 applied", "1 applied"])
        #expect(controller.words == ["a0", "a1", "b0"])
        // Deleted before its update runs.
        apply([("b", 2)], 1)
        controller.deleteSectionProvider(providers[1])
        scheduler.runPending()
        #expect(controller.words == ["a0", "a1"])
        #expect(results.count == 4)
    }

    @Test func applyingFromADelegateWaitsForThePass() {
        let (controller, providers) = controlled("one", "two")
        final class Eager: CollectionSectionControllerDelegate {
            typealias SectionIdentifierType = String
            typealias ItemIdentifierType = String
            var hasApplied = false
            var other: WordProvider?
            func collectionSectionController(
                _ controller: WordController, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) {
                guard !hasApplied else { return }
                hasApplied = true
                other?.show(("b", 1))
            }
        }
        let eager = Eager()
        eager.other = providers[1]
        controller.addDelegate(eager, sectionProvider: providers[0])
        providers[0].show(("a", 1))
        #expect(controller.words == ["a0", "b0"])
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    @Test func applyingWithoutDifferencesRequestsAllCells() {
        let (controller, providers) = controlled("one", "two")
        providers[0].show(("a", 1))
        providers[1].show(("b", 1))
        _ = controller.words
        for provider in providers { _ = provider.take() }
        var ends = 0
        controller.applySnapshotUsingReloadData(lettered([("b", 2)]), sectionProvider: providers[1]) { _ in ends += 1 }
        #expect(ends == 1)
        #expect(controller.words == ["a0", "b0", "b1"])
        #expect(providers[0].take() == ["end 0.0 a0", "will 0.0 a0"])
        #expect(controller.numberOfSections(sectionProvider: providers[1]) == 1)
    }

    @Test func applyingCanBeAwaited() async {
        let (controller, providers) = controlled("one", "two")
        _ = await UpdateResult.of {
            controller.applySnapshotUsingReloadData(
                lettered([("a", 2)]), sectionProvider: providers[0], completion: $0)
        }
        #expect(controller.words == ["a0", "a1"])
        _ = await UpdateResult.of {
            controller.deleteSectionProviderUsingReloadData(providers[0], completion: $0)
        }
        #expect(controller.words == [])
    }

    /// As in SectionKit. The completions with a result stay what they are.
    @Test func completionsNeedNoParameter() {
        let (controller, providers) = controlled("one", "two")
        var ends: [String] = []
        controller.apply(lettered([("a", 1)]), sectionProvider: providers[0]) { ends.append("applied") }
        controller.applySnapshotUsingReloadData(
            lettered([("b", 1)]), sectionProvider: providers[1], completion: { ends.append("reloaded") })
        controller.apply(lettered([("a", 2)]), sectionProvider: providers[0]) { result in ends.append("\(result)") }
        #expect(controller.words == ["a0", "a1", "b0"])
        controller.deleteSectionProvider(providers[0]) { ends.append("deleted") }
        controller.deleteSectionProviderUsingReloadData(providers[1]) { ends.append("deleted all") }
        #expect(ends == ["applied", "reloaded", "applied", "deleted", "deleted all"])
        #expect(controller.words == [])
    }

    @Test func snapshotsCanBeAppliedFromAnyThread() async {
        let (controller, providers) = controlled("one", "two")
        let (one, two) = (providers[0], providers[1])
        controller.collectionView.bounds.size.height = 1000
        let updates = providers.map { controller.updates(sectionProvider: $0) }
        await withTaskGroup(of: Void.self) { group in
            for count in 1...20 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let name = count % 2 == 0 ? "a" : "b"
                        updates[count % 2].apply(lettered([(name, count)]), animatingDifferences: false) { _ in
                            continuation.resume()
                        }
                    }
                }
            }
        }
        var last: [String: Int] = [:]
        for word in controller.words { last[String(word.prefix(1)), default: 0] += 1 }
        controller.apply(lettered([("a", 2)]), sectionProvider: one)
        controller.apply(lettered([("b", 1)]), sectionProvider: two)
        #expect(last.keys.sorted() == ["a", "b"])
        #expect(controller.words == ["a0", "a1", "b0"])
        #expect(controller.collectionView.diagnostics.recent == [])
        controller.deleteSectionProvider(two)
        var late: UpdateResult?
        updates[1].apply(lettered([("c", 1)])) { late = $0 }
        #expect(late.map { "\($0)" }?.hasPrefix("failed") == true)
        #expect(controller.words == ["a0", "a1"])
    }

    /// Identifiers of any type, which are not `Sendable`.
    private final class Mixed: CollectionSectionProvider {
        typealias SectionIdentifierType = AnyHashable
        typealias ItemIdentifierType = AnyHashable
        let items: [AnyHashable]
        init(_ items: [AnyHashable]) { self.items = items }

        func didMove(to controller: CollectionSectionController<AnyHashable, AnyHashable>) {
            var snapshot = DiffableSnapshot<AnyHashable, AnyHashable>()
            snapshot.appendSections([ObjectIdentifier(self)])
            snapshot.appendItems(items)
            controller.apply(snapshot, sectionProvider: self)
        }
        func cellProvider(
            _ controller: CollectionSectionController<AnyHashable, AnyHashable>, indexPath: IndexPath, item: AnyHashable
        ) -> CollectionViewCell? {
            let cell = controller.dequeueReusableCell(WordCell.self, for: indexPath, sectionProvider: self)
            cell.word = "\(item)"
            return cell
        }
        func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
            .list(itemHeight: .absolute(10))
        }
    }

    @Test func identifiersOfAllTypesTogether() {
        let controller = CollectionSectionController<AnyHashable, AnyHashable>()
        controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        controller.addSectionProvider(Mixed([1, "one"]))
        controller.addSectionProvider(Mixed([2, 3.5]))
        controller.collectionView.layoutIfNeeded()
        #expect(
            controller.collectionView.visibleCells.compactMap { ($0 as? WordCell)?.word } == ["1", "one", "2", "3.5"])
    }

    @Test func identifiersDeletedLongAgoAreForgotten() {
        let controller = CollectionSectionController<Int, Int>()
        final class Numbers: CollectionSectionProvider {
            func cellProvider(
                _ controller: CollectionSectionController<Int, Int>, indexPath: IndexPath, item: Int
            ) -> CollectionViewCell? { nil }
            func layoutSectionProvider(
                section: Int, environment: CollectionLayoutEnvironment
            ) -> CollectionLayoutSection? { .list(itemHeight: .absolute(10)) }
        }
        let (one, two) = (Numbers(), Numbers())
        controller.addSectionProvider(one)
        controller.addSectionProvider(two)
        func apply(_ section: Int, _ items: Range<Int>, _ provider: Numbers) -> UpdateResult? {
            var snapshot = DiffableSnapshot<Int, Int>()
            snapshot.appendSections([section])
            snapshot.appendItems(Array(items))
            var result: UpdateResult?
            controller.apply(snapshot, sectionProvider: provider) { result = $0 }
            return result
        }
        _ = apply(1, 0..<10, one)
        _ = apply(2, 10..<90_000, two)
        _ = apply(2, 10..<20, two)
        let known = controller.snapshotForSectionProvider(one).numberOfKnownIdentifiers
        #expect(known == 22)
        #expect(controller.indexPath(for: 15, sectionProvider: two) == indexPath(0, 5))
        #expect(fault(apply(2, 5..<20, two)) != nil)
        #expect(fault(apply(2, 30..<40, two)) == nil)
        #expect(fault(apply(1, 0..<30, one)) == nil)
    }
}

/// Earlier spellings behave like their namesakes.
@MainActor
private protocol Spelling {
    func answers(_ controller: WordController, _ provider: WordProvider) -> [String]
}

private struct SpellingOfBefore: Spelling {
    @available(*, deprecated)
    func answers(_ controller: WordController, _ provider: WordProvider) -> [String] {
        controller.addDelegate(provider, for: provider)
        controller.addPrefetchingDataSource(provider, for: provider)
        controller.apply(lettered([("a", 2)]), for: provider)
        controller.applySnapshotUsingReloadData(lettered([("a", 3)]), for: provider)
        _ = controller.words
        controller.selectItem(at: indexPath(0, 1), sectionProvider: provider, animated: false)
        let answers = [
            "\(controller.snapshot(for: provider))", "\(controller.numberOfSections(for: provider))",
            "\(controller.numberOfItems(inSection: 0, for: provider) ?? -1)",
            "\(controller.visibleCells(for: provider).count)",
            "\(controller.indexPathsForVisibleItems(for: provider).map(text))",
            "\(controller.indexPathsForSelectedItems(for: provider).map(text))",
            "\(provider.log.filter { $0.hasPrefix("will 0") }.count)",
        ]
        controller.removeDelegate(for: provider)
        return answers
    }
}

@MainActor
@Suite("Section controllers: earlier spellings")
struct SectionControllerSpellingTests {
    @Test func deprecatedLabelsBehaveLikeTheNewOnes() {
        let (controller, providers) = controlled("one")
        let old: any Spelling = SpellingOfBefore()
        #expect(
            old.answers(controller, providers[0])
                == ["a [\"a0\", \"a1\", \"a2\"]", "1", "3", "3", "[\"0.0\", \"0.1\", \"0.2\"]", "[\"0.1\"]", "5"])
    }
}
