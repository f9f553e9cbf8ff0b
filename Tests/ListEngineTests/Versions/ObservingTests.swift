import Foundation
import Observation
import Testing

@testable import ListEngine

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
            list.build { numberBlock(model.numbers) }
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
        list.observe { list in list.build { numberBlock(model.numbers) } }
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
                numberBlock($0)
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
            list.build { numberBlock(model.numbers) }
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
            list.build { numberBlock(model.numbers) }
        }
        list.observe { list in
            second += 1
            list.build { numberBlock(model.numbers.reversed()) }
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
        list.observe { list in list.build { numberBlock(model.numbers) } }
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
