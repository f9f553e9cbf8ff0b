import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// State that follows items and sections while a list changes, one example for each. Random programs watch the same state:
/// ``HostileModel``.
@MainActor
@Suite("State that follows its items")
struct FollowedStateTests {
    @Test(arguments: [false, true])
    func aCompletionIsCalledOnceIfTheViewIsReleasedDuringItsAnimation(endsByHost: Bool) {
        var program: HostileProgram? = HostileProgram(names(20))
        let (host, completions) = (program?.host, program?.completions)
        host?.holdsAnimations = true
        program?.view.layoutIfNeeded()
        program?.delete([0, 1], animated: true)
        #expect(completions?.results == [[]] && host?.isAnimating == true)
        weak var view = program?.view
        program = nil
        #expect(view == nil)
        if endsByHost { host?.endAnimations() }
        #expect(completions?.results == [[true]])
        host?.endAnimations()
        #expect(completions?.results == [[true]])
    }

    @Test func theEndOfARangeFollowsItsSection() {
        let program = HostileProgram(names(4, 4, 4), size: CGSize(width: 100, height: 600))
        let view = program.view
        view.allowsMultipleSelection = true
        view.layoutIfNeeded()
        func click(_ path: IndexPath, _ modifiers: InputModifiers = []) {
            let frame = view.cellForItem(at: path)?.frame ?? .null
            var touch = CollectionViewTouch(.began, at: CGPoint(x: frame.midX, y: frame.midY))
            touch.pointer = .mouse
            touch.modifiers = modifiers
            touch.clickCount = 1
            view.hostTouch(touch)
            touch.phase = .ended
            view.hostTouch(touch)
        }
        click(indexPath(2, 1))
        program.batch {
            program.sections.insert(program.sections.remove(at: 2), at: 0)
            view.moveSection(2, toSection: 0)
        }
        click(indexPath(1, 0), .extend)
        // From the second item of the moved section to the first item of the next one.
        #expect(view.indexPathsForSelectedItems == [1, 2, 3].map { indexPath(0, $0) } + [indexPath(1, 0)])
    }

    @Test func theStartOfAGestureForSeveralItemsFollowsItsItem() {
        let program = HostileProgram(names(8), size: CGSize(width: 100, height: 600))
        let view = program.view
        view.layoutIfNeeded()
        #expect(view.hostBeginMultipleSelection(at: CGPoint(x: 50, y: 2 * 40 + 20)))
        program.insert(["x"], at: 0)
        view.hostMultipleSelection(to: CGPoint(x: 50, y: 5 * 40 + 20))
        #expect(view.indexPathsForSelectedItems.map { program.sections[0][$0.item] } == ["a2", "a3", "a4"])
    }

    @Test func theOffsetOfASectionFollowsIt() {
        let layout = CollectionViewCompositionalLayout { _, _ in HostileRecipes.row() }
        let program = HostileProgram(names(20, 20), layout: layout)
        let view = program.view
        view.layoutIfNeeded()
        view.hostDidScroll(section: 1, to: 150)
        program.batch {
            program.sections.insert(["x"], at: 0)
            view.insertSections([0])
        }
        #expect((0..<3).map { view.sectionOffsets[$0] } == [0, 0, 150])
        program.batch {
            program.sections.insert(program.sections.remove(at: 2), at: 0)
            view.moveSection(2, toSection: 0)
        }
        #expect((0..<3).map { view.sectionOffsets[$0] } == [150, 0, 0])
        program.batch {
            program.sections.remove(at: 0)
            view.deleteSections([0])
        }
        #expect((0..<2).map { view.sectionOffsets[$0] } == [0, 0])
    }

    /// The kept item comes into a section that scrolls independently, where it is not visible. The line of that section stays.
    @Test func aLineWithTheKeptItemStaysWhileNewItemsAreMeasured() {
        let layout = CollectionViewCompositionalLayout { section, _ in
            section == 2 ? HostileRecipes.row() : .list(itemHeight: .estimated(24), spacing: 6)
        }
        let program = HostileProgram(names(10, 10, 10), layout: layout)
        let view = program.view
        program.host?.measures = { _ in CGSize(width: 100, height: 34) }
        view.layoutIfNeeded()
        view.scrollToItem(at: indexPath(1, 5), at: .start, animated: false)
        // Three points of the space above it are visible.
        view.contentOffset.y -= 3
        view.layoutIfNeeded()
        #expect(program.shown.first == "b5")
        program.batch {
            program.sections.insert(["x", "y", "z"], at: 1)
            view.insertSections([1])
        }
        let line = view.layout.frame(ofItem: 5, inSection: 2)
        #expect(line.minX > view.bounds.maxX && program.shown.prefix(2) == ["z", "b0"], "\(program.shown)")
        #expect(line.minY - view.contentOffset.y == 3)
    }

    @Test func aDragOfTheContentGoesOnFromWhereTheContentMoved() {
        let list = NameList(names(100))
        let host = ScrollingHost(list.view)
        host.isPagingEnabled = true
        list.view.layoutIfNeeded()
        host.scroll(to: 400)
        host.beginDrag()
        host.scroll(by: CGPoint(x: 0, y: 20))
        // Five pages of content come above.
        list.view.performBatchUpdates(animated: false) {
            list.sections[0].insert(contentsOf: (0..<25).map { "x\($0)" }, at: 0)
            for item in 0..<25 { list.view.insertItems(at: [indexPath(0, item)]) }
        }
        #expect(host.offset == 1_420)
        host.endDrag(velocity: CGPoint(x: 0, y: 10))
        for frame in 0..<200 { host.frame(at: Double(frame) / 10) }
        #expect(host.offset == 1_500)
    }

    @Test func prefetchedItemsFollowUpdates() {
        let program = HostileProgram(names(100))
        let view = program.view
        view.layoutIfNeeded()
        view.hostDidScroll(to: point(40))
        let waiting = program.list.prefetched
        #expect(waiting == ["a4", "a5", "a6"])
        // They move by two. One of them is deleted, and is cancelled.
        program.insert(["x", "y"], at: 4)
        #expect(program.list.cancelled == 0)
        program.delete([7])
        #expect(program.list.cancelled == 1)
        // The others are not announced a second time, and are cancelled when the list turns round.
        view.hostDidScroll(to: point(80))
        #expect(Set(program.list.prefetched).isDisjoint(with: waiting))
        #expect(program.model.prefetched.fault == nil)
    }
}
