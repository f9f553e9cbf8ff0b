extension DiffableSnapshot {
    /// Adds items at the end of a section, or of the last section if none is given, in the order of the argument. An item
    /// that is already in the snapshot moves there, and is reported in ``duplicates``.
    /// - Precondition: No identifier occurs twice in the argument. The section is in the snapshot; without a section, the
    ///   snapshot has one.
    /// - Complexity: O(*k*) for k identifiers. In a snapshot made with ``init(basedOn:)`` also O(items that sections had before).
    @inlinable
    public mutating func appendItems(
        _ identifiers: some Collection<ItemIdentifier>, toSection section: SectionIdentifier? = nil
    ) {
        do { try appendItems(validating: identifiers, toSection: section) } catch { stop(error) }
    }

    /// Inserts items before another one, in the order of the argument. Items that are in the snapshot move there.
    /// - Precondition: No identifier is given twice; `item` is in the snapshot.
    @inlinable
    public mutating func insertItems(_ identifiers: some Collection<ItemIdentifier>, beforeItem item: ItemIdentifier) {
        do { try insertItems(validating: identifiers, beforeItem: item) } catch { stop(error) }
    }

    /// Inserts items after another one, in the order of the argument. Items that are in the snapshot move there.
    /// - Precondition: No identifier is given twice; `item` is in the snapshot.
    @inlinable
    public mutating func insertItems(_ identifiers: some Collection<ItemIdentifier>, afterItem item: ItemIdentifier) {
        do { try insertItems(validating: identifiers, afterItem: item) } catch { stop(error) }
    }

    /// Replaces the items of a section. An identifier that keeps its position costs one `==`, as with ``init(basedOn:)``.
    /// - Precondition: No identifier occurs twice in the argument. The section is in the snapshot.
    @inlinable
    public mutating func replaceItems(
        inSection section: SectionIdentifier, with identifiers: some Collection<ItemIdentifier>
    ) {
        do { try replaceItems(inSection: section, validating: identifiers) } catch { stop(error) }
    }

    /// Deletes items. Identifiers that are not in the snapshot are ignored.
    /// - Complexity: O(*k*) for k identifiers.
    @inlinable
    public mutating func deleteItems(_ identifiers: some Collection<ItemIdentifier>) {
        var tokens: [Token] = []
        tokens.reserveCapacity(identifiers.count)
        for identifier in identifiers {
            if let token = itemInterner.token(for: identifier) { tokens.append(token) }
        }
        delete(tokens)
    }

    /// Deletes all sections and items.
    public mutating func deleteAllItems() {
        let removed = numberOfItems + numberOfSections
        order = TokenOrder()
        marks = SnapshotMarks()
        forgetOldIdentifiers(removed: removed)
    }

    /// Moves an item before another one, which may be in another section. Moving an item before itself has no effect.
    /// - Precondition: Both items are in the snapshot.
    @inlinable
    public mutating func moveItem(_ identifier: ItemIdentifier, beforeItem item: ItemIdentifier) {
        do { try moveItem(validating: identifier, beforeItem: item) } catch { stop(error) }
    }

    /// Moves an item after another one, which may be in another section. Moving an item after itself has no effect.
    /// - Precondition: Both items are in the snapshot.
    @inlinable
    public mutating func moveItem(_ identifier: ItemIdentifier, afterItem item: ItemIdentifier) {
        do { try moveItem(validating: identifier, afterItem: item) } catch { stop(error) }
    }

    // MARK: Throwing forms

    /// Adds items at the end of a section, or of the last section if none is given, in the order of the argument.
    /// - Returns: The duplicates in this call, which are also added to ``duplicates``.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent`, `unknownSection`, `noSection`.
    @inlinable @discardableResult
    public mutating func appendItems(
        validating identifiers: some Collection<ItemIdentifier>, toSection section: SectionIdentifier? = nil,
        duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) -> [DuplicateItem<ItemIdentifier>] {
        let position = try targetSection(section)
        guard let tokens = tokensNotAppended(of: identifiers, to: position) else { return [] }
        let end = ItemIndexPath(section: position, item: order.itemCount(inSection: position))
        return try insert(tokens, at: end, policy)
    }

    /// Inserts items before another one, in the order of the argument. If the other item is itself in the argument, it moves
    /// too, and the items are inserted at its previous position.
    /// - Returns: The duplicates in this call, which are also added to ``duplicates``.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent`, `unknownItem`.
    @inlinable @discardableResult
    public mutating func insertItems(
        validating identifiers: some Collection<ItemIdentifier>, beforeItem item: ItemIdentifier,
        duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) -> [DuplicateItem<ItemIdentifier>] {
        let path = try validPath(of: item)
        return try insert(itemTokens(identifiers), at: path, policy)
    }

    /// Inserts items after another one, in the order of the argument.
    /// - Returns: The duplicates in this call, which are also added to ``duplicates``.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent`, `unknownItem`.
    @inlinable @discardableResult
    public mutating func insertItems(
        validating identifiers: some Collection<ItemIdentifier>, afterItem item: ItemIdentifier,
        duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) -> [DuplicateItem<ItemIdentifier>] {
        let path = try validPath(of: item)
        let next = ItemIndexPath(section: path.section, item: path.item + 1)
        return try insert(itemTokens(identifiers), at: next, policy)
    }

    /// Replaces the items of a section.
    /// - Returns: The items that occur twice or were in another section, which are also added to ``duplicates``.
    /// - Throws: `duplicateItem`, `itemAlreadyPresent`, `unknownSection`.
    @inlinable @discardableResult
    public mutating func replaceItems(
        inSection section: SectionIdentifier, validating identifiers: some Collection<ItemIdentifier>,
        duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) -> [DuplicateItem<ItemIdentifier>] {
        let position = try validSection(section)
        return try replace(position, itemTokens(identifiers, predictedForSection: position), policy)
    }

    /// Moves an item before another one, which may be in another section.
    /// - Throws: `unknownItem`.
    public mutating func moveItem(
        validating identifier: ItemIdentifier, beforeItem item: ItemIdentifier
    ) throws(SnapshotError) {
        let token = try validToken(of: identifier)
        move(token, to: try validPath(of: item))
    }

    /// Moves an item after another one, which may be in another section.
    /// - Throws: `unknownItem`.
    public mutating func moveItem(
        validating identifier: ItemIdentifier, afterItem item: ItemIdentifier
    ) throws(SnapshotError) {
        let token = try validToken(of: identifier)
        let path = try validPath(of: item)
        move(token, to: ItemIndexPath(section: path.section, item: path.item + 1))
    }
}

