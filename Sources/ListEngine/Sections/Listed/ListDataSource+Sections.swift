import ListEngineDiff
import ListEngineLayout

// Updates of whole sections. Updates run one at a time, and each reads the items of its sections when it starts. If
// several sections have the same identifier, the first is used; the others are left out and reported.
extension ListDataSource {
    /// Adds sections at the end of the list.
    ///
    /// First calls ``ListSection/didMoveToList()`` of each section.
    /// - Parameters:
    ///   - newSections: The sections to add. Sections whose identifiers are already in the list are left out.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once.
    public func append(
        newSections: [any ListSection], animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        add(newSections, .atEnd, animatingDifferences, completion)
    }

    /// Inserts sections before another one. If that section is not in the list, the call does nothing and reports it.
    public func insert(
        newSections: [any ListSection], beforeSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(newSections, .before(section), animatingDifferences, completion)
    }

    /// Inserts sections after another one. If that section is not in the list, the call does nothing and reports it.
    public func insert(
        newSections: [any ListSection], afterSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(newSections, .after(section), animatingDifferences, completion)
    }

    private func add(
        _ sections: [any ListSection], _ place: SectionsChange.Place, _ animated: Bool, _ completion: Completion?
    ) {
        offer(sections)
        add(SectionsChange.add(sections, place), animated: animated, completion)
    }

    /// Shows new sections with a full reload, without comparison or animation.
    public func reload(newSections: [any ListSection], completion: Completion? = nil) {
        follower.computation.supersede()
        offer(newSections)
        add(SectionsChange.reload(newSections), animated: false, completion)
    }

    /// Replaces all sections. Items whose section and item identifiers stay the same keep their cells.
    /// - Parameters:
    ///   - newSections: The sections of the list. A section with the identifier of one in the list replaces it.
    ///   - reloadVisibleViews: Whether to configure all visible cells and supplementary views again, in place.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once.
    public func update(
        newSections: [any ListSection], reloadVisibleViews: Bool = false, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        follower.computation.supersede()
        offer(newSections)
        add(
            SectionsChange.replace(newSections, refills: reloadVisibleViews), animated: animatingDifferences, completion
        )
    }

    /// Replaces all sections, within the current update.
    /// - Parameter prepared: The parts of the sections that were prepared in advance.
    func replace(
        with sections: [any ListSection], _ prepared: PreparedSections?, refills: Bool,
        in update: inout SectionProviderList.Update
    ) {
        let accepted = accept(sections, additional: false)
        var isPrepared = prepared != nil
        for (section, _) in accepted {
            if !show(section, prepared, in: &update, refills: refills) { isPrepared = false }
        }
        update.providers = accepted.map(\.section.provider)
        index(update.providers)
        if isPrepared { update.prepared = prepared?.layout }
        for (section, isNew) in accepted where !isNew && section.provider === section {
            if section.asksEachSize { update.relayout(section) } else { update.restyle(section) }
        }
        guard refills, let collectionView else { return }
        for case (let section as EmbeddedSection, _) in accepted { section.refill(in: &update) }
        // The update itself configures new cells, and those that it measures again.
        for element in collectionView.display.elements { element.view.outdated.insert(.content) }
        update.afterwards {
            for (section, _) in accepted {
                section.configureOutdatedCells()
                section.configureVisibleSupplementaryViews(outdatedOnly: true) { _ in true }
            }
        }
    }

    /// Moves a section before another one. If one of them is not in the list, the call does nothing and reports it.
    public func move(
        section: any ListSection, beforeSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(SectionsChange.move(section, .before(other)), animated: animatingDifferences, completion)
    }

    /// Moves a section after another one. If one of them is not in the list, the call does nothing and reports it.
    public func move(
        section: any ListSection, afterSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(SectionsChange.move(section, .after(other)), animated: animatingDifferences, completion)
    }

