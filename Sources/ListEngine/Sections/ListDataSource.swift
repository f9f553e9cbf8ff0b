import Foundation
import ListEngineDiff
import ListEngineLayout

/// A list that is put together from sections, each an object of its own.
///
///     let list = ListDataSource()
///     list.prepare(for: collectionView)
///     list.append(newSections: [BannerSection(), RestaurantsSection()])
///
/// It asks each ``ListSection`` what it holds and how that looks, shows what changes from one call to the next, and tells
/// the section what happens to it. Sections may differ in the types of their items and identifiers.
///
/// Updates are done one after the other: one that is called for while another one is under way, or while the list is being
/// laid out, waits its turn. Completions are called exactly once, whether or not there was something to do. What cannot
/// be done (an unknown section, an item twice) is left out, leaves the list whole and is reported in ``diagnostics``.
///
/// The data source keeps its sections, and is kept by its owner: neither the collection view nor the sections keep it.
///
/// - Note: Everything costs what has changed, and what is visible. Nothing is done for an item out of sight, but that its
///   identifier and size are read when its section is.
@MainActor
public final class ListDataSource {
    public typealias Completion = UpdateCompletion

    /// Hears all that a delegate does before the sections do, with index paths of the list, and is asked first.
    ///
    /// Highlighting, selecting, deselecting, editing and an item's primary action have to be allowed by both: where the
    /// delegate says no the section is not asked. Menus and swipe actions are the delegate's, and where it has none the
    /// section's. See ``CollectionViewDelegateRouter/outerDelegate``.
    public var collectionDelegate: (any CollectionViewDelegate)? {
        get { list.outerDelegate }
        set { list.outerDelegate = newValue }
    }

    /// Hears of scrolling. It may be the ``collectionDelegate`` as well, and hears it once.
    public var scrollDelegate: (any CollectionViewScrollDelegate)? {
        get { list.outerScrollDelegate }
        set { list.outerScrollDelegate = newValue }
    }

    /// What becomes of a selection when the user chooses an item of another section. Nil, the default: it stays, where the
    /// collection view allows several selected items. See ``ListSection/selectionSettings``.
    public var selectionPolicy: CollectionSectionSelectionPolicy? {
        get { list.selectionPolicy }
        set { list.selectionPolicy = newValue }
    }

    /// Hears which sections come into sight, so that the next page can be loaded.
    public weak var paginationDelegate: (any ListPaginationDelegate)?

    /// Whom the list belongs to, for its sections to find. The data source does nothing with it.
    public weak var viewController: AnyObject?

    /// Sections that conform to ``ImpressionDisplaySection`` hear what the user has seen.
    public let collectsImpressions: Bool

    /// Every update loads all sections again, as they are then: nothing is compared, nothing animated.
    public let alwaysReloads: Bool

    /// Sections that conform to ``ListSectionPrefetchingDataSource`` hear what will soon be shown.
    public let isPrefetchingEnabled: Bool

    /// ``ListSection/didMoveToList()`` is called of sections that were not in the list before, rather than of all that an
    /// update or a reload names. False by default.
    public var tellsNewSectionsOnly = false

    /// What could not be done: the diagnostics of the collection view that shows the list.
    public var diagnostics: CollectionViewDiagnostics {
        get { collectionView?.diagnostics ?? ownDiagnostics }
        set { if let collectionView { collectionView.diagnostics = newValue } else { ownDiagnostics = newValue } }
    }
    /// Kept while there is no collection view.
    private var ownDiagnostics = CollectionViewDiagnostics()

    let list: SectionProviderList
    let context = ListContext()
    private let impressionObserver = ImpressionObserver()
    /// The sections that are shown, by their identifiers, and by the objects.
    private var byIdentifier: [String: any AnyListedSection] = [:]
    private var byObject: [ObjectIdentifier: any AnyListedSection] = [:]
    /// Those that the last update changed.
    private var changed: [any AnyListedSection] = []
    private var impressions = SectionImpressions()

    /// - Parameters:
    ///   - collectsImpressions: Sections are notified of what the user has seen.
    ///   - isPrefetchingEnabled: Sections are notified of what will soon be shown.
    ///   - alwaysReloads: Updates load everything again.
    ///   - viewController: Whom the list belongs to.
    ///   - scheduler: When updates are shown.
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

    /// Shows the list in a collection view, whose data source, delegate and prefetch source it takes over, and whose flow
    /// layout it answers. A collection view that showed it before shows nothing.
    public func prepare(for collectionView: CollectionView) {
        let old = list.collectionView
        if old !== collectionView { old?.passObserver = nil }
        list.attach(to: collectionView)
        collectionView.diagnostics.take(ownDiagnostics)
        ownDiagnostics = CollectionViewDiagnostics()
        if !isPrefetchingEnabled { collectionView.prefetchDataSource = nil }
        if collectsImpressions { collectionView.passObserver = impressionObserver }
        guard old !== collectionView else { return }
        for case let section as any AnyListedSection in list.providers { registerDecorations(of: section.object) }
    }

    /// The collection view that shows the list.
    public var collectionView: CollectionView? { list.collectionView }

    // MARK: What is shown

    public var sectionCount: Int { list.map.numberOfSections }

    /// The section at an index; nil where there is none.
    public func section(at index: Int) -> (any ListSection)? { listed(at: index)?.object }

    /// Sections of which an item is visible, in order.
    public var visibleSections: [any ListSection] { visible.map(\.object) }

