/// The decision about tokens that are to be inserted.
struct Admission {
    struct Finding {
        var token: Token
        /// The first occurrence of the token: an index in the argument, or a position in the order.
        var first: DuplicateOrigin
        var again: Int
        var resolution: DuplicateResolution
    }

    /// The tokens to insert; nil if none were left out.
    var remaining: ContiguousArray<Token>?
    /// Tokens that are already in the order. They are removed from their old place first.
    var movers: [Token] = []
    var findings: [Finding] = []
}

/// The reason why tokens were not admitted.
enum AdmissionFault: Error {
    case repeated(first: Int, again: Int)
    case present(ItemIndexPath, again: Int)
}

extension TokenOrder {
    /// Decides which tokens may be inserted, and marks the new ones as pending. Call `insertItems` next. After a fault
    /// nothing is marked. The order must have no leftovers.
    mutating func admit(
        _ tokens: UnsafeBufferPointer<Token>, _ policy: DuplicatePolicy
    ) throws(AdmissionFault) -> Admission {
        assert(leftovers.isEmpty, "leftovers would be found as items")
        var odd: [Int] = []
        homes.update(tokens) { index, _, home in
            if home == 0 { home = Self.pendingHome } else { odd.append(index) }
        }
        var admission = Admission()
        guard !odd.isEmpty else { return admission }
        do {
            try judge(odd, of: tokens, policy, &admission)
        } catch {
            for token in tokens where homes[token] == Self.pendingHome { homes[token] = 0 }
            throw error
        }
        return admission
    }

    /// Decides about the tokens that are not new.
    private func judge(
        _ odd: [Int], of tokens: UnsafeBufferPointer<Token>, _ policy: DuplicatePolicy, _ admission: inout Admission
    ) throws(AdmissionFault) {
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
                let origin = homes[token] == Self.pendingHome ? .argument(first) : origin(of: token)
                admission.findings.append(.init(token: token, first: origin, again: index, resolution: .leftOut))
            } else if policy == .fail {
                throw .present(path(of: token)!, again: index)
            } else if policy == .keepFirst {
                isLeftOut.insert(index)
                admission.findings.append(
                    .init(token: token, first: origin(of: token), again: index, resolution: .leftOut))
            } else {
                admission.movers.append(token)
                admission.findings.append(
                    .init(token: token, first: origin(of: token), again: index, resolution: .moved))
            }
        }
        if !isLeftOut.isEmpty {
            var remaining = ContiguousArray<Token>()
            remaining.reserveCapacity(tokens.count - isLeftOut.count)
            for (index, token) in tokens.enumerated() where !isLeftOut.contains(index) { remaining.append(token) }
            admission.remaining = remaining
        }
    }

    private func origin(of token: Token) -> DuplicateOrigin { .snapshot(path(of: token)!) }

    /// Inserts tokens next to an item or at a position, according to a policy. An item that is already in the order is
    /// removed from its place first. If it was before `path` in the same section, `path` is corrected.
    mutating func insertItems(
        admitting tokens: UnsafeBufferPointer<Token>, at path: ItemIndexPath, _ policy: DuplicatePolicy
    ) throws(AdmissionFault) -> [Admission.Finding] {
        if path.item == itemCount(inSection: path.section), appendItems(unlessKnown: tokens, toSection: path.section) {
            return []
        }
        let admission = try admit(tokens, policy)
        var item = path.item
        for finding in admission.findings where finding.resolution == .moved {
            if case .snapshot(let old) = finding.first, old.section == path.section, old.item < path.item { item -= 1 }
        }
        removeItems(admission.movers)
        let target = ItemIndexPath(section: path.section, item: item)
        if let remaining = admission.remaining {
            remaining.withUnsafeBufferPointer { insertItems($0, at: target) }
        } else {
            insertItems(tokens, at: target)
        }
        return admission.findings
    }
}
