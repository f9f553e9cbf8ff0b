import Foundation
import ListEngineLayout

/// Owns some neighbouring sections of a list: none, one or many.
///
/// It is the data source, delegate and prefetch source of these sections alone. Every index path that it gets or answers
/// counts from its own first section, wherever that stands in the list. A ``SectionProviderList`` puts providers together.
///
/// The number of sections and items that it answers is what the list shows: it changes within
/// ``SectionProviderList/update(animated:_:completion:)`` alone.
@MainActor
public protocol SectionProvider: CollectionViewDataSource, CollectionViewDelegate, CollectionViewDataSourcePrefetching {
    /// Hears of scrolling, which is told to all providers that want to, whatever is visible. False by default.
    var observesScrolling: Bool { get }

    /// What the user can select of the provider. Nil, the default: what the collection view allows.
    ///
    /// What it allows the collection view is made to allow as well, when the provider comes into the list; what it forbids is
    /// forbidden for its own items alone. Where several providers' items may be selected at once
    /// ``SectionProviderList/selectionPolicy`` says.
    var selectionSettings: CollectionSectionSelectionSettings? { get }

    /// Answers a flow layout for the provider's sections, which it counts from the first. The default is the provider itself
    /// where it conforms.
    var flowLayoutDelegate: (any CollectionViewFlowLayoutDelegate)? { get }

    /// The provider has become part of a list, or with nil is no longer part of one.
    func didMove(to list: SectionProviderList?)

    /// The user may drag an item from one provider to another. Asked of both; a drag goes where both agree. False by
    /// default. Within a provider its own data source and delegate answer alone.
    func collectionView(_ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove) -> Bool

    /// The user has moved an item from one provider to another: the data of both is to follow. Told to both. Does nothing
    /// by default.
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
