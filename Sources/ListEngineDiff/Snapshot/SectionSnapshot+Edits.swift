extension SectionSnapshot {
    /// Adds items after the children of `parent`, or after the roots if it is nil.
    /// - Precondition: No identifier occurs twice in the argument or is already in the tree. `parent` is in the tree.
    public mutating func append(_ items: [ItemIdentifier], to parent: ItemIdentifier? = nil) {
        orStop { tree throws(SnapshotError) in try tree.append(validating: items, to: parent) }
    }

    /// Inserts items before another one, on its level.
    /// - Precondition: No identifier occurs twice in the argument or is already in the tree. `item` is in the tree.
    public mutating func insert(_ items: [ItemIdentifier], before item: ItemIdentifier) {
        orStop { tree throws(SnapshotError) in try tree.insert(validating: items, before: item) }
    }

    /// Inserts items after another one and its descendants, on its level.
    /// - Precondition: No identifier occurs twice in the argument or is already in the tree. `item` is in the tree.
    public mutating func insert(_ items: [ItemIdentifier], after item: ItemIdentifier) {
        orStop { tree throws(SnapshotError) in try tree.insert(validating: items, after: item) }
    }

    /// Replaces all descendants of an item with another tree.
    /// - Precondition: No identifier is in both trees, except among those replaced; `item` is in this one.
    public mutating func replace(childrenOf item: ItemIdentifier, using other: SectionSnapshot) {
        orStop { tree throws(SnapshotError) in try tree.replace(validatingChildrenOf: item, using: other) }
    }

    /// Deletes items with all their descendants. Items that are not in the tree are ignored.
    public mutating func delete(_ items: [ItemIdentifier]) {
        let doomed = Set(items.compactMap { numbers[$0] })
        // Each list of children is filtered once, however many of them are deleted.
        for owner in Set(doomed.map { nodes[$0].parent }) {
            if owner < 0 {
                roots.removeAll(where: doomed.contains)
            } else {
                nodes[owner].children.removeAll(where: doomed.contains)
            }
        }
        discard(Array(doomed))
    }

    /// Deletes everything.
    public mutating func deleteAll() { self = SectionSnapshot() }

    /// Expands items, so that their children are visible. Items that are not in the tree are ignored.
    public mutating func expand(_ items: [ItemIdentifier]) {
        for item in items {
            if let number = numbers[item] { nodes[number].isExpanded = true }
        }
    }

    /// Collapses items, so that their descendants are hidden. Items that are not in the tree are ignored.
    public mutating func collapse(_ items: [ItemIdentifier]) {
        for item in items {
            if let number = numbers[item] { nodes[number].isExpanded = false }
        }
    }

    // MARK: Throwing forms

    /// Adds items after the children of `parent`, or after the roots if it is nil.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent` (with its index among all items), `unknownItem`.
    public mutating func append(
        validating items: [ItemIdentifier], to parent: ItemIdentifier? = nil
    ) throws(SnapshotError) {
        var owner = -1
        if let parent { owner = try number(of: parent) }
        try insert(items, below: owner, at: children(of: owner).count)
    }

    /// Inserts items before another one, on its level.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent` (with its index among all items), `unknownItem`.
    public mutating func insert(
        validating items: [ItemIdentifier], before item: ItemIdentifier
    ) throws(SnapshotError) {
        let owner = nodes[try number(of: item)].parent
        try insert(items, below: owner, at: position(of: item, below: owner))
    }

    /// Inserts items after another one and its descendants, on its level.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent` (with its index among all items), `unknownItem`.
    public mutating func insert(
        validating items: [ItemIdentifier], after item: ItemIdentifier
    ) throws(SnapshotError) {
        let owner = nodes[try number(of: item)].parent
        try insert(items, below: owner, at: position(of: item, below: owner) + 1)
    }

    /// Replaces all descendants of an item with another tree.
    /// - Throws: `itemAlreadyPresent` (with its index among all items), `unknownItem`.
    public mutating func replace(
        validatingChildrenOf item: ItemIdentifier, using other: SectionSnapshot
    ) throws(SnapshotError) {
        let owner = try number(of: item)
        var changed = self
        let doomed = nodes[owner].children
        changed.nodes[owner].children = []
        changed.discard(doomed)
        for (argument, identifier) in other.items.enumerated() where changed.contains(identifier) {
            throw present(identifier, argument)
        }
        changed.graft(other.roots, of: other, onto: owner, at: 0)
        self = changed
    }
}

