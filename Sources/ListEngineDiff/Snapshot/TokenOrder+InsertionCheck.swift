/// The decision about tokens that are to be inserted.
struct InsertionCheck {
    struct Duplicate {
        var token: Token
        /// The first occurrence of the token: an index in the argument, or a position in the order.
        var first: DuplicateOrigin
        var again: Int
        var resolution: DuplicateResolution
    }

    /// The tokens to insert; nil if none were left out.
    var remaining: ContiguousArray<Token>?
    /// Tokens that are already in the order. They are removed from their old place first.
    var moved: [Token] = []
    var duplicateRecords: [Duplicate] = []
}

/// The reason why tokens were not admitted.
enum InsertionFault: Error {
    case repeated(first: Int, again: Int)
    case present(ItemIndexPath, again: Int)
}

extension TokenOrder {
    /// Decides which tokens may be inserted, and marks the new ones as pending. Call `insertItems` next. After a fault
    /// nothing is marked. All sections must be filled.
    mutating func checkInsertion(
        _ tokens: TokenRun, _ policy: DuplicatePolicy
    ) throws(InsertionFault) -> InsertionCheck {
        assert(unfilled.isEmpty, "unfilled would be found as items")
        var odd: [Int] = []
        chunkMap.update(tokens) { index, holder in
            if holder == 0 { holder = Self.pendingHolder } else { odd.append(index) }
        }
        var check = InsertionCheck()
        guard !odd.isEmpty else { return check }
        do {
            try resolve(odd, of: tokens, policy, &check)
        } catch {
            for token in tokens where chunkMap[token] == Self.pendingHolder { chunkMap[token] = 0 }
            throw error
        }
        return check
    }

    /// Decides about the tokens that are not new.
    private func resolve(
        _ odd: [Int], of tokens: TokenRun, _ policy: DuplicatePolicy, _ check: inout InsertionCheck
    ) throws(InsertionFault) {
        var firstIndex: [Token: Int] = [:]
        for index in odd { firstIndex[tokens[index]] = -1 }
        for (index, token) in tokens.enumerated() where firstIndex[token] == -1 { firstIndex[token] = index }
        var isLeftOut: Set<Int> = []
        for index in odd {
            let token = tokens[index]
            let first = firstIndex[token]!
            if first < index {
                guard policy == .keepFirst else { throw .repeated(first: first, again: index) }
                isLeftOut.insert(index)
                // If the order already contained the item, that is the first occurrence.
                let origin = chunkMap[token] == Self.pendingHolder ? .argument(first) : origin(of: token)
                check.duplicateRecords.append(.init(token: token, first: origin, again: index, resolution: .leftOut))
            } else if policy == .fail {
                throw .present(path(of: token)!, again: index)
            } else if policy == .keepFirst {
                isLeftOut.insert(index)
                check.duplicateRecords.append(
                    .init(token: token, first: origin(of: token), again: index, resolution: .leftOut))
            } else {
                check.moved.append(token)
                check.duplicateRecords.append(
                    .init(token: token, first: origin(of: token), again: index, resolution: .moved))
            }
        }
        if !isLeftOut.isEmpty {
            var remaining = ContiguousArray<Token>()
            remaining.reserveCapacity(tokens.count - isLeftOut.count)
            for (index, token) in tokens.enumerated() where !isLeftOut.contains(index) { remaining.append(token) }
            check.remaining = remaining
        }
    }

    private func origin(of token: Token) -> DuplicateOrigin { .snapshot(path(of: token)!) }

    /// Inserts tokens next to an item or at a position, according to a policy. An item that is already in the order is
    /// removed from its place first. If it was before `path` in the same section, `path` is corrected.
    mutating func insertItems(
        checking tokens: TokenRun, at path: ItemIndexPath, _ policy: DuplicatePolicy
    ) throws(InsertionFault) -> [InsertionCheck.Duplicate] {
        if path.item == itemCount(inSection: path.section), appendItems(unlessKnown: tokens, toSection: path.section) {
            return []
        }
        let check = try checkInsertion(tokens, policy)
        var item = path.item
        for duplicate in check.duplicateRecords where duplicate.resolution == .moved {
            if case .snapshot(let old) = duplicate.first, old.section == path.section, old.item < path.item {
                item -= 1
            }
        }
        removeItems(check.moved)
        let target = ItemIndexPath(section: path.section, item: item)
        if let remaining = check.remaining {
            remaining.withRun { insertItems($0, at: target) }
        } else {
            insertItems(tokens, at: target)
        }
        return check.duplicateRecords
    }
}
