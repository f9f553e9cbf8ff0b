import ListEngineExamples
import ListEngineUIKit
import Testing
import UIKit

/// The screens of Examples/ios-app, in the double.
@MainActor
@Suite struct ExampleTests {
    private func show(_ controller: UIViewController) -> UIWindow {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        controller.view.frame = window.bounds
        window.addSubview(controller.view)
        window.layoutIfNeeded()
        return window
    }

    private func all<View: UIView>(_ type: View.Type, in view: UIView) -> [View] {
        view.isHidden ? [] : (view as? View).map { [$0] } ?? view.subviews.flatMap { all(type, in: $0) }
    }

    @Test func theMenuOpensAnExample() {
        let menu = MenuViewController()
        let navigation = UINavigationController(rootViewController: menu)
        let window = show(menu)
        #expect(all(UIListContentView.self, in: menu.view).count == 4)
        let touch = window.touchDown(at: CGPoint(x: 100, y: 70))
        touch.view?.touchesEnded([touch], with: nil)
        #expect(navigation.viewControllers.last is PhotosViewController)
    }

    @Test func theChatStaysAtItsEnd() {
        let chat = ChatViewController()
        let window = show(chat)
        func texts() -> [String] {
            all(UIListContentView.self, in: chat.view)
                .filter { window.bounds.intersects($0.convert($0.bounds, to: nil)) }
                .compactMap { ($0.configuration as? UIListContentConfiguration)?.text }
        }
        #expect(texts().contains { $0.hasPrefix("Message 999999 ") })
        chat.send()
        window.layoutIfNeeded()
        UIView.finishAnimations()
        #expect(texts().contains { $0.hasPrefix("Message 1000000 ") })
        let ends = all(UIListContentView.self, in: chat.view).map { $0.convert($0.bounds, to: nil).maxY }
        #expect(ends.max() == 844)
    }

    /// From the gestures to the messages.
    @Test func messagesAreDeletedAndEarlierOnesLoaded() throws {
        let chat = ChatViewController()
        let window = show(chat)
        let view = try #require(all(UIScrollView.self, in: chat.view).first)
        func text(at y: CGFloat) -> String? {
            all(UIListContentView.self, in: chat.view)
                .first { $0.convert($0.bounds, to: nil).contains(CGPoint(x: 100, y: y)) }
                .flatMap { ($0.configuration as? UIListContentConfiguration)?.text }
        }
        func rest() {
            for _ in 0..<600 where CADisplayLink.frame() { window.layoutIfNeeded() }
            UIView.finishAnimations()
            window.layoutIfNeeded()
        }
        let swiped = try #require(text(at: 300))
        let finger = Finger(in: window, at: CGPoint(x: 300, y: 300))
        for _ in 0..<30 { finger.move(by: CGPoint(x: -12, y: 0)) }
        finger.lift()
        rest()
        #expect(
            !all(UIListContentView.self, in: chat.view).contains { row in
                (row.configuration as? UIListContentConfiguration)?.text == swiped
            }, "a swipe over the whole row deletes the message")
        let pressed = try #require(text(at: 300))
        let menus = view.interactions.lazy.compactMap { $0 as? UIContextMenuInteraction }.first
        let location = CGPoint(x: 100, y: view.contentOffset.y + 300)
        let menu = try #require(menus?.press(at: location)?.menu)
        #expect(menu.children.map(\.title) == ["Answer", "Delete"])
        (menu.children[1] as? UIAction)?.choose()
        menus?.close()
        rest()
        #expect(text(at: 300) != pressed)
        view.refreshControl?.pull()
        rest()
        #expect(view.refreshControl?.isRefreshing == false)
        view.contentOffset.y = 0
        rest()
        #expect(text(at: 10)?.hasPrefix("Message -50 ") == true)
    }

    @Test func thePhotosAreShown() throws {
        let photos = PhotosViewController()
        let window = show(photos)
        let view = try #require(all(UICollectionView.self, in: photos.view).first)
        #expect(view.indexPathsForVisibleItems.count > 8)
        func edges(_ section: Int) -> [CGFloat] {
            let paths = view.indexPathsForVisibleItems.filter { $0.section == section }
            return Set(paths.compactMap { view.cellForItem(at: $0)?.frame.minX }).sorted()
        }
        #expect(edges(1).count == 3 && edges(0).first == 0)
        // The albums scroll sideways.
        let finger = Finger(in: window, at: CGPoint(x: 300, y: 40))
        finger.move(by: CGPoint(x: -50, y: 0))
        finger.lift()
        for _ in 0..<600 where CADisplayLink.frame() { window.layoutIfNeeded() }
        // The last frame ends the movement.
        window.layoutIfNeeded()
        #expect(edges(0) == [0, 124, 248, 372])
        #expect(view.indexPathsForVisibleItems.first == [0, 0])
        let next = Finger(in: window, at: CGPoint(x: 300, y: 40))
        next.move(by: CGPoint(x: -130, y: 0))
        next.lift()
        for _ in 0..<600 where CADisplayLink.frame() { window.layoutIfNeeded() }
        // The last frame ends the movement.
        window.layoutIfNeeded()
        #expect(edges(0) == [0, 124, 248, 372])
        #expect(view.indexPathsForVisibleItems.first == [0, 1])
        #expect(edges(1).count == 3)
    }

    @Test func theListIsFiltered() async throws {
        let filter = FilterViewController()
        let window = show(filter)
        let view = try #require(all(UICollectionView.self, in: filter.view).first)
        let bar = try #require(all(UISearchBar.self, in: view).first)
        func wait(for count: Int) async {
            func shown() -> Int { (0..<view.numberOfSections).reduce(0) { $0 + view.numberOfItems(inSection: $1) } }
            for _ in 0..<20_000 where shown() != count {
                try? await Task.sleep(for: .milliseconds(1))
                window.layoutIfNeeded()
                view.finishAnimations()
            }
            #expect(shown() == count)
        }
        await wait(for: 20_000)
        #expect(view.dataSource?.indexTitles(for: view) == "ABCDEFGHIJKLMNOPQRST".map(String.init))
        filter.searchBar(bar, textDidChange: "word 77")
        filter.searchBar(bar, textDidChange: "word 777")
        await wait(for: 11)
        window.layoutIfNeeded()
        let text = (view.cellForItem(at: [0, 0])?.contentConfiguration as? UIListContentConfiguration)?.text
        #expect(text?.contains("word 777") == true)
    }
}
