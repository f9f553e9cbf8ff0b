import Foundation
import ListEngineLayout

/// What becomes of a selection when the user chooses an item elsewhere.
public enum CollectionSectionSelectionPolicy: Sendable, Hashable {
    /// One provider at a time: while an item of one provider is selected, no other provider's can be; and where a provider
    /// allows one selected item, that has to be deselected before another can be selected.
    case exclusiveProvider

    /// The new selection takes the place of what is in its way: of all other providers', and where the provider allows one
    /// selected item, of its own.
    case swapping
}

/// What the user can select of one provider.
public struct CollectionSectionSelectionSettings: Sendable, Hashable {
    public var allowsSelection = true
    public var allowsMultipleSelection = false
    public var allowsSelectionDuringEditing = false
    public var allowsMultipleSelectionDuringEditing = false
    public var selectionFollowsFocus = false

    public init() {}

    /// Whether an item may be selected, before the delegate is asked.
    /// - Parameters:
    ///   - isEditing: The list is being edited.
    ///   - hasSelection: An item of the provider is selected.
    func allows(isEditing: Bool, hasSelection: Bool) -> Bool {
        allowsSelection && (!isEditing || allowsSelectionDuringEditing)
            && (!hasSelection || allowsMultipleSelection)
            && (!isEditing || !hasSelection || allowsMultipleSelectionDuringEditing)
    }

    func allowsMany(isEditing: Bool) -> Bool {
        allowsMultipleSelection && (!isEditing || allowsMultipleSelectionDuringEditing)
    }

    /// What a provider allows the list has to allow. Nothing that is allowed is taken back: others may need it.
    @MainActor
    func raiseFlags(of view: CollectionView) {
        if allowsSelection { view.allowsSelection = true }
        if allowsMultipleSelection { view.allowsMultipleSelection = true }
        if allowsSelectionDuringEditing { view.allowsSelectionDuringEditing = true }
        if allowsMultipleSelectionDuringEditing { view.allowsMultipleSelectionDuringEditing = true }
        if selectionFollowsFocus { view.selectionFollowsFocus = true }
    }
}

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
        part(of: sectionProvider).settings = settings
        if let viewIfLoaded { settings.raiseFlags(of: viewIfLoaded) }
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

    /// Whether the user may select an item of a part, before its delegate is asked.
    func allowsSelection(_ part: ProvidedSections<SectionIdentifierType, ItemIdentifierType>) -> Bool {
        guard let view = viewIfLoaded, let own = sectionProviderList.sections(of: part) else { return false }
        var hasSelection = false
        for path in view.selection.items {
            if own.contains(path.section) {
                hasSelection = true
            } else if selectionPolicy == .exclusiveProvider {
                return false
            }
        }
        let isSwapped = selectionPolicy == .swapping
        return part.settings.allows(isEditing: view.isEditing, hasSelection: hasSelection && !isSwapped)
    }

    /// Takes back what a new selection replaces, and tells its owners.
    func swapSelection(
        for indexPath: IndexPath, of part: ProvidedSections<SectionIdentifierType, ItemIdentifierType>
    ) {
        guard selectionPolicy == .swapping, let view = viewIfLoaded,
            let chosen = sectionProviderList.absolute(indexPath, of: part),
            let own = sectionProviderList.sections(of: part)
        else { return }
        let keepsOwn = part.settings.allowsMany(isEditing: view.isEditing)
        for other in view.indexPathsForSelectedItems where other != chosen {
            if keepsOwn, own.contains(other.section) { continue }
            view.deselectItem(at: other, animated: false)
            view.delegate?.collectionView(view, didDeselectItemAt: other)
        }
    }
}
