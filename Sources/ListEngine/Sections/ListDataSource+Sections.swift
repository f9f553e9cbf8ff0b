import ListEngineDiff

// Updates of whole sections. Each waits its turn, and asks sections what they hold when it has come. Of sections that have one identifier the first counts; the others are left out, and reported.
extension ListDataSource {
    /// Shows sections after those that are shown.
    ///
    /// Each hears ``ListSection/didMoveToList()`` first.
    /// - Parameters:
    ///   - newSections: Those whose identifiers are in the list are left out.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once.
    public func append(
        newSections: [any ListSection], animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        add(newSections, animatingDifferences, completion) { $1.count }
    }

    /// Shows sections before another one. Where that is not in the list nothing happens, which is reported.
    public func insert(
        newSections: [any ListSection], beforeSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        add(newSections, animatingDifferences, completion) { list, _ in try list.place(of: section) }
    }

    /// Shows sections after another one. Where that is not in the list nothing happens, which is reported.
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

    /// Shows these sections and no others; everything is loaded again, without comparing or animating.
    public func reload(newSections: [any ListSection], completion: Completion? = nil) {
        replace(newSections, animated: false, completion) { update, _ in update.reloadData() }
    }

    /// Shows these sections and no others. What stays, by the identifiers of sections and items, keeps its cells.
    /// - Parameters:
    ///   - newSections: A section that answers to the identifier of one in the list takes its place.
    ///   - reloadVisibleViews: All visible cells and supplementary views are configured again, in place.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once.
    public func update(
        newSections: [any ListSection], reloadVisibleViews: Bool = false, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        replace(newSections, animated: animatingDifferences, refills: reloadVisibleViews, completion) {
            update, accepted in
            for (section, isNew) in accepted where !isNew {
                if section.asksEachSize { update.relayout(section) } else { update.restyle(section) }
            }
            guard reloadVisibleViews else { return }
            update.afterwards {
                for (section, _) in accepted {
                    section.configureVisibleCells()
                    section.configureVisibleSupplementaryViews { _ in true }
                }
            }
        }
    }

    private func replace(
        _ sections: [any ListSection], animated: Bool, refills: Bool = false, _ completion: Completion?,
        _ body:
            @escaping @MainActor (
                inout SectionProviderList.Update, [(section: any AnyListedSection, isNew: Bool)]
            ) -> Void
    ) {
        offer(sections)
        change(animated: animated, completion) { list, update in
            let accepted = list.accept(sections, additional: false)
            for (section, _) in accepted { list.show(section, in: &update, refills: refills) }
            update.providers = accepted.map(\.section)
            list.index(update.providers)
            body(&update, accepted)
        }
    }

    /// Shows a section before another one. Where one is not in the list nothing happens, which is reported.
    public func move(
        section: any ListSection, beforeSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        move(section, animatingDifferences, completion, beside: other, 0)
    }

    /// Shows a section after another one. Where one is not in the list nothing happens, which is reported.
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

    /// Shows sections no longer. Those that are not in the list are ignored.
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

    /// Sections that wait to be shown can ask for updates already, which come after.
    private func offer(_ sections: [any ListSection]) { for section in sections { section.context = context } }

    private func place(of section: any ListSection) throws -> Int {
        guard let listed = listed(section), let place = list.index(of: listed) else {
            throw UpdateError.unknownSection(section.listIdentifier)
        }
        return place
    }
}
