import ListEngine

// ListingKit's updates, whose completions have no parameter. Each calls the method of the same name.
//
//     append(items: newItems) { print("shown") }
//     append(items: newItems) { result in print(result) }
extension ListSection {
    public typealias PlainCompletion = @MainActor () -> Void

    public func append(
        items: [Item], animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        append(items: items, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func insertItems(
        _ items: [Item], beforeItem item: Item, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        insertItems(items, beforeItem: item, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func insertItems(
        _ items: [Item], afterItem item: Item, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        insertItems(items, afterItem: item, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func deleteItems(
        _ items: [Item], animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        deleteItems(items, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func moveItem(
        _ item: Item, beforeItem other: Item, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        moveItem(item, beforeItem: other, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func moveItem(
        _ item: Item, afterItem other: Item, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        moveItem(item, afterItem: other, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func newUpdate(
        reloadingItems items: [Item] = [], reloadingHeader: Bool = false, reloadingFooter: Bool = false,
        animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        newUpdate(
            reloadingItems: items, reloadingHeader: reloadingHeader, reloadingFooter: reloadingFooter,
            animatingDifferences: animatingDifferences
        ) { _ in completion() }
    }

    public func update(
        reconfiguring items: [Item] = [], reconfiguringHeader: Bool = false, reconfiguringFooter: Bool = false,
        animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        update(
            reconfiguring: items, reconfiguringHeader: reconfiguringHeader, reconfiguringFooter: reconfiguringFooter,
            animatingDifferences: animatingDifferences
        ) { _ in completion() }
    }

    public func reload(completion: @escaping PlainCompletion) {
        reload { _ in completion() }
    }

    public func reconfigure(
        items: [Item], animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        reconfigure(items: items, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func relayout(animated: Bool = true, completion: @escaping PlainCompletion) {
        relayout(animatingDifferences: animated) { _ in completion() }
    }

    public func removeFromDataSource(animatingDifferences: Bool = true, completion: @escaping PlainCompletion) {
        removeFromDataSource(animatingDifferences: animatingDifferences) { _ in completion() }
    }
}

extension ListContext {
    public typealias PlainCompletion = @MainActor () -> Void

    public func append<Section: ListSection>(
        section: Section, items: [Section.Item], animatingDifferences: Bool, completion: @escaping PlainCompletion
    ) {
        append(section: section, items: items, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func insertItems<Section: ListSection>(
        _ items: [Section.Item], afterItem item: Section.Item, in section: Section, animatingDifferences: Bool,
        completion: @escaping PlainCompletion
    ) {
        insertItems(items, afterItem: item, in: section, animatingDifferences: animatingDifferences) { _ in
            completion()
        }
    }

    public func insertItems<Section: ListSection>(
        _ items: [Section.Item], beforeItem item: Section.Item, in section: Section, animatingDifferences: Bool,
        completion: @escaping PlainCompletion
    ) {
        insertItems(items, beforeItem: item, in: section, animatingDifferences: animatingDifferences) { _ in
            completion()
        }
    }

    public func deleteItems<Section: ListSection>(
        _ items: [Section.Item], in section: Section, animatingDifferences: Bool,
        completion: @escaping PlainCompletion
    ) {
        deleteItems(items, in: section, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func moveItem<Section: ListSection>(
        _ item: Section.Item, afterItem other: Section.Item, in section: Section, animatingDifferences: Bool,
        completion: @escaping PlainCompletion
    ) {
        moveItem(item, afterItem: other, in: section, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func moveItem<Section: ListSection>(
        _ item: Section.Item, beforeItem other: Section.Item, in section: Section, animatingDifferences: Bool,
        completion: @escaping PlainCompletion
    ) {
        moveItem(item, beforeItem: other, in: section, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func reconfigureItems<Section: ListSection>(
        _ items: [Section.Item], in section: Section, animatingDifferences: Bool,
        completion: @escaping PlainCompletion
    ) {
        reconfigureItems(items, in: section, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func update<Section: ListSection>(
        section: Section, reloadingItems items: [Section.Item], reloadingHeader: Bool, reloadingFooter: Bool,
        animatingDifferences: Bool, completion: @escaping PlainCompletion
    ) {
        update(
            section: section, reloadingItems: items, reloadingHeader: reloadingHeader,
            reloadingFooter: reloadingFooter, animatingDifferences: animatingDifferences
        ) { _ in completion() }
    }

    public func reload(section: some ListSection, completion: @escaping PlainCompletion) {
        reload(section: section) { _ in completion() }
    }

    public func delete(
        section: some ListSection, animatingDifferences: Bool, completion: @escaping PlainCompletion
    ) {
        delete(section: section, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func relayout(animated: Bool, completion: @escaping PlainCompletion) {
        relayout(animated: animated) { _ in completion() }
    }
}

extension ListDataSource {
    public typealias PlainCompletion = @MainActor () -> Void

    public func append(
        newSections: [any ListSection], animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        append(newSections: newSections, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func insert(
        newSections: [any ListSection], beforeSection section: any ListSection, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        insert(newSections: newSections, beforeSection: section, animatingDifferences: animatingDifferences) { _ in
            completion()
        }
    }

    public func insert(
        newSections: [any ListSection], afterSection section: any ListSection, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        insert(newSections: newSections, afterSection: section, animatingDifferences: animatingDifferences) { _ in
            completion()
        }
    }

    public func reload(newSections: [any ListSection], completion: @escaping PlainCompletion) {
        reload(newSections: newSections) { _ in completion() }
    }

    public func update(
        newSections: [any ListSection], reloadVisibleViews: Bool = false, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        update(
            newSections: newSections, reloadVisibleViews: reloadVisibleViews,
            animatingDifferences: animatingDifferences
        ) { _ in completion() }
    }

    public func move(
        section: any ListSection, beforeSection other: any ListSection, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        move(section: section, beforeSection: other, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func move(
        section: any ListSection, afterSection other: any ListSection, animatingDifferences: Bool = true,
        completion: @escaping PlainCompletion
    ) {
        move(section: section, afterSection: other, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    public func delete(
        sections: [any ListSection], animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) {
        delete(sections: sections, animatingDifferences: animatingDifferences) { _ in completion() }
    }
}
