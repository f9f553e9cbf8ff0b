#if canImport(UIKit)
    import ListEngineCompatibility
    import ListEngineUIKit
    import UIKit

    /// A cell whose view comes from a nib file.
    ///
    ///     // ProductView.xib has a view of this class. The title is an outlet.
    ///     final class ProductView: UICollectionViewCell {
    ///         var title: UILabel!
    ///     }
    ///
    ///     final class ProductCollectionViewCell: UIKitNibCell<ProductView> {
    ///         func configure(with product: Product) { content.title.text = product.name }
    ///     }
    ///
    ///     collectionView.registerFromNib(ProductCollectionViewCell.self)
    ///
    /// The nib file has the name of the view's class and is in the bundle of that class. Where UIKit is not, a class of the same
    /// name is made by a factory: see `NibFactories`.
    ///
    /// A view that is a `UICollectionViewCell` is notified of selection, highlighting and reuse.
    @MainActor
    open class UIKitNibCell<Content: UIView>: CollectionViewCell, UIViewMaking, UIKitNibLoading {
        /// The nib file. Set it before the view is first used, or override it.
        open var nib: UIKitNib {
            get { storedNib ?? UIKitNib(of: Content.self) }
            set { storedNib = newValue }
        }
        private var storedNib: UIKitNib?

        /// The view of the nib file, which is loaded when it is first used.
        ///
        /// - Precondition: The nib file exists and has a top-level view of the class `Content`.
        public final var content: Content {
            if let loaded { return loaded }
            let content = nib.load(Content.self)
            loaded = content
            showState()
            return content
        }
        private var loaded: Content?

        open override var isSelected: Bool { didSet { showState() } }
        open override var isHighlighted: Bool { didSet { showState() } }

        open override func prepareForReuse() {
            super.prepareForReuse()
            (loaded as? UICollectionReusableView)?.prepareForReuse()
        }

        open func makeUIView() -> UIView { content }

        private func showState() {
            guard let cell = loaded as? UICollectionViewCell else { return }
            if cell.isSelected != isSelected { cell.isSelected = isSelected }
            if cell.isHighlighted != isHighlighted { cell.isHighlighted = isHighlighted }
        }
    }

    /// A header, a footer or another supplementary view whose view comes from a nib file. See ``UIKitNibCell``.
    @MainActor
    open class UIKitNibView<Content: UIView>: CollectionReusableView, UIViewMaking, UIKitNibLoading {
        /// The nib file. Set it before the view is first used, or override it.
        open var nib: UIKitNib {
            get { storedNib ?? UIKitNib(of: Content.self) }
            set { storedNib = newValue }
        }
        private var storedNib: UIKitNib?

        /// The view of the nib file, which is loaded when it is first used.
        ///
        /// - Precondition: The nib file exists and has a top-level view of the class `Content`.
        public private(set) final lazy var content: Content = nib.load(Content.self)

        open override func prepareForReuse() {
            super.prepareForReuse()
            (content as? UICollectionReusableView)?.prepareForReuse()
        }

        open func makeUIView() -> UIView { content }
    }

    /// A view of a list whose view in UIKit comes from a nib file: a ``UIKitNibCell`` or a ``UIKitNibView``.
    @MainActor
    public protocol UIKitNibLoading: CollectionReusableView {
        var nib: UIKitNib { get set }
    }

    /// A nib file.
    @MainActor
    public struct UIKitNib {
        public var name: String
        public var bundle: Bundle

        public init(name: String, bundle: Bundle = .main) {
            self.name = name
            self.bundle = bundle
        }

        /// The nib file with the name of a class, in the bundle of that class.
        public init(of type: UIView.Type) {
            self.init(name: String(describing: type), bundle: Bundle(for: type))
        }

        /// Loads the first top-level view of a class.
        ///
        /// - Precondition: The nib file exists and has such a view. UIKit reports a missing file with its name and bundle.
        public func load<View: UIView>(_ type: View.Type) -> View {
            let objects = UINib(nibName: name, bundle: bundle).instantiate(withOwner: nil)
            for object in objects {
                if let view = object as? View { return view }
            }
            let found = objects.map { "\(Swift.type(of: $0))" }.joined(separator: ", ")
            fatalError("expected a top-level view of the class \(type) in the nib \(name); found [\(found)]")
        }
    }

    extension ListViewDequeuing {
        /// Dequeues a cell whose view comes from a nib file, as in ListingKit. If a factory has the name, the factory makes the
        /// cell: see `NibFactories`.
        public func dequeueCell<Cell: CollectionViewCell & UIKitNibLoading>(
            withNibName name: String, bundle: Bundle? = nil, at indexPath: IndexPath
        ) -> Cell? {
            dequeueCell(withName: name, at: indexPath) {
                let cell = NibFactories.make(Cell.self, named: name)
                cell.nib = UIKitNib(name: name, bundle: bundle ?? .main)
                return cell
            }
        }
    }
#endif
