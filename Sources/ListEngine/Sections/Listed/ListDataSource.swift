import Foundation
import ListEngineDiff
import ListEngineLayout

/// The data source of a list that consists of sections, each a separate object.
///
///     let list = ListDataSource(in: collectionView)
///     list.append(newSections: [BannerSection(), RestaurantsSection()])
///
/// The data source reads the items and cells of each ``ListSection``, shows the differences from one call to the
/// next, and notifies the section of events. Sections may differ in the types of their items and identifiers.
///
/// Updates run one at a time. An update that is requested during another one or during layout waits until that ends.
/// Each completion is called exactly once, even if there was nothing to do. A change that cannot be made (an unknown
/// section, a duplicate item) is left out and reported in ``diagnostics``; the list stays consistent.
///
/// The data source retains its sections, and a collection view retains a data source that was created with
/// ``init(in:)``. A data source without a collection view must be retained by its owner.
///
/// - Note: The cost of an update depends on the size of the change and on the visible items. The only work for an
///   item that is not visible is reading its identifier and size when its section is read.
@MainActor
public final class ListDataSource {
    public typealias Completion = UpdateCompletion

    /// A delegate for the whole list. It is called before the sections, with index paths of the list.
    ///
    /// Highlighting, selecting, deselecting, editing and the primary action of an item need permission from the
    /// delegate and from the section. If the delegate refuses, the section is not called. Menus and swipe actions
    /// come from the delegate, or from the section if the delegate returns none. See
    /// ``CollectionViewDelegateRouter/outerDelegate``.
    public var collectionDelegate: (any CollectionViewDelegate)? {
        get { list.outerDelegate }
        set { list.outerDelegate = newValue }
    }

    /// Receives scroll events. It may be the same object as ``collectionDelegate``, and then receives each event
    /// once.
    public var scrollDelegate: (any CollectionViewScrollDelegate)? {
        get { list.outerScrollDelegate }
        set { list.outerScrollDelegate = newValue }
    }

    /// The change of the selection when the user selects an item of another section. If the value is nil, the
    /// default, the selection stays, provided that the collection view allows multiple selection. See
    /// ``ListSection/selectionSettings``.
    public var selectionPolicy: CollectionSectionSelectionPolicy? {
        get { list.selectionPolicy }
        set { list.selectionPolicy = newValue }
    }

    /// Is notified when cells are about to be displayed, so that it can load the next page of sections.
    public weak var paginationDelegate: (any ListPaginationDelegate)? {
        didSet { context.paginates = paginationDelegate != nil }
    }

    /// The owner of the list, which its sections can read. The data source does not use it.
    public weak var viewController: AnyObject?

    /// Whether sections that conform to ``ImpressionDisplaySection`` are notified of the items that the user has
    /// seen.
    public let collectsImpressions: Bool

    /// Whether every update loads the current items of all sections again, without comparison or animation.
    public let alwaysReloads: Bool

    /// Whether sections that conform to ``ListSectionPrefetchingDataSource`` are notified of the items that will be
    /// visible soon.
    public let isPrefetchingEnabled: Bool

    /// Whether ``ListSection/didMoveToList()`` is called only for sections that were not in the list before. If
    /// false, the default, it is called for all sections of an update or a reload.
    public var notifiesNewSectionsOnly = false

    /// Reports of changes that could not be made: the diagnostics of the collection view that shows the list.
    public var diagnostics: CollectionViewDiagnostics {
        get { collectionView?.log.diagnostics ?? ownDiagnostics }
        set { if let collectionView { collectionView.log.diagnostics = newValue } else { ownDiagnostics = newValue } }
    }
    /// Used while there is no collection view.
    private var ownDiagnostics = CollectionViewDiagnostics()

    let list: SectionProviderList
    let context = ListContext()
    private let impressionObserver = ImpressionObserver()
    /// The displayed sections, by their identifiers, and by the section objects and their providers.
    private var byIdentifier: [String: any AnyListedSection] = [:]
    private var byObject: [ObjectIdentifier: any AnyListedSection] = [:]
    /// The sections that the last update changed.
    private var changed: [any AnyListedSection] = []
    private var impressions = SectionImpressions()
    let follower = UpdateFollower()

    /// - Parameters:
    ///   - collectsImpressions: Whether sections are notified of items that the user has seen.
    ///   - isPrefetchingEnabled: Whether sections are notified of items that will be visible soon.
    ///   - alwaysReloads: Whether every update is a full reload.
    ///   - viewController: The owner of the list.
    ///   - scheduler: Decides when updates are shown.
    public init(
        collectsImpressions: Bool = false, isPrefetchingEnabled: Bool = false, alwaysReloads: Bool = false,
        viewController: AnyObject? = nil, scheduler: UpdateScheduler = .immediate
    ) {
        self.collectsImpressions = collectsImpressions
        self.isPrefetchingEnabled = isPrefetchingEnabled
        self.alwaysReloads = alwaysReloads
        self.viewController = viewController
        list = SectionProviderList(scheduler: scheduler)
        context.dataSource = self
        impressionObserver.dataSource = self
    }

