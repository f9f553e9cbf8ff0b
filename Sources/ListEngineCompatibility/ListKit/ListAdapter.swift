import Foundation
import ListEngine
import ListEngineLayout

/// Shows section descriptions in a collection view.
///
///     let adapter = ListAdapter(collectionView: collectionView)
///     adapter.add(listSection: books)
///     adapter.features = [StickyHeaderFeature(section: books)]
///
/// The adapter sets the collection view's data source, delegate and layout. It holds its sections strongly. The adapter
/// and the collection view do not keep each other alive.
///
/// Subclasses show the same sections in other ways: ``TableListAdapter``, ``AccordionListAdapter``.
@MainActor
open class ListAdapter: CollectionViewScrollDelegate, VisibleElementsAdjuster {
    public var collectionView: CollectionView? { list.collectionView }

    /// The underlying list, with one provider for each section.
    public let list: SectionProviderList

    /// The main layout, which the adapter sets on its collection view. A section is laid out by its layout object, or by its
    /// sizes if it has none. The same holds in any other `CollectionViewMainLayout` that is set on the collection view.
    public let layout = CollectionViewMainLayout()

    /// Extra behaviours of the list. Each element passes through them in this order.
    open var features: [any ListFeature] {
        get { storedFeatures }
        set {
            storedFeatures = newValue
            collectionView?.setNeedsLayout()
        }
    }
    private var storedFeatures: [any ListFeature] = []
    /// The class of the last cell. The class of the last component, and whether it conforms to none of the protocols of components
    /// with more than content.
    private var last: (cell: CollectionViewCell.Type?, component: ObjectIdentifier?, isPlain: Bool) = (nil, nil, false)

    /// The separator line between sections; nil for none. A change takes effect when the list is next reloaded.
    open var separator: ListSeparator?

    /// Called to load the next page of the last section when its end comes into view.
    ///
    /// It is not called again before ``SectionDescription/update(viewModels:hasNextPage:completion:)``. If a page
    /// brings items and the end is still in view, the next page is requested.
    open var getNextPage: (@MainActor (SectionDescription) -> Void)?

    /// The extent along the scroll axis, in points, of the footer that is shown while a page is loading. By default it is that
    /// of a line of text: see `CollectionViewHost.usualItemExtent`.
    open var pagingFooterExtent: CGFloat {
        get { statedFooterExtent ?? usualItemExtent }
        set { statedFooterExtent = newValue }
    }
    private var statedFooterExtent: CGFloat?

    var usualItemExtent: CGFloat { collectionView?.host?.usualItemExtent ?? 44 }

    /// The class of the footer that is shown while a page is loading.
    open var pagingFooterType: PagingFooterView.Type = PagingFooterView.self

    /// Called after each scroll, once the features have been called.
    open var onScroll: (@MainActor (CollectionView) -> Void)?

    /// Whether each line starts at the end of the last item of the line before, as in an older list library. False by
    /// default.
    open var usesLegacyPacking = false { didSet { collectionView?.invalidateLayout() } }

    /// The scroll direction. Setting another direction lays the list out from scratch.
    open var scrollDirection: ScrollDirection {
        get { layout.scrollDirection }
        set {
            guard newValue != layout.scrollDirection else { return }
            layout.scrollDirection = newValue
            collectionView?.invalidateLayout()
        }
    }

    /// An additional delegate that receives every delegate call before the sections do, and is consulted first. See
    /// `CollectionViewDelegateRouter.outerDelegate`.
    public var collectionDelegate: (any CollectionViewDelegate)? {
        get { list.outerDelegate }
        set { list.outerDelegate = newValue }
    }

    /// How selecting an item affects the selection in other sections. Nil, the default, keeps the selection if the
    /// collection view allows multiple selection. See ``SectionDescription/selectionSettings``.
    public var selectionPolicy: CollectionSectionSelectionPolicy? {
        get { list.selectionPolicy }
        set { list.selectionPolicy = newValue }
    }

    private var actions: [ComponentPlace: [(name: String, callback: @MainActor (ComponentActionEvent) -> Void)]] = [:]
    private var registeredWrappers: Set<String> = []
    private var viewFactories: [String: @MainActor () -> CollectionReusableView] = [:]

