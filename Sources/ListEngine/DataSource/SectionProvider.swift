import Foundation
import ListEngineLayout

/// Owns some neighbouring sections of a list: none, one or several.
///
/// It is the data source, delegate and prefetch data source of these sections only. All index paths that it receives
/// or returns are relative to its own first section, wherever that is in the list. A ``SectionProviderList`` combines
/// providers.
///
/// The list shows the numbers of sections and items that the provider returns. They must change only in
/// ``SectionProviderList/update(animated:_:completion:)``.
@MainActor
public protocol SectionProvider: CollectionViewDataSource, CollectionViewDelegate, CollectionViewDataSourcePrefetching {
    /// Whether the provider receives scroll events. They are sent to all such providers, whether or not their
    /// sections are visible. The default is false.
    var observesScrolling: Bool { get }

    /// The items of the provider that the user can select. Nil, the default, means the settings of the collection
    /// view.
    ///
    /// When the provider is added to the list, the collection view is set to allow everything that the provider
    /// allows. What the provider disallows applies to its own items only. ``SectionProviderList/selectionPolicy``
    /// defines whether items of several providers can be selected at the same time.
    var selectionSettings: CollectionSectionSelectionSettings? { get }

    /// The delegate of a flow layout for the provider's sections, which it counts from the provider's first. The
    /// default is the provider itself if it conforms to the protocol.
    var flowLayoutDelegate: (any CollectionViewFlowLayoutDelegate)? { get }

    /// Called when the provider was added to a list, or with nil when it was removed.
    func didMove(to list: SectionProviderList?)

    /// Returns whether the user can drag an item from one provider to another. Both providers are called and must
    /// agree. The default is false. For a move within a provider, only its own data source and delegate methods are
    /// called.
    func collectionView(_ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove) -> Bool

    /// Called on both providers after the user moved an item from one to the other. Both must change their data. The
    /// default does nothing.
    func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove)
}

extension SectionProvider {
    public var observesScrolling: Bool { false }
    public var selectionSettings: CollectionSectionSelectionSettings? { nil }
    public var flowLayoutDelegate: (any CollectionViewFlowLayoutDelegate)? {
        self as? any CollectionViewFlowLayoutDelegate
    }
    public func didMove(to list: SectionProviderList?) {}
    public func collectionView(
        _ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove
    ) -> Bool { false }
    public func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove) {}
    public func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}
}