// MARK: - Steps

extension DiffableSnapshot {
    @usableFromInline
    func validToken(of item: ItemIdentifier, argument: Int = 0) throws(SnapshotError) -> Token {
        guard let token = itemInterner.token(for: item), order.contains(token) else {
            throw .unknownItem(identifier: "\(item)", argument: argument)
        }
        return token
    }

    @usableFromInline
    func validPath(of item: ItemIdentifier) throws(SnapshotError) -> ItemIndexPath {
        indexPath(ofItemNumbered: try validToken(of: item))!
    }

    @inlinable
    func targetSection(_ section: SectionIdentifier?) throws(SnapshotError) -> Int {
        if let section { return try validSection(section) }
        guard order.sectionCount > 0 else { throw .noSection }
        return order.sectionCount - 1
    }

    /// The tokens of identifiers, without a prediction.
    @inlinable
    func itemTokens(_ identifiers: some Collection<ItemIdentifier>) -> ContiguousArray<Token> {
        withRun(of: identifiers) { identifiers in
            ContiguousArray(count: identifiers.count) { itemInterner.intern(identifiers, into: $0) }
        }
    }

    /// The tokens of identifiers, most of which a section probably holds now. A separate function: the predictor holds the
    /// state, which would be copied by an edit that follows.
    @inlinable @inline(never)
    func itemTokens(
        _ identifiers: some Collection<ItemIdentifier>, predictedForSection position: Int
    ) -> ContiguousArray<Token> {
        var predictor = itemPredictor(forSection: position)
        return withRun(of: identifiers) { identifiers in
            ContiguousArray(count: identifiers.count) {
                itemInterner.intern(identifiers, into: $0, predictedBy: &predictor)
            }
        }
    }

    /// Adds items to the end of a section if all are new, which is the usual case and needs no check for duplicates. Returns
    /// nil if the items were added. Otherwise adds nothing and returns their tokens.
    @inlinable
    mutating func tokensNotAppended(
        of identifiers: some Collection<ItemIdentifier>, to position: Int
    ) -> ContiguousArray<Token>? {
        guard !identifiers.isEmpty else { return nil }
        return withRun(of: identifiers) { tokensNotAppended(of: $0, to: position) }
    }

    @inlinable
    mutating func tokensNotAppended(of identifiers: IdentifierRun<ItemIdentifier>, to position: Int) -> ContiguousArray<
        Token
    >? {
        withTokenBuffer(identifiers.count) { target in
            let tokens = target.run(identifiers.count)
            if var predictor = basePredictor(forSection: position) {
                itemInterner.intern(identifiers, into: target, predictedBy: &predictor)
                remember(predictor)
                return append(tokens, sharing: predictor.matches, to: position) ? nil : ContiguousArray(tokens)
            }
            itemInterner.intern(identifiers, into: target)
            return append(tokens, sharing: nil, to: position) ? nil : ContiguousArray(tokens)
        }
    }

