/// The diff of Paul Heckel, "A technique for isolating differences between files", Communications of the ACM 21(4),
/// 1978: the algorithm behind the known list libraries. Linear, finds moves, not minimal.
///
/// The passes are numbered as in the paper. The paper does not say how matched lines become moves. Here, as in the list
/// libraries, an element counts as moved if its old index, minus the deletes before it, plus the inserts before it, is not its
/// new index.
@inlinable
public func heckelDiff<Element: Hashable>(from old: [Element], to new: [Element]) -> ReferenceDiff {
    var numbers: [Element: Int] = [:]
    numbers.reserveCapacity(max(old.count, new.count))
    var symbols: [HeckelSymbol] = []
    symbols.reserveCapacity(max(old.count, new.count))
    func number(of element: Element) -> Int {
        if let number = numbers[element] { return number }
        numbers[element] = symbols.count
        symbols.append(HeckelSymbol())
        return symbols.count - 1
    }

    // Pass 1: enter every new element.
    var newEntries: [HeckelEntry] = []
    newEntries.reserveCapacity(new.count)
    for element in new {
        let symbol = number(of: element)
        symbols[symbol].newCount += 1
        newEntries.append(.symbol(symbol))
    }
    // Pass 2: enter every old element, with its place.
    var oldEntries: [HeckelEntry] = []
    oldEntries.reserveCapacity(old.count)
    for (i, element) in old.enumerated() {
        let symbol = number(of: element)
        symbols[symbol].oldCount += 1
        symbols[symbol].oldIndex = i
        oldEntries.append(.symbol(symbol))
    }
    // Pass 3: an element that occurs once on each side is the same element.
    for j in new.indices {
        guard case .symbol(let symbol) = newEntries[j] else { continue }
        if symbols[symbol].oldCount == 1 && symbols[symbol].newCount == 1 {
            let i = symbols[symbol].oldIndex
            newEntries[j] = .partner(i)
            oldEntries[i] = .partner(j)
        }
    }
    func match(_ i: Int, _ j: Int) {
        guard old.indices.contains(i), new.indices.contains(j) else { return }
        if case .symbol(let a) = oldEntries[i], case .symbol(let b) = newEntries[j], a == b {
            newEntries[j] = .partner(i)
            oldEntries[i] = .partner(j)
        }
    }
    // Pass 4: what follows a pair, and is equal, is a pair. The paper puts an imaginary pair before both lists.
    match(0, 0)
    for j in new.indices {
        if case .partner(let i) = newEntries[j] { match(i + 1, j + 1) }
    }
    // Pass 5: the same backwards, with an imaginary pair behind both lists.
    match(old.count - 1, new.count - 1)
    for j in new.indices.reversed() {
        if case .partner(let i) = newEntries[j] { match(i - 1, j - 1) }
    }
    // Pass 6: read the script off.
    var diff = ReferenceDiff()
    var deletesBefore = [Int](repeating: 0, count: old.count)
    for i in old.indices {
        deletesBefore[i] = diff.deletes.count
        if case .symbol = oldEntries[i] { diff.deletes.append(i) }
    }
    for j in new.indices {
        switch newEntries[j] {
        case .symbol: diff.inserts.append(j)
        case .partner(let i):
            if i - deletesBefore[i] + diff.inserts.count != j { diff.moves.append(ReferenceMove(old: i, new: j)) }
        }
    }
    return diff
}

/// A line of the symbol table: how often the element occurs on each side, and where it was last seen in old.
@usableFromInline
struct HeckelSymbol {
    @usableFromInline var oldCount = 0
    @usableFromInline var newCount = 0
    @usableFromInline var oldIndex = 0

    @inlinable
    init() {}
}

/// A line of the arrays OA and NA: a symbol, or the index of its partner.
@usableFromInline
enum HeckelEntry {
    case symbol(Int)
    case partner(Int)
}
