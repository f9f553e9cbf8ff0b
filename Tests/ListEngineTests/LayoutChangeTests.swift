import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Animated changes of layout and bounds")
struct LayoutChangeTests {
    /// Keeps what it has to animate, until the test ends it.
    @MainActor
    private final class AnimatingHost: CollectionViewHost {
        var animations: [ElementAnimation] = []
        var completions: [@MainActor () -> Void] = []
        var shown: Set<ObjectIdentifier> = []

        func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            shown.insert(ObjectIdentifier(view))
        }
        func recycle(_ view: CollectionReusableView) { shown.remove(ObjectIdentifier(view)) }
        func remove(_ view: CollectionReusableView) { shown.remove(ObjectIdentifier(view)) }
        func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
            self.animations = animations
            completions.append(completion)
        }
        func end() {
            let ended = completions
            completions = []
            for completion in ended { completion() }
        }
    }

    private func grid(_ size: CGFloat) -> CollectionViewFlowLayout {
        let layout = CollectionViewFlowLayout()
        layout.itemSize = CGSize(width: size, height: size)
        (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
        return layout
    }

    private func list(_ counts: [Int]) -> (NameList, AnimatingHost) {
        let list = NameList(
            counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } },
            size: CGSize(width: 100, height: 100), layout: ListRecipe(height: 20))
        let host = AnimatingHost()
        list.view.host = host
        list.view.layoutIfNeeded()
        return (list, host)
    }

    private func frames(_ list: NameList) -> [String: CGRect] {
        var frames: [String: CGRect] = [:]
        for cell in list.view.visibleCells {
            guard let cell = cell as? NameCell else { continue }
            frames[cell.name] = cell.frame.offsetBy(dx: 0, dy: -list.view.contentOffset.y)
        }
        return frames
    }

    /// On screen: the start of each animation.
    private func starts(_ host: AnimatingHost, _ view: CollectionView) -> [String: CGRect] {
        var starts: [String: CGRect] = [:]
        for animation in host.animations {
            guard let cell = animation.view as? NameCell else { continue }
            starts[cell.name] = animation.initial.frame.offsetBy(dx: 0, dy: -view.contentOffset.y)
        }
        return starts
    }

    @Test func itemsMoveFromTheListIntoTheGridAndBack() async {
        let (list, host) = list([40])
        list.view.contentOffset.y = 200
        list.view.layoutIfNeeded()
        let (old, cells) = (frames(list), Set(list.view.visibleCells.map(ObjectIdentifier.init)))
        var results: [String] = []
        list.view.performLayoutChange {
            list.view.collectionViewLayout = grid(20)
        } completion: {
            results.append("\($0)")
        }
        let new = frames(list)
        // The first visible item keeps its place.
        #expect(old["0.10"] == CGRect(x: 0, y: 0, width: 100, height: 20) && new["0.10"]?.origin == .zero)
        #expect(cells.isSubset(of: Set(list.view.visibleCells.map(ObjectIdentifier.init))))
        let starts = starts(host, list.view)
        for (name, frame) in old where new[name] != frame { #expect(starts[name] == frame, "\(name)") }
        // One that was not visible comes from where it was.
        #expect(starts["0.20"] == CGRect(x: 0, y: 200, width: 100, height: 20))
        #expect(host.animations.allSatisfy { $0.change == .moving && $0.initial.alpha == 1 })
        #expect(results == [])
        host.end()
        #expect(results == ["applied"])

        list.view.setCollectionViewLayout(ListRecipe(height: 20), animated: true)
        // Items that leave the screen move to where they are now, and are recycled then.
        let leaving = host.animations.first { ($0.view as? NameCell)?.name == "0.30" }
        #expect(leaving?.final.frame == CGRect(x: 0, y: 600, width: 100, height: 20))
        let before = host.shown.count
        host.end()
        #expect(host.shown.count == list.view.visibleCells.count && before > host.shown.count)
        #expect(frames(list) == old)
    }

    @Test func theWidthChangesWithAnAnimation() {
        let (list, host) = list([40])
        list.view.setCollectionViewLayout(grid(25), animated: false)
        list.view.contentOffset.y = 100
        list.view.layoutIfNeeded()
        #expect(host.animations.isEmpty)
        let old = frames(list)
        list.view.performLayoutChange { list.view.bounds.size.width = 50 }
        let (new, starts) = (frames(list), starts(host, list.view))
        #expect(new["0.16"]?.origin == .zero && old["0.16"]?.origin == .zero)
        #expect(list.view.contentOffset.y == 200)
        for (name, frame) in old where new[name] != nil && new[name] != frame {
            #expect(starts[name] == frame, "\(name)")
        }
        host.end()
    }

    @Test func aChangeWithoutEffectEndsImmediately() {
        let (list, host) = list([10])
        var results: [String] = []
        list.view.performLayoutChange {
        } completion: {
            results.append("\($0)")
        }
        #expect(results == ["applied"] && host.animations.isEmpty)
    }

    @Test func anUpdateThatItsCompletionStartsBeginsWhereItsItemsWereSeen() {
        let (list, host) = list([40])
        list.view.contentOffset.y = 200
        list.view.layoutIfNeeded()
        // Without animations the completion is called before the method returns.
        list.view.performLayoutChange(animated: false) {
            list.view.contentOffset.y = 400
        } completion: { _ in
            list.sections[0].remove(at: 21)
            list.view.deleteItems(at: [IndexPath(item: 21, section: 0)])
        }
        #expect(starts(host, list.view)["0.22"] == CGRect(x: 0, y: 40, width: 100, height: 20))
        host.end()
    }

    @Test func whoCallsBackIsAnswered() {
        let (list, host) = list([10, 3])
        var results: [String] = []
        // An update in the closure, and a change in a change.
        list.view.performLayoutChange {
            list.view.collectionViewLayout = grid(20)
            list.sections[0].removeLast(9)
            list.view.deleteItems(at: (1..<10).map { IndexPath(item: $0, section: 0) })
            list.view.performLayoutChange {
                Issue.record("refused")
            } completion: {
                results.append("inner \($0)")
            }
        } completion: { [view = list.view] in
            results.append("\($0)")
            view.performLayoutChange { view.collectionViewLayout = ListRecipe(height: 20) }
        }
        host.end()
        #expect(results.count == 2 && results[0].hasPrefix("inner failed"))
        #expect(list.shown == ["0.0", "1.0", "1.1", "1.2"])
        #expect(frames(list)["1.2"] == CGRect(x: 0, y: 60, width: 100, height: 20))
    }

    @Test func dataThatChangedUnannouncedCausesAFullReload() {
        let (list, host) = list([10])
        list.sections[0].removeLast(8)
        list.view.performLayoutChange { list.view.collectionViewLayout = grid(50) }
        host.end()
        #expect(list.shown == ["0.0", "0.1"])
        list.sections.append(["1.0"])
        list.view.performLayoutChange { list.view.bounds.size.width = 110 }
        host.end()
        #expect(list.shown == ["0.0", "0.1", "1.0"])
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func everyItemStartsWhereItWasSeen(seed: UInt64) {
        var random = TestRandom(seed: seed)
        let (list, host) = list((0...random.below(4)).map { _ in random.below(60) })
        for step in 0..<12 {
            list.view.contentOffset.y = CGFloat(random.below(Int(max(1, list.view.contentSize.height))))
            list.view.layoutIfNeeded()
            let old = frames(list)
            host.animations = []
            list.view.performLayoutChange {
                if random.below(4) > 0 {
                    let size = CGFloat(5 + random.below(40))
                    list.view.collectionViewLayout = random.below(3) == 0 ? ListRecipe(height: 20) : grid(size)
                }
                if random.below(2) == 0 { list.view.bounds.size.width = CGFloat(40 + random.below(100)) }
                if random.below(4) == 0 { list.view.contentOffset.y += CGFloat(random.below(100)) - 50 }
            }
            let (new, starts) = (frames(list), starts(host, list.view))
            for (name, frame) in old {
                let start = starts[name] ?? new[name]
                if start != frame {
                    Issue.record("seed \(seed), step \(step), \(name): \(String(describing: start)), not \(frame)")
                }
            }
            if random.below(3) > 0 { host.end() }
            // The layout is the one that a new list has.
            let other = CollectionView(frame: list.view.bounds, collectionViewLayout: list.view.collectionViewLayout)
            other.dataSource = list
            other.layoutIfNeeded()
            other.contentOffset = list.view.contentOffset
            other.layoutIfNeeded()
            #expect(other.contentSize == list.view.contentSize, "seed \(seed), step \(step)")
            #expect(
                other.visibleCells.map(\.frame) == list.view.visibleCells.map(\.frame), "seed \(seed), step \(step)")
        }
        host.end()
        #expect(host.shown == Set(list.view.visibleCells.map(ObjectIdentifier.init)))
    }
}