    /// Deletes sections. Sections that are not in the list are ignored.
    public func delete(
        sections: [any ListSection], animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        add(SectionsChange.delete(sections), animated: animatingDifferences, completion)
    }

    // MARK: Steps

    /// Gives new sections their context early. A section that is not displayed yet can already request updates, which
    /// run after this one.
    func offer(_ sections: [any ListSection]) { for section in sections { section.context = context } }
}

/// A change of whole sections.
enum SectionsChange: ListChange {
    enum Place {
        case atEnd
        case before(any ListSection)
        case after(any ListSection)
    }

    case add([any ListSection], Place)
    /// Replaces all sections with a full reload.
    case reload([any ListSection])
    /// - Parameter refills: Whether all visible views are configured again.
    case replace([any ListSection], refills: Bool)
    case move(any ListSection, Place)
    case delete([any ListSection])
    /// Lays a section out from scratch.
    case relayout(any ListSection)

    func parts(of list: ListDataSource) -> [SectionPreparation] {
        guard case .replace(let sections, _) = self else { return [] }
        let known = sections.map { list.listed(named: $0.listIdentifier) }
        let shown = list.list.providers
        let isSameList = known.count == shown.count && zip(known, shown).allSatisfy { $0?.provider === $1 }
        var seen: Set<String> = []
        return zip(sections, known).enumerated().compactMap { index, pair in
            let (section, listed) = pair
            guard let listed, seen.insert(section.listIdentifier).inserted else { return nil }
            let isValue =
                isSameList && !listed.asksEachSize && list.collectionView?.recipe is CollectionViewFlowLayout
            let style = isValue ? list.style(of: section, index: index, count: section.items.count) : nil
            return listed.preparation(of: section, style: style)
        }
    }

    func perform(
        in list: ListDataSource, _ update: inout SectionProviderList.Update, _ prepared: PreparedSections?
    ) throws {
        switch self {
        case .add(let sections, let place):
            let position = try place.position(in: list, update)
            let accepted = list.accept(sections, additional: true).map(\.section)
            for section in accepted { list.show(section, in: &update) }
            update.providers.insert(contentsOf: accepted.map(\.provider), at: position)
            list.index(update.providers)
        case .reload(let sections):
            let accepted = list.accept(sections, additional: false).map(\.section)
            for section in accepted { list.show(section, in: &update) }
            update.providers = accepted.map(\.provider)
            list.index(update.providers)
            update.reloadData()
        case .replace(let sections, let refills): list.replace(with: sections, prepared, refills: refills, in: &update)
        case .move(let section, let place):
            let (from, to) = (
                try Place.before(section).position(in: list, update), try place.position(in: list, update)
            )
            if case .before(let other) = place, other === section { return }
            if case .after(let other) = place, other === section { return }
            let moved = update.providers.remove(at: from)
            update.providers.insert(moved, at: to - (from < to ? 1 : 0))
        case .delete(let sections):
            let deleted = Set(sections.compactMap { list.listed($0).map { ObjectIdentifier($0.provider) } })
            update.providers.removeAll { deleted.contains(ObjectIdentifier($0)) }
            list.index(update.providers)
        case .relayout(let section):
            guard let listed = list.listed(section) else { throw UpdateError.unknownSection(section.listIdentifier) }
            update.relayout(listed.provider)
        }
    }
}

extension SectionsChange.Place {
    /// - Throws: ``UpdateError/unknownSection(_:)``.
    @MainActor
    fileprivate func position(in list: ListDataSource, _ update: SectionProviderList.Update) throws -> Int {
        let (section, distance): (any ListSection, Int)
        switch self {
        case .atEnd: return update.providers.count
        case .before(let other): (section, distance) = (other, 0)
        case .after(let other): (section, distance) = (other, 1)
        }
        guard let listed = list.listed(section), let place = list.list.index(of: listed.provider) else {
            throw UpdateError.unknownSection(section.listIdentifier)
        }
        return place + distance
    }
}
