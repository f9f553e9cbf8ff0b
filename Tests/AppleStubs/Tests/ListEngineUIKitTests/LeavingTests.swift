import ListEngineUIKit
import Testing
import UIKit

/// Swipe actions that delete.
@MainActor
private final class Deleting: CollectionViewDelegate {
    weak var source: DiffableDataSource<Int, Int>?

    func collectionView(
        _ list: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(.destructive, title: "Delete") { [weak self] _, path, completion in
                if let item = self?.source?.itemIdentifier(for: path) { self?.source?.edit { $0.deleteItems([item]) } }
                completion(true)
            }
        ])
    }
}

/// Edits, touches, swipes and hosts whose item, view or window goes away.
@MainActor
@Suite struct LeavingTests {
    private final class Texts {
        var values: [Int: String] = [:]
    }

    private func entries() -> (screen: ContentScreen, texts: Texts) {
        let texts = Texts()
        let screen = ContentScreen(20) { item in
            ItemContent(
                "Row \(item)", accessories: [.entry(texts.values[item] ?? "") { texts.values[item] = $0 }])
        }
        return (screen, texts)
    }

    private func swiping() -> DragScreen {
        let (shown, delegate) = (DragScreen(), Deleting())
        delegate.source = shown.screen.source
        shown.list.delegate = delegate
        shown.kept = delegate
        return shown
    }

    private func buttons(_ shown: DragScreen) -> [UIView] {
        shown.screen.host.view.subviews.first?.subviews.filter { !$0.isHidden }.flatMap(\.subviews)
            .filter { $0 is UIButton } ?? []
    }

    /// Otherwise the cell would be used for a different row, with the keyboard in its field.
    @Test func anEditEndsWithItsItem() throws {
        let (screen, texts) = entries()
        let field = try #require(screen.part(UITextField.self, of: 3))
        screen.tap(field)
        #expect(field.isFirstResponder && screen.list.heldItem == [0, 3])
        screen.source.edit { $0.deleteItems([3]) }
        UIView.finishAnimations()
        screen.window.layoutIfNeeded()
        #expect(!field.isFirstResponder && screen.list.heldItem == nil)
        let other = try #require(screen.part(UITextField.self, of: 5))
        screen.tap(other)
        screen.list.reloadData()
        screen.window.layoutIfNeeded()
        #expect(!other.isFirstResponder && texts.values.isEmpty)
    }

    @Test func keysThatAreTypedAreNotThoseOfTheList() throws {
        let (screen, _) = entries()
        var deleted: [Int] = []
        screen.source.deletionHandler = { deleted += $0 }
        let field = try #require(screen.part(UITextField.self, of: 3))
        screen.tap(screen.label("Row 1", of: 1))
        screen.tap(field)
        field.pressesBegan([UIPress(UIKey(.keyboardDeleteOrBackspace))], with: nil)
        #expect(deleted.isEmpty)
        field.resignFirstResponder()
        screen.host.view.pressesBegan([UIPress(UIKey(.keyboardDeleteOrBackspace))], with: nil)
        #expect(deleted == [1])
    }

    @Test func escapeCancelsARename() throws {
        let screen = ContentScreen(5) { ItemContent("Row \($0)") }
        var renamed: [String] = []
        screen.source.fieldProvider = { _, item in
            TableField("Row \(item)") { new in
                renamed.append(new)
                return true
            }
        }
        screen.list.focusedIndexPath = [0, 2]
        screen.host.view.pressesBegan([UIPress(UIKey(.keyboardF2))], with: nil)
        screen.window.layoutIfNeeded()
        let field = try #require(screen.part(UITextField.self, of: 2))
        field.type("other")
        field.pressesBegan([UIPress(UIKey(.keyboardEscape, "UIKeyInputEscape"))], with: nil)
        screen.window.layoutIfNeeded()
        #expect(screen.list.fieldEdit == nil && renamed.isEmpty && screen.part(UITextField.self, of: 2) == nil)
    }

    // MARK: Swipes

