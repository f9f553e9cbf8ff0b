import ListEngineUIKit
import UIKit

/// A chat of a million messages. Rows are measured when they become visible. The newest message is at the end, and new ones keep the
/// end in sight if it was.
public final class ChatViewController: UIViewController {
    private let host = UIKitHost(
        CollectionView(
            frame: .zero,
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(60)))))
    private var source: DiffableDataSource<String, Int>?
    private var count = 1_000_000

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

    private static func content(of message: Int) -> UIListContentConfiguration {
        var content = UIListContentConfiguration.cell()
        content.text = "Message \(message) " + String(repeating: "and more of it ", count: message * 7 % 12)
        return content
    }
}
