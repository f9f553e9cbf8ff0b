import Foundation

/// The table of an interner: open addressing with linear probing, at most half full. An entry is
/// hash << 32 | token + 1; 0 is free.
@usableFromInline
struct InternerState {
    @usableFromInline var table: UnsafeMutablePointer<UInt64>
    @usableFromInline var mask: Int
    @usableFromInline var count = 0
    /// So many of them were taken over from an interner before, though no snapshot has them.
    var keptCount = 0
    /// Words are hashed as everything else is.
    @usableFromInline var isGeneral = false
    @usableFromInline let secrets: (UInt64, UInt64)
    @usableFromInline var touched: UInt64 = 0

    /// With random hashes the longest search in a table of 2^30 places takes about a hundred steps (Knuth, "The Art of
    /// Computer Programming", volume 3, 6.4).
    @usableFromInline static var mostSteps: Int { 256 }

    @usableFromInline
    init(secrets: (UInt64, UInt64) = (.random(in: 0 ... .max), .random(in: 0 ... .max) | 1)) {
        self.secrets = secrets
        mask = 15
        table = Self.makeTable(16)
    }

    /// A word and the first secret meet in a product by the second one, whose halves are folded.
    @inlinable @inline(__always)
    func mixed(_ word: UInt64) -> UInt32 {
        let product = (word ^ secrets.0).multipliedFullWidth(by: secrets.1)
        return UInt32(truncatingIfNeeded: (product.high ^ product.low) &>> 32)
    }

    /// Enters a token that is not in the table, which has room.
    @usableFromInline
    mutating func place(_ token: Token, hash: UInt32) {
        Self.place(UInt64(hash) << 32 | UInt64(token &+ 1), table, mask)
    }

    private static func place(_ entry: UInt64, _ table: UnsafeMutablePointer<UInt64>, _ mask: Int) {
        var position = Int(entry >> 32) & mask
        while table[position] != 0 { position = (position &+ 1) & mask }
        table[position] = entry
    }

    /// Forgets all entries. The tokens stay.
    @usableFromInline
    mutating func clear() { table.update(repeating: 0, count: mask + 1) }

    /// Makes room for more tokens. Hashes are in the entries, so nothing is hashed again.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) {
        if (count &+ more) &* 2 > mask &+ 1 { grow(more) }
    }

    @usableFromInline
    mutating func grow(_ more: Int) {
        var capacity = mask + 1
        while (count + more) * 2 > capacity { capacity *= 2 }
        let grown = Self.makeTable(capacity)
        for index in 0...mask where table[index] != 0 { Self.place(table[index], grown, capacity - 1) }
        UnsafeMutableRawPointer(table).deallocate()
        table = grown
        mask = capacity - 1
    }

    /// A table of zeros. A large one stands in large pages where there are such: its places are visited in no order, and
    /// with small pages most visits would wait for the address as well.
    private static func makeTable(_ capacity: Int) -> UnsafeMutablePointer<UInt64> {
        let byteCount = capacity * MemoryLayout<UInt64>.stride
        let largePage = 1 << 21
        let isLarge = byteCount >= largePage
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: isLarge ? largePage : 16)
        #if os(Linux)
            // MADV_HUGEPAGE is 14. It is advice: what comes of it does not matter.
            if isLarge { _ = madvise(memory, byteCount, 14) }
        #endif
        let table = memory.bindMemory(to: UInt64.self, capacity: capacity)
        table.initialize(repeating: 0, count: capacity)
        return table
    }
}
