import Foundation
import ListEngine
import ListEngineLayout

/// Provides consecutive sections of a list to a ``CollectionSectionController``: none, one or many.
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
///             controller.dequeueConfiguredReusableCell(using: tagCells, for: indexPath, item: item, sectionProvider: self)
///         }
///         func layoutSectionProvider(
///             section: Int, environment: CollectionLayoutEnvironment
///         ) -> CollectionLayoutSection? { .list(itemHeight: .absolute(44)) }
///     }
///
/// A provider knows nothing about the rest of the list. All index paths and section indices that it receives and passes
/// count from its own first section. It shows the snapshot that it applied last, and nothing before the first one.
///
/// The controller and its providers have the same types of identifiers, which the compiler checks. Use `AnyHashable`
/// for both types to combine providers with different identifiers. Identifiers must be unique among all providers of a
/// controller.
///
/// The controller holds its providers strongly; a provider should hold the controller weakly.
@MainActor
public protocol CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>: AnyObject {
    associatedtype SectionIdentifierType: Hashable
    associatedtype ItemIdentifierType: Hashable
    typealias SectionController = CollectionSectionController<SectionIdentifierType, ItemIdentifierType>

    /// Returns the cell for an item; nil shows a `PlaceholderCell`.
    func cellProvider(_ sectionController: SectionController, indexPath: IndexPath, item: ItemIdentifierType)
        -> CollectionViewCell?

    /// Returns the layout of a section. If it is nil, the section shows none of its items, which is reported.
    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection?

    /// Returns the layout object of a section, which takes the place of
    /// ``layoutSectionProvider(section:environment:)``: one that computes frames in the program, or a built-in one such as
    /// `GridSectionLayout`. Nil by default. See `ListSection.sectionLayout`.
    func sectionLayout(forSection section: Int) -> (any CollectionViewSectionLayout)?

    /// Returns the header, footer or badge at an index path. Nil, the default, shows a `PlaceholderView`, which is
    /// reported.
    func supplementaryViewProvider(
        _ sectionController: SectionController, elementKind: ElementKind, indexPath: IndexPath
    ) -> CollectionReusableView?

    /// Returns a section's title in the index of the list. Nil, the default, leaves the section out. See
    /// `CollectionView.indexTitles`.
    func indexTitleProvider(section: Int) -> String?

    /// Called when the provider is about to be added to a controller.
    func willMove(to sectionController: SectionController)

    /// Called when the provider has been added. From now on it can apply snapshots.
    func didMove(to sectionController: SectionController)

    /// Called when the provider has been deleted and its sections have left the list.
    func didMoveFromSectionController(_ sectionController: SectionController)
}

extension CollectionSectionProvider {
    public func sectionLayout(forSection section: Int) -> (any CollectionViewSectionLayout)? { nil }

    public func supplementaryViewProvider(
        _ sectionController: SectionController, elementKind: ElementKind, indexPath: IndexPath
    ) -> CollectionReusableView? { nil }

    public func indexTitleProvider(section: Int) -> String? { nil }

    public func willMove(to sectionController: SectionController) {
    }

    public func didMove(to sectionController: SectionController) {}

    public func didMoveFromSectionController(_ sectionController: SectionController) {}
}
