import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Content changes and the scroll offset")
struct ContentChangeTests {
    /// 20 rows of 40 in 100 points, scrolled to an offset.
    private func list(at offset: CGFloat) -> NameList {
        let list = NameList([(0..<20).map { "n\($0)" }])
        list.view.layoutIfNeeded()
        list.view.contentOffset.y = offset
        list.view.layoutIfNeeded()
        return list
    }

    private func delete(_ items: Range<Int>, in list: NameList) {
        list.view.performBatchUpdates {
            list.sections[0].removeSubrange(items)
            list.view.deleteItems(at: items.map { IndexPath(item: $0, section: 0) })
        }
    }

    @Test func everyKindOfChangeIsReported() {
        let list = list(at: 130)
        let view = list.view
        _ = list.recorder.take()
        let inserted = view.contentChange {
            view.performBatchUpdates {
                list.sections[0].insert(contentsOf: ["x", "y"], at: 0)
                view.insertItems(at: [IndexPath(item: 0, section: 0), IndexPath(item: 1, section: 0)])
            }
        }
        let fifth = ScrollAnchor(section: 0, item: 5, distance: -10)
        #expect(inserted == ContentChange(causes: .update, scrollDelta: 80, anchor: fifth))
        #expect(list.recorder.contentChanges == [inserted])

        let relaid = view.contentChange { view.collectionViewLayout = ListRecipe(height: 50) }
        #expect(relaid == ContentChange(causes: .layout, scrollDelta: 50, anchor: fifth))
        var lower = fifth
        lower.distance = -30
        let inset = view.contentChange { view.contentInset.top = 20 }
        #expect(inset == ContentChange(causes: .inset, anchor: lower))
        #expect(view.contentOffset.y == 260)

        // The end of the content forces the list to scroll back.
        list.sections[0].removeLast(17)
        let loaded = view.contentChange { view.reloadData() }
        #expect(loaded == ContentChange(causes: .reload, scrollDelta: -110, clampedBy: -110))
        #expect(view.lastContentChange == loaded)
        let none = view.contentChange {}
        #expect(none == ContentChange())
    }