    /// Creates the data source of a collection view, which retains it until it gets another one.
    ///
    ///     let list = ListDataSource(in: collectionView)
    ///     list.build { ListBlock("fruits", ["Apple", "Pear"]) }
    public convenience init(in collectionView: CollectionView) {
        self.init()
        attach(to: collectionView)
        collectionView.keepAlive(self)
    }

    /// Shows the list in a collection view, which does not retain it. The list becomes its data source, its delegate and its
    /// prefetch data source, and provides the sizes of its flow layout. A collection view that showed the list before is empty
    /// afterwards.
    public func attach(to collectionView: CollectionView) {
        let old = list.collectionView
        if old !== collectionView { old?.passObserver = nil }
        list.attach(to: collectionView)
        collectionView.log.diagnostics.append(contentsOf: ownDiagnostics)
        ownDiagnostics = CollectionViewDiagnostics()
        if !isPrefetchingEnabled { collectionView.prefetchDataSource = nil }
        if collectsImpressions { collectionView.attached.passObserver = impressionObserver }
        guard old !== collectionView else { return }
        for section in byIdentifier.values { registerDecorations(of: section.object) }
    }

    /// The collection view that shows the list.
    public var collectionView: CollectionView? { list.collectionView }

    // MARK: Displayed content

    public var sectionCount: Int { list.map.numberOfSections }

    /// The section at an index; nil if there is none.
    public func section(at index: Int) -> (any ListSection)? { listed(at: index)?.object }

    /// The sections that have a visible item, in order.
    public var visibleSections: [any ListSection] { visible.map(\.object) }

    /// The identifier of the item at an index path; nil if there is none or its identifier is not a string.
    public func itemIdentifier(at indexPath: IndexPath) -> String? { itemIdentifier(at: indexPath, as: String.self) }

    /// The identifier of the item at an index path; nil if there is none or its identifier is of another type.
    public func itemIdentifier<Identifier: Hashable>(at indexPath: IndexPath, as type: Identifier.Type) -> Identifier? {
        guard let path = ElementPath(indexPath) else { return nil }
        return listed(at: path.section)?.identifier(ofItem: path.item, as: type)
    }

    /// The result for a compositional layout's section provider: the section's own layout, or rows of 44 points if it
    /// has none.
    ///
    ///     CollectionViewCompositionalLayout { section, environment in
    ///         list.compositionalSectionLayoutProvider(at: section, environment: environment)
    ///     }
    public func compositionalSectionLayoutProvider(
        at section: Int, environment: CollectionLayoutEnvironment?
    ) -> CollectionLayoutSection? {
        self.section(at: section).map { $0.layout(in: environment) ?? .list(itemHeight: .absolute(44)) }
    }

    // MARK: Active state

    /// Notifies the visible sections, in order, that the list became active.
    public func didBecomeActive() { for section in visible { section.object.didBecomeActive() } }

    /// Notifies the visible sections, in order, that the list became inactive.
    public func didBecomeInactive() { for section in visible { section.object.didBecomeInactive() } }

    private var visible: [any AnyListedSection] {
        var found: [any AnyListedSection] = []
        for element in collectionView?.display.elements ?? [] where element.key.path.category == .item {
            guard let section = listed(at: element.key.path.section), section !== found.last else { continue }
            found.append(section)
        }
        return found
    }

    // MARK: Finding sections

    func listed(at index: Int) -> (any AnyListedSection)? {
        list.provider(ofSection: index).flatMap { listed(of: $0.provider) }
    }

    private func listed(of provider: any SectionProvider) -> (any AnyListedSection)? {
        provider as? any AnyListedSection ?? byObject[ObjectIdentifier(provider)]
    }

    func listed(named identifier: String) -> (any AnyListedSection)? { byIdentifier[identifier] }

    func listed(_ section: any ListSection) -> (any AnyListedSection)? { byObject[ObjectIdentifier(section)] }

    func typed<Section: ListSection>(_ section: Section) -> ListedItems<Section.ItemIdentifier>? {
        byObject[ObjectIdentifier(section)] as? ListedItems<Section.ItemIdentifier>
    }

    func selectionSettingsDidChange(of section: any ListSection) {
        if let listed = listed(section) { list.selectionSettingsDidChange(of: listed.provider) }
    }

    // MARK: Updating

    /// Changes the list as soon as no other update is running.
    func add(_ change: some ListChange, animated: Bool, _ completion: Completion?) {
        list.queue.add(
            QueuedChange(
                change: change, isAnimated: animated && !alwaysReloads, completion: reporting(completion)), of: self)
    }

    /// Changes the list within the current turn.
    func show(_ queued: QueuedChange) {
        var begun = list.begin()
        do {
            try queued.change.perform(in: self, &begun.update, queued.prepared)
            if alwaysReloads { showAll(in: &begun.update) }
            list.show(begun, animated: queued.isAnimated, completion: queued.completion)
        } catch {
            list.cancel(begun, error, queued.completion)
        }
        for section in changed { section.forgetBefore() }
        changed = []
    }

