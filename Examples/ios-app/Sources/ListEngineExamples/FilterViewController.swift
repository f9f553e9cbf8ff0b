import ListEngineUIKit
import UIKit

/// A list of words that a search field filters. The lists are compared on another thread.
public final class FilterViewController: UIViewController, UISearchBarDelegate {
    private let words = (0..<20_000).map { "word \($0 * 7_919 % 20_011)" }
    private let searchBar = UISearchBar(frame: .zero)
    private let layout = CollectionViewFlowLayout()
    private lazy var collectionView = UICollectionView(
        frame: view.bounds, collectionViewLayout: EngineLayout(layout))
    private var source: EngineDiffableDataSource<Int, String>?
    private var filtering: Task<Void, Never>?

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Filter"
        fill(self, with: collectionView)
        layout.itemSize = CGSize(width: view.bounds.width, height: 44)
        layout.minimumLineSpacing = 0
        layout.sectionInset = .init(top: 56, left: 0, bottom: 0, right: 0)
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "word")
        source = EngineDiffableDataSource(collectionView: collectionView) { view, indexPath, word in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "word", for: indexPath)
            var content = UIListContentConfiguration.cell()
            content.text = word
            cell.contentConfiguration = content
            return cell
        }
        searchBar.delegate = self
        searchBar.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: 56)
        collectionView.addSubview(searchBar)
        show(words)
    }

    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        show(searchText.isEmpty ? words : words.filter { $0.contains(searchText) })
    }

    private func show(_ words: [String]) {
        var snapshot = DiffableSnapshot<Int, String>()
        snapshot.appendSections([0])
        snapshot.appendItems(words)
        // Typing faster than the lists can be compared shows the last one.
        filtering?.cancel()
        filtering = Task { [source] in
            guard !Task.isCancelled else { return }
            await source?.apply(snapshot)
        }
    }
}
