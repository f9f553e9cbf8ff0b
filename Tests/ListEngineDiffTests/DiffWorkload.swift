import TestSupport

/// Pairs of an old and a new list, with the kinds of edits that a differ encounters.
enum DiffWorkload: CaseIterable {
    case identical, append, front, scattered, moved, block, swappedBlocks, reversal, partlyReversed, shuffle, disjoint
    case jitter, truncated, longInsert, halfReplaced, shuffledBlocks, muchShorter, empty

    /// Distinct numbers: small ones, or spread over 64 bits.
    private static func numbers(_ count: Int, _ random: inout TestRandom) -> [Int] {
        if random.below(2) == 0 { return Array(0..<count) }
        let salt = Int(truncatingIfNeeded: random.next())
        return (0..<count).map { ($0 &* -7_046_029_254_386_353_131) ^ salt }
    }

    /// A pair of lists of about `count` elements. Elements are distinct unless `duplicates`.
    static func random(_ random: inout TestRandom, count: Int, duplicates: Bool) -> (old: [Int], new: [Int]) {
        let kind = allCases[random.below(allCases.count)]
        var (old, new) = kind.lists(count: count, &random)
        if random.below(3) == 0 { (old, new) = (new, old) }
        if duplicates && count > 0 {
            let values = 1 + random.below(count)
            let few = random.below(2) == 0 ? values : max(1, values / 8)
            func fold(_ x: Int) -> Int { Int(UInt(bitPattern: x) % UInt(few)) }
            // Either every element comes from a small alphabet, or a few are duplicated.
            if random.below(2) == 0 {
                old = old.map(fold)
                new = new.map(fold)
            } else {
                for _ in 0..<1 + random.below(4) {
                    if !old.isEmpty { old[random.below(old.count)] = old[random.below(old.count)] }
                    if !new.isEmpty { new[random.below(new.count)] = new[random.below(new.count)] }
                }
            }
        }
        return (old, new)
    }

    func lists(count: Int, _ random: inout TestRandom) -> (old: [Int], new: [Int]) {
        let all = Self.numbers(count * 2 + 8, &random)
        let old = Array(all.prefix(count))
        let fresh = Array(all.suffix(count + 8))
        var new = old
        let some = 1 + count / 100
        switch self {
        case .identical: break
        case .empty: new = []
        case .append: new += fresh.prefix(some)
        case .front: new.insert(fresh[0], at: 0)
        case .scattered, .moved:
            for _ in 0..<some where !new.isEmpty { new.remove(at: random.below(new.count)) }
            for k in 0..<some { new.insert(fresh[k], at: random.below(new.count + 1)) }
            if self == .moved {
                for _ in 0..<1 + count / 1000 where !new.isEmpty {
                    let element = new.remove(at: random.below(new.count))
                    new.insert(element, at: random.below(new.count + 1))
                }
            }
        case .block:
            let start = random.below(count)
            let length = random.below(min(count - start, 1 + count / 4))
            let block = new[start..<start + length]
            new.removeSubrange(start..<start + length)
            new.insert(contentsOf: block, at: random.below(2) == 0 ? 0 : random.below(new.count + 1))
        case .swappedBlocks:
            let cuts = [random.below(count), random.below(count), random.below(count)].sorted()
            new = Array(old[..<cuts[0]]) + old[cuts[1]..<cuts[2]] + old[cuts[0]..<cuts[1]] + old[cuts[2]...]
        case .reversal: new.reverse()
        case .partlyReversed:
            for _ in 0..<1 + random.below(3) {
                let start = random.below(count)
                let end = start + random.below(count - start + 1)
                new[start..<end].reverse()
            }
            for k in 0..<random.below(4) { new.insert(fresh[k], at: random.below(new.count + 1)) }
        case .shuffle: new.shuffle(using: &random)
        case .disjoint: new = Array(fresh.prefix(count))
        case .jitter:
            for i in stride(from: 0, to: max(0, count - 1), by: 16) {
                new[i..<min(count, i + 16)].shuffle(using: &random)
            }
        case .truncated: new = Array(old[random.below(count)...].prefix(random.below(count + 1)))
        case .longInsert:
            new.insert(contentsOf: fresh.prefix(random.below(count + 1)), at: random.below(new.count + 1))
        case .halfReplaced:
            for i in new.indices where random.below(2) == 0 { new[i] = fresh[i] }
            if random.below(2) == 0 { new.shuffle(using: &random) }
        case .shuffledBlocks:
            let size = 1 + random.below(40)
            new = stride(from: 0, to: count, by: size).map { Array(old[$0..<min(count, $0 + size)]) }
                .shuffled(using: &random).flatMap { $0 }
        case .muchShorter: new = old.filter { _ in random.below(20) == 0 }.shuffled(using: &random)
        }
        return (old, new)
    }
}
