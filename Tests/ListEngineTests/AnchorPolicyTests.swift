import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Anchor policies")
struct AnchorPolicyTests {
    /// 20 rows of 40 in 100 points, scrolled to an offset.
    private func list(_ policy: ContentAnchorPolicy, at offset: CGFloat) -> NameList {
        let list = NameList([(0..<20).map { "n\($0)" }])
        list.view.anchorPolicy = policy
        list.view.layoutIfNeeded()
        list.view.contentOffset.y = offset
        list.view.layoutIfNeeded()
        return list
    }

    private func insert(_ names: [String], at index: Int, in list: NameList) {
        list.view.performBatchUpdates {
            list.sections[0].insert(contentsOf: names, at: index)
            list.view.insertItems(at: names.indices.map { IndexPath(item: index + $0, section: 0) })
        }
    }

    private func delete(_ items: Range<Int>, in list: NameList) {
        list.view.performBatchUpdates {
            list.sections[0].removeSubrange(items)
            list.view.deleteItems(at: items.map { IndexPath(item: $0, section: 0) })
        }
    }

    @Test func theFirstVisibleItemStaysExceptAtTheStart() {
        let list = list(.firstVisible, at: 130)
        insert(["x", "y"], at: 0, in: list)
        #expect(list.view.contentOffset.y == 210)
        let atStart = self.list(.firstVisible, at: 0)
        insert(["x", "y"], at: 0, in: atStart)
        #expect(atStart.view.contentOffset.y == 0)
    }

    @Test func theLastVisibleItemStaysEvenAtTheStart() {
        let list = list(.lastVisible, at: 0)
        insert(["x", "y"], at: 0, in: list)
        #expect(list.view.contentOffset.y == 80)
        // Insert before the last visible item: it is pushed up.
        insert(["z"], at: 3, in: list)
        #expect(list.view.contentOffset.y == 120)
        // Insert after it: nothing moves.
        insert(["z"], at: 20, in: list)
        #expect(list.view.contentOffset.y == 120)
    }

