import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Shows a list that is made of the sections of several ``CollectionSectionProvider``s. The providers are independent
/// of each other.
///
///     final class HomeController: CollectionSectionController<String, UUID> {
///         override var interSectionSpacing: CGFloat { 16 }
///         override func viewDidLoad() {
///             addSectionProvider(BannerProvider())
///             addSectionProvider(TagsProvider())
///         }
///     }
///
/// Providers are shown in the order in which they were added. Each provider applies snapshots of its own sections. In
/// its calls to the controller, index paths count from the provider's own first section. A query about an item that the
/// provider does not own returns nil, or an action on it does nothing. The same applies to a provider that is not in the
/// controller; its updates fail with ``CollectionSectionError/notInController(provider:)``.
///
/// The layout is compositional. The properties of the layout that a subclass overrides are read once, when the view is
/// made.
@MainActor
open class CollectionSectionController<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    SectionProviderListController
{
    public typealias Snapshot = DiffableSnapshot<SectionIdentifierType, ItemIdentifierType>
    public typealias Completion = UpdateCompletion
    /// Returns the headers and footers of the list itself. Their index path has one index, that of the element.
    public typealias BoundarySupplementaryViewProvider =
        @MainActor (CollectionView, ElementKind, IndexPath) -> CollectionReusableView?

    /// The parts by provider, from when a provider is added until it is deleted.
    private var parts: [ObjectIdentifier: ProvidedSections<SectionIdentifierType, ItemIdentifierType>] = [:] {
        didSet { lastPart = nil }
    }
    /// Parts that are deleted and still shown. They provide cells until their sections have left the list.
    private var leaving: [ObjectIdentifier: ProvidedSections<SectionIdentifierType, ItemIdentifierType>] = [:] {
        didSet { lastPart = nil }
    }
    /// The part that was found last. Calls mostly come from the same provider.
    private var lastPart: ProvidedSections<SectionIdentifierType, ItemIdentifierType>?
    var identifiers = SharedIdentifiers<SectionIdentifierType, ItemIdentifierType>()
    /// Computed when it is needed; nil after a delegate was added or removed.
    private var knownListeners: Listeners?
    private var partCount = 0
    private let layout: CollectionViewCompositionalLayout

    /// The effect of a selection that conflicts with selected items: it replaces them, or they prevent it.
    /// `CollectionSectionSelectionPolicy.exclusiveProvider` by default.
    public var selectionPolicy: CollectionSectionSelectionPolicy {
        get { sectionProviderList.selectionPolicy ?? .exclusiveProvider }
        set { sectionProviderList.selectionPolicy = newValue }
    }

    /// Whether the list is being edited. Selection during editing has separate settings. False by default.
    open var isEditing: Bool {
        get { collectionView.isEditing }
        set { collectionView.isEditing = newValue }
    }

    /// Whether providers are notified of items that will be visible soon. True by default.
    open var isPrefetchingEnabled: Bool {
        get { collectionView.isPrefetchingEnabled }
        set { collectionView.isPrefetchingEnabled = newValue }
    }

    /// - Parameters:
    ///   - sectionProviders: The providers, which are added in order.
    ///   - scheduler: Determines when updates are shown.
    public init(sectionProviders: [Provider] = [], scheduler: UpdateScheduler = .immediate) {
        let link = WeakLink<SectionProviderList>()
        layout = CollectionViewCompositionalLayout { section, environment in
            guard let (part, own) = link.object?.provider(ofSection: section) else { return nil }
            return (part as? ProvidedSections<SectionIdentifierType, ItemIdentifierType>)?
                .layoutSection(own, environment)
        }
        super.init(collectionViewLayout: layout, scheduler: scheduler)
        noteClass(CollectionSectionController<SectionIdentifierType, ItemIdentifierType>.self)
        link.object = sectionProviderList
        sectionProviderList.selectionPolicy = .exclusiveProvider
        prepareView = { [unowned self] view in
            prepareLayout()
            sectionProviderList.attach(to: view)
        }
        for provider in sectionProviders { addSectionProvider(provider) }
    }

    private func prepareLayout() {
        let configuration = CollectionViewCompositionalLayoutConfiguration()
        configuration.scrollDirection = scrollDirection
        configuration.interSectionSpacing = interSectionSpacing
        configuration.contentInsetsReference = contentInsetReference
        configuration.boundarySupplementaryItems = boundarySupplementaryItems
        layout.configuration = configuration
        sectionProviderList.listElementProvider = boundarySupplementaryViewProvider
    }

    // MARK: What a subclass says of the layout

    /// The scroll direction. Vertical unless overridden.
    open var scrollDirection: ScrollDirection { .vertical }

    /// The spacing between two sections, of the same or of different providers, in points. 0 unless overridden.
    open var interSectionSpacing: CGFloat { 0 }

    /// The insets of the container that sections respect. The safe area unless overridden.
    open var contentInsetReference: ContentInsetsReference { .safeArea }