    /// - Parameters:
    ///   - collectionView: The collection view. Its data source and delegate become the adapter's list, and its layout
    ///     the adapter's layout.
    ///   - scheduler: Determines when updates are shown.
    public init(collectionView: CollectionView, scheduler: UpdateScheduler = .immediate) {
        list = SectionProviderList(scheduler: scheduler)
        list.owner = self
        list.attach(to: collectionView)
        collectionView.collectionViewLayout = layout
        collectionView.visibleElementsAdjuster = self
        collectionView.addScrollObserver(self)
        collectionView.passObserver = self
    }

    // MARK: Sections

    /// The sections of the list, in order.
    public var sections: [SectionDescription] {
        list.providers.compactMap { ($0 as? DescriptionProvider)?.section }
    }

    /// Returns the section at an index; nil if there is none.
    public func section(at index: Int) -> SectionDescription? {
        (list.provider(ofSection: index)?.provider as? DescriptionProvider)?.section
    }

    /// Adds a section at the end.
    /// - Parameters:
    ///   - animated: If false, everything is reloaded.
    ///   - completion: Called once, on the main actor.
    public func add(
        listSection: SectionDescription, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) { change(animated, completion) { $0.append(listSection) } }

    /// Adds sections at the end.
    public func add(
        listSections: [SectionDescription], animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) { change(animated, completion) { $0 += listSections } }

    /// Replaces the sections. Sections that are in both lists are reloaded in place.
    public func update(
        sections: [SectionDescription], animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) { change(animated, reloadsAll: true, completion) { $0 = sections } }

    /// Adds, removes and moves sections. Sections that are in both lists keep their cells and their shown items.
    public func arrange(
        sections: [SectionDescription], animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) { change(animated, byDifference: true, completion) { $0 = sections } }

    /// Removes a section. Does nothing if the section is not in the list.
    public func remove(
        listSection: SectionDescription, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) { change(animated, completion) { $0.removeAll { $0 === listSection } } }

    /// Reloads the whole list.
    public func reloadList(completion: UpdateCompletion? = nil) {
        list.update(animated: false, { $0.reloadData() }, completion: completion)
    }

    /// Reloads a section: its item count, its layout and all its views.
    public func reload(
        _ section: SectionDescription, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        list.update(
            animated: animated,
            { update in if let provider = section.provider { update.reload(provider, section: 0) } },
            completion: completion)
    }

    /// Reloads items of a section. Each item gets another cell. Indices that are out of range are ignored.
    public func reloadItems(
        at indices: IndexSet, in section: SectionDescription, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        list.update(
            animated: animated,
            { [weak self] update in
                guard let self, let provider = section.provider, showsItems(of: section) else { return }
                let known = section.isEdited ? [] : indices.filteredIndexSet { $0 < section.numberOfItems }
                update.change(provider, section: 0, reloading: known)
            }, completion: completion)
    }

    private func change(
        _ animated: Bool, reloadsAll: Bool = false, byDifference: Bool = false,
        _ completion: UpdateCompletion?,
        _ body: @escaping @MainActor (inout [SectionDescription]) -> Void
    ) {
        list.update(
            animated: animated,
            { [weak self] update in
                guard let self else { throw UpdateError.dataSourceReleased }
                let shown = update.providers.compactMap { $0 as? DescriptionProvider }
                var sections = shown.map(\.section)
                body(&sections)
                update.providers = providers(of: sections)
                update.afterwards { [weak self] in self?.sectionsDidChange() }
                guard animated || byDifference else { return update.reloadData() }
                for provider in shown
                where reloadsAll
                    || hasListFooter(provider.section)
                        && isLast(provider, shown) != isLast(provider, update.providers)
                {
                    // The last section has a different footer.
                    update.reload(provider, section: 0)
                }
            }, completion: completion)
    }

    /// Called when the list shows other sections.
    func sectionsDidChange() {}

    /// Whether the section's footer depends on whether the section is the last one.
    private func hasListFooter(_ section: SectionDescription) -> Bool {
        section.footer == nil && (separator != nil || section.isPagingEnabled)
    }

    private func isLast(_ provider: DescriptionProvider, _ providers: [any SectionProvider]) -> Bool {
        providers.last === provider
    }

    /// Returns a provider for each section. A section that occurs twice counts once, and a section of another list is
    /// left out. Both cases are reported.
    private func providers(of sections: [SectionDescription]) -> [any SectionProvider] {
        var taken: Set<ObjectIdentifier> = []
        return sections.compactMap { section in
            guard taken.insert(ObjectIdentifier(section)).inserted else {
                collectionView?.report(.duplicateElement, nil, "a section is given twice; the second is left out.")
                return nil
            }
            if let provider = section.provider, provider.adapter === self { return provider }
            guard section.adapter == nil else {
                collectionView?.report(.duplicateElement, nil, "a section is in another list; it is left out.")
                return nil
            }
            return DescriptionProvider(section, self)
        }
    }

