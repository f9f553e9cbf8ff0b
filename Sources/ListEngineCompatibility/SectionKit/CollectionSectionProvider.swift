import Foundation
import ListEngine
import ListEngineLayout

/// Provides some neighbouring sections of a list to a ``CollectionSectionController``: none, one or many.
///
///     final class TagsProvider: CollectionSectionProvider {
///         weak var controller: CollectionSectionController<String, UUID>?
///
///         func didMove(to controller: CollectionSectionController<String, UUID>) {
///             self.controller = controller
///             controller.apply(snapshot, sectionProvider: self)
///         }
///         func cellProvider(
///             _ controller: CollectionSectionController<String, UUID>, indexPath: IndexPath, item: UUID
///         ) -> CollectionViewCell? {
///             controller.dequeueConfiguredReusableCell(using: tags, for: indexPath, item: item, sectionProvider: self)
///         }
///         func layoutSectionProvider(
///             section: Int, environment: CollectionLayoutEnvironment
///         ) -> CollectionLayoutSection? { .list(itemHeight: .absolute(44)) }
///     }
///
/// It knows nothing of what else is in the list: index paths and sections that it gets and gives count from its own first
/// section. What it shows is the snapshot that it has applied last; before the first, nothing.
///
/// Controller and providers have the same types of identifiers, which the compiler checks. `AnyHashable` for both takes
/// providers of whatever they like. The identifiers of all providers of a controller are one name space.
///
/// The controller keeps its providers; a provider should hold the controller weakly.
@MainActor
public protocol CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>: AnyObject {
    associatedtype SectionIdentifierType: Hashable
    associatedtype ItemIdentifierType: Hashable

    /// The cell for an item; nil shows a `PlaceholderCell`.
    func cellProvider(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        indexPath: IndexPath, item: ItemIdentifierType
    ) -> CollectionViewCell?

    /// How a section is laid out. Nil: it shows none of its items, which is reported.
    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection?

    /// The header, footer or badge for a place; nil, the default, shows a `PlaceholderView` and reports it.
    func supplementaryViewProvider(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        elementKind: ElementKind, indexPath: IndexPath
    ) -> CollectionReusableView?

    /// The provider is about to be added to a controller.
    func willMove(to sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>)

    /// The provider has been added: from now on it can apply snapshots.
    func didMove(to sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>)

    /// The provider has been deleted, and what it showed has left the list.
    func didMoveFromSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>)
}

extension CollectionSectionProvider {
    public func supplementaryViewProvider(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        elementKind: ElementKind, indexPath: IndexPath
    ) -> CollectionReusableView? { nil }

    public func willMove(to sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>) {
    }

    public func didMove(to sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>) {}

    public func didMoveFromSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>
    ) {}
}
