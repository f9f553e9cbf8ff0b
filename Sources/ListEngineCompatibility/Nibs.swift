import Foundation
import ListEngine
import ListEngineLayout

/// The factories that stand for nib files. Three of the libraries load views from nib files. Where these do not exist, or
/// where another toolkit has its own files, a program names a factory like the file, and the libraries' calls use it:
///
///     NibFactories.register("ProductCell") { ProductCell() }
///     collectionView.registerFromNib(ProductCell.self)
///
/// Without a factory, a call makes an instance of the view's class.
@MainActor
public enum NibFactories {
    private static var factories: [String: @MainActor () -> CollectionReusableView] = [:]

    /// Names a factory. A factory with the same name is replaced.
    /// - Parameter name: The name of the nib file, usually the name of the view's class.
    public static func register(_ name: String, _ make: @escaping @MainActor () -> CollectionReusableView) {
        factories[name] = make
    }

    /// Removes a factory. Does nothing if there is none.
    public static func unregister(_ name: String) { factories[name] = nil }

    /// Makes a view: with the factory of the name if it makes views of the class, else as an instance of the class.
    public static func make<View: CollectionReusableView>(_ type: View.Type, named name: String? = nil) -> View {
        factories[name ?? String(describing: type)]?() as? View ?? type.init(frame: .zero)
    }
}

extension CollectionView {
    /// Registers a class of cells under its name, as CompositionalLayoutableSection does for the class's nib file. The
    /// cells are made by the factory of that name. See ``NibFactories``.
    public func registerFromNib<Cell: CollectionViewCell>(_ type: Cell.Type) {
        register(type) { NibFactories.make(type) }
    }

    /// Does the same for supplementary views of a kind.
    public func registerFromNib<View: CollectionReusableView>(
        _ type: View.Type, forSupplementaryViewOfKind kind: ElementKind
    ) { register(type, forSupplementaryViewOfKind: kind) { NibFactories.make(type) } }
}

extension ListViewDequeuing {
    /// Dequeues a cell that the factory of a nib file makes, as in ListingKit. See ``NibFactories``.
    public func dequeueCell<Cell: CollectionViewCell>(
        withNibName name: String, bundle: Bundle? = nil, at indexPath: IndexPath
    ) -> Cell? { dequeueCell(withName: name, at: indexPath) { NibFactories.make(Cell.self, named: name) } }
}
