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

    @Test func thePhotosAreShown() throws {
        let photos = PhotosViewController()
        _ = show(photos)
        let view = try #require(all(UICollectionView.self, in: photos.view).first)
        #expect(view.indexPathsForVisibleItems.count > 8)
        #expect(Set(view.indexPathsForVisibleItems.compactMap { view.cellForItem(at: $0)?.frame.minX }).count == 3)
    }

    @Test func theListIsFiltered() async throws {
        let filter = FilterViewController()
        let window = show(filter)
        let view = try #require(all(UICollectionView.self, in: filter.view).first)
        let bar = try #require(all(UISearchBar.self, in: view).first)
        func wait(for count: Int) async {
            for _ in 0..<100_000 where view.numberOfSections == 0 || view.numberOfItems(inSection: 0) != count {
                await Task.yield()
                window.layoutIfNeeded()
                view.finishAnimations()
            }
            #expect(view.numberOfItems(inSection: 0) == count)
        }
        await wait(for: 20_000)
        filter.searchBar(bar, textDidChange: "word 77")
        filter.searchBar(bar, textDidChange: "word 777")
        await wait(for: 11)
        window.layoutIfNeeded()
        let text = (view.cellForItem(at: [0, 0])?.contentConfiguration as? UIListContentConfiguration)?.text
        #expect(text?.hasPrefix("word 777") == true)
    }
}
