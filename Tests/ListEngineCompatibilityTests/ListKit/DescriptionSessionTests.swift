import Foundation
import ListEngineCompatibility
import ListEngineLayout
import TestSupport
import Testing

/// Random sessions of one user, compared with a plain model: the visible items always equal those of the model.
@MainActor
@Suite("Random sessions with described sections and records")
struct DescriptionSessionTests {
    @MainActor
    private final class Section {
        var items: [Int]
        let description: SectionDescription
        init(_ items: [Int]) {
            self.items = items
            description = describe(nil, items)
        }
    }

    /// The visible items, for a model of rows of 10 points.
    private func expected(_ items: [Int], _ view: CollectionView) -> [String] {
        let first = max(0, Int((view.contentOffset.y / 10).rounded(.down)))
        let end = min(items.count, Int(((view.contentOffset.y + view.bounds.height) / 10).rounded(.up)))
        return first < end ? items[first..<end].map { "\($0)" } : []
    }

    @Test(arguments: 0..<40)
    func describedSectionsShowWhatTheModelHas(seed: Int) {
        var random = TestRandom(seed: UInt64(seed) &* 7919)
        var count = 0
        func fresh(_ number: Int) -> [Int] {
            count += number
            return Array(count - number..<count)
        }
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        let recorder = RecorderHost()
        recorder.holdsAnimations = random.chance(oneIn: 2)
        list.view.host = recorder
        if random.chance(oneIn: 3) { list.adapter.separator = nil }
        var sections: [Section] = []
        var completions = (asked: 0, called: 0)
        func done(_: UpdateResult) { completions.called += 1 }
        for step in 0..<60 {
            let animated = random.chance(oneIn: 2)
            let section = sections.isEmpty ? nil : sections[random.below(sections.count)]
            completions.asked += 1
            switch random.below(12) {
            case 0:
                let new = Section(fresh(random.below(12)))
                sections.append(new)
                list.adapter.add(listSection: new.description, animated: animated, completion: done)
            case 1:
                if sections.count > 2 { sections.remove(at: random.below(sections.count)) }
                sections.shuffle(using: &random)
                sections.insert(Section(fresh(random.below(5))), at: random.below(sections.count + 1))
                list.adapter.arrange(
                    sections: sections.map(\.description), animated: animated, completion: done)
            case 2:
                sections.shuffle(using: &random)
                list.adapter.update(sections: sections.map(\.description), animated: animated, completion: done)
            case 3:
                guard let section, sections.count > 1 else { fallthrough }
                sections.removeAll { $0 === section }
                list.adapter.remove(listSection: section.description, animated: animated, completion: done)
            case 4, 5:
                guard let section else { fallthrough }
                section.items.shuffle(using: &random)
                section.items.removeLast(random.below(section.items.count + 1))
                section.items += fresh(random.below(6))
                section.description.apply(viewModels: section.items, animated: animated, completion: done)
            case 6:
                guard let section else { fallthrough }
                let (new, place) = (fresh(random.below(4)), random.below(section.items.count + 1))
                section.items.insert(contentsOf: new, at: place)
                section.description.insert(viewModels: new, at: place, animated: animated, completion: done)
            case 7:
                guard let section else { fallthrough }
                let range = random.range(within: section.items.count)
                section.items.removeSubrange(range)
                section.description.removeItems(range, animated: animated, completion: done)
            case 8:
                guard let section else { fallthrough }
                if random.chance(oneIn: 3) { section.items.reverse() }
                section.items += fresh(random.below(5))
                section.description.update(viewModels: section.items, hasNextPage: false, completion: done)
            case 9:
                guard let section else { fallthrough }
                section.items = fresh(random.below(6))
                section.description.setViewModels(section.items)
                list.adapter.reload(section.description, animated: animated, completion: done)
            case 10:
                guard let section else { fallthrough }
                let items = IndexSet(integersIn: random.range(within: section.items.count))
                list.adapter.reloadItems(at: items, in: section.description, animated: animated, completion: done)
            default:
                completions.asked -= 1
                list.view.hostDidScroll(to: point(CGFloat(random.below(200))))
                recorder.endAnimations()
            }
            let all = sections.flatMap(\.items)
            #expect(list.shown == expected(all, list.view), "seed \(seed) step \(step)")
            #expect(list.adapter.sections.map(\.numberOfItems) == sections.map(\.items.count))
        }
        recorder.endAnimations()
        #expect(completions.called == completions.asked)
        #expect(list.view.diagnostics.recent == [])
    }

    private final class NumberCell: CollectionViewCell, RecordView {
        var name = ""
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 10) }
        func setData(_ data: Any?, extra: Any?) { name = "\(data ?? "?")" }
    }

    @Test(arguments: 0..<30)
    func recordsShowWhatTheModelHas(seed: Int) {
        typealias Handler = CollectionViewHandler
        var random = TestRandom(seed: UInt64(seed) &* 104_729)
        var count = 0
        func fresh(_ number: Int) -> [Int] {
            count += number
            return Array(count - number..<count)
        }
        let flow = CollectionViewFlowLayout()
        flow.minimumLineSpacing = 0
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: flow)
        view.diagnostics.handler = { _ in }
        let handler = Handler()
        handler.standby(identifier: "session", cellTypes: ["n": NumberCell.self], collectionView: view)
        func records(_ numbers: [Int]) -> [Handler.Record] { numbers.map { Handler.Record(type: "n", data: $0) } }
        func numbers() -> [[Int]] {
            handler.sections.map { ($0.records ?? []).compactMap { $0.data as? Int } }
        }
        let identity: @MainActor (Handler.Record) -> Int = { $0.data as? Int ?? -1 }
        var calls = (asked: 0, called: 0)
        for step in 0..<50 {
            var model = numbers()
            switch random.below(6) {
            case 0:
                model.append(fresh(random.below(9)))
                handler.sections.append(.init(records: records(model[model.count - 1])))
                view.reloadData()
            case 1:
                if !handler.sections.isEmpty {
                    let section = random.below(handler.sections.count)
                    handler.sections[section].records?.append(contentsOf: records(fresh(2)))
                    if random.chance(oneIn: 2) { handler.sections[section].records?.removeFirst() }
                }
                calls.asked += 1
                handler.apply(handler.sections, identifiedBy: identity, animated: false) { _ in calls.called += 1 }
            case 2, 3:
                model.shuffle(using: &random)
                for section in model.indices {
                    model[section].shuffle(using: &random)
                    model[section].insert(contentsOf: fresh(random.below(3)), at: 0)
                    if random.chance(oneIn: 3) { model[section] = model[section].dropLast() }
                }
                if model.count > 3 { model.removeLast() }
                calls.asked += 1
                handler.apply(
                    model.map { numbers in .init(records: records(numbers), identifier: numbers.first.map { $0 % 5 }) },
                    identifiedBy: identity, animated: random.chance(oneIn: 2)
                ) { _ in calls.called += 1 }
            case 4:
                calls.asked += 1
                let kept = handler.sections.map { section in
                    Handler.Section(records: (section.records ?? []).reversed())
                }
                handler.apply(kept, animated: false) { _ in calls.called += 1 }
            default: view.hostDidScroll(to: point(CGFloat(random.below(100))))
            }
            view.layoutIfNeeded()
            let shown = view.visibleCells.map { ($0 as? NumberCell)?.name ?? "?" }
            #expect(shown == expected(numbers().flatMap { $0 }, view), "seed \(seed) step \(step)")
        }
        #expect(calls.called == calls.asked)
        #expect(view.diagnostics.recent == [])
    }
}
