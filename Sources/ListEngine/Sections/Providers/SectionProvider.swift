import Foundation
import ListEngineLayout

/// Owns some consecutive sections of a list: none, one or several.
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

    /// Whether the provider uses the calls about cells that are shown, ``willDisplay(_:at:in:)`` and
    /// ``didEndDisplaying(_:at:in:)``. The default is true. A provider whose value changes while it is in a list calls
    /// ``SectionProviderList/cellObserversDidChange()``.
    var observesCells: Bool { get }

    /// Whether the provider prefetches items. The default is true.
    var prefetches: Bool { get }

    /// Returns the cell of an item. The default calls ``CollectionViewDataSource/collectionView(_:cellForItemAt:)`` with the
    /// index path in the provider.
    func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell

    /// Called before a cell is shown. The default calls the delegate's method with the index path in the provider.
    func willDisplay(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)

    /// Called after a cell was removed from the screen. The default calls the delegate's method with the index path in the
    /// provider.
    func didEndDisplaying(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)

    /// Returns the layout object of a section, which lays it out in every layout of the collection view. If it is nil, the
    /// default, the layout of the collection view describes the section.
    ///
    /// It is called when the section is laid out. A layout that is an object also receives its frames again when items of the
    /// section are inserted, deleted or moved, and when the index of the section changes.
    /// - Parameter section: The section, counted from the provider's first.
    func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)?

    /// Returns what a layout object of a section can refer to. The default are the collection view, the list of providers
    /// and the provider.
    func collectionView(
        _ collectionView: CollectionView, layoutReferencesOfSection section: Int
    ) -> SectionLayoutReferences

    /// Called when the provider was added to a list, or with nil when it was removed.
    func didMove(to list: SectionProviderList?)

    /// Called when the provider is in a list that has a collection view. A provider that shows a table sets the columns here. The
    /// default does nothing.
    func didAttach(to collectionView: CollectionView)

    /// Returns whether the user can drag an item from one provider to another. Both providers are called and must
    /// agree. The default is false. For a move within a provider, only its own data source and delegate methods are
    /// called.
    func collectionView(_ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove) -> Bool

    /// Called on both providers after the user moved an item from one to the other. Both must change their data. The
    /// default does nothing.
    func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove)
}

/// The position of an item, as its provider counts it and as the list does.
public struct ProviderPosition: Sendable, Hashable {
    /// The section, counted from the provider's first one.
    public var section: Int
    /// The position in the section.
    public var item: Int
    /// Whether the positions are those before the update that is being reported.
    public var isBefore: Bool
    /// The section in the list.
    public var listSection: Int

    /// The index path in the provider. Making an index path costs more than the other work for a position, so it is made where
    /// it is passed on.
    public var indexPath: IndexPath { IndexPath(item, inSection: section) }

    /// The index path in the list.
    public var listIndexPath: IndexPath { IndexPath(item, inSection: listSection) }
}

/// A provider whose cells come from the object that made the list: a controller, an adapter. The provider refers to this owner
/// weakly. Reading a weak reference costs more than the other work for a cell, so the caller, which holds the owner, passes it on.
@MainActor
package protocol OwnedProvider: SectionProvider {
    /// - Parameter owner: The owner of the list that requests the cell: see ``OwnerName``. Neither this method nor its caller counts
    ///   the reference, because that is slow if there are weak references.
    func cell(
        at position: ProviderPosition, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>
    ) -> CollectionViewCell
}

/// Identifies the owner of a provider without a reference to it.
package struct OwnerName {
    @usableFromInline package let object: ObjectIdentifier
    @usableFromInline package let objectClass: ObjectIdentifier

    package init(_ owner: AnyObject) {
        (object, objectClass) = (ObjectIdentifier(owner), ObjectIdentifier(type(of: owner)))
    }

    /// Whether an object is the owner, and certainly of the owner's class. A program can put a provider into the list of another
    /// owner, and an address can be used again.
    @inlinable
    package func names(_ other: Unmanaged<AnyObject>) -> Bool {
        other.uncounted { ObjectIdentifier($0) == object && ObjectIdentifier(type(of: $0)) == objectClass }
    }
}

