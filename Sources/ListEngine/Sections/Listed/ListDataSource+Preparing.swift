import Foundation
import ListEngineDiff
import ListEngineLayout

// A section is an object of the main actor. What another thread needs is read when the update's turn begins: the
// identifiers of its items, and its style as a value. The rest is made of these values: the differences, and the layout
// where the sizes of new items follow from the style or from a closure that may run anywhere.

extension ListSection {
    /// Shows the current ``items``, like
    /// ``update(reconfiguring:reloadingHeader:reloadingFooter:animatingDifferences:completion:)``. The differences
    /// and the new layout are made on another thread, while the list can be used.
    ///
    /// Updates that are requested in the meantime wait for this one. If the list changes in another way, for example
    /// because the user moves an item, the update is shown by comparing again with the current list.
    ///
    /// The layout is prepared for sections of a `CollectionViewFlowLayout` whose items have one size or estimated
    /// sizes, and for sections of a `CollectionViewCompositionalLayout`. The section's insets, spacings, header and
    /// footer, or its ``layout(in:)``, are read when the preparation begins. `size(at:)` can be called on the main
    /// actor only: a section that sizes its items one by one implements ``sharedSizes``. Otherwise its layout is edited
    /// when the update is shown, and the sizes of new items are requested then.
    /// - Parameters:
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once. Receives `.failed(CancellationError())` if the update was cancelled.
    /// - Returns: An object that can cancel the update until it is shown.
    /// - Complexity: On the main actor, O(items) to read their identifiers. Showing the prepared update costs the
    ///   visible items that change.
    @discardableResult
    public func updatePreparing(
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        updatePreparing(animated: animatingDifferences, preparation, completion)
        return preparation
    }

    func updatePreparing(animated: Bool, _ preparation: UpdatePreparation, _ completion: Completion?) {
        dataSource(orEnd: completion)?.prepare(preparation, animated: animated, completion) { list in
            guard let items = list.typed(self), let index = items.index else { return [] }
            let identifiers = self.itemIdentifiers
            let style = list.style(of: self, index: index, count: identifiers.count)
            return [items.preparation(of: identifiers, style: style, sizes: self.sharedSizes)]
        } show: { list, update, prepared in
            guard let listed = list.listed(self) else { throw UpdateError.unknownSection(self.listIdentifier) }
            if list.alwaysReloads { return }
            if list.show(listed, prepared, in: &update) { update.prepared = prepared?.layout }
            update.restyle(listed)
        }
    }
}

extension ListDataSource {
    /// Shows the sections that a closure describes, like ``build(animatingDifferences:completion:_:)``. The
    /// differences are made on another thread, while the list can be used.
    ///
    /// Updates that are requested in the meantime wait for this one. The layout is prepared too, if it is a
    /// `CollectionViewFlowLayout`, the list shows the same sections in the same order, and no section sizes its items
    /// one by one. Otherwise it is edited when the update is shown. New sections are read then.
    /// - Parameters:
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once. Receives `.failed(CancellationError())` if the update was cancelled.
    ///   - content: Returns the sections. Called once, before `buildPreparing` returns.
    /// - Returns: An object that can cancel the update until it is shown.
    @discardableResult
    public func buildPreparing(
        animatingDifferences: Bool = true, completion: Completion? = nil,
        @ListBuilder _ content: () -> [any ListSection]
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        buildPreparing(content(), animated: animatingDifferences, preparation, completion)
        return preparation
    }

    func buildPreparing(
        _ sections: [any ListSection], animated: Bool, _ preparation: UpdatePreparation, _ completion: Completion?
    ) {
        offer(sections)
        prepare(preparation, animated: animated, completion) { list in
            let known = sections.map { list.listed(named: $0.listIdentifier) }
            let shown = list.list.providers
            let isSameList = known.count == shown.count && zip(known, shown).allSatisfy { $0 === $1 }
            var seen: Set<String> = []
            return zip(sections, known).enumerated().compactMap { index, pair in
                let (section, listed) = pair
                guard let listed, seen.insert(section.listIdentifier).inserted else { return nil }
                let isValue =
                    isSameList && !listed.asksEachSize && list.collectionView?.recipe is CollectionViewFlowLayout
                let style = isValue ? list.style(of: section, index: index, count: section.items.count) : nil
                return listed.preparation(of: section, style: style)
            }
        } show: { list, update, prepared in
            list.replace(with: sections, prepared, refills: true, in: &update)
        }
    }

    /// The style of a section as a value; nil if only the main actor can lay the section out.
    fileprivate func style(of section: any ListSection, index: Int, count: Int) -> SectionRecipe? {
        guard let collectionView, !collectionView.loadsEverything, index < collectionView.layout.numberOfSections else {
            return nil
        }
        let context = collectionView.layout.context(itemCount: count)
        switch collectionView.recipe {
        case let flow as CollectionViewFlowLayout:
            guard type(of: flow) == CollectionViewFlowLayout.self, flow.delegate === list else { return nil }
            let reader = reader(of: section, index: index)
            // Without a shown item, the section cannot tell whether it returns sizes.
            if reader.asksEachSize, collectionView.layout.numberOfItems(inSection: index) == 0 { return nil }
            return flow.styleRecipe(forSection: index, in: context, from: reader)
        case let layout as CollectionViewCompositionalLayout:
            guard type(of: layout) == CollectionViewCompositionalLayout.self else { return nil }
            return layout.recipe(forSection: index, in: context)
        default: return nil
        }
    }

    /// Reads the values of a section object that is not in the list yet, or of one that is.
    private func reader<Section: ListSection>(of section: Section, index: Int) -> any AnyListedSection {
        let reader = ListedSection(
            section, identifier: section.listIdentifier, dataSource: self, impressions: nil)
        reader.expectedIndex = index
        return reader
    }

