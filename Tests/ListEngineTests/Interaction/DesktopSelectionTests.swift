import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import Testing

/// Selection by mouse and keyboard, as on a desktop.
@MainActor
@Suite("Selection with mouse and keyboard")
struct DesktopSelectionTests {
    private final class Program: CollectionViewDataSource, CollectionViewDelegate {
        var count = 100
        var log: [String] = []
        var refused: Set<Int> = []
        var onSelect: (() -> Void)?
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))

        init() {
            view.allowsMultipleSelection = true
            view.dataSource = self
            view.delegate = self
            view.layoutIfNeeded()
        }

        func click(_ item: Int, _ modifiers: InputModifiers = [], count: Int = 1) {
            let frame = view.layout.frame(ofItem: item, inSection: 0)
            var touch = CollectionViewTouch(.began, at: CGPoint(x: 50, y: frame.midY))
            touch.pointer = .mouse
            touch.modifiers = modifiers
            touch.clickCount = count
            view.hostTouch(touch)
            touch.phase = .ended
            view.hostTouch(touch)
        }

        var selected: [Int] { view.indexPathsForSelectedItems.map(\.item) }

        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        func collectionView(
            _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
        ) -> CollectionReusableView? { nil }
        func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
            !refused.contains(indexPath.item)
        }
        func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
            log.append("+\(indexPath.item)")
            onSelect?()
        }
        func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
            log.append("-\(indexPath.item)")
        }
        func collectionView(
            _ view: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            CollectionContextMenu(
                ItemMenu([
                    .submenu(
                        "More",
                        [
                            .section(elements: [
                                .action(
                                    ItemMenu.Action("Delete", shortcut: .delete) { [unowned self] in
                                        log.append("delete \(indexPaths.map(\.item))")
                                    })
                            ])
                        ]),
                    .action(
                        ItemMenu.Action("Off", shortcut: .rename, isEnabled: false) { [unowned self] in
                            log.append("off")
                        }),
                ]))
        }
        func collectionView(_ view: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
            log.append("!\(indexPath.item)")
        }
    }

    private let program = Program()

    private func click(at point: CGPoint, _ modifiers: InputModifiers = [], through other: CGPoint? = nil) {
        var touch = CollectionViewTouch(.began, at: point)
        touch.pointer = .mouse
        touch.modifiers = modifiers
        program.view.hostTouch(touch)
        touch.phase = .ended
        touch.location = other ?? point
        program.view.hostTouch(touch)
    }

    @Test func aClickNextToAllItemsDeselectsThem() {
        let beside = CGPoint(x: 50, y: 3000)
        program.click(3)
        program.click(5, .toggle)
        click(at: beside, .toggle)
        click(at: beside, through: CGPoint(x: 50, y: 30))
        #expect(program.selected == [3, 5], "a modifier, and a click that ends on an item")
        var finger = CollectionViewTouch(.began, at: beside)
        program.view.hostTouch(finger)
        finger.phase = .ended
        program.view.hostTouch(finger)
        var cancelled = CollectionViewTouch(.began, at: beside)
        cancelled.pointer = .mouse
        program.view.hostTouch(cancelled)
        cancelled.phase = .cancelled
        program.view.hostTouch(cancelled)
        cancelled.phase = .ended
        program.view.hostTouch(cancelled)
        #expect(program.selected == [3, 5], "a finger, and a click that was cancelled")
        program.log = []
        click(at: beside)
        #expect(program.selected == [] && program.log == ["-3", "-5"])
        program.view.allowsMultipleSelection = false
        program.click(7)
        click(at: beside)
        #expect(program.selected == [])
        program.click(7)
        program.view.allowsSelection = false
        click(at: beside)
        #expect(program.selected == [7], "the user cannot change it")
    }

    /// The reload comes between press and release.
    @Test func aClickNextToAllItemsEndsWithAReload() {
        program.click(3)
        let beside = CGPoint(x: 50, y: 3000)
        var touch = CollectionViewTouch(.began, at: beside)
        touch.pointer = .mouse
        program.view.hostTouch(touch)
        program.view.reloadData()
        program.view.selectItem(at: indexPath(0, 1), animated: false)
        touch.phase = .ended
        program.view.hostTouch(touch)
        #expect(program.selected == [1])
    }

    @Test func aSingleClickActivatesIfTheProgramSaysSo() {
        program.view.activatesOnSingleClick = true
        program.click(3)
        program.click(3, count: 2)
        program.click(4, .toggle)
        #expect(program.log == ["+3", "!3", "+4"])
    }

    @Test func theSelectionIsInvertedAndDeselected() {
        #expect(!program.view.hostDeselectAll())
        program.count = 6
        program.view.reloadData()
        program.click(3)
        program.click(5, .toggle)
        program.refused = [0]
        #expect(program.view.hostInvertSelection())
        #expect(program.selected == [1, 2, 4])
        #expect(program.view.hostDeselectAll())
        #expect(program.selected == [] && !program.view.hostDeselectAll())
        program.view.allowsMultipleSelection = false
        #expect(!program.view.hostInvertSelection())
    }

    /// A delegate that changes the list while everything is inverted.
    @Test func anInversionEndsIfTheListChanges() {
        program.click(3)
        program.onSelect = {
            program.onSelect = nil
            program.count = 2
            program.view.reloadData()
        }
        program.view.hostInvertSelection()
        program.view.layoutIfNeeded()
        #expect(program.selected.allSatisfy { $0 < 2 })
    }

    @Test func spaceSelectsAndReturnActivates() {
        #expect(!program.view.hostKey(.mark) && !program.view.hostKey(.activate), "nothing has the focus")
        program.view.hostKey(.down)
        program.view.hostKey(.mark)
        #expect(program.log == ["+0"])
        program.view.hostKey(.down)
        program.view.hostKey(.activate)
        #expect(program.log == ["+0", "-0", "+1", "!1"])
        program.view.hostKey(.activate)
        program.view.hostKey(.down)
        program.view.hostKey(.mark, modifiers: .toggle)
        #expect(program.log.suffix(2) == ["!1", "+2"] && program.selected == [1, 2])
        program.view.hostKey(.mark, modifiers: .toggle)
        #expect(program.selected == [1])
    }

    @Test func shortcutsPerformActionsOfTheMenu() {
        #expect(!program.view.hostPerform(.delete), "nothing has the focus or is selected")
        program.view.selectItem(at: indexPath(0, 4), animated: false)
        #expect(program.view.hostPerform(.delete) && program.log == ["delete [4]"])
        program.log = []
        program.click(2)
        program.click(5, .toggle)
        program.log = []
        #expect(program.view.hostPerform(.delete) && program.view.hostPerform(ItemShortcut(.delete)))
        program.view.focusedIndexPath = indexPath(0, 9)
        #expect(program.view.hostPerform(.delete))
        #expect(!program.view.hostPerform(.rename) && !program.view.hostPerform(.copy))
        #expect(program.log == ["delete [2, 5]", "delete [2, 5]", "delete [9]"] && program.view.contextMenu == nil)
        #expect(ItemShortcut(.character("D"), [.control, .shift]).description == "Ctrl+Shift+D")
        #expect(ItemShortcut.control("D") == .control("d") && ItemShortcut.rename.description == "F2")
        // A keyboard needs shift for the sign.
        #expect(ItemShortcut(.character("?"), [.control, .shift]) == .control("?"))
        #expect(ItemShortcut(.character("d"), [.control, .shift]) != .control("d"))
        #expect(ItemMenu([]).elements.isEmpty)
    }

    /// The actions of a menu belong to its item, when another menu was opened since.
    @Test func aSwipeActionOfAMenuActsOnItsItem() throws {
        let swiper = Swiper()
        program.view.delegate = swiper
        func action(at y: CGFloat) throws -> ItemMenu.Action {
            let menu = try #require(program.view.hostItemMenu(at: CGPoint(x: 50, y: y)))
            program.view.hostEndContextMenu()
            return try #require(menu.actions.first)
        }
        let (first, fourth) = (try action(at: 10), try action(at: 70))
        first.perform()
        fourth.perform()
        #expect(swiper.deleted == [0, 3])
        let open = try #require(program.view.hostItemMenu(at: CGPoint(x: 50, y: 150)))
        fourth.perform()
        #expect(swiper.deleted == [0, 3, 3] && program.view.indexPathsForContextMenu == [indexPath(0, 7)])
        // They follow the list.
        program.count -= 1
        program.view.deleteItems(at: [indexPath(0, 0)])
        program.view.layoutIfNeeded()
        first.perform()
        fourth.perform()
        open.actions[0].perform()
        #expect(swiper.deleted == [0, 3, 3, 2, 6], "the first item does not exist any more")
    }

    private final class Swiper: CollectionViewDelegate {
        var deleted: [Int] = []
        func collectionView(_ view: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath)
            -> CollectionSwipeActions?
        {
            CollectionSwipeActions([
                CollectionSwipeAction(title: "Delete") { [unowned self] _, indexPath, done in
                    deleted.append(indexPath.item)
                    done(true)
                }
            ])
        }
    }

    @Test func arrowsMoveTheSelectionIfItFollowsTheFocus() {
        program.view.selectionFollowsFocus = true
        program.click(3)
        program.click(5, .toggle)
        program.view.hostKey(.down)
        #expect(program.selected == [6], "the item alone")
        program.view.hostKey(.down, modifiers: .extend)
        #expect(program.selected == [6, 7])
        program.view.hostKey(.up)
        #expect(program.selected == [6], "an item that is selected with others stays alone")
        program.view.hostKey(.down, modifiers: .toggle)
        #expect(program.selected == [6] && program.view.focusedIndexPath?.item == 7)
    }

    @Test func allItemsAreSelected() {
        let program = Program()
        program.refused = [7]
        program.click(5)
        program.log = []
        #expect(program.view.hostSelectAll())
        #expect(program.selected == (0..<100).filter { $0 != 7 })
        #expect(program.log.count == 98 && !program.log.contains("+5"))
        // The range begins where it began before.
        program.click(8, .extend)
        #expect(program.selected == [5, 6, 8])
        // A callback that takes the items away.
        program.onSelect = {
            program.onSelect = nil
            program.count = 3
            program.view.reloadData()
        }
        program.view.hostSelectAll()
        program.view.layoutIfNeeded()
        #expect(program.selected.allSatisfy { $0 < 3 })
        program.view.allowsMultipleSelection = false
        #expect(!program.view.hostSelectAll())
        program.view.allowsMultipleSelection = true
        program.count = 0
        program.view.reloadData()
        #expect(!program.view.hostSelectAll())
    }

    @Test func aClickSelectsItsItemAloneAndMovesTheFocus() {
        program.click(3)
        program.click(5)
        #expect(program.selected == [5] && program.view.focusedIndexPath?.item == 5)
        #expect(program.log == ["+3", "-3", "+5"])
        program.click(5)
        #expect(program.selected == [5])
        #expect(program.log == ["+3", "-3", "+5"])
    }

    @Test func aDoubleClickPerformsThePrimaryAction() {
        program.click(3)
        program.click(3, count: 2)
        #expect(program.log == ["+3", "!3"])
    }

    @Test func aToggleChangesOneItem() {
        program.click(3)
        program.click(5, .toggle)
        program.click(3, .toggle)
        #expect(program.selected == [5])
        program.click(7)
        #expect(program.selected == [7])
    }

    @Test func aRangeReachesFromTheLastClick() {
        program.refused = [4]
        program.click(2)
        program.click(5, .extend)
        #expect(program.selected == [2, 3, 5])
        // The range turns around the item that was clicked first.
        program.click(0, .extend)
        #expect(program.selected == [0, 1, 2])
        program.click(8, .toggle)
        program.click(9, [.toggle, .extend])
        #expect(program.selected == [0, 1, 2, 8, 9])
        program.click(7, .extend)
        #expect(program.selected == [7, 8])
    }

    @Test func theEndOfARangeFollowsItsItem() {
        program.click(6)
        program.count -= 4
        program.view.deleteItems(at: (0..<4).map { indexPath(0, $0) })
        program.click(4, .extend)
        #expect(program.selected == [2, 3, 4])
        program.count -= 3
        program.view.deleteItems(at: (2..<5).map { indexPath(0, $0) })
        // Its item was deleted.
        program.click(5, .extend)
        #expect(program.selected == [5])
    }

    @Test func oneItemStaysSelectedWhereOnlyOneCanBe() {
        program.view.allowsMultipleSelection = false
        program.click(2)
        program.click(5, .extend)
        program.click(7, .toggle)
        #expect(program.selected == [7])
    }

    @Test func keysExtendAndToggle() {
        program.click(2)
        program.view.hostKey(.down, modifiers: .extend)
        program.view.hostKey(.down, modifiers: .extend)
        #expect(program.selected == [2, 3, 4])
        program.view.hostKey(.up, modifiers: .extend)
        #expect(program.selected == [2, 3])
        program.view.hostKey(.end, modifiers: .toggle)
        #expect(program.selected == [2, 3] && program.view.focusedIndexPath?.item == 99)
        program.view.hostKey(.select, modifiers: .toggle)
        #expect(program.selected == [2, 3, 99])
        program.view.hostKey(.home, modifiers: .extend)
        #expect(program.selected.count == 100)
        program.view.hostKey(.select, modifiers: .toggle)
        #expect(program.selected.count == 99)
    }

    @Test func aClickDeselectsManyItems() {
        program.count = 20_000
        program.view.reloadData()
        program.view.layoutIfNeeded()
        program.click(0)
        program.view.hostKey(.end, modifiers: .extend)
        #expect(program.selected.count == 20_000)
        program.view.hostKey(.home, modifiers: .toggle)
        program.log = []
        program.click(3)
        #expect(program.selected == [3])
        #expect(program.log.count == 19_999 && program.log.prefix(4) == ["-0", "-1", "-2", "-4"])
    }

    @Test func keysExtendFromTheFocusIfNothingWasSelected() {
        program.view.focusedIndexPath = indexPath(0, 5)
        program.view.hostKey(.down, modifiers: .extend)
        #expect(program.selected == [5, 6])
    }

    // MARK: A rectangle

    private func band(_ items: ClosedRange<Int>) -> CGRect {
        CGRect(x: 90, y: CGFloat(items.lowerBound) * 20 + 1, width: 30, height: CGFloat(items.count) * 20 - 2)
    }

    @Test func aRectangleSelectsWhatItTouches() {
        program.click(50)
        program.log = []
        #expect(program.view.hostBeginBandSelection())
        program.refused = [4]
        program.view.hostBandSelection(to: band(3...6))
        #expect(program.log == ["-50", "+3", "+5", "+6"] && program.selected == [3, 5, 6])
        program.view.hostBandSelection(to: band(5...7))
        #expect(program.log.suffix(2) == ["-3", "+7"] && program.selected == [5, 6, 7])
        program.view.hostBandSelection(to: CGRect(x: 0, y: CGFloat.nan, width: 1, height: 1))
        program.view.hostBandSelection(to: CGRect(x: 0, y: -50, width: 10, height: 10))
        #expect(program.selected == [])
        program.view.hostEndBandSelection()
        program.view.hostBandSelection(to: band(5...7))
        #expect(program.selected == [])
        program.view.allowsMultipleSelection = false
        #expect(!program.view.hostBeginBandSelection())
    }

    @Test(arguments: [InputModifiers.extend, .toggle])
    func modifiersKeepOtherItems(modifiers: InputModifiers) {
        for item in [2, 4, 30] { program.click(item, .toggle) }
        program.view.hostBeginBandSelection(modifiers)
        program.view.hostBandSelection(to: band(1...4))
        #expect(program.selected == (modifiers == .extend ? [1, 2, 3, 4, 30] : [1, 3, 30]))
        program.view.hostBandSelection(to: band(4...4))
        #expect(program.selected == (modifiers == .extend ? [2, 4, 30] : [2, 30]))
        program.view.hostBandSelection(to: band(60...61))
        program.view.hostEndBandSelection()
        #expect(program.selected == [2, 4, 30, 60, 61])
    }

    /// Updates move the items of the gesture, also updates by the delegate in the middle of it.
    @Test func updatesInTheMiddleOfARectangle() {
        for item in [2, 40] { program.click(item, .toggle) }
        program.view.hostBeginBandSelection(.toggle)
        program.view.hostBandSelection(to: band(1...3))
        #expect(program.selected == [1, 3, 40])
        program.count -= 1
        program.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        program.view.hostBandSelection(to: band(0...3))
        #expect(program.selected == [0, 2, 3, 39])
        program.onSelect = { [program] in
            program.onSelect = nil
            program.count += 1
            program.view.insertItems(at: [IndexPath(item: 0, section: 0)])
        }
        program.view.hostBandSelection(to: band(0...5))
        // The first call ended at the insertion: what was at 5 is at 6 now, and not selected yet.
        program.view.hostBandSelection(to: band(0...6))
        // What was at 1 and deselected is at 2 now. The new item is touched too.
        #expect(program.selected == [0, 1, 3, 4, 5, 6, 40])
        program.view.hostBandSelection(to: band(90...90))
        #expect(program.selected == [2, 40, 90])
        program.onSelect = { [program] in program.view.hostEndBandSelection() }
        program.view.hostBandSelection(to: band(80...90))
        #expect(program.selected == [2, 40, 80, 90])
    }
}