/// A provider in a list. Retaining a provider is slow, because other objects have weak references to most providers. The
/// methods of this object call the provider without retaining it. There are no weak references to this object.
@MainActor
class ProviderPart {
    final let provider: any SectionProvider
    private let providerClass: ObjectIdentifier

    static func part(of provider: any SectionProvider) -> ProviderPart {
        if let owned = provider as? any OwnedProvider { OwnedPart(owned) } else { ProviderPart(provider) }
    }

    init(_ provider: any SectionProvider) {
        self.provider = provider
        providerClass = DefaultCalls.className(of: provider)
    }

    /// Whether the class of the provider is known to leave both calls about shown cells to their defaults, which do nothing.
    final func ignoresCells(in collectionView: CollectionView?) -> Bool {
        guard let defaults = collectionView?.reuse.defaults else { return false }
        return defaults.providerWillDisplay.contains(classNamed: providerClass)
            && defaults.providerDidEndDisplaying.contains(classNamed: providerClass)
    }

    // These are not inlined. In the caller, the compiler would retain the provider as well.
    @inline(never)
    func cell(
        at position: ProviderPosition, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>?
    ) -> CollectionViewCell { provider.cell(at: position, in: collectionView) }

    @inline(never)
    final func willDisplay(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)
    {
        if collectionView.reuse.defaults.providerWillDisplay.contains(classNamed: providerClass) { return }
        provider.willDisplay(cell, at: position, in: collectionView)
    }

    @inline(never)
    final func didEndDisplaying(
        _ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView
    ) {
        if collectionView.reuse.defaults.providerDidEndDisplaying.contains(classNamed: providerClass) { return }
        provider.didEndDisplaying(cell, at: position, in: collectionView)
    }
}

private final class OwnedPart: ProviderPart {
    private let owned: any OwnedProvider

    init(_ owned: any OwnedProvider) {
        self.owned = owned
        super.init(owned)
    }

    @inline(never)
    override func cell(
        at position: ProviderPosition, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>?
    ) -> CollectionViewCell {
        guard let owner else { return owned.cell(at: position, in: collectionView) }
        return owned.cell(at: position, in: collectionView, for: owner)
    }
}

extension CollectionView {
    /// The list of providers that is the delegate, if it is one.
    fileprivate var delegateList: SectionProviderList? { delegate as? SectionProviderList }
}

extension SectionProvider {
    public var observesScrolling: Bool { false }
    public var observesCells: Bool { true }
    public var prefetches: Bool { true }

    public func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        self.collectionView(collectionView, cellForItemAt: position.indexPath)
    }

    public func willDisplay(
        _ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView
    ) {
        self.collectionView(collectionView, willDisplay: cell, forItemAt: position.indexPath)
        let defaults = collectionView.reuse.defaults
        guard defaults.willDisplay.contains(self), !defaults.providerWillDisplay.contains(self) else { return }
        defaults.providerWillDisplay.note(self)
        collectionView.delegateList?.cellObserversDidChange()
    }

    public func didEndDisplaying(
        _ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView
    ) {
        self.collectionView(collectionView, didEndDisplaying: cell, forItemAt: position.indexPath)
        let defaults = collectionView.reuse.defaults
        guard defaults.didEndDisplaying.contains(self), !defaults.providerDidEndDisplaying.contains(self) else {
            return
        }
        defaults.providerDidEndDisplaying.note(self)
        collectionView.delegateList?.cellObserversDidChange()
    }

    public var selectionSettings: CollectionSectionSelectionSettings? { nil }
    public var flowLayoutDelegate: (any CollectionViewFlowLayoutDelegate)? {
        self as? any CollectionViewFlowLayoutDelegate
    }
    public func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? { nil }
    public func collectionView(
        _ collectionView: CollectionView, layoutReferencesOfSection section: Int
    ) -> SectionLayoutReferences {
        SectionLayoutReferences(
            collectionView: collectionView, dataSource: collectionView.dataSource, section: self)
    }
    public func didMove(to list: SectionProviderList?) {}
    public func didAttach(to collectionView: CollectionView) {}
    public func collectionView(
        _ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove
    ) -> Bool { false }
    public func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove) {}
    public func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        collectionView.reuse.defaults.prefetch.note(self)
    }
}
