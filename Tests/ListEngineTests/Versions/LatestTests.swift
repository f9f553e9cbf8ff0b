import Foundation
import ListEngineLayout
import Observation
import TestSupport
import Testing

@testable import ListEngine

/// A gate between threads: tasks wait in front of it until the test opens it.
private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0
    private var expecting: [(count: Int, CheckedContinuation<Void, Never>)] = []

    func pass() async {
        arrivals += 1
        for place in expecting.indices.reversed() where expecting[place].count <= arrivals {
            expecting.remove(at: place).1.resume()
        }
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits until a number of tasks have come to the gate.
    func arrived(_ count: Int) async {
        if arrivals < count { await withCheckedContinuation { expecting.append((count, $0)) } }
    }
}

@MainActor
private final class Results {
    var all: [String: [UpdateResult]] = [:]
    subscript(name: String) -> UpdateCompletion { { self.all[name, default: []].append($0) } }
    func count(_ name: String) -> Int { all[name]?.count ?? 0 }

    func text(_ name: String) -> String {
        (all[name] ?? []).map { result in
            switch result {
            case .applied: "applied"
            case .superseded: "superseded"
            case .failed(let error): error is CancellationError ? "cancelled" : "\(error)"
            }
        }.joined(separator: ", ")
    }
}

/// Waits until a condition holds. Each look is a turn of the main actor, so a list that waits for other tests there is waited for,
/// however long they take.
@MainActor
private func eventually(
    _ condition: () -> Bool, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
) async {
    for _ in 0..<12_000 {
        if condition() { return }
        try? await Task.sleep(nanoseconds: 5_000_000)
    }
    Issue.record(what, sourceLocation: sourceLocation)
}

@MainActor
private func block(_ numbers: [Int]) -> [any ListSection] {
    [ListBlock("numbers", numbers, id: \.self) { ItemContent("\($0)") }]
}

@MainActor
private func titles(_ view: CollectionView) -> [String] {
    view.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.compactMap { ($0 as? ContentCell)?.content.title }
}

@MainActor
@Suite("Lists computed on another thread")
struct LatestTests {
    private let view = CollectionView()
    private let results = Results()

    private func list(_ numbers: [Int] = [1, 2, 3, 4, 5, 6]) -> ListDataSource {
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let list = ListDataSource(in: view)
        list.build(animatingDifferences: false) { block(numbers) }
        return list
    }

    @Test func aFilterRunsOnAnotherThreadAndIsShown() async {
        let list = list()
        let result = await list.buildLatest {
            #expect(!Thread.isMainThread)
            return (1...6).filter { $0 % 2 == 0 }.sorted(by: >)
        } content: {
            block($0)
        }
        guard case .applied = result else {
            Issue.record("\(result)")
            return
        }
        view.layoutIfNeeded()
        #expect(titles(view) == ["6", "4", "2"])
    }

    @Test func aLaterCallSupersedesOneThatIsComputing() async {
        let list = list()
        let gate = Gate()
        list.buildLatest(completion: results["first"]) {
            await gate.pass()
            return [1]
        } content: {
            block($0)
        }
        await gate.arrived(1)
        list.buildLatest(completion: results["second"]) {
            [2]
        } content: {
            block($0)
        }
        #expect(results.text("first") == "superseded")
        await eventually({ results.count("second") == 1 }, "the second is not shown")
        await gate.open()
        // The first has its values now, and must not show them.
        await list.buildLatest {
            ()
        } content: { _ in
            block([2])
        }
        view.layoutIfNeeded()
        #expect(titles(view) == ["2"])
        #expect(results.text("first") == "superseded" && results.text("second") == "applied")
    }

    @Test func theComputationIsCancelledWhenItIsSuperseded() async {
        let list = list()
        let (gate, wasCancelled) = (Gate(), Gate())
        list.buildLatest(completion: nil) {
            await gate.pass()
            while !Task.isCancelled { await Task.yield() }
            await wasCancelled.open()
            return [1]
        } content: {
            block($0)
        }
        await gate.arrived(1)
        list.build(completion: nil) { block([9]) }
        await gate.open()
        await wasCancelled.pass()
        view.layoutIfNeeded()
        #expect(titles(view) == ["9"])
    }

