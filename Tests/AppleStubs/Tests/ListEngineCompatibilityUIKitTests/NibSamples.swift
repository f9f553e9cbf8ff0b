import ListEngineCompatibilityUIKit
import UIKit

// The usage sample of CompositionalLayoutableSection with a nib file and a view controller. `UICollectionView` and the classes of
// its layout have lost their prefixes, and the view controller has another base class. The cell's view has a class, which the
// nib file has at its top.

struct Product {
    var name = "tea"
}

/// The view in ProductView.xib.
final class ProductView: UICollectionViewCell {
    let title = UILabel(frame: .zero)
    var reuses = 0
    override func prepareForReuse() { reuses += 1 }
}

final class ProductCollectionViewCell: UIKitNibCell<ProductView> {
    func configure(with product: Product) { content.title.text = product.name }
}

class ProductsCollectionViewSection: CompositionalLayoutableSection {
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
        let itemSize = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1))
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

class MyViewController: UIKitCollectionViewController, CompositionalLayoutProvider {
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