    @Test func noOtherRowIsAsideAfterADelete() throws {
        let shown = swiping()
        let finger = Finger(in: shown.window, at: CGPoint(x: 200, y: 125))
        for _ in 0..<4 { finger.move(by: CGPoint(x: -30, y: 0)) }
        finger.lift()
        shown.rest()
        shown.screen.tap(try #require(buttons(shown).first))
        shown.rest()
        shown.screen.source.edit { $0.insertItems([900], beforeItem: 3) }
        shown.rest()
        #expect(shown.order.prefix(4) == [0, 1, 900, 3])
        #expect(shown.frame(900) == CGRect(x: 0, y: 100, width: 320, height: 50))
        #expect(buttons(shown).isEmpty)
    }

    @Test func anOpenRowCanBeMovedOnAndATapClosesIt() {
        let shown = swiping()
        let first = Finger(in: shown.window, at: CGPoint(x: 200, y: 125))
        for _ in 0..<4 { first.move(by: CGPoint(x: -30, y: 0)) }
        first.lift()
        shown.rest()
        let open = shown.frame(2)?.minX ?? 0
        #expect(open < -60)
        let second = Finger(in: shown.window, at: CGPoint(x: 100, y: 125))
        second.move(by: CGPoint(x: -12, y: 0))
        #expect(shown.frame(2)?.minX == open - 12)
        second.cancel()
        shown.rest()
        let third = Finger(in: shown.window, at: CGPoint(x: 200, y: 125))
        for _ in 0..<4 { third.move(by: CGPoint(x: -30, y: 0)) }
        third.lift()
        shown.rest()
        Finger(in: shown.window, at: CGPoint(x: 100, y: 125)).lift()
        shown.rest()
        #expect(shown.frame(2)?.minX == 0 && shown.list.swipe == nil && shown.list.indexPathsForSelectedItems.isEmpty)
    }

    // MARK: Views, windows and hosts

    @Test func aTouchOfAViewThatWasRemovedIsNotTheLast() {
        let screen = ContentScreen(0) { ItemContent("Row \($0)") }
        screen.list.emptyContent = EmptyContent("Loading")
        screen.window.layoutIfNeeded()
        let touch = screen.window.touchDown(at: CGPoint(x: 160, y: 240))
        screen.source.edit { $0.appendItems([1, 2, 3]) }
        screen.window.layoutIfNeeded()
        UIView.finishAnimations()
        screen.window.layoutIfNeeded()
        touch.view?.touchesEnded([touch], with: nil)
        screen.tap(screen.label("Row 2", of: 2))
        #expect(screen.list.indexPathsForSelectedItems == [[0, 1]])
    }

    /// Whether the list has left its window, or is in a different one.
    @Test(arguments: [false, true]) func nothingMovesWithoutTheWindow(hasOther: Bool) {
        let shown = swiping()
        let finger = Finger(in: shown.window, at: CGPoint(x: 200, y: 125))
        finger.move(by: CGPoint(x: -30, y: 0))
        CADisplayLink.frame()
        #expect(shown.list.swipe != nil && shown.frame(2)?.minX == -30)
        let other = UIWindow(frame: shown.window.bounds)
        if hasOther { other.addSubview(shown.screen.host.view) } else { shown.screen.host.view.removeFromSuperview() }
        #expect(shown.list.swipe == nil && (hasOther || !CADisplayLink.frame()))
        shown.screen.host.view.layoutIfNeeded()
        shown.window.addSubview(shown.screen.host.view)
        #expect(shown.screen.host.view.needsLayout)
        shown.window.layoutIfNeeded()
        shown.rest()
        #expect(shown.frame(2) == CGRect(x: 0, y: 100, width: 320, height: 50) && buttons(shown).isEmpty)
    }

    private final class Kept: @unchecked Sendable {
        var host: UIKitHost?
    }

    @Test func aHostCanBeReleasedOnAnyThread() async {
        let kept = Kept()
        kept.host = UIKitHost(CollectionView(size: CGSize(width: 100, height: 100)))
        weak let host = kept.host
        await Task.detached { kept.host = nil }.value
        #expect(host == nil)
    }

    // MARK: Accessibility

    @Test func theContentOfAnEmptyListIsReached() throws {
        let screen = ContentScreen(0) { _ in ItemContent() }
        screen.list.emptyContent = EmptyContent("No messages", action: .init("Try") {})
        screen.window.layoutIfNeeded()
        let elements = try #require(screen.host.view.accessibilityElements as? [UIView])
        #expect(elements.count == 1 && !elements[0].isAccessibilityElement)
        #expect(elements[0].subviews.contains { $0 is UIButton })
    }

    @Test func aFieldInACellIsReached() throws {
        let (screen, _) = entries()
        let elements = try #require(screen.host.view.accessibilityElements as? [UIView])
        #expect(elements.first?.isAccessibilityElement == false)
        let plain = ContentScreen(1) { ItemContent("Row \($0)") }
        let element = try #require((plain.host.view.accessibilityElements as? [UIView])?.first)
        #expect(element.isAccessibilityElement)
    }

    @Test func actionsAreThoseOfTheListNow() throws {
        let shown = swiping()
        let element = try #require((shown.screen.host.view.accessibilityElements as? [UIView])?[4])
        shown.screen.source.edit { $0.appendItems([900]) }
        let action = try #require(element.accessibilityCustomActions?.first { $0.name == "Delete" })
        #expect(action.actionHandler?(action) == true && !shown.order.contains(4))
    }

    @Test func theBackgroundFollowsTheAppearance() {
        let grouped = CollectionViewCompositionalLayout.list(
            using: CollectionLayoutListConfiguration(appearance: .grouped))
        let screen = ContentScreen(3, layout: grouped) { ItemContent("\($0)") }
        #expect(screen.host.view.backgroundColor === UIColor.systemGroupedBackground)
        screen.list.setCollectionViewLayout(
            CollectionViewCompositionalLayout.list(using: CollectionLayoutListConfiguration(appearance: .plain)),
            animated: false)
        screen.window.layoutIfNeeded()
        #expect(screen.host.view.backgroundColor == nil)
    }
}