    @Test func aLaterBuildSupersedesAComputation() async {
        let list = list()
        for plain in [true, false] {
            let (gate, name) = (Gate(), "filter \(plain)")
            list.buildLatest(completion: results[name]) {
                await gate.pass()
                return [1]
            } content: {
                block($0)
            }
            await gate.arrived(1)
            if plain {
                list.build(animatingDifferences: false, completion: nil) { block([7]) }
            } else {
                await list.buildPreparing { block([7]) }
            }
            #expect(results.text(name) == "superseded")
            await gate.open()
            await list.buildLatest {
                ()
            } content: { _ in
                block([7, 8])
            }
            view.layoutIfNeeded()
            #expect(titles(view) == ["7", "8"])
            #expect(results.count(name) == 1)
        }
    }

    @Test func aSectionThatChangesMeanwhileKeepsItsChange() async {
        // The computation replaces what is shown, in the order of the calls that end.
        let list = list()
        let gate = Gate()
        list.buildLatest(completion: results["filter"]) {
            await gate.pass()
            return [1, 2]
        } content: {
            block($0)
        }
        await gate.arrived(1)
        let more = ListBlock("more", [100], id: \.self) { ItemContent("\($0)") }
        list.append(newSections: [more], animatingDifferences: false, completion: results["append"])
        #expect(results.text("append") == "applied" && results.count("filter") == 0)
        await gate.open()
        await eventually({ results.count("filter") == 1 }, "the filter is not shown")
        view.layoutIfNeeded()
        #expect(titles(view) == ["1", "2"] && list.sectionCount == 1)
    }

    @Test func aReleasedListEndsItsComputation() async {
        let gate = Gate()
        var list: ListDataSource? = ListDataSource()
        weak let released = list
        list?.buildLatest(completion: results["filter"]) {
            await gate.pass()
            return [1]
        } content: {
            block($0)
        }
        await gate.arrived(1)
        list = nil
        #expect(released == nil)
        await gate.open()
        await eventually({ results.count("filter") == 1 }, "no end")
        #expect(results.text("filter") == "\(UpdateError.dataSourceReleased)")
    }

    @Test func aCancelledComputationShowsNothing() async {
        let list = list([1, 2])
        let gate = Gate()
        let preparation = list.buildLatest(completion: results["filter"]) {
            await gate.pass()
            return Task.isCancelled ? [8] : [9]
        } content: {
            block($0)
        }
        await gate.arrived(1)
        preparation.cancel()
        await gate.open()
        await eventually({ results.count("filter") == 1 }, "no end")
        #expect(results.text("filter") == "cancelled")
        view.layoutIfNeeded()
        #expect(titles(view) == ["1", "2"])
    }

    @Test func cancellingTheTaskThatWaitsCancelsTheComputation() async {
        let list = list([1, 2])
        let gate = Gate()
        let task = Task {
            await list.buildLatest {
                await gate.pass()
                return [9]
            } content: {
                block($0)
            }
        }
        await gate.arrived(1)
        task.cancel()
        await gate.open()
        guard case .failed(let error) = await task.value, error is CancellationError else {
            Issue.record("not cancelled")
            return
        }
        view.layoutIfNeeded()
        #expect(titles(view) == ["1", "2"])
    }

    @Test func anErrorOfTheComputationIsTheResult() async {
        let list = list([1])
        let result = await list.buildLatest { () throws -> [Int] in
            throw UpdateError.unknownSection("x")
        } content: {
            block($0)
        }
        guard case .failed(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error as? UpdateError == .unknownSection("x"))
        view.layoutIfNeeded()
        #expect(titles(view) == ["1"])
    }

    @Test func aCompletionMayBeginTheNextComputation() async {
        let list = list()
        let gate = Gate()
        let ended: UpdateCompletion = { [results] in
            results["first"]($0)
            // Requested after the call that supersedes it.
            list.buildLatest(completion: results["third"]) {
                [3]
            } content: {
                block($0)
            }
        }
        list.buildLatest(completion: ended) {
            await gate.pass()
            return [1]
        } content: {
            block($0)
        }
        await gate.arrived(1)
        list.buildLatest(completion: results["second"]) {
            [2]
        } content: {
            block($0)
        }
        await gate.open()
        await eventually({ results.count("third") == 1 }, "the third is not shown")
        view.layoutIfNeeded()
        #expect(titles(view) == ["3"])
        #expect(results.text("first") == "superseded" && results.text("second") == "superseded")
    }

    @Test func underAManualSchedulerNothingIsShownBeforeItRuns() async {
        let scheduler = UpdateScheduler.manual()
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let list = ListDataSource(scheduler: scheduler)
        list.attach(to: view)
        let ended = Gate()
        list.buildLatest(completion: results["filter"]) {
            defer { Task { await ended.open() } }
            return [4]
        } content: {
            block($0)
        }
        await ended.pass()
        #expect(titles(view).isEmpty && results.count("filter") == 0)
        await eventually(
            {
                scheduler.runPending()
                return results.count("filter") == 1
            }, "not shown")
        view.layoutIfNeeded()
        #expect(titles(view) == ["4"])
    }

