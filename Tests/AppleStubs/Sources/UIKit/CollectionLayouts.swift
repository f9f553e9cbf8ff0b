// UIKit's own layouts, as far as Examples/uikit-probes names them. They lay nothing out.

@MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    open var minimumLineSpacing: CGFloat = 10
    open var minimumInteritemSpacing: CGFloat = 10
}

@MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    public convenience init(section: NSCollectionLayoutSection) { self.init() }
}

@MainActor
open class NSCollectionLayoutDimension: NSObject {
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> Self { Self.init() }
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> Self { Self.init() }
    open class func absolute(_ absoluteDimension: CGFloat) -> Self { Self.init() }
    public required override init() {}
}

@MainActor
open class NSCollectionLayoutSize: NSObject {
    public convenience init(
        widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension
    ) { self.init() }
}

@MainActor
open class NSCollectionLayoutSpacing: NSObject {
    open class func fixed(_ fixedSpacing: CGFloat) -> Self { Self.init() }
    open class func flexible(_ flexibleSpacing: CGFloat) -> Self { Self.init() }
    public required override init() {}
}

@MainActor
open class NSCollectionLayoutItem: NSObject {
    public convenience init(layoutSize: NSCollectionLayoutSize) { self.init() }
    public required override init() {}
}

@MainActor
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    open var interItemSpacing: NSCollectionLayoutSpacing?
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> Self {
        Self.init()
    }
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> Self { Self.init() }
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> Self { Self.init() }
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> Self {
        Self.init()
    }
}

@MainActor
open class NSCollectionLayoutSection: NSObject {
    public convenience init(group: NSCollectionLayoutGroup) { self.init() }
}

@MainActor
open class UIDevice: NSObject {
    open class var current: UIDevice { UIDevice() }
    open var systemVersion: String { "" }
}

@MainActor
open class UIScreen: NSObject {
    open class var main: UIScreen { UIScreen() }
    open var scale: CGFloat { 2 }
}
