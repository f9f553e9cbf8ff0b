import ListEngineDiff

// Stated changes of the items of one section. Their cost depends on the change, not on the number of items that stay.
extension ListContext {
    /// Adds items at the end of a section. Items that the section already shows are left out and reported.
    public func append<Section: ListSection>(
        items: [Section.Item], to section: Section, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.appendItems(
                validating: identifiers, toSection: 0, duplicates: .keepFirst)
        }
    }

    /// Inserts items before another one. Items that the section already shows are left out and reported. If the list
    /// does not show the other item, the call does nothing and reports it.
    public func insertItems<Section: ListSection>(
        _ items: [Section.Item], beforeItem item: Section.Item, in section: Section,
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        let place = section.itemIdentifier(of: item)
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.insertItems(validating: identifiers, beforeItem: place, duplicates: .keepFirst)
        }
    }

    /// Inserts items after another one. Items that the section already shows are left out and reported. If the list
    /// does not show the other item, the call does nothing and reports it.
    public func insertItems<Section: ListSection>(
        _ items: [Section.Item], afterItem item: Section.Item, in section: Section,
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        let place = section.itemIdentifier(of: item)
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.insertItems(validating: identifiers, afterItem: place, duplicates: .keepFirst)
        }
    }

    /// Deletes items. Items that are not in the list are ignored.
    public func deleteItems<Section: ListSection>(
        _ items: [Section.Item], in section: Section, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            snapshot.deleteItems(identifiers)
        }
    }

    /// Moves an item before another one of its section. If the list does not show one of them, the call does nothing
    /// and reports it.
    public func moveItem<Section: ListSection>(
        _ item: Section.Item, beforeItem other: Section.Item, in section: Section, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        let (moved, place) = (section.itemIdentifier(of: item), section.itemIdentifier(of: other))
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.moveItem(validating: moved, beforeItem: place)
        }
    }

    /// Moves an item after another one of its section. If the list does not show one of them, the call does nothing
    /// and reports it.
    public func moveItem<Section: ListSection>(
        _ item: Section.Item, afterItem other: Section.Item, in section: Section, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        let (moved, place) = (section.itemIdentifier(of: item), section.itemIdentifier(of: other))
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.moveItem(validating: moved, afterItem: place)
        }
    }

    private func edit<Section: ListSection>(
        _ section: Section, _ animated: Bool, _ completion: Completion?,
        _ body:
            @escaping @MainActor (inout ListedItems<Section.ItemIdentifier>.Identifiers) throws(SnapshotError) -> Void
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.edit(section, animated: animated, completion, body)
    }
}
