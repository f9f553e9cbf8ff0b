import Foundation
import ListEngineLayout

extension CollectionView {
    /// The titles of the list's index, such as the letters beside a list of names. See
    /// ``CollectionViewDataSource/collectionView(_:indexTitleForSection:)``.
    ///
    /// Neighbouring sections with the same title have one entry. A host that draws an index reads it when the content has
    /// changed.
    /// - Complexity: O(sections).
    public var indexTitles: [String] { indexEntries.map(\.title) }

    /// Scrolls to the first section with a title of the index: its header is then at the start of the visible bounds, as far
    /// as the content allows.
    /// - Parameter index: A position in ``indexTitles``. Any other one is reported and has no effect.
    public func scrollToIndexTitle(at index: Int, animated: Bool) {
        layoutIfNeeded()
        let entries = indexEntries
        guard entries.indices.contains(index) else {
            return report(
                .indexOutOfRange, nil, "there is no index title \(index), valid ones are 0..<\(entries.count).")
        }
        scrollToHeader(ofSection: entries[index].section, animated: animated)
    }

    private var indexEntries: [(title: String, section: Int)] {
        guard let dataSource, showsData else { return [] }
        var entries: [(title: String, section: Int)] = []
        for section in 0..<layout.numberOfSections {
            // The call before may have changed the data.
            guard showsData, section < layout.numberOfSections else { return [] }
            guard let title = dataSource.collectionView(self, indexTitleForSection: section) else { continue }
            if entries.last?.title != title { entries.append((title, section)) }
        }
        return entries
    }
}