// MARK: - Steps

extension SectionSnapshot {
    private func number(of item: ItemIdentifier) throws(SnapshotError) -> Int {
        guard let number = numbers[item] else { throw .unknownItem(identifier: "\(item)", argument: 0) }
        return number
    }

    private func children(of owner: Int) -> [Int] { owner < 0 ? roots : nodes[owner].children }

    private func position(of item: ItemIdentifier, below owner: Int) -> Int {
        children(of: owner).firstIndex(of: numbers[item]!)!
    }

    private func present(_ item: ItemIdentifier, _ argument: Int) -> SnapshotError {
        let index = items.firstIndex(of: item)!
        return .itemAlreadyPresent(
            identifier: "\(item)", position: ItemIndexPath(section: 0, item: index), argument: argument)
    }

    private mutating func insert(_ items: [ItemIdentifier], below owner: Int, at position: Int) throws(SnapshotError) {
        var firstIndex: [ItemIdentifier: Int] = [:]
        for (index, item) in items.enumerated() {
            if contains(item) { throw present(item, index) }
            if let first = firstIndex.updateValue(index, forKey: item) {
                throw .duplicateItem(identifier: "\(item)", first: first, again: index)
            }
        }
        let made = items.map { makeNode($0, below: owner) }
        put(made, below: owner, at: position)
    }

    private mutating func makeNode(_ item: ItemIdentifier, below owner: Int) -> Int {
        let node = Node(identifier: item, parent: owner)
        let number: Int
        if let free = freeNumbers.popLast() {
            number = free
            nodes[free] = node
        } else {
            number = nodes.count
            nodes.append(node)
        }
        numbers[item] = number
        return number
    }

    private mutating func put(_ made: [Int], below owner: Int, at position: Int) {
        if owner < 0 {
            roots.insert(contentsOf: made, at: position)
        } else {
            nodes[owner].children.insert(contentsOf: made, at: position)
        }
    }

    /// Deletes detached nodes and all their descendants.
    private mutating func discard(_ numbersToDiscard: [Int]) {
        var pending = numbersToDiscard
        while let number = pending.popLast() {
            pending.append(contentsOf: nodes[number].children)
            nodes[number].children = []
            // A node that has an ancestor in the list is already deleted.
            guard numbers.removeValue(forKey: nodes[number].identifier) != nil else { continue }
            freeNumbers.append(number)
        }
    }

    /// Copies nodes of another tree with all their descendants.
    mutating func graft(_ others: [Int], of other: SectionSnapshot, onto owner: Int, at position: Int) {
        let made = others.map { copy($0, of: other, below: owner) }
        put(made, below: owner, at: position)
        var pending = Array(zip(others, made))
        while let (source, target) = pending.popLast() {
            let below = other.nodes[source].children
            let copies = below.map { copy($0, of: other, below: target) }
            nodes[target].children = copies
            pending.append(contentsOf: zip(below, copies))
        }
    }

    private mutating func copy(_ number: Int, of other: SectionSnapshot, below owner: Int) -> Int {
        let made = makeNode(other.nodes[number].identifier, below: owner)
        nodes[made].isExpanded = other.nodes[number].isExpanded
        return made
    }

    private mutating func orStop(_ edit: (inout SectionSnapshot) throws(SnapshotError) -> Void) {
        do { try edit(&self) } catch { fatalError(error.description) }
    }
}

// MARK: - Use in a snapshot

extension DiffableSnapshot {
    /// Replaces the items of a section with the visible items of an outline. A section that is not in the snapshot is added at
    /// the end. An item that is in another section moves to this one, and is reported in ``duplicates``.
    public mutating func apply(_ outline: SectionSnapshot<ItemIdentifier>, toSection section: SectionIdentifier) {
        if !contains(section: section) { appendSections([section]) }
        replaceItems(inSection: section, with: outline.visibleItems)
    }
}
