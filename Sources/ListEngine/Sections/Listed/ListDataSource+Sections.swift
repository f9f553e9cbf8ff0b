import ListEngineDiff

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
        add(newSections, animatingDifferences, completion) { $1.count }
    }

    /// Inserts sections before another one. If that section is not in the list, the call does nothing and reports it.
    public func insert(
        newSections: [any ListSection], beforeSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(newSections, animatingDifferences, completion) { list, _ in try list.place(of: section) }
    }

    /// Inserts sections after another one. If that section is not in the list, the call does nothing and reports it.
    public func insert(
        newSections: [any ListSection], afterSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(newSections, animatingDifferences, completion) { list, _ in try list.place(of: section) + 1 }
    }

    private func add(
        _ sections: [any ListSection], _ animated: Bool, _ completion: Completion?,
        _ place: @escaping @MainActor (ListDataSource, [any SectionProvider]) throws -> Int
    ) {
        offer(sections)
        change(animated: animated, completion) { list, update in
            let place = try place(list, update.providers)
            let accepted = list.accept(sections, additional: true).map(\.section)
            for section in accepted { list.show(section, in: &update) }
            update.providers.insert(contentsOf: accepted.map { $0 }, at: place)
            list.index(update.providers)
        }
    }

    /// Replaces all sections and loads everything again, without comparison or animation.
    public func reload(newSections: [any ListSection], completion: Completion? = nil) {
        offer(newSections)
        change(animated: false, completion) { list, update in
            let accepted = list.accept(newSections, additional: false).map(\.section)
            for section in accepted { list.show(section, in: &update) }
            update.providers = accepted.map { $0 }
            list.index(update.providers)
            update.reloadData()
        }
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
        offer(newSections)
        change(animated: animatingDifferences, completion) { list, update in
            list.replace(with: newSections, nil, refills: reloadVisibleViews, in: &update)
        }
    }

    /// Replaces all sections, within the current update.
    /// - Parameter prepared: What was prepared of the sections in advance.
    func replace(
        with sections: [any ListSection], _ prepared: PreparedSections?, refills: Bool,
        in update: inout SectionProviderList.Update
    ) {
        let accepted = accept(sections, additional: false)
        var isPrepared = prepared != nil
        for (section, _) in accepted {
            if !show(section, prepared, in: &update, refills: refills) { isPrepared = false }
        }
        update.providers = accepted.map(\.section)
        index(update.providers)
        if isPrepared { update.prepared = prepared?.layout }
        for (section, isNew) in accepted where !isNew {
            if section.asksEachSize { update.relayout(section) } else { update.restyle(section) }
        }
        guard refills else { return }
        update.afterwards {
            for (section, _) in accepted {
                section.configureVisibleCells()
                section.configureVisibleSupplementaryViews { _ in true }
            }
        }
    }

    /// Moves a section before another one. If one of them is not in the list, the call does nothing and reports it.
    public func move(
        section: any ListSection, beforeSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        move(section, animatingDifferences, completion, beside: other, 0)
    }

    /// Moves a section after another one. If one of them is not in the list, the call does nothing and reports it.
    public func move(
        section: any ListSection, afterSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        move(section, animatingDifferences, completion, beside: other, 1)
    }

    private func move(
        _ section: any ListSection, _ animated: Bool, _ completion: Completion?, beside other: any ListSection,
        _ distance: Int
    ) {
        change(animated: animated, completion) { list, update in
            let (from, anchor) = (try list.place(of: section), try list.place(of: other))
            guard from != anchor else { return }
            let moved = update.providers.remove(at: from)
            update.providers.insert(moved, at: anchor - (from < anchor ? 1 : 0) + distance)
        }
    }

    /// Deletes sections. Sections that are not in the list are ignored.
    public func delete(
        sections: [any ListSection], animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        change(animated: animatingDifferences, completion) { list, update in
            let deleted = Set(sections.compactMap { list.listed($0).map { ObjectIdentifier($0) } })
            update.providers.removeAll { deleted.contains(ObjectIdentifier($0)) }
            list.index(update.providers)
        }
    }

    // MARK: Steps

    /// Gives new sections their context early. A section that is not displayed yet can already request updates, which
    /// run after this one.
    func offer(_ sections: [any ListSection]) { for section in sections { section.context = context } }

    private func place(of section: any ListSection) throws -> Int {
        guard let listed = listed(section), let place = list.index(of: listed) else {
            throw UpdateError.unknownSection(section.listIdentifier)
        }
        return place
    }
}