    @Test func aNarrowerViewReportsTheChange() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 30, height: 30)
        (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (0, 0)
        let list = NameList([(0..<90).map { "n\($0)" }], layout: flow)
        list.view.layoutIfNeeded()
        list.view.contentOffset.y = 305
        list.view.layoutIfNeeded()
        // Item 30 was in line 10 with 3 items per line, and is in line 15 with 2.
        let change = list.view.contentChange { list.view.bounds.size.width = 70 }
        #expect(
            change
                == ContentChange(
                    causes: .layout, scrollDelta: 150, anchor: ScrollAnchor(section: 0, item: 30, distance: -5)))
        #expect(list.view.contentOffset.y == 455)
    }

    @Test func measuringReportsTheChange() {
        let list = NameList([(0..<50).map { "n\($0)" }], layout: ListRecipe(height: 20, estimated: true))
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 35) }
        list.view.layoutIfNeeded()
        list.view.scrollToItem(at: IndexPath(item: 30, section: 0), at: .start, animated: false)
        list.view.layoutIfNeeded()
        _ = list.recorder.take()
        // Each item that becomes visible at the start grows by 15, above the anchor.
        let start = list.view.contentOffset.y
        list.view.hostDidScroll(to: point(start - 30))
        let changes = list.recorder.contentChanges
        #expect(changes.map(\.causes) == [.measuring])
        #expect(changes.map(\.scrollDelta) == [list.view.contentOffset.y - (start - 30)])
        #expect(changes.map(\.scrollDelta) == [30])
        #expect(changes.map(\.clampedBy) == [0])
    }

    /// A scroll position that is set before anything is loaded is not lost.
    @Test func anInsetBeforeTheFirstPassMovesNothing() {
        let list = NameList([(0..<20).map { "n\($0)" }])
        list.view.contentOffset.y = 300
        list.view.contentInset.top = 30
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset.y == 300)
        // The same while everything is to be laid out from scratch: the end of the visible range stays.
        list.view.anchorPolicy = .lastVisible
        list.view.invalidateLayout()
        list.view.contentInset.bottom = 25
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset.y == 325)
    }

    @Test func theNearestItemIsKeptIfNoVisibleItemRemains() {
        let list = list(at: 400)
        let change = list.view.contentChange { delete(5..<16, in: list) }
        // Item 16, which was at 640, is now item 5 at 200.
        #expect(change.anchor?.path == .item(5, inSection: 0))
        #expect(change.scrollDelta - change.clampedBy == -440)
        #expect(list.view.contentOffset.y == 0)
        #expect(change.clampedBy == 40)
        // No item follows, so the last one before it is kept.
        let other = self.list(at: 400)
        let back = other.view.contentChange { delete(10..<20, in: other) }
        #expect(back.anchor?.path == .item(9, inSection: 0))
        #expect(back == ContentChange(causes: .update, scrollDelta: -100, clampedBy: -100, anchor: back.anchor))
        // In another section, if its own section is deleted.
        let two = NameList(names(20, 20))
        two.view.layoutIfNeeded()
        two.view.contentOffset.y = 200
        two.view.layoutIfNeeded()
        let next = two.view.contentChange {
            two.view.performBatchUpdates {
                two.sections.remove(at: 0)
                two.view.deleteSections([0])
            }
        }
        #expect(next.anchor?.path == .item(0, inSection: 0))
        #expect(next.scrollDelta - next.clampedBy == -800)
    }

    @Test func aMovedAnchorIsFollowedOrReplaced() {
        func move(_ policy: MovedAnchorPolicy) -> NameList {
            let list = list(at: 130)
            list.view.movedAnchorPolicy = policy
            list.view.performBatchUpdates {
                list.sections[0].insert(list.sections[0].remove(at: 3), at: 15)
                list.view.moveItem(at: IndexPath(item: 3, section: 0), to: IndexPath(item: 15, section: 0))
            }
            return list
        }
        // Item 3 was at -10 on the screen.
        let followed = move(.follow)
        #expect(followed.view.contentOffset.y == 610)
        #expect(followed.view.lastContentChange?.anchor?.path == .item(15, inSection: 0))
        // Item 4 was at 30, and is now item 3.
        let stayed = move(.stay)
        #expect(stayed.view.contentOffset.y == 90)
        #expect(stayed.view.lastContentChange?.anchor == ScrollAnchor(section: 0, item: 3, distance: 30))

        func moveSection(_ policy: MovedAnchorPolicy) -> NameList {
            let list = NameList(names(10, 3, 10))
            list.view.movedAnchorPolicy = policy
            list.view.layoutIfNeeded()
            list.view.contentOffset.y = 410
            list.view.layoutIfNeeded()
            list.view.performBatchUpdates {
                list.sections.insert(list.sections.remove(at: 1), at: 2)
                list.view.moveSection(1, toSection: 2)
            }
            return list
        }
        #expect(moveSection(.follow).view.contentOffset.y == 810)
        let away = moveSection(.stay)
        #expect(away.view.contentOffset.y == 290)
        #expect(away.view.lastContentChange?.anchor == ScrollAnchor(section: 1, item: 0, distance: 110))
    }

    @Test func droppingAnItemDoesNotScrollTheList() {
        for policy in [MovedAnchorPolicy.follow, .stay] {
            let list = IdentifiedList()
            list.source.reorderingHandlers.canReorderItem = { _ in true }
            list.apply([(0, Array(0..<60))])
            list.offset = 130
            let visible = list.view.indexPathsForVisibleItems
            list.view.movedAnchorPolicy = policy
            list.view.anchorPolicy = .item(visible[1])
            #expect(list.view.hostBeginReordering(itemAt: visible[1]))
            list.view.hostReorder(to: CGPoint(x: 50, y: 228))
            let change = list.view.contentChange { list.view.hostEndReordering() }
            #expect(change.causes.contains(.update) && change.scrollDelta == 0 && change.clampedBy == 0)
            #expect(list.offset == 130)
            #expect(list.source.snapshot().itemIdentifiers != Array(0..<60))
        }
    }

    // MARK: Laws

    private static var seeds: ClosedRange<UInt64> {
        if let only = LawCases.onlySeed { return only...only }
        return 1...UInt64(max(40, 20_000 * LawCases.fraction))
    }

    private static func list(_ random: inout TestRandom) -> IdentifiedList {
        let isMirrored = random.chance(oneIn: 4)
        return IdentifiedList(isMirrored || random.chance(oneIn: 3) ? .horizontal : .vertical, mirrored: isMirrored)
    }

    /// Law 7 in the collection view: the anchor that a change reports has not moved on the screen, except for the
    /// reported clamp at the end of the content, and the offset has moved by the reported distance.
    @Test func theReportedAnchorDoesNotMove() {
        var (moved, clamped, replaced) = (0, 0, 0)
        for seed in Self.seeds {
            var random = TestRandom(seed: seed)
            let list = Self.list(&random)
            var numbers = ListedNumbers(&random)
            list.apply(numbers.sections)
            list.view.layoutIfNeeded()
            for step in 0..<12 {
                list.offset = CGFloat(random.fraction()) * (list.view.mainOffsetRange.upperBound + 30)
                list.view.movedAnchorPolicy = random.pick(.follow, .stay)
                let isSameSize = random.chance(oneIn: 2)
                list.view.anchorPolicy = random.pick(.firstVisible, isSameSize ? .lastVisible : .endWhenAtEnd)
                let before = (
                    offset: list.offset, places: Self.places(list, .start), ends: Self.places(list, .end),
                    first: list.view.layout.scrollAnchor(in: list.view.viewport).flatMap { list.number(at: $0.path) }
                )
                let change = list.view.contentChange {
                    if isSameSize || random.chance(oneIn: 2) {
                        for _ in 0..<random.int(in: 1...4) { numbers.edit(&random) }
                        list.apply(numbers.sections)
                    } else if random.chance(oneIn: 2) {
                        list.recipe.spacing = CGFloat(random.below(9))
                        list.view.invalidateLayout()
                    } else {
                        list.view.bounds.size = CGSize(width: 100 + random.below(40), height: 100 + random.below(40))
                    }
                }
                let name = "LE_SEED=\(seed), step \(step): \(change)"
                #expect(list.offset - before.offset == change.scrollDelta, "\(name)")
                if change.causes.isEmpty { continue }
                #expect(list.view.mainOffsetRange.contains(list.offset), "\(name)")
                if change.scrollDelta != 0 { moved += 1 }
                if change.clampedBy != 0 { clamped += 1 }
                guard let anchor = change.anchor, anchor.category == .item, let kept = list.number(at: anchor.path)
                else {
                    continue
                }
                let places = anchor.edge == .start ? before.places : before.ends
                guard let was = places[kept], let place = list.place(of: kept, anchor.edge) else {
                    Issue.record("\(name): \(kept) was not in the list")
                    return
                }
                #expect(place - was == change.scrollDelta - change.clampedBy, "\(name)")
                if kept != before.first { replaced += 1 }
            }
            #expect(list.view.diagnostics.recent == [], "LE_SEED=\(seed)")
        }
        guard LawCases.onlySeed == nil else { return }
        #expect(moved > 50 && clamped > 20 && replaced > 20, "\(moved), \(clamped), \(replaced)")
    }

    private static func places(_ list: IdentifiedList, _ edge: ElementEdge) -> [Int: CGFloat] {
        Dictionary(
            uniqueKeysWithValues: list.source.snapshot().itemIdentifiers.map { ($0, list.place(of: $0, edge) ?? .nan) })
    }

    /// Deltas without clamps: two consecutive changes add up to both changes in one; a change and its inverse cancel
    /// out; no change gives no delta.
    @Test func deltasComposeAndInvert() {
        var (moved, exact) = (0, 0)
        for seed in Self.seeds {
            var random = TestRandom(seed: seed)
            let list = Self.list(&random)
            var numbers = ListedNumbers(&random, sections: 3...5)
            list.apply(numbers.sections)
            let first = numbers.sections
            guard let kept = numbers.items.randomElement(using: &random) else { continue }
            list.offset = CGFloat(random.fraction()) * list.view.mainOffsetRange.upperBound
            let start = list.offset
            func change(to sections: [(Int, [Int])]) -> ContentChange {
                guard let path = list.source.indexPath(for: kept) else { return ContentChange() }
                list.view.anchorPolicy = .item(path)
                return list.view.contentChange { list.apply(sections) }
            }
            func free(_ change: ContentChange) -> CGFloat { change.scrollDelta - change.clampedBy }
            // Identity.
            #expect(change(to: first) == ContentChange(), "LE_SEED=\(seed)")

            for _ in 0..<2 { numbers.edit(&random) }
            let second = numbers.sections
            for _ in 0..<2 { numbers.edit(&random) }
            let third = numbers.sections
            guard second.contains(where: { $0.1.contains(kept) }), numbers.items.contains(kept) else { continue }
            let there = change(to: second)
            let further = change(to: third)
            let both = there.followed(by: further)
            let back = change(to: first)
            let atOnce = change(to: third)
            #expect(free(both) == free(atOnce), "LE_SEED=\(seed)")
            #expect(free(both) == -free(back), "LE_SEED=\(seed)")
            if both.scrollDelta != 0 { moved += 1 }
            if there.clampedBy == 0, further.clampedBy == 0, back.clampedBy == 0 {
                exact += 1
                #expect(both.scrollDelta == -back.scrollDelta, "LE_SEED=\(seed)")
                #expect(list.offset - start == atOnce.scrollDelta, "LE_SEED=\(seed)")
            }
        }
        guard LawCases.onlySeed == nil else { return }
        #expect(moved > 10 && exact > 5, "\(moved), \(exact)")
    }

    @Test func eachCauseIsDistinct() {
        let causes: [ContentChange.Causes] = [.update, .measuring, .layout, .inset, .reload, .reordering]
        for (place, cause) in causes.enumerated() {
            let others = ContentChange.Causes(causes.enumerated().filter { $0.offset != place }.map(\.element))
            #expect(!cause.isEmpty && others.isDisjoint(with: cause))
        }
    }
}
