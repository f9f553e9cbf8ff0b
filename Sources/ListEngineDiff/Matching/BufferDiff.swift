#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Chooses how elements become keys. In specialised code the compiler evaluates the type comparisons.
@inlinable
func diffBuffers<Element: Hashable>(
    from old: UnsafeBufferPointer<Element>, to new: UnsafeBufferPointer<Element>, options: ChangesetOptions
) -> Changeset {
    if Element.self == Int.self || Element.self == UInt.self || Element.self == Int64.self
        || Element.self == UInt64.self
    {
        return diffWords(from: UnsafeRawBufferPointer(old), to: UnsafeRawBufferPointer(new), options: options)
    }
    if Element.self == Int32.self || Element.self == UInt32.self {
        return diffHalfWords(from: UnsafeRawBufferPointer(old), to: UnsafeRawBufferPointer(new), options: options)
    }
    if Element.self == UUID.self, isAligned(old.baseAddress), isAligned(new.baseAddress) {
        // A UUID is 16 bytes; as two words it is compared in two instructions.
        let oldWords = UnsafeRawBufferPointer(old).bindMemory(to: WordPair.self)
        let newWords = UnsafeRawBufferPointer(new).bindMemory(to: WordPair.self)
        defer {
            UnsafeRawBufferPointer(old).bindMemory(to: Element.self)
            UnsafeRawBufferPointer(new).bindMemory(to: Element.self)
        }
        var match = PredictedMatch(oldWords, newWords)
        return match.changeset(options: options)
    }
    var match = PredictedMatch(old, new)
    return match.changeset(options: options)
}

@inlinable
func isAligned(_ address: UnsafeRawPointer?) -> Bool {
    UInt(bitPattern: address) % UInt(MemoryLayout<WordPair>.alignment) == 0
}

/// Lists of 64-bit integers.
@usableFromInline
func diffWords(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer, options: ChangesetOptions
) -> Changeset {
    // Signed and unsigned integers of the same width may be read as each other.
    changeset(
        from: .wide(old.assumingMemoryBound(to: UInt64.self)), to: .wide(new.assumingMemoryBound(to: UInt64.self)),
        unique: options.contains(.assumingUnique))
}

/// Lists of 32-bit integers.
@usableFromInline
func diffHalfWords(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer, options: ChangesetOptions
) -> Changeset {
    changeset(
        from: .narrow(old.assumingMemoryBound(to: UInt32.self)),
        to: .narrow(new.assumingMemoryBound(to: UInt32.self)), unique: options.contains(.assumingUnique))
}

/// Sixteen bytes as two words.
@usableFromInline
struct WordPair: Hashable {
    @usableFromInline var low: UInt64
    @usableFromInline var high: UInt64

    @inlinable
    static func == (a: WordPair, b: WordPair) -> Bool { (a.low ^ b.low) | (a.high ^ b.high) == 0 }

    /// Two multiplications instead of a general hash: `low` and `high` are each multiplied by a secret number.
    @inlinable
    var folded: UInt64 {
        let a = low.multipliedFullWidth(by: WordPair.secrets.0)
        let b = high.multipliedFullWidth(by: WordPair.secrets.1)
        return (a.high ^ a.low) &+ (b.high ^ b.low).byteSwapped
    }

    @usableFromInline
    static let secrets = (UInt64.random(in: 1 ... .max) | 1, UInt64.random(in: 1 ... .max) | 1)
}
