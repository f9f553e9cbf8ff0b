import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Updates of sections whose differences and layout are made on another thread.
@MainActor
@Suite("Sections whose updates are prepared")
struct PreparedSectionTests {
    enum Kind: CaseIterable, Sendable { case oneSize, rows, estimates, each, sharedSizes, compositional }

    /// Numbers, in one of the ways in which a section can give sizes. It records the calls that it receives.
    private final class Numbers: ListSection {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Int]
        let kind: Kind
        var log: [String] = []
        var asked: [Int] = []
        var space: CGFloat = 1

        init(_ identifier: String, _ kind: Kind, _ items: [Int]) {
            listIdentifier = identifier
            self.kind = kind
            self.items = items
        }

        nonisolated static func size(_ number: Int) -> CGSize {
            CGSize(width: CGFloat(20 + number % 7), height: CGFloat(10 + number % 5))
        }

        func itemIdentifier(of item: Int) -> Int { item }
        func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = "\(itemIdentifier)"
            return cell
        }
        var itemSize: CGSize? {
            log.append("item size")
            return kind == .oneSize ? CGSize(width: 30, height: 12) : nil
        }
        var estimatedItemHeight: CGFloat? { kind == .rows ? 11 : nil }
        var estimatedItemSize: CGSize? { kind == .estimates ? CGSize(width: 24, height: 9) : nil }
        var minimumLineSpacing: CGFloat { space }
        func size(at indexPath: IndexPath) -> CGSize? {
            guard kind == .each || kind == .sharedSizes, let number = itemIdentifier(at: indexPath) else { return nil }
            asked.append(number)
            return Self.size(number)
        }
        var sharedSizes: (@Sendable (Int) -> CGSize)? {
            guard kind == .sharedSizes else { return nil }
            return { Numbers.size($0) }
        }
        func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
            log.append("layout")
            return .list(itemHeight: .estimated(11), spacing: space)
        }
    }

    /// A list of numbers that runs its updates when the test calls the scheduler.
    @MainActor
    private final class Shown {
        let scheduler = UpdateScheduler.manual()
        let list: ListDataSource
        let view: CollectionView
        let host = RecorderHost()
        var ends: [Bool] = []

        init(_ sections: [Numbers], isCompositional: Bool = false) {
            let list = ListDataSource(scheduler: scheduler)
            self.list = list
            let layout: any CollectionViewLayoutRecipe =
                isCompositional
                ? CollectionViewCompositionalLayout { [weak list] section, environment in
                    list?.compositionalSectionLayoutProvider(at: section, environment: environment)
                } : CollectionViewFlowLayout()
            view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
            host.sizes = { view, size in
                guard let number = (view as? DishCell).flatMap({ Int($0.text) }) else { return nil }
                return CGSize(width: size.width, height: CGFloat(13 + number % 9))
            }
            view.host = host
            list.attach(to: view)
            list.append(newSections: sections)
            settle()
        }

        func end(_ result: UpdateResult) { ends.append(result.isApplied) }

        func settle() {
            scheduler.runPending()
            view.layoutIfNeeded()
        }

        /// Starts the waiting update, which collects data for a background thread. The scheduler delivers the result.
        func begin() { list.list.queue.run() }

        /// Waits until as many updates as given have ended.
        func wait(_ count: Int) {
            let deadline = Date(timeIntervalSinceNow: 60)
            while ends.count < count, Date() < deadline {
                scheduler.runPending()
                Thread.sleep(forTimeInterval: 0.0005)
            }
            settle()
        }

        var text: String {
            var lines = ["\(view.contentOffset)", "\(view.visibleCells.map { ($0 as? DishCell)?.text ?? "-" })"]
            for section in 0..<view.numberOfSections {
                lines.append("section \(section)")
                let count = view.numberOfItems(inSection: section)
                lines += view.layout.frames(ofItems: 0..<count, inSection: section).map { "\($0)" }
            }
            return lines.joined(separator: "\n")
        }
    }

    // MARK: The calls that a section receives

    @Test(arguments: [Kind.oneSize, .rows, .estimates, .compositional])
    func theMainThreadLaysNothingOut(_ kind: Kind) {
        let section = Numbers("a", kind, Array(0..<500))
        let shown = Shown([section], isCompositional: kind == .compositional)
        section.items = Array(3..<100) + Array(600..<610) + Array(200..<505)
        section.space = 2
        section.updatePreparing(completion: shown.end)
        shown.begin()
        section.log = []
        shown.wait(1)
        #expect(shown.ends == [true])
        // The layout was made from what the section said when the preparation began.
        #expect(section.log == [])
        #expect(shown.view.numberOfItems(inSection: 0) == 412)
    }

    @Test func onlyTheSizesOfNewItemsAreRequested() {
        for kind in [Kind.each, .sharedSizes] {
            let section = Numbers("a", kind, Array(0..<500))
            let shown = Shown([section])
            section.asked = []
            section.items = Array(3..<100) + Array(600..<610) + Array(100..<500)
            section.updatePreparing(completion: shown.end)
            shown.begin()
            // Whether the section gives sizes at all.
            #expect(section.asked == [0])
            section.asked = []
            shown.wait(1)
            #expect(shown.ends == [true])
            // The new items, and the first shown one, to see again whether the section gives sizes.
            #expect(Set(section.asked).isSubset(of: kind == .each ? Set(600..<610).union([3]) : []))
            #expect(kind == .sharedSizes || section.asked.count == 11)
            #expect(shown.view.layout.frame(ofItem: 99, inSection: 0).size == Numbers.size(602))
        }
    }

    @Test func aSectionThatShowedNothingGivesItsSizes() {
        for kind in [Kind.each, .sharedSizes] {
            let section = Numbers("a", kind, [])
            let shown = Shown([section])
            section.items = Array(0..<20)
            section.updatePreparing(completion: shown.end)
            shown.wait(1)
            #expect(shown.view.layout.frame(ofItem: 8, inSection: 0).size == Numbers.size(8))
        }
    }

    // MARK: The same as without preparation

    private func edit(_ numbers: inout [Int], _ random: inout TestRandom, _ next: inout Int) {
        for _ in 0..<random.int(in: 1...3) {
            let place = random.below(numbers.count + 1)
            switch random.below(4) {
            case 0: numbers.removeSubrange(place..<min(numbers.count, place + random.below(20)))
            case 1 where numbers.count > 1:
                numbers.insert(numbers.remove(at: min(place, numbers.count - 1)), at: random.below(numbers.count))
            default:
                let count = random.below(20)
                numbers.insert(contentsOf: next..<next + count, at: place)
                next += count
            }
        }
    }

    @Test(arguments: Kind.allCases) func randomSections(_ kind: Kind) {
        for seed in 0..<max(4, Int(LawCases.fraction * 40)) {
            var random = TestRandom(seed: UInt64(seed))
            var next = 60
            let lists = [Array(0..<random.below(60)), Array(30..<60)]
            let sections = (0..<2).map { _ in lists.enumerated().map { Numbers("\($0)", kind, $1) } }
            let shown = sections.map { Shown($0, isCompositional: kind == .compositional) }
            for round in 1...12 {
                let place = random.below(2)
                var items = sections[0][place].items
                edit(&items, &random, &next)
                let space = CGFloat(random.below(3))
                for list in sections {
                    list[place].items = items
                    list[place].space = space
                }
                sections[0][place].updatePreparing(completion: shown[0].end)
                shown[0].begin()
                let length = max(1, Int(shown[1].view.contentSize.height))
                for offset in (0..<random.below(3)).map({ _ in CGFloat(random.below(length)) }) {
                    for list in shown {
                        list.view.contentOffset.y = offset
                        list.view.layoutIfNeeded()
                    }
                }
                shown[0].wait(round)
                sections[1][place].update(completion: shown[1].end)
                shown[1].settle()
                #expect(shown[0].ends.last == true && shown[1].ends.last == true)
                #expect(shown[0].text == shown[1].text, "seed \(seed), round \(round)")
                if shown[0].text != shown[1].text { return }
            }
        }
    }

    @Test func randomBuilds() {
        for seed in 0..<max(6, Int(LawCases.fraction * 60)) {
            var random = TestRandom(seed: UInt64(seed))
            var next = 60
            var numbers = [Array(0..<40), Array(40..<60), []]
            var order = [0, 1, 2]
            let isEstimated = random.chance(oneIn: 2)
            let shown = [Shown([]), Shown([])]
            func sections() -> [any ListSection] {
                order.map { place in
                    let height = CGFloat(10 + place)
                    let block = ListBlock("\(place)", numbers[place], id: \.self) { (cell: DishCell, number) in
                        cell.text = "\(number)"
                    }
                    return isEstimated ? block.estimatedHeight(height) : block.height(height)
                }
            }
            for round in 1...12 {
                edit(&numbers[random.below(3)], &random, &next)
                if random.chance(oneIn: 4) { order.shuffle(using: &random) }
                if random.chance(oneIn: 6) { order = order.count == 3 ? [order[0], order[2]] : [0, 1, 2] }
                let (length, count) = (max(1, Int(shown[1].view.contentSize.height)), random.below(3))
                shown[0].list.buildPreparing(completion: shown[0].end) { sections() }
                shown[0].begin()
                for offset in (0..<count).map({ _ in CGFloat(random.below(length)) }) {
                    for list in shown {
                        list.view.contentOffset.y = offset
                        list.view.layoutIfNeeded()
                    }
                }
                shown[0].wait(round)
                shown[1].list.build(completion: shown[1].end) { sections() }
                shown[1].settle()
                #expect(shown[0].ends.last == true && shown[1].ends.last == true)
                #expect(shown[0].text == shown[1].text, "seed \(seed), round \(round)")
                if shown[0].text != shown[1].text { return }
            }
        }
    }

    // MARK: Building

    @Test func aBuiltListIsInUseWhileItIsPrepared() {
        let shown = Shown([])
        var numbers = Array(0..<200)
        func sections() -> [any ListSection] {
            let block = ListBlock("a", numbers, id: \.self) { (cell: DishCell, number) in cell.text = "\(number)" }
            return [block.height(20)]
        }
        shown.list.buildPreparing(completion: shown.end) { sections() }
        shown.wait(1)
        shown.view.contentOffset.y = 1_000
        shown.view.layoutIfNeeded()
        numbers.removeSubrange(0..<10)
        shown.list.buildPreparing(completion: shown.end) { sections() }
        numbers.removeSubrange(0..<10)
        let given = shown.list.buildPreparing(completion: shown.end) { sections() }
        numbers.removeSubrange(0..<20)
        shown.list.build(completion: shown.end) { sections() }
        shown.begin()
        #expect(shown.view.numberOfItems(inSection: 0) == 200 && shown.ends == [true])
        given.cancel()
        shown.wait(4)
        #expect(shown.ends == [true, true, false, true])
        #expect(shown.view.numberOfItems(inSection: 0) == 160 && shown.view.contentOffset.y == 200)
        #expect((shown.view.visibleCells.first as? DishCell)?.text == "50")
    }

    /// Counts how often its sizes are read.
    private final class Rows: ClosureSection<Int, Int> {
        var reads = 0
        override var estimatedItemHeight: CGFloat? {
            reads += 1
            return 20
        }
    }

    @Test func theBuiltLayoutIsMadeElsewhere() {
        let rows = [100, 120].map { Rows(listIdentifier: "a", items: Array(0..<$0), identifiedBy: { $0 }) }
        for section in rows { section.onCellConfigure { (cell: DishCell, number, _) in cell.text = "\(number)" } }
        let shown = Shown([])
        shown.list.build { rows[0] }
        shown.settle()
        shown.list.buildPreparing(completion: shown.end) { rows[1] }
        shown.begin()
        #expect(rows[1].reads > 0)
        rows[1].reads = 0
        shown.wait(1)
        #expect(shown.ends == [true] && rows[1].reads == 0)
        #expect(shown.view.numberOfItems(inSection: 0) == 120)
    }
}
