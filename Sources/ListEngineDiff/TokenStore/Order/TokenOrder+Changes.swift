extension TokenOrder {
    /// Returns the changes that turn an earlier order into this one. Both take their tokens from the same interners.
    ///
    /// There are three methods, from cheap to thorough:
    /// - Sections that share their storage are equal.
    /// - In edited copies of one order, and in orders that were filled with its chunks, shared chunks match without being read.
    ///   Only the items around the edits are compared (``SharedStorageDiff``).
    /// - Unrelated orders, and those that share too little, are diffed by the C core, all sections together. Equal sections have equal
    ///   stamps and are not read.
    ///
    /// Tests turn the second method off, to check that the third finds as few moves.
    func changes(from old: TokenOrder, usingSharedStorage: Bool = true) -> SectionedChangeset {
        var changes = changesOfSections(from: old)
        let isCopy = origin === old.origin && usingSharedStorage
        if isCopy,
            let items = Self.changesOfOneChunk(
                from: (old.sections, old.itemCount), to: (sections, itemCount))
        {
            changes.items = items
            return changes
        }
        var identical = ContiguousArray(repeating: false, count: sections.count)
        var identicalCount = 0
        for position in sections.indices {
            guard let before = changes.oldSections[position] else { continue }
            if isCopy
                ? sections[position].items.isIdentical(to: old.sections[before].items)
                : sections[position].items == old.sections[before].items
            {
                identical[position] = true
                identicalCount += 1
            }
        }
        if identicalCount == sections.count && old.itemCount == itemCount {
            return changes
        }
        if isCopy {
            var shared = SharedStorageDiff(old: old, new: self, oldSections: changes.oldSections)
            if let items = shared.run(skipping: identical) {
                changes.items = items
                return changes
            }
        }
        // Sections with the same stamp on both sides have the same items. All other stamps differ.
        let oldStamps = (0..<UInt64(old.sections.count)).map { $0 }
        var newStamps = (0..<UInt64(sections.count)).map { $0 + UInt64(old.sections.count) }
        var isSkipped = ContiguousArray(repeating: false, count: old.sections.count)
        for position in sections.indices where identical[position] {
            let before = changes.oldSections[position]!
            newStamps[position] = oldStamps[before]
            isSkipped[before] = true
        }
        return sectionedChangeset(
            from: old.flattened(stamps: oldStamps) { isSkipped[$0] },
            to: flattened(stamps: newStamps) { identical[$0] })
    }

    /// Whether both orders have the same sections in the same order.
    func hasSections(of other: TokenOrder) -> Bool {
        let (mine, others) = (sections.span, other.sections.span)
        guard mine.count == others.count else { return false }
        if mine.isIdentical(to: others) { return true }
        for position in 0..<mine.count where mine[position].token != others[position].token { return false }
        return true
    }

    /// The changes of items if the sections are the same and a single chunk differs, in one stretch that was inserted or
    /// deleted: the usual edit. Nil in all other cases. Both orders must have one origin.
    ///
    /// No item can have moved, because all other chunks are the same memory on both sides.
    static func changesOfOneChunk(
        from old: (sections: ContiguousArray<Section>, itemCount: Int),
        to new: (sections: ContiguousArray<Section>, itemCount: Int)
    ) -> Changeset? {
        let (before, after) = (old.sections.span, new.sections.span)
        guard before.count == after.count else { return nil }
        var (changed, start, first) = (-1, 0, 0)
        for position in 0..<after.count {
            guard before[position].token == after[position].token else { return nil }
            if !after[position].items.isIdentical(to: before[position].items) {
                if changed >= 0 { return nil }
                (changed, first) = (position, start)
            }
            start += after[position].items.count
        }
        guard changed >= 0,
            let difference = after[changed].items.onlyDifference(from: before[changed].items)
        else { return nil }
        let head = difference.before.commonPrefix(difference.after)
        let tail = difference.before.run(from: head).commonSuffix(difference.after.run(from: head))
        let (deleted, inserted) = (difference.before.count - tail - head, difference.after.count - tail - head)
        guard deleted == 0 || inserted == 0 else { return nil }
        first += difference.start + head
        return Changeset(
            oldCount: old.itemCount, newCount: new.itemCount,
            deletes: Changeset.IndexList(first..<first + deleted),
            inserts: Changeset.IndexList(first..<first + inserted))
    }

    /// The changes of the sections, without those of items.
    private func changesOfSections(from old: TokenOrder) -> SectionedChangeset {
        let items = Changeset(oldCount: old.itemCount, newCount: itemCount)
        if hasSections(of: old) {
            return SectionedChangeset(
                sections: Changeset(oldCount: sections.count, newCount: sections.count), items: items,
                oldSections: sections.indices.map { $0 })
        }
        let before = old.sections.map { UInt64($0.token) }
        let after = sections.map { UInt64($0.token) }
        return SectionedChangeset(
            sections: changeset(ofKeys: before, to: after, unique: true), items: items,
            oldSections: sections.map { old.sectionPosition(of: $0.token) })
    }

    /// All items in one array. The contents are undefined for sections that will not be read.
    private func flattened(stamps: [UInt64], skipping isSkipped: (Int) -> Bool) -> SectionedTokens {
        var ends: [UInt32] = []
        ends.reserveCapacity(sections.count)
        let items = ContiguousArray<Token>(count: itemCount) { target in
            var start = 0
            for (position, section) in sections.enumerated() {
                if isSkipped(position) {
                    target.fill(from: start, count: section.items.count, 0)
                } else {
                    section.items.copy(to: target.from(start))
                }
                start += section.items.count
                ends.append(UInt32(start))
            }
        }
        return SectionedTokens(
            items: items, sections: sections.map { UInt64($0.token) }, sectionEnds: ends, sectionStamps: stamps)
    }
}
