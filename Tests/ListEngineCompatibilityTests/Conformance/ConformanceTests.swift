import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

@MainActor
@Suite("One engine, several ways to describe a list")
struct ConformanceTests {
    /// Every way to describe a list.
    nonisolated static let doors: [ConformanceEntry] = [.listing, .layoutable, .provider, .description, .records]

    /// Those whose sections can have layout objects.
    nonisolated static let doorsWithLayouts: [ConformanceEntry] = [.listing, .provider, .description, .records]

    @Test(arguments: doors, ConformanceScenario.all)
    func allDoorsBehaveAlike(door entry: ConformanceEntry, scenario: ConformanceScenario) {
        run(scenario, in: entry.make())
    }

    /// The items have the same frames if an object lays out each section.
    @Test(arguments: ConformanceTests.doorsWithLayouts, ConformanceScenario.all)
    func layoutObjectsLayOutSectionsOfEachKind(_ entry: ConformanceEntry, _ scenario: ConformanceScenario) {
        var prepared: [Rows] = []
        var (all, others) = (0, 0)
        let makers: [@MainActor () -> any CollectionViewSectionLayout] = [
            {
                let rows = Rows()
                prepared.append(rows)
                return rows
            },
            { ListSectionLayout(itemHeights: .constant(20)) },
            { SectionRecipeLayout(.list(itemHeight: .absolute(20))) },
        ]
        for make in makers + [
            {
                others += 1
                return makers[others % 3]()
            }
        ] {
            for isMain in [false, true] {
                let door = entry.make()
                door.makeLayout = make
                if isMain { door.view.collectionViewLayout = CollectionViewMainLayout() }
                run(scenario, in: door)
                let allHaveReferences = prepared.allSatisfy(\.hasReferences)
                #expect(allHaveReferences)
                all += prepared.filter(\.isPrepared).count
                prepared = []
            }
        }
        #expect(all > 0)
    }

    /// Rows of 20 points.
    private final class Rows: CollectionViewSectionLayout {
        var sectionIndex = -1
        weak var collectionView: CollectionView?
        weak var dataSource: CollectionViewDataSource?
        weak var section: AnyObject?
        private var count = 0
        private(set) var isPrepared = false
        /// Whether they were set each time.
        private(set) var hasReferences = true

        func prepare() {
            isPrepared = true
            if collectionView == nil || dataSource == nil || section == nil { hasReferences = false }
            guard let collectionView else { return }
            count = dataSource?.collectionView(collectionView, numberOfItemsInSection: sectionIndex) ?? 0
        }
        func contentHeight() -> CGFloat { CGFloat(count) * 20 }
        func frameForHeader() -> CGRect { .zero }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect {
            CGRect(x: 0, y: CGFloat(index) * 20, width: 100, height: 20)
        }
    }

    private func run(_ scenario: ConformanceScenario, in door: any ConformanceDoor) {
        for (number, step) in scenario.steps.enumerated() {
            door.events = []
            // A door that reloads everything starts at the top of a list whose cells are all new.
            var isComparable = true
            switch step.act {
            case .show(let sections):
                door.show(sections)
                isComparable = door.keepsCells || number == 0
            case .scroll(let y): door.view.hostDidScroll(to: point(y))
            case .tap(let y): door.view.hostTap(at: CGPoint(x: 50, y: y))
            case .resize(let height): door.view.bounds.size.height = height
            }
            door.view.layoutIfNeeded()
            let elements = door.view.visibleElements.filter { $0.category == .item }
            let visible = zip(door.view.visibleCells, elements).map { cell, element in
                "\((cell as? any ConformanceCell)?.name ?? "?")@\(Int(element.frame.minY))"
            }
            let place = "step \(number) of \(scenario)"
            #expect(elements.allSatisfy { $0.frame.size == CGSize(width: 100, height: 20) }, "\(place)")
            #expect(door.view.diagnostics.recent == [], "\(place)")
            if isComparable {
                #expect(visible.joined(separator: " ") == step.visible, "\(place)")
                #expect(door.events.joined(separator: " ") == step.events, "\(place)")
            } else if case .show(let sections) = step.act {
                // At any position it shows consecutive items, as many as fit.
                let all = sections.flatMap(\.items)
                let names = visible.map { String($0.prefix { $0 != "@" }) }
                let start = names.first.flatMap { all.firstIndex(of: $0) } ?? 0
                #expect(Array(all[start...].prefix(names.count)) == names, "\(place)")
                #expect(names.isEmpty == all.isEmpty, "\(place)")
            }
        }
    }

    @Test(arguments: ConformanceTests.doors)
    func theOuterDelegateReceivesEveryCall(door entry: ConformanceEntry) {
        let door = entry.make()
        door.show([ConformanceSection("a: a0 a1 a2")])
        door.view.layoutIfNeeded()
        let outer = Voice("outer")
        door.outerDelegate = outer
        sayEverything(to: door.view)
        #expect(outer.log.lines == everythingSaid.map { "outer \($0)" })
    }
}
