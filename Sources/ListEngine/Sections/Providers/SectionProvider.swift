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

/// A provider of this package. In the calls that are made for each cell, the list passes it the position that it has
/// already found, so that no index path is converted twice.
@MainActor
package protocol PlacedProvider: SectionProvider {
    /// The list that the provider is in.
    var list: SectionProviderList? { get }
    /// Whether the provider prefetches items now.
    var prefetches: Bool { get }
    /// Whether the provider uses `willDisplay` and `didEndDisplaying`. When this changes, the provider calls
    /// ``SectionProviderList/cellObserversDidChange()`` of its ``list``.
    var observesCells: Bool { get }
    func cell(at place: ProviderPlace, in collectionView: CollectionView) -> CollectionViewCell
    func willDisplay(_ cell: CollectionViewCell, at place: ProviderPlace, in collectionView: CollectionView)
    func didEndDisplaying(_ cell: CollectionViewCell, at place: ProviderPlace, in collectionView: CollectionView)
}

/// A provider in an array. Retaining a provider is slow, because other objects have weak references to most providers. The
/// methods of this object call the provider without retaining it. There are no weak references to this object.
@MainActor
final class PlacedPart {
    private let provider: any PlacedProvider

    init(_ provider: any PlacedProvider) { self.provider = provider }

    var prefetches: Bool { provider.prefetches }

    /// Whether the provider may use `willDisplay` and `didEndDisplaying`. It notifies only its own list of a change, so in any
    /// other list this is always true.
    func observesCells(in list: SectionProviderList) -> Bool { provider.list !== list || provider.observesCells }

    // These are not inlined. In the caller, the compiler would retain the provider as well.
    @inline(never)
    func cell(at place: ProviderPlace, in collectionView: CollectionView) -> CollectionViewCell {
        provider.cell(at: place, in: collectionView)
    }

    @inline(never)
    func willDisplay(_ cell: CollectionViewCell, at place: ProviderPlace, in collectionView: CollectionView) {
        provider.willDisplay(cell, at: place, in: collectionView)
    }

    @inline(never)
    func didEndDisplaying(_ cell: CollectionViewCell, at place: ProviderPlace, in collectionView: CollectionView) {
        provider.didEndDisplaying(cell, at: place, in: collectionView)
    }
}

/// The position of an item in a provider and in its list.
package struct ProviderPlace {
    /// The section, counted from the provider's first one.
    package var section: Int
    /// The position in the section.
    package var item: Int
    /// Whether the positions are those before the update.
    package var isBefore: Bool
    /// The section in the list.
    package var listSection: Int

    /// The index path in the list. Making it costs more than the other work for a position, so it is made where it is passed on.
    package var indexPath: IndexPath { IndexPath(item, inSection: listSection) }

    /// The index path in the provider.
    package var own: IndexPath { IndexPath(item, inSection: section) }
}

// The list does not use these. A program that reads its providers can.
extension PlacedProvider {
    package func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        guard let place = list?.place(of: indexPath, in: self) else { return PlaceholderCell() }
        return cell(at: place, in: collectionView)
    }

    package func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        if let place = list?.place(of: indexPath, in: self) { willDisplay(cell, at: place, in: collectionView) }
    }

    package func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        if let place = list?.place(of: indexPath, in: self) { didEndDisplaying(cell, at: place, in: collectionView) }
    }
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
    public func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        collectionView.reuse.defaults.prefetch.note(self)
    }
}
