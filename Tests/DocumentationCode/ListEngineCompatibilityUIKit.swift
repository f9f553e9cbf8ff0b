// What the comments of ListEngineCompatibilityUIKit use without declaring it: see Scripts/documentation-code.py.
import ListEngineCompatibilityUIKit
import UIKit

@MainActor final class Context: UIViewController {}

struct Product {
    var name: String
}

final class ProductsCollectionViewSection: CompositionalLayoutableSection {}
@MainActor let productsView = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
@MainActor let sections = ListDataSource()
@MainActor var adapter: UIKitCollectionViewAdapter?
final class HomeController: CollectionSectionController<String, Int> {}

@MainActor let collectionView = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
