import Foundation
import ListEngineLayout

extension DiffableDataSource {
    /// Creates a data source that shows its items in the columns of a table, below the titles.
    ///
    ///     let source = DiffableDataSource<String, Int>(collectionView: view, table: table) { files[$0] }
    ///
    /// A list that was created without a layout has a header for each section, which stays in view, and rows that are measured. With a
    /// different layout, use a section such as `CollectionLayoutSection.table(itemHeight:headerHeight:headerKind:spacing:insets:)`. For
    /// headers that do not show the titles, replace the ``supplementaryViewProvider``.
    /// - Parameters:
    ///   - collectionView: The collection view. This object becomes its data source.
    ///   - scheduler: Decides when updates are shown.
    ///   - table: The columns.
    ///   - item: Returns an item by its identifier. Without an item, the row is empty.
    public convenience init<Item>(
        collectionView: CollectionView, scheduler: UpdateScheduler = .immediate, table: ListTable<Item>,
        item: @escaping @MainActor (ItemIdentifier) -> Item?
    ) {
        self.init(collectionView: collectionView, scheduler: scheduler) { view, indexPath, identifier in
            view.tableCell(for: indexPath, showing: item(identifier), in: table)
        }
        closures.isTable = true
        supplementaryViewProvider = { view, kind, indexPath in
            kind == .header ? view.tableTitles(for: indexPath) : nil
        }
        fieldProvider = { column, identifier in item(identifier).flatMap { table.field(column, of: $0) } }
        collectionView.show(table)
    }
}

extension DiffableDataSource: SectionLayoutSource {
    func layout(ofSection section: Int, in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        guard closures.isTable, let list = collectionView else { return nil }
        if list.showsColumnTitlesAboveSections { return .list(itemHeight: .estimated(list.usualItemExtent)) }
        return .table(
            itemHeight: .estimated(list.usualItemExtent), headerHeight: .estimated(list.usualTitleExtent))
    }
}