    /// Predicts what is appended to a section of a snapshot made with ``init(basedOn:)``. Nil for other snapshots.
    @usableFromInline
    mutating func basePredictor(forSection position: Int) -> TokenPredictor? {
        own()
        return state.contents.pointee.predictor(forSection: position)
    }

    /// Appends items to a section. Returns false, and appends nothing, if one of them is known or given twice.
    @usableFromInline
    mutating func append(
        _ tokens: TokenRun, sharing matches: ContiguousArray<MatchedRange>?,
        to position: Int
    ) -> Bool {
        own()
        return state.contents.pointee.appendItems(unlessKnown: tokens, sharing: matches, toSection: position)
    }

    @usableFromInline
    mutating func remember(_ predictor: TokenPredictor) {
        own()
        state.contents.pointee.base?.next = predictor.nextPath
    }

    /// Predicts the items that a section holds now.
    @usableFromInline
    func itemPredictor(forSection position: Int) -> TokenPredictor {
        TokenPredictor(state, from: ItemIndexPath(section: position, item: 0))
    }

    @usableFromInline
    mutating func insert(
        _ tokens: ContiguousArray<Token>, at path: ItemIndexPath, _ policy: DuplicatePolicy
    ) throws(SnapshotError) -> [DuplicateItem<ItemIdentifier>] {
        do {
            return report(try Self.insert(tokens, into: &order, at: path, policy))
        } catch {
            throw named(error, tokens)
        }
    }

    private static func insert(
        _ tokens: ContiguousArray<Token>, into order: inout TokenOrder, at path: ItemIndexPath,
        _ policy: DuplicatePolicy
    ) throws(InsertionFault) -> [InsertionCheck.Duplicate] {
        try tokens.withRun { (tokens) throws(InsertionFault) in
            try order.insertItems(checking: tokens, at: path, policy)
        }
    }

    @usableFromInline
    mutating func replace(
        _ position: Int, _ tokens: ContiguousArray<Token>, _ policy: DuplicatePolicy
    ) throws(SnapshotError) -> [DuplicateItem<ItemIdentifier>] {
        if order.items(ofSection: position, are: tokens) { return [] }
        // The section is emptied first, so that its own items do not count as duplicates. After an error they are inserted
        // again. A copy of the whole order would be simpler, but the first change would then copy the list of sections.
        let before = order.copyItems(ofSection: position)
        let start = ItemIndexPath(section: position, item: 0)
        order.removeItems(inSection: position)
        do {
            let duplicateRecords = try Self.insert(tokens, into: &order, at: start, policy)
            marks.forgetItems(notIn: order)
            defer { forgetOldIdentifiers(removed: before.count) }
            return report(duplicateRecords)
        } catch {
            before.withRun { order.insertItems($0, at: start) }
            throw named(error, tokens)
        }
    }

    @usableFromInline
    mutating func delete(_ tokens: [Token]) {
        marks.forgetItems(tokens)
        order.removeItems(tokens)
        forgetOldIdentifiers(removed: tokens.count)
    }

    private mutating func move(_ token: Token, to path: ItemIndexPath) {
        let old = order.path(of: token)!
        var item = path.item
        if old.section == path.section && old.item < item { item -= 1 }
        guard old.section != path.section || old.item != item else { return }
        order.removeItems([token])
        ContiguousArray([token]).withRun { order.insertItems($0, at: ItemIndexPath(section: path.section, item: item)) }
    }

    /// Stores the duplicates that were found, together with their identifiers.
    private mutating func report(_ found: [InsertionCheck.Duplicate]) -> [DuplicateItem<ItemIdentifier>] {
        guard !found.isEmpty else { return [] }
        duplicateRecords.append(contentsOf: found)
        return found.map(named)
    }

    func named(_ duplicate: InsertionCheck.Duplicate) -> DuplicateItem<ItemIdentifier> {
        DuplicateItem(
            identifier: itemInterner[duplicate.token], first: duplicate.first, again: duplicate.again,
            resolution: duplicate.resolution)
    }

    private func named(_ fault: InsertionFault, _ tokens: ContiguousArray<Token>) -> SnapshotError {
        switch fault {
        case .repeated(let first, let again):
            .duplicateItem(identifier: "\(itemInterner[tokens[again]])", first: first, again: again)
        case .present(let path, let again):
            .itemAlreadyPresent(identifier: "\(itemInterner[tokens[again]])", position: path, argument: again)
        }
    }
}
