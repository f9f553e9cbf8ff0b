/// Predicts the next item of a section that is built from scratch: probably the one that came next in the previous order.
///
/// A correct prediction costs the caller one `==`. After a wrong one the caller looks up the identifier and reports where it
/// was. A look-up costs a hash. A confidence pauses the prediction while it is mostly wrong.
///
/// Gain: an integer that follows the same one as before takes 4 instructions instead of about 50 for a look-up in the table
/// (x86-64, 2026-11-27).
///
/// Its constants are not those of ``PredictedMatch``, which has no tokens: a look-up here costs the same for each identifier, so the
/// confidence counts identifiers, and there are no windows.
@usableFromInline
struct TokenPredictor {
    /// The order before. It keeps the memory of `run` alive.
    let shared: SnapshotState
    var path: ItemIndexPath
    /// The next tokens of the current chunk.
    @usableFromInline var run: TokenRun
    @usableFromInline var offset = 0
    @usableFromInline var confidence = 64
    /// The identifiers that were predicted correctly, and those that were looked up, by ascending index.
    @usableFromInline var matches: ContiguousArray<MatchedRange> = []

    @usableFromInline
    init(_ shared: SnapshotState, from path: ItemIndexPath) {
        self.shared = shared
        self.path = path
        run = TokenRun()
        start()
    }

    /// Guesses the items from `path` on. The order is read in place: as a value it would be copied.
    private mutating func start() {
        offset = 0
        run = withExtendedLifetime(shared) { shared.contents.pointee.order.run(from: path) }
    }

    /// Goes on to the next chunk when this one is used up. False at the end of the section.
    @usableFromInline
    mutating func refill() -> Bool {
        path = nextPath
        start()
        return !run.isEmpty
    }

    /// Reports where the item was. The next prediction is the item after it.
    @usableFromInline
    mutating func resume(after token: Token) {
        let found = withExtendedLifetime(shared) { shared.contents.pointee.order.path(of: token) }
        guard let found else { return }
        confidence = max(confidence - 16, -64)
        path = ItemIndexPath(section: found.section, item: found.item + 1)
        start()
    }

    /// The position that the next guess would have.
    var nextPath: ItemIndexPath { ItemIndexPath(section: path.section, item: path.item + offset) }
}

extension IdentifierInterner {
    /// The tokens of identifiers that probably follow each other as they did before.
    ///
    /// An identifier that is not among the next guesses is probably new. Its look-up is deferred. Deferred identifiers are
    /// looked up together, so that the memory latencies overlap. After several such identifiers in a row, the last one is
    /// looked up immediately, and the guesses continue after its position in the previous order.
    @inlinable
    func intern(
        _ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer, predictedBy predictor: inout TokenPredictor
    ) {
        withTokenBuffer(Self.blockSize) { intern(identifiers, into: tokens, predictedBy: &predictor, deferringTo: $0) }
    }

    /// - Parameter deferred: Memory for a block of indices.
    @inlinable @inline(__always)
    func intern(
        _ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer, predictedBy predictor: inout TokenPredictor,
        deferringTo deferred: TokenBuffer
    ) {
        let total = identifiers.count
        // Local values stay in registers.
        var matches = predictor.matches
        matches.reserveCapacity(total / 32 + 8)
        var (deferredCount, deferredInARow) = (0, 0)
        var index = 0
        while index < total {
            var (offset, confidence) = (predictor.offset, predictor.confidence)
            let length = predictor.run.count
            while offset < length {
                let guesses = predictor.run
                // As long as guesses are right.
                let step = storage.copyRightGuesses(
                    guesses, from: offset, identifiers, at: index, into: tokens,
                    areWords: Self.isWord && MemoryLayout<Identifier>.size == 8)
                if step > 0 {
                    matches.append(.init(index, step, isPredicted: true))
                    index &+= step
                    offset &+= step
                    confidence = min(confidence &+ step, 1 << 20)
                    deferredInARow = 0
                    if index == total || offset == length { break }
                }
                if confidence < 0 { break }
                confidence &-= 8
                // One was inserted?
                let isNextRight =
                    index &+ 1 < total && deferredInARow < 3
                    && storage.address(of: guesses[offset]).pointee == identifiers[index &+ 1]
                if !isNextRight {
                    // A few were deleted?
                    let ahead = min(length, offset &+ 9)
                    var next = offset &+ 1
                    while next < ahead && storage.address(of: guesses[next]).pointee != identifiers[index] {
                        next &+= 1
                    }
                    if next < ahead {
                        offset = next
                        continue
                    }
                }
                // Inserted, or moved here.
                deferredInARow &+= 1
                if deferredInARow == 4 { break }
                deferred[deferredCount] = UInt32(truncatingIfNeeded: index)
                deferredCount &+= 1
                if deferredCount == Self.blockSize {
                    internBlock(identifiers, at: deferred.run(deferredCount), into: tokens)
                    deferredCount = 0
                }
                index &+= 1
                if index == total { break }
            }
            (predictor.offset, predictor.confidence) = (offset, confidence)
            if index == total || offset == length && predictor.refill() { continue }
            var count = 1
            if deferredInARow < 4 {
                // Guesses were mostly wrong: look up the next identifiers without guessing.
                count = predictor.run.isEmpty ? total &- index : min(256, total &- index)
            }
            intern(identifiers.run(index, index &+ count), into: tokens.from(index))
            matches.append(.init(index, count, isPredicted: false))
            index &+= count
            deferredInARow = 0
            if index < total { predictor.resume(after: tokens[index &- 1]) }
        }
        predictor.matches = matches
        if deferredCount > 0 {
            internBlock(identifiers, at: deferred.run(deferredCount), into: tokens)
        }
    }
}
