import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Updates that are prepared on another thread and applied between two frames.
@MainActor
@Suite("Versions of a list")
struct PreparedUpdateSchedulingTests {
    private typealias Source = DiffableDataSource<Int, Int>
    private typealias Snapshot = DiffableSnapshot<Int, Int>

    /// Rows whose heights depend on their numbers, for the data after an update.
    private final class Heights: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        var snapshot: @MainActor () -> Snapshot = { Snapshot() }
        var questions = 0

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            questions += 1
            return Self.recipe(snapshot(), section, nil, context)
        }

        func recipe(
            forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
        ) -> SectionRecipe? {
            questions += 1
            return Self.recipe(snapshot(), section, items, context)
        }

        nonisolated static func recipe(
            _ snapshot: Snapshot, _ section: Int, _ items: [Range<Int>]?, _ context: SectionLayoutContext
        ) -> SectionRecipe {
            let all = items ?? [0..<context.itemCount]
            return .list(
                heights: all.joined().map { item in
                    Double(20 + snapshot.itemIdentifier(at: ItemIndexPath(section: section, item: item)) % 7 * 5)
                }, spacing: CGFloat(section % 3))
        }

        nonisolated static func shared(_ snapshot: Snapshot) -> SharedSectionRecipes {
            SharedSectionRecipes { section, items, context in recipe(snapshot, section, items, context) }
        }
    }

    @MainActor
    private final class Subject {
        let view: CollectionView
        let source: Source
        let heights = Heights()

        init(_ scheduler: UpdateScheduler) {
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: heights)
            source = Source(collectionView: view, scheduler: scheduler) { view, indexPath, number in
                let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
                cell.name = "\(number)"
                return cell
            }
            heights.snapshot = { [weak source] in source?.snapshot() ?? Snapshot() }
        }

        var shown: [Int] { view.visibleCells.compactMap { ($0 as? NameCell).flatMap { Int($0.name) } } }

        /// The fault of the list; nil if it equals a list that was laid out at once.
        func fault() throws -> String? {
            let snapshot = source.snapshot()
            let counts = (0..<snapshot.numberOfSections).map { snapshot.numberOfItems(inSectionAt: $0) }
            let fresh = try heights.layout(itemCounts: counts, in: view.container)
            guard fresh.contentSize == view.layout.contentSize else {
                return "content \(view.layout.contentSize), fresh \(fresh.contentSize)"
            }
            for section in counts.indices {
                let items = 0..<counts[section]
                guard
                    fresh.frames(ofItems: items, inSection: section)
                        == view.layout.frames(ofItems: items, inSection: section)
                else { return "frames of section \(section)" }
            }
            let visible = view.layout.layoutAttributes(in: view.viewport).filter { $0.category == .item }
            let names = visible.map {
                snapshot.itemIdentifier(at: ItemIndexPath(section: $0.section, item: Int($0.item)))
            }
            return names == shown ? view.layout.brokenInvariant() : "shown are \(shown), not \(names)"
        }
    }

    nonisolated private static func snapshot(_ sections: [(Int, [Int])]) -> Snapshot {
        Snapshot(sections: sections)
    }

    /// Prepares an update and waits for it, without a main queue.
    private func prepared(
        _ snapshot: Snapshot, _ subject: Subject, _ scheduler: UpdateScheduler, recipes: Bool = true
    ) throws -> Source.Prepared {
        var result: Result<Source.Prepared, any Error>?
        subject.source.prepare(snapshot, recipes: recipes ? Heights.shared(snapshot) : nil) { result = $0 }
        wait(scheduler) { result != nil }
        return try #require(result).get()
    }

    private func wait(_ scheduler: UpdateScheduler, _ isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 60)
        while !isDone(), Date() < end {
            scheduler.runPending()
            Thread.sleep(forTimeInterval: 0.0005)
        }
    }

    @Test func aPreparedLayoutReplacesTheCurrentOne() throws {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, Array(0..<500)), (1, Array(500..<900))]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        subject.view.contentOffset.y = 3_000
        subject.view.layoutIfNeeded()
        let first = try #require(subject.shown.first)
        let path = try #require(subject.source.indexPath(for: first))
        let place = subject.view.layout.frame(ofItem: path.item, inSection: path.section).minY - 3_000

        let next = Self.snapshot([
            (2, [10_000]), (0, Array((0..<500).filter { $0 % 3 != 0 || $0 == first })), (1, Array(600..<1_000)),
        ])
        let prepared = try prepared(next, subject, scheduler)
        #expect(prepared.layoutRefusal == nil)
        let layouts = try #require(prepared.layouts)
        // Nothing has happened yet, and both layouts exist.
        #expect(subject.source.snapshot().numberOfItems == 900)
        #expect(layouts.before.isIdentical(to: subject.view.layout))
        #expect(layouts.before.numberOfItems == 900)
        #expect(layouts.after.numberOfItems == next.numberOfItems)
        subject.heights.questions = 0
        var ends = 0
        #expect(subject.source.swapIn(prepared) { if case .applied = $0 { ends += 1 } } == .swapped)
        #expect(ends == 1)
        #expect(subject.heights.questions == 0)
        #expect(subject.view.layout.isIdentical(to: layouts.after))
        #expect(try subject.fault() == nil)
        // The first visible item is where it was.
        let now = try #require(subject.source.indexPath(for: first))
        let frame = subject.view.layout.frame(ofItem: now.item, inSection: now.section)
        #expect(frame.minY - subject.view.contentOffset.y == place)
        // It cannot be applied a second time.
        #expect(subject.source.swapIn(prepared) == .stale)
    }

    @Test(arguments: [-1, 0, 2, 3, 5])
    func recipesOfAnotherCountAreNotSwappedIn(count: Int) throws {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, [1, 2])]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        // Four items and a new section of four, but the recipe has other counts.
        let next = Self.snapshot([(0, [1, 2, 3, 4]), (1, [5, 6, 7, 8])])
        var result: Result<Source.Prepared, any Error>?
        let recipes = SharedSectionRecipes { _, _, _ in .list(count: count, height: 20) }
        subject.source.prepare(next, recipes: recipes) { result = $0 }
        wait(scheduler) { result != nil }
        let prepared = try #require(result).get()
        #expect(prepared.layouts == nil && prepared.layoutRefusal != nil)
        #expect(subject.source.swapIn(prepared) == .edited)
        #expect(subject.view.layout.numberOfItems == 8)
        #expect(try subject.fault() == nil)
    }

    @Test func anUpdateInTheCompletionOfAPreparedOneIsShownAfterIt() throws {
        let manual = UpdateScheduler.manual()
        let other = Subject(manual)
        other.source.apply(Self.snapshot([(0, [1, 2])]))
        manual.runPending()
        let prepared = try prepared(Self.snapshot([(0, Array(1...6))]), other, manual)
        var results: [String] = []
        let outcome = other.source.swapIn(prepared) {
            results.append("\($0)")
            other.source.apply(Self.snapshot([(0, [1, 2, 3])])) { results.append("\($0)") }
            manual.runPending()
        }
        #expect(outcome == .swapped)
        manual.runPending()
        #expect(results == ["applied", "applied"])
        #expect(other.view.layout.numberOfItems == 3)
        #expect(try other.fault() == nil)
    }

    @Test func staleUpdatesChangeNothing() throws {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, Array(0..<50))]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        let prepared = try prepared(Self.snapshot([(0, Array(20..<90))]), subject, scheduler)
        subject.source.edit { $0.deleteItems([3]) }
        #expect(subject.source.swapIn(prepared) == .busy)
        scheduler.runPending()
        #expect(subject.source.swapIn(prepared) == .stale)
        #expect(subject.source.snapshot().numberOfItems == 49)
        #expect(try subject.fault() == nil)
        // An update of another list is refused as well.
        let other = Subject(scheduler)
        #expect(other.source.swapIn(prepared) == .stale)
    }

    /// The memory of a released data source is often used for the next one.
    @Test func anUpdateOfAReleasedDataSourceIsStale() throws {
        let scheduler = UpdateScheduler.manual()
        for _ in 0..<30 {
            var old: Subject? = Subject(scheduler)
            old?.source.apply(Self.snapshot([(0, Array(0..<5))]))
            scheduler.runPending()
            let prepared = try prepared(Self.snapshot([(0, Array(0..<9))]), try #require(old), scheduler)
            old = nil
            let subject = Subject(scheduler)
            subject.source.apply(Self.snapshot([(0, [7])]))
            scheduler.runPending()
            #expect(subject.source.swapIn(prepared) == .stale)
            #expect(subject.source.snapshot().itemIdentifiers == [7])
        }
    }

    @Test func aLayoutThatHasChangedIsEditedWhenTheUpdateIsShown() throws {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, Array(0..<50))]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        let next = Self.snapshot([(0, Array(20..<90))])
        let first = try prepared(next, subject, scheduler)
        subject.view.bounds.size.width = 90
        subject.view.layoutIfNeeded()
        #expect(subject.source.swapIn(first) == .edited)
        #expect(try subject.fault() == nil)
        // The same without recipes.
        let second = try prepared(Self.snapshot([(0, [1, 2, 3])]), subject, scheduler, recipes: false)
        #expect(second.layouts == nil && second.layoutRefusal == nil)
        #expect(subject.source.swapIn(second) == .edited)
        #expect(try subject.fault() == nil)
    }

    @Test func aLayoutOfASectionsOwnIsEditedOnTheMainActor() throws {
        final class Steps: CollectionViewSectionLayout {
            var sectionIndex = 0
            private var count = 0
            func prepare() {}
            func prepare(in context: SectionLayoutContext) { count = context.itemCount }
            func contentHeight() -> CGFloat { CGFloat(count) * 30 }
            func frameForHeader() -> CGRect { .zero }
            func frameForFooter() -> CGRect { .zero }
            func frameForItem(atIndex index: Int) -> CGRect {
                CGRect(x: 0, y: CGFloat(index) * 30, width: 50, height: 30)
            }
        }
        final class Own: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(count: context.itemCount, height: 1)
            }
            func sectionLayout(
                forSection section: Int, in context: SectionLayoutContext
            ) -> SectionLayoutObject? { SectionLayoutObject(Steps()) }
        }
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.view.collectionViewLayout = Own()
        subject.source.apply(Self.snapshot([(0, Array(0..<50))]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        let prepared = try prepared(Self.snapshot([(0, Array(10..<90))]), subject, scheduler)
        #expect(prepared.layoutRefusal == .needsRecipe(section: 0))
        #expect(prepared.layouts == nil)
        #expect(subject.source.swapIn(prepared) == .edited)
        #expect(subject.view.layout.frame(ofItem: 79, inSection: 0).minY == 2_370)
    }

    @Test func aClosureAfterTheCallIsItsCompletion() {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        var ends = 0
        subject.source.applyPreparing(Self.snapshot([(0, [1, 2, 3])])) { result in
            if case .applied = result { ends += 1 }
        }
        wait(scheduler) { ends > 0 }
        #expect(ends == 1)
        #expect(subject.source.snapshot().itemIdentifiers == [1, 2, 3])
    }

    /// Updates passed in while one is prepared come after it, whether it is shown or cancelled.
    @Test(arguments: [false, true]) func updatesWaitForTheOneThatIsPrepared(isGivenUp: Bool) throws {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        var ends: [String] = []
        subject.source.apply(Self.snapshot([(0, Array(0..<50))])) { _ in ends.append("first") }
        let next = Self.snapshot([(0, Array(20..<90))])
        // The preparation is blocked until the test lets it continue.
        let gate = DispatchSemaphore(value: 0)
        let heights = Heights.shared(next)
        let held = SharedSectionRecipes { section, items, context in
            gate.wait()
            gate.signal()
            return heights(section, items, context)
        }
        let preparation = subject.source.applyPreparing(next, recipes: held) { result in
            if case .applied = result { ends.append("prepared") } else { ends.append("given up") }
        }
        subject.source.edit({ $0.deleteItems([30]) }, completion: { _ in ends.append("edit") })
        let last = Self.snapshot([(0, Array(10..<40))])
        subject.source.applyPreparing(last, recipes: Heights.shared(last)) { _ in ends.append("last") }
        scheduler.runPending()
        #expect(ends == ["first"])
        #expect(subject.source.snapshot().itemIdentifiers == Array(0..<50))
        if isGivenUp { preparation.cancel() }
        gate.signal()
        wait(scheduler) { ends.count >= 3 }
        #expect(ends.prefix(3) == ["first", isGivenUp ? "given up" : "prepared", "edit"])
        let shown = (isGivenUp ? Array(0..<50) : Array(20..<90)).filter { $0 != 30 }
        #expect(ends.count > 3 || subject.source.snapshot().itemIdentifiers == shown)
        wait(scheduler) { ends.count == 4 }
        #expect(subject.source.snapshot().itemIdentifiers == Array(10..<40))
        scheduler.runPending()
        #expect(ends.count == 4)
        #expect(try subject.fault() == nil)
    }

    @Test func cancellingIsSafeAtAnyTime() throws {
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, Array(0..<5_000))]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        var random = TestRandom(seed: 3)
        for round in 0..<30 {
            let next = Self.snapshot([(0, (0..<5_000).map { _ in random.below(1 << 40) })])
            var ends: [String] = []
            let preparation = subject.source.applyPreparing(next, recipes: Heights.shared(next)) { result in
                switch result {
                case .applied: ends.append("applied")
                case .failed(let error): ends.append(error is CancellationError ? "cancelled" : "\(error)")
                case .superseded: ends.append("superseded")
                }
            }
            let before = subject.source.snapshot()
            // From another thread, sooner or later, or never.
            let delay = Double(random.below(6)) * 0.002
            let cancels = round % 4 != 0
            if cancels {
                DispatchQueue.global().asyncAfter(deadline: .now() + delay) { preparation.cancel() }
            }
            wait(scheduler) { !ends.isEmpty }
            #expect(ends == ["applied"] || cancels && ends == ["cancelled"], "round \(round) of seed 3")
            let shown = ends == ["applied"] ? next : before
            #expect(subject.source.snapshot().itemIdentifiers(inSectionAt: 0) == shown.itemIdentifiers(inSectionAt: 0))
            // Cancelling too late has no effect.
            preparation.cancel()
            scheduler.runPending()
            #expect(ends.count == 1)
        }
        #expect(try subject.fault() == nil)
    }

    @Test func aCancelledTaskThrowsAndAnotherGetsItsUpdate() async throws {
        let subject = Subject(.immediate)
        subject.source.apply(Self.snapshot([(0, Array(0..<50))]), completion: nil)
        subject.view.layoutIfNeeded()
        let next = Self.snapshot([(0, Array(30..<70))])
        let source = subject.source
        let cancelled = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await source.prepare(next)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let prepared = try await source.prepare(next, recipes: Heights.shared(next))
        #expect(source.swapIn(prepared) == .swapped)
        #expect(try subject.fault() == nil)
    }

    /// The list is scrolled and edited while updates are prepared; each ends once, and the list always shows its data.
    @Test func theListIsUsedWhileUpdatesArePrepared() throws {
        var random = TestRandom(seed: 21)
        let scheduler = UpdateScheduler.manual()
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, Array(0..<2_000))]))
        scheduler.runPending()
        subject.view.layoutIfNeeded()
        var (ends, started) = (0, 0)
        for _ in 0..<max(40, Int(LawCases.fraction * 400)) {
            let sections = (0..<random.int(in: 1...4)).map { section in
                (section * 3 % 5, (0..<random.below(400)).map { _ in section * 1_000_000 + random.below(2_000) })
            }
            var unique: [(Int, [Int])] = []
            for (section, items) in sections where !unique.contains(where: { $0.0 == section }) {
                unique.append((section, Array(Set(items)).sorted()))
            }
            let next = Self.snapshot(unique)
            started += 1
            subject.source.applyPreparing(
                next, recipes: random.chance(oneIn: 3) ? nil : Heights.shared(next), animatingDifferences: false
            ) { _ in ends += 1 }
            for _ in 0..<random.below(6) {
                subject.view.contentOffset.y = CGFloat(random.below(Int(subject.view.contentSize.height) + 1))
                subject.view.layoutIfNeeded()
                if random.chance(oneIn: 3) {
                    subject.source.edit { snapshot in
                        if let item = snapshot.itemIdentifiers.first { snapshot.deleteItems([item]) }
                    }
                }
                if random.chance(oneIn: 2) {
                    scheduler.runPending()
                    let fault = try subject.fault()
                    #expect(fault == nil, "seed 21, update \(started)")
                }
            }
        }
        wait(scheduler) { ends == started }
        scheduler.runPending()
        #expect(ends == started)
        #expect(try subject.fault() == nil)
        #expect(subject.view.diagnostics.recent == [])
    }

    @Test func keepingTheOldValueIsEnoughForUndo() throws {
        let scheduler = UpdateScheduler.immediate
        let subject = Subject(scheduler)
        subject.source.apply(Self.snapshot([(0, Array(0..<300)), (1, Array(300..<400))]))
        subject.view.layoutIfNeeded()
        let (snapshot, layout) = (subject.source.snapshot(), subject.view.layout)
        let frames = layout.layoutAttributes(in: subject.view.viewport)
        subject.source.edit { $0.deleteItems(Array(0..<250)) }
        subject.source.edit { $0.appendItems([7_000], toSection: 1) }
        // The old layout is unchanged beside the current one: two queries give the start and the end of everything
        // visible.
        #expect(layout.layoutAttributes(in: subject.view.viewport) == frames)
        #expect(subject.view.layout.layoutAttributes(in: subject.view.viewport) != frames)
        #expect(layout.numberOfItems == 400)
        subject.source.apply(snapshot)
        #expect(try subject.fault() == nil)
        #expect(subject.view.layout.contentSize == layout.contentSize)
        for section in 0..<2 {
            let items = 0..<layout.numberOfItems(inSection: section)
            #expect(
                subject.view.layout.frames(ofItems: items, inSection: section)
                    == layout.frames(ofItems: items, inSection: section))
        }
    }
}
