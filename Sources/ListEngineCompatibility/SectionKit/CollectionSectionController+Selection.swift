import Foundation
import ListEngine
import ListEngineLayout

extension CollectionSectionController {
    /// What the user can select of a provider.
    public func selectionSettings(
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> CollectionSectionSelectionSettings { part(of: sectionProvider).settings }

    /// Sets what the user can select of a provider. What it allows the collection view is made to allow as well; what it
    /// forbids is forbidden for its own items alone.
    public func setSelectionSettings(
        _ settings: CollectionSectionSelectionSettings,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) {
        let part = part(of: sectionProvider)
        part.settings = settings
        sectionProviderList.selectionSettingsDidChange(of: part)
    }

    /// Selects an item of a provider, or with nil deselects all of its items. No delegate hears of it. Where there is no
    /// such item, nothing happens.
    /// - Parameter scrollPosition: Where the item is scrolled to; nil: it is not.
    public func selectItem(
        at indexPath: IndexPath?,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>, animated: Bool,
        scrollPosition: ItemScrollPosition? = nil
    ) {
        guard let indexPath else {
            for indexPath in indexPathsForSelectedItems(sectionProvider: sectionProvider) {
                deselectItem(at: indexPath, sectionProvider: sectionProvider, animated: animated)
            }
            return
        }
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return }
        collectionView.selectItem(at: absolute, animated: animated, scrollPosition: scrollPosition)
    }

    /// Deselects an item of a provider. No delegate hears of it.
    public func deselectItem(
        at indexPath: IndexPath,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>, animated: Bool
    ) {
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return }
        collectionView.deselectItem(at: absolute, animated: animated)
    }

    /// The selected items of a provider, in reading order.
    public func indexPathsForSelectedItems(
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> [IndexPath] {
        let part = part(of: sectionProvider)
        return viewIfLoaded?.indexPathsForSelectedItems.compactMap { own($0, part) } ?? []
    }
}
