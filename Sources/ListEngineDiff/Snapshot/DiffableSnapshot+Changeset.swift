extension DiffableSnapshot {
    /// The changes that turn `old` into this snapshot, with the fewest possible moves.
    ///
    /// If one snapshot is an edited copy of the other, or was made with ``init(basedOn:)``, they are compared by number: no
    /// identifier is hashed, and the parts that they share are not read. Other snapshots are compared by `==` at equal
    /// positions, and identifiers that differ there are looked up.
    ///
    /// - Complexity: O(sections) if nothing changed since a copy; O(blocks + edits) for edits of a copy (a block holds
    ///   up to 32,768 items); otherwise O(items) expected, plus O(r log r) for r runs of items that stayed together.
    @inlinable
    public func changeset(from old: DiffableSnapshot) -> SnapshotChangeset {
        isRelated(to: old) ? relatedChangeset(from: old) : adopted(by: old).relatedChangeset(from: old)
    }

    /// Whether both snapshots use the same interners, so that equal numbers are equal identifiers.
    @inlinable
    public func isRelated(to other: DiffableSnapshot) -> Bool {
        sectionInterner === other.sectionInterner && itemInterner === other.itemInterner
    }

    /// The same sections, items and marks, with the numbers of `base`, as ``init(basedOn:)`` would give.
    /// - Complexity: O(items). An identifier that has the same position in `base` is not hashed.
    @inlinable
    public func adopted(by base: DiffableSnapshot) -> DiffableSnapshot {
        if isRelated(to: base) { return self }
        var adopted = DiffableSnapshot(basedOn: base)
        adopted.appendSections(sectionIdentifiers)
        // By position, because an identifier that differs from itself, such as NaN, cannot be looked up.
        for position in 0..<numberOfSections where numberOfItems(inSectionAt: position) > 0 {
            adopted.appendItems(itemIdentifiers(inSectionAt: position), toSectionAt: position)
        }
        adopted.adoptMarks(of: self)
        adopted.adoptReports(of: self)
        return adopted
    }

    /// Adds items that are not in the snapshot.
    @usableFromInline
    mutating func appendItems(_ identifiers: [ItemIdentifier], toSectionAt position: Int) {
        guard let tokens = tokensNotAppended(of: identifiers, to: position) else { return }
        let end = ItemIndexPath(section: position, item: order.itemCount(inSection: position))
        do { _ = try insert(tokens, at: end, .moveExisting) } catch { stop(error) }
    }

    @usableFromInline
    mutating func adoptMarks(of other: DiffableSnapshot) {
        guard !other.marks.isEmpty else { return }
        func tokens(_ marked: Set<Token>) -> Set<Token> {
            Set(marked.compactMap { other.order.path(of: $0) }.map { order.token(at: $0) })
        }
        marks = SnapshotMarks(
            reloadedItems: tokens(other.marks.reloadedItems),
            reconfiguredItems: tokens(other.marks.reconfiguredItems),
            reloadedSections: Set(
                other.marks.reloadedSections.compactMap { other.order.sectionPosition(of: $0) }
                    .map { order.sectionToken(at: $0) }))
    }

    @usableFromInline
    mutating func adoptReports(of other: DiffableSnapshot) {
        duplicateRecords = other.duplicateRecords.map { duplicate in
            var duplicate = duplicate
            duplicate.token = itemInterner.intern(other.itemInterner[duplicate.token])
            return duplicate
        }
        order.removeUnfilled()
        base = nil
    }

    /// The changes that were found when this snapshot was built after another one.
    private func knownChanges(from old: DiffableSnapshot) -> SectionedChangeset? {
        guard let base, base.state === old.state, var edits = base.edits, order.hasSections(of: old.order) else {
            return nil
        }
        let count = order.sectionCount
        // Sections that have not been filled are empty.
        edits.deleteItems(of: old.order.sections, before: count)
        let items = Changeset(
            oldCount: edits.oldCount, newCount: order.itemCount, deletes: edits.deletes, inserts: edits.inserts)
        return SectionedChangeset(
            sections: Changeset(oldCount: count, newCount: count), items: items, oldSections: Array(0..<count))
    }

    @usableFromInline
    func relatedChangeset(from old: DiffableSnapshot) -> SnapshotChangeset {
        // As pointers: reading `order` several times copies it each time, and so does passing it on.
        let (before, after) = (old.state.contents, state.contents)
        defer { withExtendedLifetime((old.state, state)) {} }
        let oldStarts = TokenOrder.startsAndCount(of: before.pointee.order.sections)
        let newStarts = TokenOrder.startsAndCount(of: after.pointee.order.sections)
        if after.pointee.base == nil, after.pointee.marks.isEmpty,
            after.pointee.order.origin === before.pointee.order.origin,
            let items = TokenOrder.changesOfOneChunk(
                from: (before.pointee.order.sections, before.pointee.order.itemCount),
                to: (after.pointee.order.sections, after.pointee.order.itemCount))
        {
            let count = newStarts.count - 1
            return SnapshotChangeset(
                sections: Changeset(oldCount: count, newCount: count), items: items,
                reloadedSections: Changeset.PairList(), reloadedItemIndices: Changeset.PairList(),
                reconfiguredItemIndices: Changeset.PairList(), oldSections: (0..<count).map { $0 },
                oldSectionStarts: oldStarts, newSectionStarts: newStarts)
        }
        let changes = knownChanges(from: old) ?? after.pointee.order.changes(from: before.pointee.order)
        if marks.isEmpty {
            return SnapshotChangeset(
                sections: changes.sections, items: changes.items, reloadedSections: Changeset.PairList(),
                reloadedItemIndices: Changeset.PairList(), reconfiguredItemIndices: Changeset.PairList(),
                oldSections: changes.oldSections, oldSectionStarts: oldStarts, newSectionStarts: newStarts)
        }
        let isSectionReloaded = { marks.reloadedSections.contains(order.sections[$0].token) }
        func pairs(_ tokens: Set<Token>, except others: Set<Token> = []) -> Changeset.PairList {
            var pairs: [Changeset.Pair] = []
            for token in tokens where !others.contains(token) {
                guard let new = order.path(of: token), let before = old.order.path(of: token) else { continue }
                // A section on both sides that is reloaded reloads all its items.
                if changes.oldSections[new.section] != nil && isSectionReloaded(new.section) { continue }
                pairs.append(
                    .init(old: oldStarts[before.section] + before.item, new: newStarts[new.section] + new.item))
            }
            return Changeset.PairList(pairs.sorted { $0.new < $1.new })
        }
        let sections = marks.reloadedSections.compactMap { token -> Changeset.Pair? in
            guard let new = order.sectionPosition(of: token), let before = old.order.sectionPosition(of: token) else {
                return nil
            }
            return Changeset.Pair(old: before, new: new)
        }
        return SnapshotChangeset(
            sections: changes.sections, items: changes.items,
            reloadedSections: Changeset.PairList(sections.sorted { $0.new < $1.new }),
            reloadedItemIndices: pairs(marks.reloadedItems),
            reconfiguredItemIndices: pairs(marks.reconfiguredItems, except: marks.reloadedItems),
            oldSections: changes.oldSections, oldSectionStarts: oldStarts, newSectionStarts: newStarts)
    }
}

extension TokenOrder {
    /// The index of each section's first item through all sections, and the count of all items.
    func sectionStartsAndCount() -> [Int] { Self.startsAndCount(of: sections) }

    static func startsAndCount(of sections: ContiguousArray<Section>) -> [Int] {
        [Int](unsafeUninitializedCapacity: sections.count + 1) { starts, count in
            let sections = sections.span
            var sum = 0
            for position in 0..<sections.count {
                starts.initializeElement(at: position, to: sum)
                sum += sections[position].items.count
            }
            starts.initializeElement(at: sections.count, to: sum)
            count = sections.count + 1
        }
    }
}
