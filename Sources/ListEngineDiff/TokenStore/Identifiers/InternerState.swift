/// The state of an interner, apart from the identifiers.
@usableFromInline
struct InternerState {
    @usableFromInline var table = InternerTable()
    @usableFromInline var array = InternerArray()
    @usableFromInline var run = InternerRun()
    /// The number of all identifiers.
    @usableFromInline var count = 0
    /// The number of identifiers that were taken over from an earlier interner, although no snapshot contains them.
    var keptCount = 0
    /// Whether integers and UUIDs use the general hash as well.
    @usableFromInline var isGeneral = false
    @usableFromInline let seeds: (UInt64, UInt64)
    @usableFromInline var touched: UInt32 = 0
    /// Whether most of the identifiers that are being added are new.
    @usableFromInline var expectsNew = false

    /// With random hashes, the longest search in a table of 2^31 entries that is five sevenths full takes about 430 steps (Knuth, "The
    /// Art of Computer Programming", volume 3, 6.4).
    @usableFromInline static var mostSteps: Int { 512 }

    @usableFromInline
    init(seeds: (UInt64, UInt64) = (.random(in: 0 ... .max), .random(in: 0 ... .max) | 1)) { self.seeds = seeds }

    /// Hashes a word: it is combined with the first seed by exclusive or, then multiplied by the second seed, and
    /// the two halves of the product are folded. With that alone, words in equal steps would have hashes in equal
    /// steps, which for one seed in fifty coincide. So the halves are combined again and multiplied by the golden
    /// ratio.
    @inlinable @inline(__always)
    static func mixed(_ word: UInt64, _ seeds: (UInt64, UInt64)) -> UInt32 {
        let product = (word ^ seeds.0).multipliedFullWidth(by: seeds.1)
        let folded = product.high ^ product.low
        let mixed = (folded ^ folded &>> 32) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }

    /// The largest numbers of items in the snapshots that were settled last, and how many those were.
    private var recentItems = (now: 0, before: 0)
    private var settledCount = 0

    /// Notes the number of items in a snapshot that is settled. Returns the largest number in the last 128 to 255
    /// snapshots.
    mutating func noteItems(_ count: Int) -> Int {
        settledCount += 1
        if settledCount == 128 {
            recentItems = (0, recentItems.now)
            settledCount = 0
        }
        recentItems.now = max(recentItems.now, count)
        return max(recentItems.now, recentItems.before)
    }
}
