extension DiffableSnapshot {
    /// The number of sections.
    @inlinable
    public var numberOfSections: Int { order.sectionCount }

    /// The number of items in all sections.
    @inlinable
    public var numberOfItems: Int { order.itemCount }

    /// The identifiers of all sections, in order.
    /// - Complexity: O(sections).
    public var sectionIdentifiers: [SectionIdentifier] {
        (0..<order.sectionCount).map { sectionInterner[order.sectionToken(at: $0)] }
    }

    /// The identifiers of all items, section by section.
    /// - Complexity: O(items).
    @inlinable
    public var itemIdentifiers: [ItemIdentifier] {
        identifiers(count: numberOfItems) { target in
            var count = 0
            for section in 0..<numberOfSections {
                order.copyItems(ofSection: section, to: target.from(count))
                count += order.itemCount(inSection: section)
            }
        }
    }

    /// The number of items of a section.
    /// - Precondition: The section is in the snapshot.
    public func numberOfItems(inSection section: SectionIdentifier) -> Int {
        order.itemCount(inSection: knownSection(section))
    }

    /// The identifiers of a section's items, in order.
    /// - Precondition: The section is in the snapshot.
    /// - Complexity: O(items of the section).
    @inlinable
    public func itemIdentifiers(inSection section: SectionIdentifier) -> [ItemIdentifier] {
        itemIdentifiers(inSectionAt: knownSection(section))
    }

    /// Whether a section is in both snapshots with the same items in the same order.
    /// - Complexity: O(blocks of items) if the snapshots are related; shared blocks are not read. Otherwise O(items).
    package func hasSameItems(inSection section: SectionIdentifier, as other: DiffableSnapshot) -> Bool {
        guard let own = indexOfSection(section), let others = other.indexOfSection(section) else { return false }
        if itemInterner === other.itemInterner {
            return order.sections[own].items == other.order.sections[others].items
        }
        return itemIdentifiers(inSectionAt: own) == other.itemIdentifiers(inSectionAt: others)
    }

    /// The number of items of the section at a position.
    @inlinable
    public func numberOfItems(inSectionAt position: Int) -> Int {
        checkSection(position)
        return order.itemCount(inSection: position)
    }

    /// The identifiers of the items of the section at a position.
    /// - Complexity: O(items of the section).
    @inlinable
    public func itemIdentifiers(inSectionAt position: Int) -> [ItemIdentifier] {
        identifiers(count: numberOfItems(inSectionAt: position)) { order.copyItems(ofSection: position, to: $0) }
    }

    /// The identifier of the section at a position.
    @inlinable
    public func sectionIdentifier(at position: Int) -> SectionIdentifier {
        checkSection(position)
        return sectionInterner[order.sectionToken(at: position)]
    }

    /// The identifier of the item at an index path.
    /// - Complexity: O(log *n*).
    @inlinable
    public func itemIdentifier(at path: ItemIndexPath) -> ItemIdentifier {
        guard let number = itemNumber(ifAt: path.item, inSection: path.section) else {
            fatalError("item \(path.item) is outside of 0..<\(numberOfItems(inSectionAt: path.section))")
        }
        return itemInterner[number]
    }

    /// The index path of an item, or nil if it is not in the snapshot.
    /// - Complexity: O(1) expected: one look-up, and a search among 512 numbers. O(log *n*) if identifiers are integers that were added in
    ///   increasing order.
    @inlinable
    public func indexPath(of item: ItemIdentifier) -> ItemIndexPath? {
        itemInterner.token(for: item).flatMap { indexPath(ofItemNumbered: $0) }
    }

    /// The index of an item counted through all sections, or nil if it is not in the snapshot.
    /// - Complexity: O(1) expected on a data source's current snapshot, O(sections) on one that was edited since.
    @inlinable
    public func indexOfItem(_ item: ItemIdentifier) -> Int? {
        indexPath(of: item).map { order.itemCount(beforeSection: $0.section) + $0.item }
    }

    /// The position of a section, or nil if it is not in the snapshot.
    @inlinable
    public func indexOfSection(_ section: SectionIdentifier) -> Int? {
        sectionInterner.token(for: section).flatMap { order.sectionPosition(of: $0) }
    }

    /// The section that holds an item, or nil if the item is not in the snapshot.
    @inlinable
    public func sectionIdentifier(containingItem item: ItemIdentifier) -> SectionIdentifier? {
        itemInterner.token(for: item).flatMap { order.sectionPosition(containing: $0) }
            .map { sectionInterner[order.sectionToken(at: $0)] }
    }

    /// Whether an item is in the snapshot.
    @inlinable
    public func contains(item: ItemIdentifier) -> Bool {
        itemInterner.token(for: item).flatMap { order.sectionPosition(containing: $0) } != nil
    }

    /// Whether a section is in the snapshot.
    @inlinable
    public func contains(section: SectionIdentifier) -> Bool { indexOfSection(section) != nil }

    /// Every duplicate item identifier that was passed to the snapshot, with both positions, in the order of the calls.
    public var duplicates: [DuplicateItem<ItemIdentifier>] { duplicateRecords.map(named) }

    // MARK: Steps

    /// The identifiers of tokens that a closure writes.
    @inlinable
    func identifiers(count: Int, tokens body: (TokenBuffer) -> Void) -> [ItemIdentifier] {
        if count == 0 { return [] }
        return withTokenBuffer(count) { tokens in
            body(tokens)
            return [ItemIdentifier](unsafeUninitializedCapacity: count) { target, written in
                for index in 0..<count {
                    target.initializeElement(at: index, to: itemInterner.storage.address(of: tokens[index]).pointee)
                }
                written = count
            }
        }
    }

    @inlinable
    func checkSection(_ position: Int) {
        guard position >= 0 && position < order.sectionCount else {
            fatalError("section \(position) is outside of 0..<\(order.sectionCount)")
        }
    }

    @usableFromInline
    func knownSection(_ section: SectionIdentifier) -> Int {
        guard let position = indexOfSection(section) else {
            fatalError(SnapshotError.unknownSection(identifier: "\(section)", argument: 0).description)
        }
        return position
    }
}
