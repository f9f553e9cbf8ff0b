import ListEngineUIKit
import UIKit

/// Words by their first letter, with an index, that a search field filters. Words are searched and lists compared on other threads.
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
        show(wordsContaining: "")
    }

    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        show(wordsContaining: searchText)
    }

    private func show(wordsContaining text: String) {
        // If the user types faster than lists are compared, the list for the last text is shown.
        let before = filtering
        before?.cancel()
        filtering = Task { [source, words] in
            let snapshot = await Task.detached { Self.snapshot(of: words, containing: text) }.value
            await before?.value
            guard !Task.isCancelled else { return }
            await source?.apply(snapshot, animatingDifferences: false)
        }
    }

    private nonisolated static func snapshot(
        of words: [String], containing text: String
    ) -> DiffableSnapshot<Character, String> {
        var found: [Character: [String]] = [:]
        for word in words where text.isEmpty || word.contains(text) {
            if let letter = word.first { found[letter, default: []].append(word) }
        }
        var snapshot = DiffableSnapshot<Character, String>()
        for (letter, words) in found.sorted(by: { $0.key < $1.key }) {
            snapshot.appendSections([letter])
            snapshot.appendItems(words, toSection: letter)
        }
        return snapshot
    }
}
