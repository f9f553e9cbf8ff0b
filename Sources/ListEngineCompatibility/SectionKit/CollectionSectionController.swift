import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Shows a list that ``CollectionSectionProvider``s put together, each with no regard to the others.
///
///     final class HomeController: CollectionSectionController<String, UUID> {
///         override var interSectionSpacing: CGFloat { 16 }
///         override func viewDidLoad() {
///             addSectionProvider(BannerProvider())
///             addSectionProvider(TagsProvider())
///         }
///     }
///
/// Providers stand in the order in which they were added. Each applies snapshots of its own sections, and asks and tells
/// the controller of them with index paths that count from its own first section. What it asks of items that it does not
/// own is answered with nil, or nothing; to ask on behalf of a provider that is not in the controller stops the program.
///
/// The layout is compositional. What a subclass overrides of it is read once, when the view is made.
@MainActor
open class CollectionSectionController<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    SectionProviderListController
{
    public typealias Snapshot = DiffableSnapshot<SectionIdentifierType, ItemIdentifierType>
    public typealias Completion = UpdateCompletion
    /// Gives the headers and footers of the list itself, whose index path is their index alone.
    public typealias BoundarySupplementaryViewProvider =
        @MainActor (CollectionView, ElementKind, IndexPath) -> CollectionReusableView?

    /// By provider, from when it is added to when it is deleted.
    private var parts: [ObjectIdentifier: ProvidedSections<SectionIdentifierType, ItemIdentifierType>] = [:]
    /// Those that are deleted and still shown: they give cells to the last.
    private var leaving: [ObjectIdentifier: ProvidedSections<SectionIdentifierType, ItemIdentifierType>] = [:]
    var identifiers = SharedIdentifiers<SectionIdentifierType, ItemIdentifierType>()
    /// Those that have a delegate, in the order of the list; nil: to be found.
    private var knownListeners: [ProvidedSections<SectionIdentifierType, ItemIdentifierType>]?
    private var partCount = 0
    private let layout: CollectionViewCompositionalLayout

    /// Whether a selection is replaced by one elsewhere, or stands in its way.
    /// `CollectionSectionSelectionPolicy.exclusiveProvider` by default.
    public var selectionPolicy: CollectionSectionSelectionPolicy {
        get { sectionProviderList.selectionPolicy ?? .exclusiveProvider }
        set { sectionProviderList.selectionPolicy = newValue }
    }

    /// The list is being edited: what can be selected is another question. False by default.
    open var isEditing: Bool {
        get { collectionView.isEditing }
        set { collectionView.isEditing = newValue }
    }

    /// - Parameters:
    ///   - sectionProviders: Added in order.
    ///   - scheduler: When updates are shown.
    public init(
        sectionProviders: [any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>] = [],
        scheduler: UpdateScheduler = .immediate
    ) {
        let link = WeakLink<SectionProviderList>()
        layout = CollectionViewCompositionalLayout { section, environment in
            guard let (part, own) = link.object?.provider(ofSection: section) else { return nil }
            return (part as? ProvidedSections<SectionIdentifierType, ItemIdentifierType>)?
                .layoutSection(own, environment)
        }
        super.init(collectionViewLayout: layout, scheduler: scheduler)
        link.object = sectionProviderList
        sectionProviderList.selectionPolicy = .exclusiveProvider
        prepareView = { [unowned self] in prepareLayout() }
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

    /// Vertical, unless overridden.
    open var scrollDirection: ScrollDirection { .vertical }

    /// Points between two sections, whosever they are. 0, unless overridden.
    open var interSectionSpacing: CGFloat { 0 }

    /// Which insets of the container sections keep clear of. The safe area, unless overridden.
    open var contentInsetReference: ContentInsetsReference { .safeArea }

    /// Headers and footers of the whole list. None, unless overridden.
    open var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] { [] }

    /// Gives the views of ``boundarySupplementaryItems``.
    open var boundarySupplementaryViewProvider: BoundarySupplementaryViewProvider? { nil }

    // MARK: Providers

    /// Adds a provider after all others. It hears `willMove`, then `didMove`, and can apply snapshots from then on.
    /// - Precondition: It is not in the controller.
    public func addSectionProvider(
        _ sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) {
        guard parts[ObjectIdentifier(sectionProvider)] == nil else {
            fatalError("\(type(of: sectionProvider)) is in the controller already; a provider can be added once")
        }
        sectionProvider.willMove(to: self)
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
    public func contains(
        _ sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> Bool { parts[ObjectIdentifier(sectionProvider)] != nil }

    /// Deletes a provider with its sections. It can be added again at once; when its sections have left the list it hears
    /// `didMoveFromSectionController`, then `completion` is called.
    /// - Precondition: The provider is in the controller.
    public func deleteSectionProvider(
        _ sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        delete(sectionProvider, animated: animatingDifferences, usingReloadData: false, completion)
    }

    /// The same, with all views of the list requested again.
    /// - Precondition: The provider is in the controller.
    public func deleteSectionProviderUsingReloadData(
        _ sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>,
        completion: Completion? = nil
    ) {
        delete(sectionProvider, animated: false, usingReloadData: true, completion)
    }

    private func delete(
        _ provider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>, animated: Bool,
        usingReloadData: Bool, _ completion: Completion?
    ) {
        let part = part(of: provider)
        guard parts.removeValue(forKey: ObjectIdentifier(provider)) != nil else {
            fatalError("\(type(of: provider)) is deleted already")
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

    /// What stands for a provider.
    func part(
        of provider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> ProvidedSections<SectionIdentifierType, ItemIdentifierType> {
        guard let part = parts[ObjectIdentifier(provider)] ?? leaving[ObjectIdentifier(provider)] else {
            fatalError("\(type(of: provider)) is not in the controller; add it with addSectionProvider(_:)")
        }
        return part
    }

    // MARK: Messages to all

    /// A delegate has come or gone.
    func delegatesDidChange() { knownListeners = nil }

    private func forEachListener(
        _ body: (
            any CollectionSectionControllerDelegate<SectionIdentifierType, ItemIdentifierType>
        ) -> Void
    ) {
        if knownListeners == nil {
            knownListeners = sectionProviderList.providers.compactMap {
                ($0 as? ProvidedSections<SectionIdentifierType, ItemIdentifierType>).flatMap {
                    $0.delegate == nil ? nil : $0
                }
            }
        }
        for part in knownListeners ?? [] { if let delegate = part.delegate { body(delegate) } }
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

/// Leads to an object that a closure does not keep.
@MainActor
final class WeakLink<Object: AnyObject> {
    weak var object: Object?
}
