/// Items and sections whose content changed while their identifiers stayed the same.
@usableFromInline
struct SnapshotMarks {
    var reloadedItems: Set<Token> = []
    var reconfiguredItems: Set<Token> = []
    var reloadedSections: Set<Token> = []

    init() {}

    init(reloadedItems: Set<Token>, reconfiguredItems: Set<Token>, reloadedSections: Set<Token>) {
        self.reloadedItems = reloadedItems
        self.reconfiguredItems = reconfiguredItems
        self.reloadedSections = reloadedSections
    }

    var hasItems: Bool { !reloadedItems.isEmpty || !reconfiguredItems.isEmpty }
    var isEmpty: Bool { !hasItems && reloadedSections.isEmpty }

    /// Removes the marks of deleted items.
    mutating func forgetItems(_ tokens: some Sequence<Token>) {
        guard hasItems else { return }
        for token in tokens {
            reloadedItems.remove(token)
            reconfiguredItems.remove(token)
        }
    }

    mutating func forgetItems(notIn order: TokenOrder) {
        guard hasItems else { return }
        reloadedItems = reloadedItems.filter(order.contains)
        reconfiguredItems = reconfiguredItems.filter(order.contains)
    }

    mutating func forgetSections(_ tokens: [Token]) { reloadedSections.subtract(tokens) }
}

extension DiffableSnapshot {
    /// Marks items for reload: the view requests a new cell for each. The order does not change.
    /// - Precondition: All items are in the snapshot.
    public mutating func reloadItems(_ identifiers: some Collection<ItemIdentifier>) {
        do { try reloadItems(validating: identifiers) } catch { stop(error) }
    }

    /// Marks items for reconfiguration: the view configures the existing cell of each again. The order does not change.
    /// - Precondition: All items are in the snapshot.
    public mutating func reconfigureItems(_ identifiers: some Collection<ItemIdentifier>) {
        do { try reconfigureItems(validating: identifiers) } catch { stop(error) }
    }

    /// Marks sections for reload, with all their items.
    /// - Precondition: All sections are in the snapshot.
    public mutating func reloadSections(_ identifiers: some Collection<SectionIdentifier>) {
        do { try reloadSections(validating: identifiers) } catch { stop(error) }
    }

    /// Marks items for reload.
    /// - Throws: `unknownItem`.
    public mutating func reloadItems(
        validating identifiers: some Collection<ItemIdentifier>
    ) throws(SnapshotError) {
        marks.reloadedItems.formUnion(try validTokens(identifiers))
    }

    /// Marks items for reconfiguration.
    /// - Throws: `unknownItem`.
    public mutating func reconfigureItems(
        validating identifiers: some Collection<ItemIdentifier>
    ) throws(SnapshotError) {
        marks.reconfiguredItems.formUnion(try validTokens(identifiers))
    }

    /// Marks sections for reload.
    /// - Throws: `unknownSection`.
    public mutating func reloadSections(
        validating identifiers: some Collection<SectionIdentifier>
    ) throws(SnapshotError) {
        var tokens: [Token] = []
        for (index, identifier) in identifiers.enumerated() {
            tokens.append(order.sectionToken(at: try validSection(identifier, argument: index)))
        }
        marks.reloadedSections.formUnion(tokens)
    }

    /// The items marked for reload, in the order of the snapshot.
    public var reloadedItemIdentifiers: [ItemIdentifier] { inOrder(marks.reloadedItems) }

    /// The items marked for reconfiguration, in the order of the snapshot.
    public var reconfiguredItemIdentifiers: [ItemIdentifier] { inOrder(marks.reconfiguredItems) }

    /// The sections marked for reload, in the order of the snapshot.
    public var reloadedSectionIdentifiers: [SectionIdentifier] {
        marks.reloadedSections.compactMap { order.sectionPosition(of: $0) }.sorted()
            .map { sectionInterner[order.sectionToken(at: $0)] }
    }

    /// Prepares a snapshot that was applied for being stored. A data source calls this after each update.
    ///
    /// Removes marks and ``duplicates``, releases the snapshot that this one is based on, and computes the starts of sections,
    /// so that later queries need not. Also removes identifiers of deleted items from memory once there are many of them.
    public mutating func settle() {
        settleKeepingNumbers()
        forgetOldIdentifiers()
    }

    /// Removes identifiers of deleted items from memory, if there are more than 65,536 identifiers and more than four times as
    /// many as items in any of the last snapshots: a list that is filtered will probably show its items again. The remaining
    /// identifiers are hashed again, which is amortized over the deleted ones.
    @usableFromInline
    mutating func forgetOldIdentifiers() {
        removedSinceForgetting = 0
        let hasUnusedItems = itemInterner.isMostlyUnused(by: numberOfItems)
        let hasUnusedSections = sectionInterner.isMostlyUnused(by: numberOfSections)
        if hasUnusedItems || hasUnusedSections {
            self = adopted(by: DiffableSnapshot())
            base = nil
            order.refreshSectionStarts()
        }
    }

    /// The same after an edit that removed `count` items and sections. Checks only after every 16,384 removals.
    @usableFromInline
    mutating func forgetOldIdentifiers(removed count: Int) {
        removedSinceForgetting += count
        if removedSinceForgetting > 1 << 14 { forgetOldIdentifiers() }
    }

    /// Like ``settle()``, but keeps all identifiers: for snapshots that share their numbers with others.
    package mutating func settleKeepingNumbers() {
        own()
        state.contents.pointee.settle()
    }

    // MARK: Steps

    private func inOrder(_ tokens: Set<Token>) -> [ItemIdentifier] {
        tokens.compactMap { order.path(of: $0) }.sorted().map { itemInterner[order.token(at: $0)] }
    }

    private func validTokens(_ identifiers: some Collection<ItemIdentifier>) throws(SnapshotError) -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity(identifiers.count)
        for (index, identifier) in identifiers.enumerated() {
            tokens.append(try validToken(of: identifier, argument: index))
        }
        return tokens
    }
}
