// The updates of a list that are awaited. Each does the same as the method of the same name that takes a completion, and
// returns what that completion receives. See ``UpdateResult``.
extension ListDataSource {
    @discardableResult
    public func append(newSections: [any ListSection], animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { append(newSections: newSections, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func insert(
        newSections: [any ListSection], beforeSection section: any ListSection, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            insert(
                newSections: newSections, beforeSection: section, animatingDifferences: animatingDifferences,
                completion: $0)
        }
    }

    @discardableResult
    public func insert(
        newSections: [any ListSection], afterSection section: any ListSection, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            insert(
                newSections: newSections, afterSection: section, animatingDifferences: animatingDifferences,
                completion: $0)
        }
    }

    @discardableResult
    public func reload(newSections: [any ListSection]) async -> UpdateResult {
        await .of { reload(newSections: newSections, completion: $0) }
    }

    @discardableResult
    public func update(
        newSections: [any ListSection], reloadVisibleViews: Bool = false, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            update(
                newSections: newSections, reloadVisibleViews: reloadVisibleViews,
                animatingDifferences: animatingDifferences, completion: $0)
        }
    }

    @discardableResult
    public func move(
        section: any ListSection, beforeSection other: any ListSection, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            move(section: section, beforeSection: other, animatingDifferences: animatingDifferences, completion: $0)
        }
    }

    @discardableResult
    public func move(
        section: any ListSection, afterSection other: any ListSection, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            move(section: section, afterSection: other, animatingDifferences: animatingDifferences, completion: $0)
        }
    }

    @discardableResult
    public func delete(sections: [any ListSection], animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { delete(sections: sections, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func build(
        animatingDifferences: Bool = true, @ListBuilder _ content: () -> [any ListSection]
    ) async -> UpdateResult {
        await .of { build(animatingDifferences: animatingDifferences, completion: $0, content) }
    }

    /// Cancelling the task cancels the update, until it is shown.
    @discardableResult
    public func buildPreparing(
        animatingDifferences: Bool = true, @ListBuilder _ content: () -> [any ListSection]
    ) async -> UpdateResult {
        let sections = content()
        follower.computation.supersede()
        return await .ofPreparing { buildPreparing(sections, animated: animatingDifferences, $0, $1) }
    }
}
