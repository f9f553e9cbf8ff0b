import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// "Usage" of CompositionalLayoutableSection, with one import in place of two. The prefixes UI and NS are dropped, because these
// types belong to the engine. Types are `private`, because several samples have types of the same name. No other word differs.

// Left out in the sample: the data and the cell.
private struct Product { var name = "product" }
private final class ProductCollectionViewCell: CollectionViewCell {
    var name = ""
    func configure(with product: Product) { name = product.name }
}

// A custom section for displaying Products in a collection view.
private class ProductsCollectionViewSection: CompositionalLayoutableSection {
    typealias ItemsType = Product
    typealias CellType = ProductCollectionViewCell
    //
    var items: [ItemsType] = []
    override init() {
        super.init()
        delegate = self
        dataSource = self
        layout = self
    }
}
// MARK: - Products CollectionView Section Data Source
//
extension ProductsCollectionViewSection: CompositionalLayoutableSectionDataSource {
    ///
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        return items.count
    }
    /// cell For Item At
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(CellType.self, for: indexPath)
        let product = items[indexPath.item]
        cell.configure(with: product)
        return cell
    }
}
// MARK: - Products CollectionView Section Layout
extension ProductsCollectionViewSection: CompositionalLayoutableSectionLayout {
    var spacing: CGFloat { 20 }  // The spacing between items in the section.
    var width: CGFloat { 156 }  // The width of each item in the section.
    var height: CGFloat { 242 }  // The height of each item in the section.
    /// - Returns: The layout for an item within the group.
    var itemLayoutInGroup: CollectionLayoutItem {
        let itemSize = CollectionLayoutSize(
            widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1))
        let item = CollectionLayoutItem(layoutSize: itemSize)
        return item
    }
    /// - Returns: The layout for a group within the section.
    var groupLayoutInSection: CollectionLayoutGroup {
        let groupSize = CollectionLayoutSize(widthDimension: .absolute(width), heightDimension: .absolute(height))
        let group = CollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [itemLayoutInGroup])
        return group
    }
    /// Defines the layout for the entire section, including groups and supplementary views.
    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        let section = CollectionLayoutSection(group: groupLayoutInSection)
        //
        section.orthogonalScrollingBehavior = .continuous
        section.contentInsets = DirectionalEdgeInsets(top: 0, leading: spacing, bottom: spacing, trailing: spacing)
        section.interGroupSpacing = spacing
        //
        return section
    }
}
// MARK: - Products CollectionView Section Delegate
extension ProductsCollectionViewSection: CompositionalLayoutableSectionDelegate {
    /// Registers the cell type with the given collection view.
    func registerCell(_ collectionView: CollectionView) {
        collectionView.registerFromNib(CellType.self)
    }
}

private class MyViewController: CollectionViewController, CompositionalLayoutProvider {
    var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    //
    private(set) lazy var delegate = CompositionalLayoutDelegate(provider: self)
    private(set) lazy var datasource = CompositionalLayoutDataSource(provider: self)
    //
    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.delegate = delegate
        collectionView.dataSource = datasource
        // Create and configure a section
        let section = ProductsCollectionViewSection()
        let items = [Product(), Product(), Product()]
        section.update(collectionView, withItems: items)
        // Add the section to the compositionalLayoutSections
        compositionalLayoutSections.append(section)
        //
        // this must be called after adding all sections to compositionalLayoutSections
        collectionView.updateCollectionViewCompositionalLayout(for: self)
    }
}

@MainActor
@Suite("Samples of CompositionalLayoutableSection: usage")
struct LayoutableSectionUsageSamples {
    @Test func threeProductsSideBySide() {
        let controller = MyViewController(collectionViewLayout: CollectionViewFlowLayout())
        let view = controller.collectionView
        view.bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
        view.layoutIfNeeded()
        #expect(view.numberOfItems(inSection: 0) == 3)
        #expect(view.contentSize == CGSize(width: 390, height: 262))
        #expect(
            view.visibleCells.map(\.frame) == [
                CGRect(x: 20, y: 0, width: 156, height: 242), CGRect(x: 196, y: 0, width: 156, height: 242),
                CGRect(x: 372, y: 0, width: 156, height: 242),
            ])
        #expect(view.visibleCells.allSatisfy { ($0 as? ProductCollectionViewCell)?.name == "product" })
        // Another update reloads the section.
        let section = controller.compositionalLayoutSections[0] as? ProductsCollectionViewSection
        section?.update(view, withItems: [Product(name: "last")])
        view.layoutIfNeeded()
        #expect(view.visibleCells.compactMap { ($0 as? ProductCollectionViewCell)?.name } == ["last"])
        #expect(view.diagnostics.recent == [])
    }
}
