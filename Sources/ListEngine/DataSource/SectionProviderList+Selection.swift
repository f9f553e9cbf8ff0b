import Foundation
import ListEngineLayout

// What can be selected of providers: asked of the outer delegate, then decided by the rule that all lists of sections share,
// then asked of the provider.
extension SectionProviderList {
    /// A provider answers other ``SectionProvider/selectionSettings``: the collection view is made to allow what they allow. To
    /// be called where they change while the provider is in the list.
    public func selectionSettingsDidChange(of provider: any SectionProvider) {
        guard let collectionView, index(of: provider) != nil else { return }
        provider.selectionSettings?.raiseFlags(of: collectionView)
    }

    public func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        if let outerDelegate, !outerDelegate.collectionView(collectionView, shouldSelectItemAt: indexPath) {
            return false
        }
        guard let (provider, own) = relative(indexPath), let sections = sections(of: provider) else { return true }
        guard collectionView.allowsSelection(in: sections, provider.selectionSettings, selectionPolicy) else {
            return false
        }
        return provider.collectionView(collectionView, shouldSelectItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        if selectionPolicy == .swapping, let chosen = ElementPath(indexPath),
            let (provider, _) = provider(ofSection: chosen.section), let sections = sections(of: provider)
        {
            // A provider that says nothing has what the collection view allows, which sees to its own items itself.
            let keepsOwn = provider.selectionSettings?.allowsMany(isEditing: collectionView.isEditing) ?? true
            collectionView.swapSelection(for: chosen, in: sections, keepsOwn: keepsOwn)
        }
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didSelectItemAt: $1) }
    }

    public func collectionView(
        _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
    ) -> Bool {
        let silent = collectionView.selectionFollowsFocus
        if let outerDelegate {
            let answer = outerDelegate.collectionView(collectionView, selectionFollowsFocusForItemAt: indexPath)
            if answer != silent { return answer }
        }
        guard let (provider, own) = relative(indexPath) else { return silent }
        return provider.selectionSettings?.selectionFollowsFocus
            ?? provider.collectionView(collectionView, selectionFollowsFocusForItemAt: own)
    }
}
