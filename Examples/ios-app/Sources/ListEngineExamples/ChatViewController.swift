import ListEngineUIKit
import UIKit

/// A chat of a million messages. Rows are measured when they become visible. The newest message is at the end, and new ones keep the
/// end in sight if it was. A swipe or a menu deletes a message, and a pull at the start loads earlier ones.
public final class ChatViewController: UIViewController, CollectionViewDelegate {
    private let host = UIKitHost(
        CollectionView(
            frame: .zero,
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(60)))))
    private var source: DiffableDataSource<String, Int>?
    private var count = 1_000_000
    /// Earlier messages have negative numbers.
    private var loaded = 0

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Chat"
        fill(self, with: host.view)
        host.list.anchorPolicy = .endWhenAtEnd
        host.list.contentAlignment = .end
        let source = DiffableDataSource<String, Int>(collectionView: host.list) { list, indexPath, message in
            let cell = list.dequeueReusableCell(UIKitCell.self, for: indexPath)
            cell.contentConfiguration = ChatViewController.content(of: message)
            return cell
        }
        self.source = source
        host.list.delegate = self
        host.list.refreshHandler = { [weak self] in self?.loadEarlier() }
        var snapshot = DiffableSnapshot<String, Int>()
        snapshot.appendSections(["messages"])
        snapshot.appendItems(Array(0..<count), toSection: "messages")
        source.apply(snapshot, animatingDifferences: false, completion: nil)
        host.list.scrollToItem(at: [0, count - 1], at: .end, animated: false)
    }

    /// Appends a message: one edit in a million.
    public func send() {
        source?.edit { [count] snapshot in snapshot.appendItems([count], toSection: "messages") }
        count += 1
    }

    private func loadEarlier() {
        loaded += 50
        source?.edit { [loaded] snapshot in
            let earlier = Array(-loaded..<50 - loaded)
            guard snapshot.numberOfItems > 0 else { return snapshot.appendItems(earlier) }
            snapshot.insertItems(earlier, beforeItem: snapshot.itemIdentifier(at: ItemIndexPath(section: 0, item: 0)))
        }
        host.list.endRefreshing()
    }

    private func delete(_ message: Int) { source?.edit { $0.deleteItems([message]) } }

    public func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(.destructive, title: "Delete") { [weak self] _, indexPath, completion in
                if let message = self?.source?.itemIdentifier(for: indexPath) { self?.delete(message) }
                completion(true)
            }
        ])
    }

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        guard let message = source?.itemIdentifier(for: indexPath) else { return nil }
        return CollectionContextMenu(
            ItemMenu([
                ItemMenu.Action("Answer") { [weak self] in self?.send() },
                ItemMenu.Action("Delete", isDestructive: true) { [weak self] in self?.delete(message) },
            ]))
    }

    private static func content(of message: Int) -> UIListContentConfiguration {
        var content = UIListContentConfiguration.cell()
        content.text = "Message \(message) " + String(repeating: "and more of it ", count: abs(message) * 7 % 12)
        return content
    }
}