    /// Random calls: each completion is called once, and the list shows the last call that nothing cancelled.
    @Test(arguments: UInt64(1)...12) func theLastOfManyCallsIsShown(_ seed: UInt64) async {
        var random = TestRandom(seed: seed)
        let list = list([0])
        var (names, wanted, open): ([String], Int, [Gate]) = ([], 0, [])
        var preparations: [UpdatePreparation] = []
        for step in 1...40 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let gate = Gate()
                if Bool.random(using: &random) { await gate.open() } else { open.append(gate) }
                names.append("\(step)")
                wanted = step
                preparations.append(
                    list.buildLatest(completion: results["\(step)"]) {
                        await gate.pass()
                        return [step]
                    } content: {
                        block($0)
                    })
            case 6:
                wanted = step
                names.append("\(step)")
                list.build(completion: results["\(step)"]) { block([step]) }
            case 7: if let gate = open.randomElement(using: &random) { await gate.open() }
            case 8: for _ in 0..<50 { await Task.yield() }
            default: if preparations.count > 1 { preparations.dropLast().randomElement(using: &random)?.cancel() }
            }
        }
        wanted = 1_000
        names.append("last")
        list.buildLatest(completion: results["last"]) {
            [1_000]
        } content: {
            block($0)
        }
        for gate in open { await gate.open() }
        await eventually({ names.allSatisfy { results.count($0) >= 1 } }, "seed \(seed): a completion is missing")
        await list.buildLatest {
            ()
        } content: { _ in
            block([wanted])
        }
        #expect(names.allSatisfy { results.count($0) == 1 }, "seed \(seed)")
        #expect(results.text("last") == "applied", "seed \(seed)")
        view.layoutIfNeeded()
        #expect(titles(view) == ["1000"], "seed \(seed)")
    }
}

@MainActor
@Suite("Snapshots computed on another thread")
struct LatestSnapshotTests {
    private let view = CollectionView()
    private let results = Results()

    private func source() -> DiffableDataSource<Int, Int> {
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(ContentCell.self, for: indexPath)
            cell.content = ItemContent("\(number)")
            return cell
        }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(1...6)
        }
        return source
    }

    @Test func aFilterIsShown() async {
        let source = source()
        let result = await source.applyLatest { shown in
            #expect(!Thread.isMainThread)
            var next = shown
            next.replaceItems(inSection: 0, with: [6, 2])
            return next
        }
        guard case .applied = result else {
            Issue.record("\(result)")
            return
        }
        view.layoutIfNeeded()
        #expect(titles(view) == ["6", "2"])
    }

    @Test func aChangeInTheMeantimeIsComputedAgain() async {
        let source = source()
        let gate = Gate()
        source.applyLatest(completion: results["filter"]) { shown in
            await gate.pass()
            var next = shown
            next.replaceItems(inSection: 0, with: shown.itemIdentifiers.filter { $0 % 2 == 0 })
            return next
        }
        await gate.arrived(1)
        source.edit(animatingDifferences: false, { $0.appendItems([8]) }, completion: nil)
        await gate.open()
        await eventually({ results.count("filter") == 1 }, "no end")
        view.layoutIfNeeded()
        #expect(titles(view) == ["2", "4", "6", "8"])
        #expect(await gate.arrivals == 2)
    }

    @Test func aListThatAlwaysChangesIsShownAfterThreeAttempts() async {
        let source = source()
        let gate = Gate()
        await gate.open()
        source.applyLatest(completion: results["filter"]) { shown in
            await gate.pass()
            await MainActor.run {
                source.edit(animatingDifferences: false) { $0.appendItems([$0.numberOfItems + 100]) }
            }
            return shown
        }
        await eventually({ results.count("filter") == 1 }, "no end")
        #expect(results.text("filter") == "applied")
        #expect(await gate.arrivals == 3)
    }

    @Test func aLaterCallSupersedesAndAReleasedSourceEnds() async {
        var source: DiffableDataSource<Int, Int>? = source()
        let gate = Gate()
        source?.applyLatest(completion: results["first"]) { shown in
            await gate.pass()
            return shown
        }
        await gate.arrived(1)
        source?.applyLatest(completion: results["second"]) { shown in
            await gate.pass()
            return shown
        }
        #expect(results.text("first") == "superseded")
        await gate.arrived(2)
        source = nil
        await gate.open()
        await eventually({ results.count("second") == 1 }, "no end")
        #expect(results.text("second") == "\(UpdateError.dataSourceReleased)")
        #expect(results.count("first") == 1)
    }
}

