import Foundation
import ListEngineReference

/// The edit of a list of n elements before it is diffed.
enum DiffWorkload: String, CaseIterable {
    /// Nothing.
    case identical
    /// 1 % more at the end.
    case append
    /// One more at the front.
    case front
    /// 1 % deleted and 1 % inserted, anywhere.
    case scattered
    /// The same, and 0.1 % moved to anywhere.
    case moved
    /// A tenth of the elements, from the middle, moved to the front.
    case block
    case reversal
    case shuffle
    /// All elements replaced.
    case disjoint
    /// Shuffled within every 16.
    case jitter
    /// Contents of 5 % changed.
    case updates
    /// Half as many different elements as elements in the list, and 1 % replaced by another of them.
    case duplicates

    /// Elements are distinct, and promised to be.
    var isUnique: Bool { self != .duplicates }

    /// Numbers that represent elements; those from 2 n on are in one list only.
    func lists(_ n: Int, seed: UInt64) -> (old: [Int], new: [Int]) {
        let random = Random(seed: seed)
        var generator = random
        var old = Array(0..<n)
        // The order of a list is independent of its elements.
        old.shuffle(using: &generator)
        var new = old
        let some = max(1, n / 100)
        switch self {
        case .identical, .updates: break
        case .append: new += 2 * n..<2 * n + some
        case .front: new.insert(2 * n, at: 0)
        case .scattered, .moved:
            var lifted: [Int] = []
            new = old.filter { element in
                let dice = random.below(100_000)
                if self == .moved && dice >= 1_000 && dice < 1_100 { lifted.append(element) }
                return dice >= (self == .moved ? 1_100 : 1_000)
            }
            lifted.shuffle(using: &generator)
            let arriving = lifted + (2 * n..<2 * n + some)
            let places = arriving.map { ($0, random.below(new.count + 1)) }.sorted { $0.1 < $1.1 }
            var result: [Int] = []
            result.reserveCapacity(new.count + arriving.count)
            var from = 0
            for (element, place) in places {
                result += new[from..<place]
                result.append(element)
                from = place
            }
            new = result + new[from...]
        case .block:
            let block = n / 2..<n / 2 + n / 10
            new = Array(old[block]) + old[..<block.lowerBound] + old[block.upperBound...]
        case .reversal: new.reverse()
        case .shuffle: new.shuffle(using: &generator)
        case .disjoint: new = Array(2 * n..<3 * n)
        case .jitter:
            for start in stride(from: 0, to: n - 15, by: 16) {
                new[start..<start + 16].shuffle(using: &generator)
            }
        case .duplicates:
            old = old.map { _ in random.below(n / 2) }
            new = old
            for _ in 0..<some { new[random.below(n)] = random.below(n / 2) }
        }
        return (old, new)
    }
}

extension DiffWorkload {
    /// The time of the standard library grows with n times the number of differences; beyond this it would run for
    /// minutes.
    func standardLibraryEnds(_ n: Int) -> Bool {
        switch self {
        case .identical, .append, .front, .updates: n <= 1_000_000
        case .scattered, .moved, .duplicates: n <= 100_000
        case .block: n <= 10_000
        case .reversal, .shuffle, .disjoint, .jitter: n <= 1_000
        }
    }
}

/// The lists of workloads, kept as long as consecutive measures have the same workload and size: they differ only in
/// the type of elements, and making a million elements takes longer than most measures.
enum DiffLists {
    private struct Key: Equatable {
        let workload: DiffWorkload
        let n: Int
    }

    nonisolated(unsafe) private static var key: Key?
    nonisolated(unsafe) private static var lists: [UInt64: (old: [Int], new: [Int])] = [:]
    nonisolated(unsafe) private static var movesOfHeckel: Int?

    static func of(_ workload: DiffWorkload, _ n: Int, seed: UInt64) -> (old: [Int], new: [Int]) {
        turn(to: workload, n)
        if let known = lists[seed] { return known }
        let made = workload.lists(n, seed: seed)
        lists[seed] = made
        return made
    }

    /// The number of moves that Heckel's algorithm finds in the first of the lists, whatever the type of elements.
    static func movesOfHeckel(_ workload: DiffWorkload, _ n: Int) -> Int {
        turn(to: workload, n)
        if let known = movesOfHeckel { return known }
        let first = of(workload, n, seed: 1)
        let moves = heckelDiff(from: first.old, to: first.new).moves.count
        movesOfHeckel = moves
        return moves
    }

    private static func turn(to workload: DiffWorkload, _ n: Int) {
        if key == Key(workload: workload, n: n) { return }
        key = Key(workload: workload, n: n)
        lists = [:]
        movesOfHeckel = nil
    }
}

/// Elements of a type, made of numbers.
struct DiffElement<Element: Hashable>: Sendable {
    let name: String
    let make: @Sendable (Int) -> Element
}

enum DiffElements {
    /// Numbers spread over 64 bits, like identifiers of databases.
    static let uint64 = DiffElement<UInt64>(name: "uint64") { mixed($0) }

    static let uuid = DiffElement<UUID>(name: "uuid") { number in
        var bytes = (mixed(number), mixed(number ^ 1 << 40))
        return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Short strings, which a String stores inline.
    static let string = DiffElement<String>(name: "string") { "item-\($0)" }

    private static func mixed(_ number: Int) -> UInt64 {
        var z = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return z ^ (z >> 31)
    }
}
