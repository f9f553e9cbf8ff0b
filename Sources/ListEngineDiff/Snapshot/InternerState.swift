/// What an interner knows apart from the identifiers.
@usableFromInline
struct InternerState {
    @usableFromInline var table = InternerTable()
    @usableFromInline var count = 0
    /// So many of them were taken over from an interner before, though no snapshot has them.
    var keptCount = 0
    /// Words are hashed as everything else is.
    @usableFromInline var isGeneral = false
    @usableFromInline let secrets: (UInt64, UInt64)
    @usableFromInline var touched: UInt64 = 0

    /// With random hashes the longest search in a table of 2^30 places, five eighths full, takes about 200 steps
    /// (Knuth, "The Art of Computer Programming", volume 3, 6.4).
    @usableFromInline static var mostSteps: Int { 256 }

    @usableFromInline
    init(secrets: (UInt64, UInt64) = (.random(in: 0 ... .max), .random(in: 0 ... .max) | 1)) { self.secrets = secrets }

    /// A word and the first secret meet in a product by the second one, whose halves are folded. The hashes of words in equal
    /// steps would be in equal steps by that alone, which for one secret in fifty fall together: so the halves meet again in a
    /// second product, by the golden ratio.
    @inlinable @inline(__always)
    func mixed(_ word: UInt64) -> UInt32 {
        let product = (word ^ secrets.0).multipliedFullWidth(by: secrets.1)
        let folded = product.high ^ product.low
        let mixed = (folded ^ folded &>> 32) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }

    /// Makes room for more tokens.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) { table.reserve(count &+ more) }
}
