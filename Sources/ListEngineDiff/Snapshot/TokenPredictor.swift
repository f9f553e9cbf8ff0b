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

    @usableFromInline
    init(_ shared: SnapshotState, from path: ItemIndexPath) {
        self.shared = shared
        self.path = path
        run = shared.order.run(from: path)
    }

    /// Goes on to the next chunk when this one is used up. False at the end of the section.
    @usableFromInline
    mutating func refill() -> Bool {
        path = ItemIndexPath(section: path.section, item: path.item + offset)
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
    /// Compares identifiers with those of tokens that count up by one, from the first guess on, eight at a time, and writes
    /// the tokens of those that are equal. For integers of 64 bits, which are equal if their bits are.
    ///
    /// An identifier that is equal has the token, whatever was guessed. The last guess of each group shows whether the
    /// guesses count up as well, so that the predictor stays where the identifiers are.
    /// - Returns: The number of tokens written.
    @inlinable @inline(__always)
    func rightGuesses(
        _ guesses: UnsafePointer<Token>, _ slots: UnsafePointer<Identifier>, _ given: UnsafePointer<Identifier>,
        into target: UnsafeMutablePointer<Token>, count: Int
    ) -> Int {
        let (known, wanted) = (UnsafeRawPointer(slots), UnsafeRawPointer(given))
        let write = UnsafeMutableRawPointer(target)
        let first = guesses[0]
        var four = SIMD4<Token>(0, 1, 2, 3) &+ first
        var next = 0
        while next &+ 8 <= count, guesses[next &+ 7] == first &+ Token(truncatingIfNeeded: next &+ 7) {
            var difference = SIMD2<UInt64>()
            for pair in 0..<4 {
                let place = 8 &* (next &+ 2 &* pair)
                difference |=
                    known.loadUnaligned(fromByteOffset: place, as: SIMD2<UInt64>.self)
                    ^ wanted.loadUnaligned(fromByteOffset: place, as: SIMD2<UInt64>.self)
            }
            if difference[0] | difference[1] != 0 { break }
            write.storeBytes(of: four, toByteOffset: 4 &* next, as: SIMD4<Token>.self)
            four &+= 4
            write.storeBytes(of: four, toByteOffset: 4 &* next &+ 16, as: SIMD4<Token>.self)
            four &+= 4
            next &+= 8
        }
        return next
    }

    /// The tokens of identifiers that probably follow each other as they did before.
    ///
    /// An identifier that is not among the next expected ones is taken for an insert and set aside; those set aside
    /// are looked up together, so that the waits for memory overlap. Where several in a row are not expected, the last
    /// one says where to go on.
    @inlinable
    func intern(
        _ identifiers: UnsafeBufferPointer<Identifier>, into tokens: UnsafeMutablePointer<Token>,
        predictedBy predictor: inout TokenPredictor
    ) {
        var missed: ContiguousArray<Int32> = []
        var missedInARow = 0
        var index = 0
        while index < identifiers.count {
            // As long as guesses are right.
            let limit = min(identifiers.count - index, predictor.run.count - predictor.offset)
            var step = 0
            var isRight = true
            while isRight && step < limit {
                // Guesses mostly count up by one, and so what they stand for is mostly in a row.
                let guesses = predictor.run.baseAddress.unsafelyUnwrapped + predictor.offset + step
                let given = identifiers.baseAddress.unsafelyUnwrapped + index + step
                let target = tokens + index + step
                let guess = guesses[0]
                let (bucket, offset) = Self.slot(guess)
                let slots = buckets[bucket].unsafelyUnwrapped + offset
                let end = min(limit - step, (64 << bucket) - offset)
                var next = 0
                if Self.isWord && MemoryLayout<Identifier>.size == 8 {
                    next = rightGuesses(guesses, slots, given, into: target, count: end)
                }
                while next < end && guesses[next] == guess &+ Token(truncatingIfNeeded: next) {
                    isRight = slots[next] == given[next]
                    if !isRight { break }
                    target[next] = guess &+ Token(truncatingIfNeeded: next)
                    next &+= 1
                }
                step += next
            }
            index += step
            predictor.offset += step
            predictor.credit = min(predictor.credit + step, 1 << 20)
            if step > 0 { missedInARow = 0 }
            if index == identifiers.count { break }
            if predictor.offset == predictor.run.count && predictor.refill() { continue }
            if predictor.credit < 0 || predictor.run.isEmpty {
                // Not worth guessing for a while: take the next ones without.
                let count = predictor.run.isEmpty ? identifiers.count - index : min(256, identifiers.count - index)
                intern(UnsafeBufferPointer(rebasing: identifiers[index..<(index + count)]), into: tokens + index)
                index += count
                missedInARow = 0
                if index < identifiers.count { predictor.resume(after: tokens[index - 1]) }
                continue
            }
            // One was inserted?
            if index + 1 < identifiers.count, missedInARow < 3,
                pointer(to: predictor.run[predictor.offset]).pointee == identifiers[index + 1]
            {
                predictor.credit -= 8
                missedInARow += 1
                missed.append(Int32(index))
                index += 1
                continue
            }
            // A few were deleted?
            let ahead = min(predictor.run.count, predictor.offset + 9)
            var next = predictor.offset + 1
            while next < ahead && pointer(to: predictor.run[next]).pointee != identifiers[index] { next += 1 }
            predictor.credit -= 8
            if next < ahead {
                predictor.offset = next
                continue
            }
            // Inserted, or moved here from elsewhere.
            missedInARow += 1
            if missedInARow < 4 {
                missed.append(Int32(index))
            } else {
                tokens[index] = intern(identifiers[index])
                predictor.resume(after: tokens[index])
                missedInARow = 0
            }
            index += 1
        }
        intern(identifiers, at: missed, into: tokens)
    }
}
