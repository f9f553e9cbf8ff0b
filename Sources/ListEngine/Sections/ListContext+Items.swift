import ListEngineDiff

// Stated changes of the items of one section. They cost their own work, not that of the items which stay.
extension ListContext {
    /// Shows items at the end of a section. Those that are shown already are left out, and reported.
    public func append<Section: ListSection>(
        items: [Section.Item], to section: Section, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.appendItems(
                validating: identifiers, toSection: 0, duplicates: .keepFirst)
        }
    }

    /// Shows items before another one. Those that are shown already are left out, and reported; where the other one is
    /// not shown nothing happens, which is reported.
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

    /// Shows items after another one. As before one.
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

    /// Shows items no longer. Those that are not shown are ignored.
    public func deleteItems<Section: ListSection>(
        _ items: [Section.Item], in section: Section, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            snapshot.deleteItems(identifiers)
        }
    }

    /// Shows an item before another one of its section. Where one is not shown nothing happens, which is reported.
    public func moveItem<Section: ListSection>(
        _ item: Section.Item, beforeItem other: Section.Item, in section: Section, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        let (moved, place) = (section.itemIdentifier(of: item), section.itemIdentifier(of: other))
        edit(section, animatingDifferences, completion) { snapshot throws(SnapshotError) in
            try snapshot.moveItem(validating: moved, beforeItem: place)
        }
    }

    /// Shows an item after another one of its section. Where one is not shown nothing happens, which is reported.
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