    /// Whether the items of a section are shown. Returns true unless overridden.
    open func showsItems(of section: SectionDescription) -> Bool { true }

    // MARK: Layout

    /// Returns the layout of a section without a layout object.
    open func recipe(of section: SectionDescription, in context: SectionLayoutContext) -> SectionRecipe {
        section.recipe(in: context)
    }

    /// Returns the size of a section's footer: its own footer, the paging footer or the separator.
    open func sizeOfFooter(of section: SectionDescription, in container: CGSize) -> CGSize {
        switch footer(of: section) {
        case .own: section.sizeOfFooter(in: container)
        case .paging: CGSize(width: pagingFooterExtent, height: pagingFooterExtent)
        case .separator(let separator): CGSize(width: separator.thickness, height: separator.thickness)
        }
    }

    private enum Footer {
        case own, paging
        case separator(ListSeparator)
    }

    private func footer(of section: SectionDescription) -> Footer {
        if section.footer != nil { return .own }
        let isLast = (list.providers.last as? DescriptionProvider)?.section === section
        if isLast { return section.isPagingEnabled && section.hasNextPage ? .paging : .own }
        return separator.map(Footer.separator) ?? .own
    }

    /// Returns the attributes from which an element animates when it appears in an update. If nil, the element fades in
    /// at its place. By default an item grows from a height of 10 points.
    open func initialAttributes(forAppearing element: LayoutAttributes) -> LayoutAttributes? { flattened(element) }

    /// Returns the attributes to which an element animates when it disappears in an update. See
    /// ``initialAttributes(forAppearing:)``.
    open func finalAttributes(forDisappearing element: LayoutAttributes) -> LayoutAttributes? { flattened(element) }

    private func flattened(_ element: LayoutAttributes) -> LayoutAttributes? {
        guard element.category == .item else { return nil }
        var element = element
        element.maxY = element.minY + 10
        return element
    }

    // MARK: Making components

    /// Registers a closure that makes the views of an identifier, for sections that show them in wrapper cells.
    public func register(
        forViewWithIdentifier identifier: String, _ make: @escaping @MainActor () -> CollectionReusableView
    ) { viewFactories[identifier] = make }

    /// Registers a callback for an action that components raise. Each ``ActionComponent`` receives the action when it
    /// is made.
    public func register(
        action name: String, in place: ComponentPlace, callback: @escaping @MainActor (ComponentActionEvent) -> Void
    ) {
        var all = actions
        all[place, default: []].removeAll { $0.name == name }
        all[place, default: []].append((name, callback))
        actions = all
    }