    @Test func theLastVisibleItemStaysAtTheEndOfAShorterView() {
        let list = list(.lastVisible, at: 300)
        list.view.bounds = CGRect(x: 0, y: 300, width: 100, height: 60)
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset.y == 340)
        list.view.contentInset.bottom = 25
        #expect(list.view.contentOffset.y == 365)
    }

    @Test func anItemUnderABarIsNotKeptInsteadOfAVisibleOne() {
        let list = list(.firstVisible, at: 200)
        list.view.contentInset.top = 30
        list.view.contentOffset.y = 210
        list.view.layoutIfNeeded()
        // n5 is under the bar, and n6 is the first visible item.
        #expect(list.shown.prefix(2) == ["n5", "n6"])
        list.view.performBatchUpdates {
            list.sections[0].replaceSubrange(6...6, with: ["x", "y"])
            list.view.deleteItems(at: [IndexPath(item: 6, section: 0)])
            list.view.insertItems(at: [IndexPath(item: 6, section: 0), IndexPath(item: 7, section: 0)])
        }
        // n7 stays.
        #expect(list.view.contentOffset.y == 250)
    }

    @Test func theLastVisibleItemStaysWhileAnItemElsewhereIsHeld() {
        let list = list(.lastVisible, at: 400)
        list.view.heldItem = IndexPath(item: 0, section: 0)
        list.view.layoutIfNeeded()
        #expect(list.view.cellForItem(at: IndexPath(item: 0, section: 0)) != nil)
        insert(["x", "y"], at: 5, in: list)
        #expect(list.view.contentOffset.y == 480)
    }

    @Test func aListAtItsEndStaysThere() {
        let list = list(.endWhenAtEnd, at: 700)
        insert(["x", "y", "z"], at: 20, in: list)
        #expect(list.view.contentOffset.y == 820)
        list.view.bounds = CGRect(x: 0, y: 820, width: 100, height: 60)
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset.y == 860)
        list.view.contentInset.bottom = 30
        #expect(list.view.contentOffset.y == 890)
        // If the reader has scrolled up, the visible items stay.
        list.view.contentOffset.y = 500
        list.view.layoutIfNeeded()
        insert(["w"], at: 23, in: list)
        #expect(list.view.contentOffset.y == 500)
    }

    @Test func aGivenItemStaysAndIsFollowed() {
        let list = list(.item(IndexPath(item: 10, section: 0)), at: 130)
        list.view.performBatchUpdates {
            let name = list.sections[0].remove(at: 10)
            list.sections[0].insert(name, at: 2)
            list.view.moveItem(at: IndexPath(item: 10, section: 0), to: IndexPath(item: 2, section: 0))
        }
        // It was 270 below the offset, and would still be if the content did not begin at 0.
        #expect(list.view.contentOffset.y == 0)
        #expect(list.view.anchorPolicy == .item(IndexPath(item: 2, section: 0)))
        delete(2..<3, in: list)
        #expect(list.view.anchorPolicy == .firstVisible)
    }

    /// The end of a chat is deleted, and other sections follow: the last item before it takes its place, as in a layout.
    @Test func theLastItemBeforeDeletedOnesKeepsItsPlace() throws {
        let list = NameList([(0..<50).map { "a\($0)" }, (0..<50).map { "b\($0)" }])
        list.view.layoutIfNeeded()
        list.view.contentOffset.y = 1610
        list.view.layoutIfNeeded()
        delete(40..<50, in: list)
        #expect(list.view.contentOffset.y == 1610)
        // Without an item in the section, the first one after it does.
        let before = try #require(list.view.cellForItem(at: IndexPath(item: 0, section: 1))).frame.minY
        list.view.performBatchUpdates {
            list.sections[0] = []
            list.view.deleteItems(at: (0..<40).map { IndexPath(item: $0, section: 0) })
        }
        let after = try #require(list.view.cellForItem(at: IndexPath(item: 0, section: 1))).frame.minY
        #expect(after - list.view.contentOffset.y == before - 1610)
    }

    /// Only the header of an empty section is on screen, so there is no item to keep in place.
    @Test func anIndexPathThatIsNoItemIsNotFollowed() {
        let list = list(.item(IndexPath(item: -1, section: -1)), at: 130)
        insert(["x", "y"], at: 0, in: list)
        #expect(list.view.anchorPolicy == .firstVisible)
        #expect(list.view.contentOffset.y == 210)
    }

    @Test func aHeaderThatFillsTheScreenStays() {
        let list = NameList(
            [(0..<20).map { "n\($0)" }, [], ["z"]], layout: ListRecipe(header: 300))
        list.view.layoutIfNeeded()
        list.view.contentOffset.y = 300 + 800 + 100
        list.view.layoutIfNeeded()
        #expect(list.shown == [])
        delete(3..<8, in: list)
        #expect(list.view.contentOffset.y == 1000)
        list.view.performBatchUpdates {
            list.sections.remove(at: 0)
            list.view.deleteSections([0])
        }
        #expect(list.view.contentOffset.y == 100)
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func withoutAnAnchorPolicyTheOffsetStays() {
        let list = list(.contentOffset, at: 130)
        insert(["x", "y"], at: 0, in: list)
        #expect(list.view.contentOffset.y == 130)
    }

    /// Random edits and measurements: the element that the policy names does not move on the screen, unless the content
    /// ends there.
    @Test func randomChangesKeepTheAnchorInPlace() {
        for seed in LawCases.seeds(400) {
            var random = TestRandom(seed: seed)
            let policy = random.pick(ContentAnchorPolicy.firstVisible, ContentAnchorPolicy.lastVisible)
            let list = self.list(policy, at: CGFloat(random.int(in: 150...500)))
            for _ in 0..<20 {
                guard let held = policy == .firstVisible ? list.shown.first : list.shown.last else { break }
                guard let before = place(of: held, in: list) else { break }
                let offset = list.view.contentOffset.y
                let count = list.sections[0].count
                switch random.below(3) {
                case 0:
                    let items = random.range(within: count)
                    let names = Set(list.sections[0][items.prefix(6)])
                    if names.contains(held) { continue }
                    delete(items.lowerBound..<items.lowerBound + items.prefix(6).count, in: list)
                default:
                    insert(
                        (0..<random.below(5)).map { "\(seed).\(count).\($0)" }, at: random.int(in: 0...count), in: list)
                }
                guard let after = place(of: held, in: list) else { break }
                let moved = (after.end - list.view.contentOffset.y) - (before.end - offset)
                let range = list.view.mainOffsetRange
                let isClamped = [range.lowerBound, range.upperBound].contains(list.view.contentOffset.y)
                #expect(moved == 0 || isClamped, "seed \(seed): \(held) moved by \(moved)")
            }
        }
    }

    private func place(of name: String, in list: NameList) -> (start: CGFloat, end: CGFloat)? {
        list.sections[0].firstIndex(of: name).map { item in
            let frame = list.view.layout.frame(ofItem: item, inSection: 0)
            return (frame.minY, frame.maxY)
        }
    }
}
