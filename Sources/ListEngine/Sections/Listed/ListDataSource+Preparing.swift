import Foundation
import ListEngineDiff
import ListEngineLayout

// A section is an object of the main actor. The values that another thread needs are read when the update's turn begins: the
// identifiers of its items, and its style as a value. The rest is made of these values: the differences, and the layout
// where the sizes of new items follow from the style or from a closure that may run anywhere.

extension ListSection {
    /// Shows the current ``items``, like
    /// ``update(reconfiguring:reconfiguringHeader:reconfiguringFooter:animatingDifferences:completion:)``. The differences
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
        dataSource(orEnd: completion)?.prepare(
            ItemsChange(.current(reconfigured: [], header: false, footer: false), in: self), preparation,
            animated: animated, completion)
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
        follower.computation.supersede()
        buildPreparing(content(), animated: animatingDifferences, preparation, completion)
        return preparation
    }

    func buildPreparing(
        _ sections: [any ListSection], animated: Bool, _ preparation: UpdatePreparation, _ completion: Completion?
    ) {
        offer(sections)
        prepare(SectionsChange.replace(sections, refills: true), preparation, animated: animated, completion)
    }

    /// The style of a section as a value; nil if only the main actor can lay the section out.
    func style(of section: any ListSection, index: Int, count: Int) -> SectionRecipe? {
        guard let collectionView, !collectionView.loadsEverything, index < collectionView.layout.numberOfSections,
            section.sectionLayout == nil
        else { return nil }
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

    /// Prepares a change on another thread when its turn comes, and shows it when the list is ready. If there is nothing to
    /// prepare, it is shown immediately.
    fileprivate func prepare(
        _ change: some ListChange, _ preparation: UpdatePreparation, animated: Bool, _ completion: Completion?
    ) {
        let queue = list.queue
        queue.add { [weak self] in
            guard let self else {
                completion?(.failed(UpdateError.dataSourceReleased))
                return
            }
            let parts = alwaysReloads ? [] : change.parts(of: self)
            let queued = QueuedChange(
                change: change, isAnimated: animated && !alwaysReloads, completion: reporting(completion))
            guard !parts.isEmpty else { return show(queued) }
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
                            show(queued.with(try result.get()))
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
