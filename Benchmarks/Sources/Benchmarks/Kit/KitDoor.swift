import Foundation
import ListEngine
import ListEngineLayout

/// One kind of list, as the measures use it: items of a type, in sections.
///
/// To measure another kind, write a class for it and add it to ``kitMeasures(_:)``.
@MainActor
protocol KitDoor: AnyObject {
    associatedtype Item: Hashable & Sendable

    /// Shows sections of items in a view, up to the cells on the first screen.
    init(_ sections: [[Item]], in view: CollectionView)

    /// The view, if the door does not show the sections in the view that it was given.
    var ownView: CollectionView? { get }

    /// Shows other items: computes the changes, and updates the visible cells.
    func show(_ sections: [[Item]])

    /// Makes one explicit edit and shows it.
    func insert(_ item: Item, at index: Int, inSection section: Int)
    func remove(at index: Int, inSection section: Int)
}

extension KitDoor {
    var ownView: CollectionView? { nil }
}

/// Rows of one height.
final class KitRows: CollectionViewLayoutRecipe {
    static let height: CGFloat = 30
    let scrollDirection = ScrollDirection.vertical

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        .list(count: context.itemCount, height: Self.height)
    }
}

/// Cells without work of their own.
final class KitCell: CollectionViewCell {}

/// Draws nothing.
@MainActor
final class KitHost: CollectionViewHost {
    func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
    func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
    func recycle(_ view: CollectionReusableView) {}
    func remove(_ view: CollectionReusableView) {}
}

/// A view of thirty rows.
@MainActor
enum KitView {
    static let rows = 30
    static let host = KitHost()

    static func make() -> CollectionView {
        let size = CGSize(width: 390, height: KitRows.height * CGFloat(rows))
        let view = CollectionView(
            frame: CGRect(origin: .zero, size: size), collectionViewLayout: KitRows())
        view.host = host
        return view
    }
}