    /// Prepares an update on another thread when its turn comes, and shows it when the list is ready.
    /// - Parameters:
    ///   - parts: Returns what is to be prepared. If there is nothing, the update is shown at once.
    ///   - show: Shows the update.
    fileprivate func prepare(
        _ preparation: UpdatePreparation, animated: Bool, _ completion: Completion?,
        _ parts: @escaping @MainActor (ListDataSource) -> [SectionPreparation],
        show: @escaping @MainActor (ListDataSource, inout SectionProviderList.Update, PreparedSections?) throws -> Void
    ) {
        let queue = list.queue
        queue.add { [weak self] in
            guard let self else {
                completion?(.failed(UpdateError.dataSourceReleased))
                return
            }
            let parts = alwaysReloads ? [] : parts(self)
            guard !parts.isEmpty else { return changeNow(animated: animated, completion) { try show($0, &$1, nil) } }
            queue.hold()
            let layout = layoutToPrepare(parts)
            let scheduler = list.scheduler
            // Uses a global queue, so that the main queue need not run.
            DispatchQueue.global(qos: .userInitiated).async {
                let result = Result { try PreparedSections(parts, layout, preparation) }
                scheduler.schedule(isolation: nil) {
                    queue.whenReady { [weak self] in
                        do {
                            guard let self else { throw UpdateError.dataSourceReleased }
                            try preparation.check()
                            let prepared = try result.get()
                            changeNow(animated: animated, completion) { try show($0, &$1, prepared) }
                        } catch {
                            completion?(.failed(error))
                        }
                        queue.release()
                    }
                }
            }
        }
    }

    /// The layout to edit on another thread; nil if that is not possible. Sizes that are measured from here on are
    /// applied to the edited layout.
    private func layoutToPrepare(_ parts: [SectionPreparation]) -> CollectionViewLayout? {
        guard let collectionView, parts.allSatisfy(\.canBeLaidOut),
            collectionView.layout.numberOfSections == list.map.numberOfSections
        else { return nil }
        collectionView.noteSizesFromHere()
        return collectionView.layout
    }
}

// MARK: - Values for another thread

/// What another thread needs to prepare the items of one section.
struct SectionPreparation: Sendable {
    /// The section as it is listed, and its index.
    let section: ObjectIdentifier
    let index: Int
    /// Nil if only the main actor can lay the section out.
    let style: SectionRecipe?
    let hasSizes: Bool
    let prepare: @Sendable () -> any PreparedSection

    var canBeLaidOut: Bool { style.map { hasSizes || !$0.sizesEachItem } ?? false }
}

/// The new items of a section, and the changes.
protocol PreparedSection: Sendable {
    var changes: SnapshotChangeset { get }
    var count: Int { get }
    /// The sizes of some items, in a section that has a closure for them.
    func sizes(ofItems items: [Range<Int>]) -> [CGSize]
}

struct PreparedItems<ItemIdentifier: Hashable & Sendable>: PreparedSection {
    let next: DiffableSnapshot<Int, ItemIdentifier>
    let changes: SnapshotChangeset
    /// The version of the displayed items with which they were compared.
    let version: DataVersion
    let sizes: (@Sendable (ItemIdentifier) -> CGSize)?

    var count: Int { next.numberOfItems }

    func sizes(ofItems items: [Range<Int>]) -> [CGSize] {
        guard let sizes else { return [] }
        return items.joined().map { sizes(next.itemIdentifier(at: ItemIndexPath(section: 0, item: $0))) }
    }
}

extension ListedItems {
    /// Returns what another thread needs to prepare an update to these items.
    func preparation(
        of identifiers: [ItemIdentifier], style: SectionRecipe?, sizes: (@Sendable (ItemIdentifier) -> CGSize)?
    ) -> SectionPreparation {
        SectionPreparation(
            section: ObjectIdentifier(self), index: index ?? 0, style: style, hasSizes: sizes != nil
        ) { [shown, version] in
            let next = Self.held(identifiers, after: shown)
            return PreparedItems(next: next, changes: next.changeset(from: shown), version: version, sizes: sizes)
        }
    }
}

/// Several sections that were prepared together.
struct PreparedSections: Sendable {
    /// By the sections as they are listed.
    private(set) var sections: [ObjectIdentifier: any PreparedSection] = [:]
    /// Nil if the layout is edited when the update is shown.
    private(set) var layout: PreparedLayout?

    /// - Throws: `CancellationError`.
    init(
        _ parts: [SectionPreparation], _ layout: CollectionViewLayout?, _ preparation: UpdatePreparation
    ) throws {
        var plan = ListEdit()
        var described: [Int: (style: SectionRecipe, items: any PreparedSection)] = [:]
        for part in parts {
            try preparation.check()
            let items = part.prepare()
            sections[part.section] = items
            guard layout != nil, let style = part.style else { continue }
            plan.add(items.changes, oldOffset: part.index, newOffset: part.index)
            plan.restyledSections.insert(part.index)
            described[part.index] = (style, items)
        }
        try preparation.check()
        guard let layout else { return }
        plan.sort()
        let counts = (0..<layout.numberOfSections).map {
            described[$0]?.items.count ?? layout.numberOfItems(inSection: $0)
        }
        let recipes = SharedSectionRecipes { [described] section, items, context in
            guard let (style, prepared) = described[section] else { return .list(count: 0, height: 0) }
            let items = items ?? [0..<context.itemCount]
            return style.with(count: items.reduce(0) { $0 + $1.count }) { prepared.sizes(ofItems: items) }
        }
        do {
            self.layout = try plan.edited(layout, counts: counts, recipes, check: preparation.check)
        } catch is LayoutError {
            // The layout is edited when the update is shown, which reports the value that cannot be used.
        }
    }
}