@Observable
private final class Model: @unchecked Sendable {
    var numbers: [Int]
    var other = 0
    @ObservationIgnored var ignored = 0
    init(_ numbers: [Int]) { self.numbers = numbers }
}

@MainActor
@Suite("Lists of observable models")
struct ObservingTests {
    private let view = CollectionView()

    private func list() -> ListDataSource {
        view.bounds.size = CGSize(width: 300, height: 2_000)
        return ListDataSource(in: view)
    }

    private func shows(_ numbers: [Int]) -> Bool {
        view.layoutIfNeeded()
        return titles(view) == numbers.map { "\($0)" }
    }

    @Test func aChangeOfTheModelIsShown() async {
        let (list, model) = (list(), Model([1, 2]))
        var calls = 0
        list.observe { list in
            calls += 1
            list.build { block(model.numbers) }
        }
        #expect(shows([1, 2]))
        model.numbers.append(3)
        model.numbers.append(4)
        // Both changes, in one call.
        await eventually({ shows([1, 2, 3, 4]) }, "the change is not shown")
        #expect(calls == 2)
        model.other += 1
        model.ignored += 1
        model.numbers.removeFirst()
        await eventually({ shows([2, 3, 4]) }, "the second change is not shown")
        #expect(calls == 3)
    }

    @Test func aChangeOnAnotherThreadIsShown() async {
        let (list, model) = (list(), Model([1]))
        list.observe { list in list.build { block(model.numbers) } }
        await Task.detached { model.numbers = [5, 6] }.value
        await eventually({ shows([5, 6]) }, "the change is not shown")
    }

    @Test func aFilterOfAModelIsComputedAgain() async {
        let (list, model) = (list(), Model(Array(1...9)))
        list.observe { list in
            let (numbers, divisor) = (model.numbers, model.other + 2)
            list.buildLatest {
                numbers.filter { $0 % divisor == 0 }
            } content: {
                block($0)
            }
        }
        await eventually({ shows([2, 4, 6, 8]) }, "the filter is not shown")
        model.other = 1
        model.numbers.append(12)
        await eventually({ shows([3, 6, 9, 12]) }, "the change is not shown")
    }

    @Test func aReleasedListNoLongerObserves() async {
        let model = Model([1])
        var calls = 0
        var list: ListDataSource? = ListDataSource()
        weak let released = list
        list?.observe { list in
            calls += 1
            list.build { block(model.numbers) }
        }
        model.numbers = [2]
        list = nil
        #expect(released == nil)
        model.numbers = [3]
        for _ in 0..<200 { await Task.yield() }
        #expect(calls == 1)
    }

    @Test func observingEndsAndIsReplaced() async {
        let (list, model) = (list(), Model([1]))
        var (first, second) = (0, 0)
        list.observe { list in
            first += 1
            list.build { block(model.numbers) }
        }
        list.observe { list in
            second += 1
            list.build { block(model.numbers.reversed()) }
        }
        model.numbers = [1, 2]
        await eventually({ shows([2, 1]) }, "the second closure is not called")
        #expect(first == 1 && second == 2)
        list.stopObserving()
        model.numbers = [3]
        for _ in 0..<200 { await Task.yield() }
        #expect(first == 1 && second == 2 && shows([2, 1]))
    }

    @Test func underAManualSchedulerAChangeWaitsForIt() async {
        let scheduler = UpdateScheduler.manual()
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let (list, model) = (ListDataSource(scheduler: scheduler), Model([1]))
        list.attach(to: view)
        list.observe { list in list.build { block(model.numbers) } }
        scheduler.runPending()
        #expect(shows([1]))
        model.numbers = [2]
        for _ in 0..<50 { await Task.yield() }
        #expect(shows([1]))
        scheduler.runPending()
        #expect(shows([2]))
    }

    @Test func aDiffableDataSourceObserves() async {
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let model = Model([1, 2])
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(ContentCell.self, for: indexPath)
            cell.content = ItemContent("\(number)")
            return cell
        }
        source.observe { source in
            var next = source.snapshot()
            if next.numberOfSections == 0 { next.appendSections([0]) }
            next.replaceItems(inSection: 0, with: model.numbers)
            source.apply(next)
        }
        #expect(shows([1, 2]))
        model.numbers = [2, 7]
        await eventually({ shows([2, 7]) }, "the change is not shown")
    }
}
