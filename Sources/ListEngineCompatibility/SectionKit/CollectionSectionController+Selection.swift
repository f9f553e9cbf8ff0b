import Foundation
import ListEngine
import ListEngineLayout

extension CollectionSectionController {
    /// Returns what the user can select in a provider's sections.
    public func selectionSettings(sectionProvider: Provider) -> CollectionSectionSelectionSettings {
        part(of: sectionProvider).settings
    }

    /// Sets what the user can select in a provider's sections. If the settings allow something that the collection
    /// view does not allow, the collection view's setting is turned on as well. A restriction applies only to the
    /// provider's own items.
    public func setSelectionSettings(_ settings: CollectionSectionSelectionSettings, sectionProvider: Provider) {
        let part = part(of: sectionProvider)
        part.settings = settings
        sectionProviderList.selectionSettingsDidChange(of: part)
    }

    /// Selects an item of a provider; nil deselects all of its items. Delegates are not called. Does nothing if there
    /// is no such item.
    /// - Parameter scrollPosition: Where the list scrolls the item to; nil does not scroll.
    public func selectItem(
        at indexPath: IndexPath?, sectionProvider: Provider, animated: Bool, scrollPosition: ItemScrollPosition? = nil
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

    /// Deselects an item of a provider. Delegates are not called.
    public func deselectItem(at indexPath: IndexPath, sectionProvider: Provider, animated: Bool) {
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return }
        collectionView.deselectItem(at: absolute, animated: animated)
    }

    /// Returns the selected items of a provider, in reading order.
    public func indexPathsForSelectedItems(sectionProvider: Provider) -> [IndexPath] {
        let part = part(of: sectionProvider)
        return viewIfLoaded?.indexPathsForSelectedItems.compactMap { own($0, part) } ?? []
    }
}
