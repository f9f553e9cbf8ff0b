#if canImport(UIKit)
    import ListEngineCompatibility
    import ListEngineUIKit
    import UIKit

    /// A view controller whose view shows a list. A class that inherited from `UICollectionViewController` inherits from it:
    ///
    ///     class MyViewController: UIKitCollectionViewController, CompositionalLayoutProvider {
    ///         var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    ///         private(set) lazy var delegate = CompositionalLayoutDelegate(provider: self)
    ///         private(set) lazy var datasource = CompositionalLayoutDataSource(provider: self)
    ///
    ///         override func viewDidLoad() {
    ///             super.viewDidLoad()
    ///             collectionView.delegate = delegate
    ///             collectionView.dataSource = datasource
    ///             compositionalLayoutSections.append(ProductsCollectionViewSection())
    ///             collectionView.updateCollectionViewCompositionalLayout(for: self)
    ///         }
    ///     }
    ///
    /// It also shows the list of a controller of ListEngine, such as a `CollectionSectionController`:
    ///
    ///     navigationController?.pushViewController(UIKitCollectionViewController(HomeController()), animated: true)
    ///
    /// The view is the scroll view of a ``UIKitHost``, so that bars and the keyboard inset it as any scroll view.
    @MainActor
    open class UIKitCollectionViewController: UIViewController {
        /// Owns the list.
        public let controller: CollectionViewController

        /// Shows the list in the view.
        public private(set) lazy var host = makeHost(for: collectionView)

        /// The list. The first access creates it.
        public var collectionView: CollectionView { controller.collectionView }

        /// Shows the list of a controller, which it keeps.
        public init(_ controller: CollectionViewController) {
            self.controller = controller
            super.init(nibName: nil, bundle: nil)
        }

        /// Shows a new list.
        public convenience init(collectionViewLayout layout: any CollectionViewLayoutRecipe) {
            self.init(CollectionViewController(collectionViewLayout: layout))
        }

        /// Shows a new list with a flow layout, from a storyboard.
        public required init?(coder: NSCoder) {
            controller = CollectionViewController(collectionViewLayout: CollectionViewFlowLayout())
            super.init(coder: coder)
        }

        /// Creates the host. Override it to use a subclass of `UIKitHost`.
        open func makeHost(for list: CollectionView) -> UIKitHost { UIKitHost(list) }

        open override func loadView() { view = host.view }
    }

    extension CollectionViewController {
        /// The view controller that shows the list, to present others from; nil if there is none.
        public var viewController: UIViewController? {
            var responder: UIResponder? = (viewIfLoaded?.host as? UIKitHost)?.view
            while let current = responder {
                if let found = current as? UIViewController { return found }
                responder = current.next
            }
            return nil
        }
    }
#endif
