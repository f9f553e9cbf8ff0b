import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Lists computed on another thread")
struct LatestTests {
    private let view = CollectionView()
    private let results = UpdateResults()

    private func list(_ numbers: [Int] = [1, 2, 3, 4, 5, 6]) -> ListDataSource {
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let list = ListDataSource(in: view)
        list.build(animatingDifferences: false) { numberBlock(numbers) }
        return list
    }

    @Test func aFilterRunsOnAnotherThreadAndIsShown() async {
        let list = list()
        let result = await list.buildLatest {
            #expect(!Thread.isMainThread)
            return (1...6).filter { $0 % 2 == 0 }.sorted(by: >)
        } content: {
            numberBlock($0)
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
            numberBlock($0)
        }
        await gate.arrived(1)
        list.buildLatest(completion: results["second"]) {
            [2]
        } content: {
            numberBlock($0)
        }
        #expect(results.text("first") == "superseded")
        await eventually({ results.count("second") == 1 }, "the second is not shown")
        await gate.open()
        // The first has its values now, and must not show them.
        await list.buildLatest {
            ()
        } content: { _ in
            numberBlock([2])
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
            numberBlock($0)
        }
        await gate.arrived(1)
        list.build(completion: nil) { numberBlock([9]) }
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
                numberBlock($0)
            }
            await gate.arrived(1)
            if plain {
                list.build(animatingDifferences: false, completion: nil) { numberBlock([7]) }
            } else {
                await list.buildPreparing { numberBlock([7]) }
            }
            #expect(results.text(name) == "superseded")
            await gate.open()
            await list.buildLatest {
                ()
            } content: { _ in
                numberBlock([7, 8])
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
            numberBlock($0)
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
            numberBlock($0)
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
            numberBlock($0)
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
                numberBlock($0)
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
            numberBlock($0)
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
                numberBlock($0)
            }
        }
        list.buildLatest(completion: ended) {
            await gate.pass()
            return [1]
        } content: {
            numberBlock($0)
        }
        await gate.arrived(1)
        list.buildLatest(completion: results["second"]) {
            [2]
        } content: {
            numberBlock($0)
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
            numberBlock($0)
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
                        numberBlock($0)
                    })
            case 6:
                wanted = step
                names.append("\(step)")
                list.build(completion: results["\(step)"]) { numberBlock([step]) }
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
            numberBlock($0)
        }
        for gate in open { await gate.open() }
        await eventually({ names.allSatisfy { results.count($0) >= 1 } }, "seed \(seed): a completion is missing")
        await list.buildLatest {
            ()
        } content: { _ in
            numberBlock([wanted])
        }
        #expect(names.allSatisfy { results.count($0) == 1 }, "seed \(seed)")
        #expect(results.text("last") == "applied", "seed \(seed)")
        view.layoutIfNeeded()
        #expect(titles(view) == ["1000"], "seed \(seed)")
    }
}