    /// Headers and footers of the whole list. Empty unless overridden.
    open var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] { [] }

    /// Returns the views of ``boundarySupplementaryItems``.
    open var boundarySupplementaryViewProvider: BoundarySupplementaryViewProvider? { nil }

    // MARK: Providers

    /// Adds a provider after all others. The controller calls its `willMove`, then its `didMove`. The provider can
    /// apply snapshots from `didMove` on.
    ///
    /// A provider that is in the controller already is reported, and stays where it is.
    public func addSectionProvider(_ sectionProvider: Provider) {
        guard !contains(sectionProvider) else {
            sectionProviderList.collectionView?.report(
                .duplicateIdentifier, nil,
                "\(type(of: sectionProvider)) is in the controller already, and is not added again.")
            return
        }
        sectionProvider.willMove(to: self)
        // It may have added itself.
        guard !contains(sectionProvider) else { return }
        let part = ProvidedSections(sectionProvider, in: self, number: partCount)
        partCount += 1
        parts[ObjectIdentifier(sectionProvider)] = part
        sectionProviderList.update(animated: false) { [weak self] update in
            update.providers.append(part)
            self?.knownListeners = nil
        }
        sectionProvider.didMove(to: self)
    }

    /// Whether a provider is in the controller.
    public func contains(_ sectionProvider: Provider) -> Bool { parts[ObjectIdentifier(sectionProvider)] != nil }

    /// Deletes a provider and its sections. The provider can be added again immediately. When its sections have left
    /// the list, its `didMoveFromSectionController` is called, then `completion`. If the provider is not in the
    /// controller, `completion` receives ``CollectionSectionError/notInController(provider:)``.
    public func deleteSectionProvider(
        _ sectionProvider: Provider, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        delete(sectionProvider, animated: animatingDifferences, usingReloadData: false, completion)
    }

    /// Deletes a provider and its sections, and reloads all views of the list. Otherwise the same as
    /// `deleteSectionProvider(_:animatingDifferences:completion:)`.
    public func deleteSectionProviderUsingReloadData(_ sectionProvider: Provider, completion: Completion? = nil) {
        delete(sectionProvider, animated: false, usingReloadData: true, completion)
    }

    private func delete(_ provider: Provider, animated: Bool, usingReloadData: Bool, _ completion: Completion?) {
        guard let part = parts.removeValue(forKey: ObjectIdentifier(provider)) else {
            completion?(.failed(CollectionSectionError.notInController(provider: "\(type(of: provider))")))
            return
        }
        leaving[ObjectIdentifier(provider)] = part
        sectionProviderList.update(animated: animated) { [weak self] update in
            update.providers.removeAll { $0 === part }
            if usingReloadData { update.reloadData() }
            self?.knownListeners = nil
            self?.identifiers.release(part)
        } completion: { [weak self] result in
            if let self {
                if leaving[ObjectIdentifier(provider)] === part { leaving[ObjectIdentifier(provider)] = nil }
                provider.didMoveFromSectionController(self)
            }
            completion?(result)
        }
    }

    /// Returns the part that represents a provider; nil if the provider is neither in the controller nor leaving it.
    func knownPart(of provider: Provider) -> ProvidedSections<SectionIdentifierType, ItemIdentifierType>? {
        if let lastPart, lastPart.provider === provider { return lastPart }
        lastPart = parts[ObjectIdentifier(provider)] ?? leaving[ObjectIdentifier(provider)]
        return lastPart
    }

    /// Returns the part that represents a provider. For an unknown provider, such as one that was deleted before its
    /// data arrived, it is a part that is in no list and shows nothing.
    func part(of provider: Provider) -> ProvidedSections<SectionIdentifierType, ItemIdentifierType> {
        knownPart(of: provider) ?? ProvidedSections(provider, in: self, number: -1)
    }

    // MARK: Messages to all

    /// Called when a delegate was added or removed.
    func delegatesDidChange() {
        knownListeners = nil
        sectionProviderList.cellObserversDidChange()
    }

    /// The providers that forward calls to a delegate, for one version of the list's providers.
    @MainActor private final class Listeners {
        let version: Int
        /// Parts that have a delegate, in the order of the list.
        let parts: [ProvidedSections<SectionIdentifierType, ItemIdentifierType>]

        init(of list: SectionProviderList) {
            version = list.providersVersion
            parts = list.providers
                .compactMap { $0 as? ProvidedSections<SectionIdentifierType, ItemIdentifierType> }
                .filter { $0.delegate != nil }
        }
    }

    private var listeners: Listeners {
        if let knownListeners, knownListeners.version == sectionProviderList.providersVersion { return knownListeners }
        let listeners = Listeners(of: sectionProviderList)
        knownListeners = listeners
        return listeners
    }

    private func forEachListener(
        _ body: (
            any CollectionSectionControllerDelegate<SectionIdentifierType, ItemIdentifierType>
        ) -> Void
    ) {
        for part in listeners.parts { if let delegate = part.delegate { body(delegate) } }
    }

    open override func collectionViewDidScroll(_ collectionView: CollectionView) {
        super.collectionViewDidScroll(collectionView)
        forEachListener { $0.collectionSectionControllerDidScroll(self, in: collectionView) }
    }

    open override func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        super.collectionViewDidEndScrollingAnimation(collectionView)
        forEachListener { $0.collectionSectionControllerDidEndScrollingAnimation(self, in: collectionView) }
    }

    open override func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        super.collectionViewWillBeginDragging(collectionView)
        forEachListener { $0.collectionSectionControllerWillBeginDragging(self, in: collectionView) }
    }

    open override func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        super.collectionViewWillEndDragging(
            collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        var target = targetContentOffset
        forEachListener {
            $0.collectionSectionControllerWillEndDragging(
                self, in: collectionView, withVelocity: velocity, targetContentOffset: &target)
        }
        targetContentOffset = target
    }

    open override func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        super.collectionViewDidEndDecelerating(collectionView)
        forEachListener { $0.collectionSectionControllerDidEndDecelerating(self, in: collectionView) }
    }
}

/// A weak reference to an object, for closures that must not keep it alive.
@MainActor
final class WeakLink<Object: AnyObject> {
    weak var object: Object?
}