    /// Returns the cell for an item, filled with its view model and set up.
    open func cell(
        of section: SectionDescription, forItemAt indexPath: IndexPath, in collectionView: CollectionView
    ) -> CollectionViewCell {
        let item = indexPath[1]
        guard let kind = section.component(at: item) else {
            return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath)
        }
        let cell = dequeue(kind, for: indexPath, in: collectionView)
        let component = cell.component
        // To ask for the number of view models before costs a little for each cell. A missing one wastes a cell, but is rare.
        guard section.fill(component, at: item, indexPath) else {
            return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath)
        }
        if isPlain(component), actions.isEmpty, hasNoFeatures { return cell }
        (component as? any SelectableComponent)?.setSelection { [weak self, weak cell, weak section] in
            guard let self, let cell, let section, let now = self.collectionView?.indexPath(for: cell) else { return }
            didSelect(itemAt: now, of: section)
        }
        if let component = component as? any IndentableComponent {
            component.indentation = indentation(ofItem: item, of: section)
        }
        attachActions(to: cell, in: .cell)
        for feature in features { feature.setUp(cell, at: indexPath, in: self) }
        return cell
    }

    /// A subclass can override the property.
    private var hasNoFeatures: Bool { type(of: self) == ListAdapter.self ? storedFeatures.isEmpty : features.isEmpty }

    private func isPlain(_ component: CollectionReusableView) -> Bool {
        let name = ObjectIdentifier(type(of: component))
        if last.component == name { return last.isPlain }
        (last.component, last.isPlain) =
            (name, !(component is any SelectableComponent || component is any IndentableComponent))
        return last.isPlain
    }

    /// Returns the indentation of an item's content, in points. By default each level is `indentationWidth` points.
    open func indentation(ofItem index: Int, of section: SectionDescription) -> CGFloat {
        let own = (section.componentSize(at: index) as? ViewComponentSize)?.indentLevel ?? 0
        return CGFloat(section.indentationLevel + own) * indentationWidth
    }

    /// The indentation of one level, in points. 10 by default.
    open var indentationWidth: CGFloat = 10

    private func dequeue(
        _ kind: ComponentKind, for indexPath: IndexPath, in collectionView: CollectionView
    ) -> CollectionViewCell {
        switch kind {
        case .type(let type):
            guard let type = cellClass(type) else {
                return wrapper("\(String(reflecting: type))", for: indexPath, in: collectionView) {
                    type.init(frame: .zero)
                }
            }
            return collectionView.dequeueReusableCell(type, for: indexPath)
        case .identifier(let identifier):
            return collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
        case .view(let type):
            return wrapper(String(reflecting: type), for: indexPath, in: collectionView) { type.init(frame: .zero) }
        case .viewIdentifier(let identifier):
            guard let make = viewFactories[identifier] else {
                collectionView.report(.unregisteredIdentifier, nil, "no view is registered as \(identifier).")
                return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath)
            }
            return wrapper("identifier \(identifier)", for: indexPath, in: collectionView, make)
        }
    }

    private func cellClass(_ type: CollectionReusableView.Type) -> CollectionViewCell.Type? {
        // A cast costs more than the comparison.
        if let cell = last.cell, ObjectIdentifier(cell) == ObjectIdentifier(type) { return cell }
        last.cell = type as? CollectionViewCell.Type
        return last.cell
    }

    private func wrapper(
        _ name: String, for indexPath: IndexPath, in collectionView: CollectionView,
        _ make: @escaping @MainActor () -> CollectionReusableView
    ) -> CollectionViewCell {
        let identifier = "wrapper of \(name)"
        if registeredWrappers.insert(identifier).inserted {
            collectionView.register(forCellWithReuseIdentifier: identifier) { WrapperCell(content: make()) }
        }
        return collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
    }

    /// Returns the header or footer of a section, filled and set up; nil if the section has none.
    open func supplementaryView(
        of section: SectionDescription, ofKind kind: ElementKind, at indexPath: IndexPath,
        in collectionView: CollectionView
    ) -> CollectionReusableView? {
        if kind == .footer {
            switch footer(of: section) {
            case .own: break
            case .paging:
                let view = collectionView.dequeueReusableSupplementaryView(
                    pagingFooterType, ofKind: kind, for: indexPath)
                view.isAnimating = true
                requestPage(of: section)
                return view
            case .separator(let separator):
                let view = collectionView.dequeueReusableSupplementaryView(
                    SeparatorView.self, ofKind: kind, for: indexPath)
                view.separator = separator
                return view
            }
        }
        let isFooter = kind == .footer
        guard let component = isFooter ? section.footer : section.header else { return nil }
        let view: CollectionReusableView
        switch component {
        case .type(let type), .view(let type):
            view = collectionView.dequeueReusableSupplementaryView(type, ofKind: kind, for: indexPath)
        case .identifier(let identifier), .viewIdentifier(let identifier):
            view = collectionView.dequeueReusableSupplementaryView(
                ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
        }
        if let model = isFooter ? section.footerViewModel : section.headerViewModel ?? section.title {
            (view as? any ListComponent)?.setUp(with: model)
        }
        attachActions(to: view, in: isFooter ? .footer : .header)
        return view
    }

    private func attachActions(to view: CollectionReusableView, in place: ComponentPlace) {
        guard let known = actions[place], let component = view.component as? any ActionComponent else { return }
        for (name, callback) in known {
            component.attach(
                ComponentAction(name: name) { [weak self, weak view] value in
                    guard let self, let view, let path = collectionView?.indexPath(for: view) else { return }
                    callback(ComponentActionEvent(name: name, component: view.component, indexPath: path, value: value))
                })
        }
    }

    // MARK: Paging

    private func requestPage(of section: SectionDescription) {
        // After an empty page no other page is requested while the end stays in view.
        guard !section.isLoadingPage, getNextPage != nil, section.countAtLastPage != section.numberOfItems else {
            return
        }
        section.isLoadingPage = true
        section.countAtLastPage = section.numberOfItems
        // Wait until the list has been laid out.
        collectionView?.whenIdle { [weak self, weak section] in
            guard let self, let section else { return }
            getNextPage?(section)
        }
    }

    /// Requests the next page if the end is still in view.
    fileprivate func requestNextPage() {
        guard let section = (list.providers.last as? DescriptionProvider)?.section, section.countAtLastPage != nil,
            section.isPagingEnabled, section.hasNextPage, !section.isLoadingPage
        else { return }
        guard let footer = pagingFooter(of: section) else {
            section.countAtLastPage = nil
            return
        }
        guard section.countAtLastPage != section.numberOfItems else { return }
        footer.isAnimating = true
        requestPage(of: section)
    }

    func pagingFooter(of section: SectionDescription) -> PagingFooterView? {
        guard let index = section.sectionIndex else { return nil }
        let footer = collectionView?.supplementaryView(
            forElementKind: .footer, at: ElementPath.footer(ofSection: index).indexPath)
        return footer as? PagingFooterView
    }

    // MARK: What the user does

    /// Called when an item is selected, by the user or by its component. The default calls
    /// ``SectionDescription/onSelect``.
    open func didSelect(itemAt indexPath: IndexPath, of section: SectionDescription) { section.onSelect?(indexPath) }

    // Menus, leading swipe actions and drags to other lists are those of ``collectionDelegate``.

    /// Whether the user can move an item within its section. Returns false unless overridden. Not called while the view
    /// models of the section differ from what is shown: no item can be moved then.
    open func canMove(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool { false }

    /// Whether the user can move an item, which ``canMove(itemAt:of:)`` permits to be moved, to another section. Returns false
    /// unless overridden. Not called if the view models of the other section have a type that does not include that of the item,
    /// if they are shown by difference and contain an equal one, or if they differ from what is shown.
    open func canMove(itemAt indexPath: IndexPath, of section: SectionDescription, to other: SectionDescription) -> Bool
    {
        false
    }

    /// Called when the user has moved an item. The view models already contain the move. Does nothing unless overridden.
    /// - Parameters:
    ///   - destination: Counted after the item was removed from its old place. It can be in another section.
    ///   - section: The section that had the item.
    open func didMove(itemAt source: IndexPath, to destination: IndexPath, of section: SectionDescription) {}

    /// Whether an item can be swiped and deleted. Returns true unless overridden.
    open func canEdit(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool { true }

    /// The trailing swipe actions of an item. Returns nil unless overridden. Those of `collectionDelegate` come first.
    open func trailingSwipeActions(
        forItemAt indexPath: IndexPath, of section: SectionDescription
    ) -> CollectionSwipeActions? { nil }

    /// Called to delete or insert an item. Does nothing unless overridden.
    open func commit(_ style: CollectionEditingStyle, forItemAt indexPath: IndexPath, of section: SectionDescription) {}

    // MARK: CollectionViewScrollDelegate

    open func collectionViewDidScroll(_ collectionView: CollectionView) {
        for feature in features { feature.didScroll(collectionView, in: self) }
        onScroll?(collectionView)
    }

    open func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}
    open func collectionViewWillBeginDragging(_ collectionView: CollectionView) {}
    open func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {}
    open func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {}

    // MARK: VisibleElementsAdjuster

    open func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] {
        features.flatMap { $0.elementsToAlter(in: collectionView, adapter: self) }
    }

    /// Whether there are features. For a subclass it is always true, because the subclass may override the methods that
    /// adjust elements.
    open var adjustsElements: Bool { type(of: self) != ListAdapter.self || !features.isEmpty }

    open func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
        for feature in features { feature.alter(&element, in: collectionView, adapter: self) }
    }
}

extension ListAdapter: PassObserver {
    package func didLayOut(_ collectionView: CollectionView) { requestNextPage() }
}

// A section layout can declare its data source as a data source of collection views, as ListKit's documents do.
extension ListAdapter: CollectionViewDataSource {
    public func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        list.collectionView(collectionView, willLoad: scope)
    }

    public func numberOfSections(in collectionView: CollectionView) -> Int {
        list.numberOfSections(in: collectionView)
    }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        list.collectionView(collectionView, numberOfItemsInSection: section)
    }

    public func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { list.collectionView(collectionView, cellForItemAt: indexPath) }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        list.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
    }
}