    /// Shows the current items of all sections, without comparison.
    private func showAll(in update: inout SectionProviderList.Update) {
        let read = Set(changed.map { ObjectIdentifier($0) })
        for case let section as any AnyListedSection in update.providers
        where !read.contains(ObjectIdentifier(section)) { show(section, in: &update) }
        update.reloadData()
    }

    func reporting(_ completion: Completion?) -> Completion {
        { [weak self] result in
            if case .failed(let error) = result { self?.report(error) }
            completion?(result)
        }
    }

    /// Shows the items of a section.
    /// - Parameters:
    ///   - prepared: The items that were prepared in advance. If others are displayed since, the current ones are shown.
    ///   - refills: Whether to configure and measure the visible cells with measured sizes again.
    /// - Returns: Whether the prepared items are shown.
    @discardableResult
    func show(
        _ section: any AnyListedSection, _ prepared: PreparedSections? = nil,
        in update: inout SectionProviderList.Update, refills: Bool = false
    ) -> Bool {
        guard section.index != nil else {
            // A new section is not compared with anything.
            section.loadHeld()
            changed.append(section)
            return false
        }
        if refills { update.refill(section.provider, visibleItems: section.measuredItems) }
        let changes = prepared?.sections[ObjectIdentifier(section)].flatMap { section.display($0) }
        if let changes = changes ?? section.displayHeld() { note(section, changes, in: &update) }
        return changes != nil
    }

    func note(
        _ section: any AnyListedSection, _ changes: SnapshotChangeset, in update: inout SectionProviderList.Update
    ) {
        update.change(section.provider, changes)
        changed.append(section)
    }

    /// Accepts the sections of an update. If several have the same identifier, the first is accepted.
    /// - Parameter additional: The displayed sections stay. Sections with the identifier of a displayed one are left
    ///   out.
    func accept(_ sections: [any ListSection], additional: Bool) -> [(section: any AnyListedSection, isNew: Bool)] {
        var accepted: [(any AnyListedSection, Bool)] = []
        var names: Set<String> = []
        var objects: Set<ObjectIdentifier> = []
        for section in sections {
            let identifier = section.listIdentifier
            let isShown = byIdentifier[identifier] != nil || listed(section) != nil
            guard !(additional && isShown), !names.contains(identifier),
                objects.insert(ObjectIdentifier(section)).inserted
            else {
                report(.duplicateIdentifier, "section \(identifier) is given a second time; the first is shown.")
                continue
            }
            names.insert(identifier)
            let known = byIdentifier[identifier].flatMap { $0.adopt(section) ? $0 : nil }
            if known == nil || !notifiesNewSectionsOnly { welcome(section) }
            accepted.append((known ?? make(section, identifier), known == nil))
        }
        return accepted
    }

    private func welcome(_ section: any ListSection) {
        section.didMoveToList()
        registerDecorations(of: section)
    }

    private func registerDecorations(of section: any ListSection) {
        if let collectionView { section.supplementaryViewSource?.registerDecorationViews(for: collectionView) }
    }

    private func make<Section: ListSection>(_ section: Section, _ identifier: String) -> any AnyListedSection {
        if let section = section as? ProviderSection {
            let listed = EmbeddedSection(section, in: list)
            byObject[ObjectIdentifier(section.provider)] = listed
            return listed
        }
        return ListedSection(
            section, identifier: identifier, dataSource: self,
            impressions: collectsImpressions ? impressions.ofSection(identifier) : nil)
    }

    /// Rebuilds the lookup of sections by identifier and object.
    func index(_ providers: [any SectionProvider]) {
        let sections = providers.compactMap { listed(of: $0) }
        byIdentifier = Dictionary(sections.map { ($0.identifier, $0) }) { first, _ in first }
        byObject = Dictionary(sections.map { (ObjectIdentifier($0.object), $0) }) { first, _ in first }
        for section in sections where section.provider !== section {
            byObject[ObjectIdentifier(section.provider)] = section
        }
    }

    // MARK: Reporting

    private func report(_ error: any Error) {
        switch error {
        // A list that was replaced is up to date, and nothing is wrong.
        case is CancellationError, UpdateError.dataSourceReplaced: break
        case let error as CollectionViewUpdateError:
            report(.rejectedUpdate, "\(error). The list was reloaded.")
        case UpdateError.unknownSection, SnapshotError.unknownItem, SnapshotError.unknownSection:
            report(.unknownIdentifier, "\(error). Nothing was done.")
        default: report(.rejectedUpdate, "\(error). Nothing was done.")
        }
    }

    func report(_ code: CollectionViewDiagnostic.Code, _ message: String, _ element: ElementPath? = nil) {
        let diagnostic = CollectionViewDiagnostic(code: code, element: element, message: message)
        let isFirst = diagnostics.record(diagnostic)
        diagnostics.tell(diagnostic, isFirst: isFirst)
    }
}
