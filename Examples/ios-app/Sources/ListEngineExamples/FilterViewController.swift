import ListEngineUIKit
import UIKit

/// Words by their first letter, with an index, that a search field filters. The lists are compared on another thread.
public final class FilterViewController: UIViewController, UISearchBarDelegate {
    private let words = (0..<20_000).map { number in
        String(UnicodeScalar(UInt8(97 + number / 1_000))) + "-word \(number * 7_919 % 20_011)"
    }
    private let searchBar = UISearchBar(frame: .zero)
    private let layout = CollectionViewFlowLayout()
    private lazy var collectionView = UICollectionView(
        frame: view.bounds, collectionViewLayout: EngineLayout(layout))
    private var source: EngineDiffableDataSource<Character, String>?
    private var filtering: Task<Void, Never>?

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Filter"
        fill(self, with: collectionView)
        layout.itemSize = CGSize(width: view.bounds.width, height: 44)
        layout.minimumLineSpacing = 0
        collectionView.contentInset.top = 56
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "word")
        source = EngineDiffableDataSource(collectionView: collectionView) { view, indexPath, word in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "word", for: indexPath)
            var content = UIListContentConfiguration.cell()
            content.text = word
            cell.contentConfiguration = content
            return cell
        }
        source?.indexTitleProvider = { $0.uppercased() }
        searchBar.delegate = self
        searchBar.frame = CGRect(x: 0, y: -56, width: view.bounds.width, height: 56)
        collectionView.addSubview(searchBar)
        show(words)
    }

    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        show(searchText.isEmpty ? words : words.filter { $0.contains(searchText) })
    }

    private func show(_ words: [String]) {
        var snapshot = DiffableSnapshot<Character, String>()
        for letter in "abcdefghijklmnopqrst" {
            let found = words.filter { $0.first == letter }
            guard !found.isEmpty else { continue }
            snapshot.appendSections([letter])
            snapshot.appendItems(found, toSection: letter)
        }
        // Typing faster than the lists can be compared shows the last one.
        filtering?.cancel()
        filtering = Task { [source] in
            guard !Task.isCancelled else { return }
            await source?.apply(snapshot)
        }
    }
}
