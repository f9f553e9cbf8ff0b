/// The state before, and how far a snapshot built after it has come.
///
/// Gain: 100,000 integers of which 100 were replaced are stored and compared in 2.7 million instructions; by their tokens alone in 9.0
/// million (x86-64, 2026-11-27).
@usableFromInline
struct SnapshotBase {
    let state: SnapshotState
    /// The section that was filled last, and the position in the state before that is expected next.
    var section: Token?
    var next = ItemIndexPath(section: 0, item: 0)
    /// The edits from that state on, as long as they are known: sections are filled in order, and nothing else is done.
    var edits: FollowedEdits? = FollowedEdits()
    /// Decreases with each section that cannot be filled with its chunks, and increases with each that can. At 0 the other
    /// sections are no longer tried.
    var attempts = mostAttempts

    static var mostAttempts: Int { 8 }
}

extension SnapshotState.Contents {
    mutating func forgetEdits() {
        if base?.edits != nil { base?.edits = nil }
    }

    /// Predicts the items that the state before has in this section, from where the last call for the section ended.
    mutating func predictor(forSection position: Int) -> TokenPredictor? {
        guard base != nil else { return nil }
        let section = order.sections[position].token
        if section != base?.section {
            guard let old = base?.state.order.sectionPosition(of: section) else { return nil }
            base?.section = section
            base?.next = ItemIndexPath(section: old, item: order.sections[position].items.count)
        }
        return base.map { TokenPredictor($0.state, from: $0.next) }
    }

    /// Appends items to a section, with the chunks that they had in the state before if possible. Returns false, and appends
    /// nothing, if one of them is known or given twice.
    /// - Parameter matches: Ranges of the items that are adjacent in the state before; nil without a prediction.
    mutating func appendItems(
        unlessKnown tokens: TokenRun, sharing matches: ContiguousArray<MatchedRange>?,
        toSection position: Int
    ) -> Bool {
        if let matches, let isFilled = follow(with: tokens, sharing: matches, inSection: position) {
            if isFilled {
                base!.attempts = min(base!.attempts + 1, SnapshotBase.mostAttempts)
                return true
            }
            base!.attempts -= 1
            if base!.attempts == 0 { order.removeUnfilled() }
        }
        forgetEdits()
        if order.appendItems(unlessKnown: tokens, toSection: position) { return true }
        // Some may be previous items of a section that is filled later.
        guard !order.unfilled.isEmpty else { return false }
        order.removeUnfilled(containing: tokens)
        return order.appendItems(unlessKnown: tokens, toSection: position)
    }

    /// Fills a section with the chunks that it had in the state before. Returns false if that is not possible, and nil if it had
    /// none; the section is then still empty.
    private mutating func follow(
        with tokens: TokenRun, sharing matches: ContiguousArray<MatchedRange>,
        inSection position: Int
    ) -> Bool? {
        // As a pointer: reading `order` copies it.
        guard let state = base?.state else { return nil }
        let old = state.contents
        defer { withExtendedLifetime(state) {} }
        var fresh: TokenOrder?
        if order.itemCount == 0, order.unfilled.isEmpty, old.pointee.order.unfilled.isEmpty, base!.attempts > 0 {
            // If no other section can share chunks, it is cheaper to drop a failed attempt than to undo it.
            if old.pointee.order.sections.count == 1 { fresh = order }
            order.follow(old.pointee.order)
        }
        guard order.unfilled.has(order.sections[position].token), order.itemCount + tokens.count <= Int(Int32.max)
        else {
            return nil
        }
        let chunkMap = old.pointee.order.chunkMap
        // Whether the sections are those of the state before is checked when the edits are read.
        if let next = base?.edits?.sectionCount, next <= position, position < old.pointee.order.sections.count {
            base!.edits!.deleteItems(of: old.pointee.order.sections, before: position)
            return order.follow(
                chunkMap, with: tokens, sharing: matches, inSection: position, &base!.edits!, orReturnTo: fresh)
        }
        forgetEdits()
        var edits = FollowedEdits()
        return order.follow(chunkMap, with: tokens, sharing: matches, inSection: position, &edits, orReturnTo: fresh)
    }
}
