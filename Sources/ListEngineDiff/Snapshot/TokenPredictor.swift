/// Predicts the next item of a section that is built from scratch: probably the one that came next in the previous order.
///
/// A correct prediction costs the caller one `==`. After a wrong one the caller looks up the identifier and reports where it
/// was. A look-up costs a hash. A credit pauses the prediction while it is mostly wrong.
@usableFromInline
struct TokenPredictor {
    /// The order before. It keeps the memory of `run` alive.
    let shared: SnapshotState
    var path: ItemIndexPath
    /// What follows in the current chunk.
    @usableFromInline var run: UnsafeBufferPointer<Token>
    @usableFromInline var offset = 0
    @usableFromInline var credit = 64
    /// The identifiers that were predicted correctly, and those that were looked up, by ascending index.
    @usableFromInline var matches: ContiguousArray<MatchedRange> = []

    @usableFromInline
    init(_ shared: SnapshotState, from path: ItemIndexPath) {
        self.shared = shared
        self.path = path
        run = shared.order.run(from: path)
    }

    /// Goes on to the next chunk when this one is used up. False at the end of the section.
    @usableFromInline
    mutating func refill() -> Bool {
        path = nextPath
        offset = 0
        run = shared.order.run(from: path)
        return !run.isEmpty
    }

    /// Reports where the item was. The next prediction is the item after it.
    @usableFromInline
    mutating func resume(after token: Token) {
        guard let found = shared.order.path(of: token) else { return }
        credit = max(credit - 16, -64)
        path = ItemIndexPath(section: found.section, item: found.item + 1)
        offset = 0
        run = shared.order.run(from: path)
    }

    /// The position that the next guess would have.
    var nextPath: ItemIndexPath { ItemIndexPath(section: path.section, item: path.item + offset) }
}

extension IdentifierInterner {
    /// Compares identifiers with the guesses, and writes the tokens of those that match.
    /// - Returns: The number of identifiers that match before the first one that does not.
    @inlinable @inline(__always)
    func rightGuesses(
        _ guesses: UnsafePointer<Token>, _ given: UnsafePointer<Identifier>, into target: UnsafeMutablePointer<Token>,
        count: Int
    ) -> Int {
        var step = 0
        while step < count {
            // Guesses usually count up by one. Their identifiers are then neighbours in memory.
            let guess = guesses[step]
            let (bucket, offset) = Self.slot(guess)
            let slots = buckets[bucket].unsafelyUnwrapped + offset
            let end = min(count &- step, (64 &<< bucket) &- offset)
            var right = 0
            if Self.isWord && MemoryLayout<Identifier>.size == 8 {
                // Integers of 64 bits are equal if their bits are.
                right = predictedTokens(guesses + step, slots, given + step, into: target + step, count: end)
            } else {
                while right < end, guesses[step &+ right] == guess &+ Token(truncatingIfNeeded: right),
                    slots[right] == given[step &+ right]
                {
                    target[step &+ right] = guesses[step &+ right]
                    right &+= 1
                }
            }
            step &+= right
            // If only the counting of the guesses ends here, go on with the next guess. Otherwise the identifier differs.
            if right < end, right == 0 || guesses[step] == guess &+ Token(truncatingIfNeeded: right) { break }
        }
        return step
    }

    /// The tokens of identifiers that probably follow each other as they did before.
    ///
    /// An identifier that is not among the next guesses is probably new. It is set aside. Identifiers that were set aside are
    /// looked up together, so that the memory latencies overlap. After several such identifiers in a row, the last one is
    /// looked up at once, and the guesses continue after its position in the previous order.
    @inlinable
    func intern(
        _ identifiers: UnsafeBufferPointer<Identifier>, into tokens: UnsafeMutablePointer<Token>,
        predictedBy predictor: inout TokenPredictor
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.blockSize) {
            intern(identifiers, into: tokens, predictedBy: &predictor, settingAside: $0)
        }
    }

    /// - Parameter aside: Uninitialized memory for a block of indices.
    @inlinable @inline(__always)
    func intern(
        _ identifiers: UnsafeBufferPointer<Identifier>, into tokens: UnsafeMutablePointer<Token>,
        predictedBy predictor: inout TokenPredictor, settingAside aside: UnsafeMutableBufferPointer<Int32>
    ) {
        guard let given = identifiers.baseAddress, let asideStart = aside.baseAddress else { return }
        let total = identifiers.count
        // Local values stay in registers.
        var matches = predictor.matches
        matches.reserveCapacity(total / 32 + 8)
        var (asideCount, asideInARow) = (0, 0)
        var index = 0
        while index < total {
            var (offset, credit) = (predictor.offset, predictor.credit)
            let length = predictor.run.count
            while offset < length {
                let guesses = predictor.run.baseAddress.unsafelyUnwrapped
                // As long as guesses are right.
                let step = rightGuesses(
                    guesses + offset, given + index, into: tokens + index,
                    count: min(total &- index, length &- offset))
                if step > 0 {
                    matches.append(.init(index, step, isPredicted: true))
                    index &+= step
                    offset &+= step
                    credit = min(credit &+ step, 1 << 20)
                    asideInARow = 0
                    if index == total || offset == length { break }
                }
                if credit < 0 { break }
                credit &-= 8
                // One was inserted?
                let isNextRight =
                    index &+ 1 < total && asideInARow < 3
                    && pointer(to: guesses[offset]).pointee == given[index &+ 1]
                if !isNextRight {
                    // A few were deleted?
                    let ahead = min(length, offset &+ 9)
                    var next = offset &+ 1
                    while next < ahead && pointer(to: guesses[next]).pointee != given[index] { next &+= 1 }
                    if next < ahead {
                        offset = next
                        continue
                    }
                }
                // Inserted, or moved here from elsewhere.
                asideInARow &+= 1
                if asideInARow == 4 { break }
                asideStart[asideCount] = Int32(truncatingIfNeeded: index)
                asideCount &+= 1
                if asideCount == Self.blockSize {
                    internBlock(identifiers, at: UnsafeBufferPointer(aside), into: tokens)
                    asideCount = 0
                }
                index &+= 1
                if index == total { break }
            }
            (predictor.offset, predictor.credit) = (offset, credit)
            if index == total || offset == length && predictor.refill() { continue }
            var count = 1
            if asideInARow < 4 {
                // Guesses were mostly wrong: look up the next identifiers without guessing.
                count = predictor.run.isEmpty ? total &- index : min(256, total &- index)
            }
            intern(UnsafeBufferPointer(start: given + index, count: count), into: tokens + index)
            matches.append(.init(index, count, isPredicted: false))
            index &+= count
            asideInARow = 0
            if index < total { predictor.resume(after: tokens[index &- 1]) }
        }
        predictor.matches = matches
        if asideCount > 0 {
            internBlock(identifiers, at: UnsafeBufferPointer(rebasing: aside[..<asideCount]), into: tokens)
        }
    }
}