    /// The identifier of the item at an index path; nil where there is none, or where it is not a string.
    public func itemIdentifier(at indexPath: IndexPath) -> String? { itemIdentifier(at: indexPath, as: String.self) }

    /// The identifier of the item at an index path; nil where there is none, or where it is of another type.
    public func itemIdentifier<Identifier: Hashable>(at indexPath: IndexPath, as type: Identifier.Type) -> Identifier? {
        guard let path = ElementPath(indexPath) else { return nil }
        return listed(at: path.section)?.identifier(ofItem: path.item, as: type)
    }

    /// What a compositional layout's section provider returns: the section's own layout, or rows of 44 points where the section
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

    // MARK: The front

    /// Tells sections that are visible, in order: the list has come to the front.
    public func didBecomeActive() { for section in visible { section.object.didBecomeActive() } }

    /// Tells sections that are visible, in order: the list has left the front.
    public func didBecomeInactive() { for section in visible { section.object.didBecomeInactive() } }

    private var visible: [any AnyListedSection] {
        var found: [any AnyListedSection] = []
        for element in collectionView?.displayed ?? [] where element.key.path.category == .item {
            guard let section = listed(at: element.key.path.section), section !== found.last else { continue }
            found.append(section)
        }
        return found
    }

    // MARK: Finding sections

    func listed(at index: Int) -> (any AnyListedSection)? {
        list.provider(ofSection: index)?.provider as? any AnyListedSection
    }

    func listed(named identifier: String) -> (any AnyListedSection)? { byIdentifier[identifier] }

    func listed(_ section: any ListSection) -> (any AnyListedSection)? { byObject[ObjectIdentifier(section)] }

    func typed<Section: ListSection>(_ section: Section) -> ListedItems<Section.ItemIdentifier>? {
        byObject[ObjectIdentifier(section)] as? ListedItems<Section.ItemIdentifier>
    }

    func selectionSettingsDidChange(of section: any ListSection) {
        if let listed = listed(section) { list.selectionSettingsDidChange(of: listed) }
    }

    // MARK: Updating

    typealias Change = @MainActor (ListDataSource, inout SectionProviderList.Update) throws -> Void

    /// Changes the list when its turn has come.
    func change(animated: Bool, _ completion: Completion?, _ body: @escaping Change) {
        list.update(animated: animated && !alwaysReloads, turn(body), completion: reporting(completion))
    }

    /// Changes the list in the turn that is under way.
    func changeNow(animated: Bool, _ completion: Completion?, _ body: @escaping Change) {
        list.perform(animated: animated && !alwaysReloads, turn(body), completion: reporting(completion))
    }

    private func turn(_ body: @escaping Change) -> @MainActor (inout SectionProviderList.Update) throws -> Void {
        let reloads = alwaysReloads
        return { [weak self] update in
            guard let self else { throw UpdateError.dataSourceReleased }
            try body(self, &update)
            // The owner may release the data source in a callback of the update.
            update.afterwards { [weak self] in self?.forgetWhatWas() }
            if reloads {
                let read = Set(changed.map { ObjectIdentifier($0) })
                for case let section as any AnyListedSection in update.providers
                where !read.contains(ObjectIdentifier(section)) { show(section, in: &update) }
                update.reloadData()
            }
        }
    }

    private func reporting(_ completion: Completion?) -> Completion {
        { [weak self] result in
            if case .failed(let error) = result { self?.report(error) }
            completion?(result)
        }
    }

    private func forgetWhatWas() {
        for section in changed { section.forgetWhatWas() }
        changed = []
    }

    /// Shows what a section holds now.
    func show(
        _ section: any AnyListedSection, in update: inout SectionProviderList.Update, refills: Bool = false
    ) {
        if section.index == nil {
            // What comes as a whole is compared with nothing.
            section.loadHeld()
            changed.append(section)
        } else {
            note(section, section.takeHeld(refills: refills), in: &update)
        }
    }

    func note(
        _ section: any AnyListedSection, _ changes: SnapshotChangeset, in update: inout SectionProviderList.Update
    ) {
        update.change(section, changes)
        changed.append(section)
    }

    /// Takes sections in that an update names, of each identifier the first.
    /// - Parameter additional: Sections that are shown stay; those that answer to an identifier of theirs are left out.
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
            if known == nil || !tellsNewSectionsOnly { welcome(section) }
            accepted.append((known ?? make(section, identifier), known == nil))
        }
        return accepted
    }

    private func welcome(_ section: any ListSection) {
        section.context = context
        section.didMoveToList()
        registerDecorations(of: section)
    }

    private func registerDecorations(of section: any ListSection) {
        if let collectionView { section.supplementaryViewSource?.registerDecorationViews(for: collectionView) }
    }

    private func make<Section: ListSection>(_ section: Section, _ identifier: String) -> any AnyListedSection {
        ListedSection(
            section, identifier: identifier, dataSource: self,
            impressions: collectsImpressions ? impressions.ofSection(identifier) : nil)
    }

    /// Finds sections under other names from now on.
    func index(_ providers: [any SectionProvider]) {
        let sections = providers.compactMap { $0 as? any AnyListedSection }
        byIdentifier = Dictionary(sections.map { ($0.identifier, $0) }) { first, _ in first }
        byObject = Dictionary(sections.map { (ObjectIdentifier($0.object), $0) }) { first, _ in first }
    }

    // MARK: Reporting

    private func report(_ error: any Error) {
        switch error {
        case is CancellationError: break
        case let error as CollectionViewUpdateError:
            report(.rejectedUpdate, "\(error). Everything was loaded again.")
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
