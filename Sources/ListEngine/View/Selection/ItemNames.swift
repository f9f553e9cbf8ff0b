/// The identities of some items of a data source, whether or not they are in its list.
///
/// Numbered items are bits, so that a million of them take 125 KB and no hashing. The bits begin near the smallest number, so that
/// one item takes a word, whatever its number is.
struct ItemNames {
    private var words: [UInt64] = []
    /// The number of the first bit / 64.
    private var firstWord = 0
    private var numbered = 0
    private var names: Set<AnyHashable> = []
    /// The owner of the numbers. It contains identifiers, which may be objects, so the reference is weak.
    private weak var numbering: AnyObject?

    var isEmpty: Bool { numbered == 0 && names.isEmpty }
    var count: Int { numbered + names.count }
    var wordCount: Int { words.count }

    func contains(_ item: KnownItem) -> Bool {
        switch item {
        case .number(let number): contains(number)
        case .name(let name): names.contains(name)
        }
    }

    func contains(_ number: UInt32) -> Bool {
        let place = Int(number >> 6) - firstWord
        return place >= 0 && place < words.count && words[place] & (1 << (number & 63)) != 0
    }

    mutating func insert(_ item: KnownItem) {
        switch item {
        case .name(let name): names.insert(name)
        case .number(let number):
            let word = Int(number >> 6)
            makeRoom(for: word)
            if contains(number) { return }
            words[word - firstWord] |= 1 << (number & 63)
            numbered += 1
        }
    }

    /// Adds words at the end or at the start. Their number doubles, so that adding items one by one is linear.
    private mutating func makeRoom(for word: Int) {
        if words.isEmpty { firstWord = word }
        let end = firstWord + words.count
        if word >= end {
            words += [UInt64](repeating: 0, count: max(word + 1 - end, words.count))
        } else if word < firstWord {
            let first = max(0, min(word, firstWord - words.count))
            words.insert(contentsOf: repeatElement(0, count: firstWord - first), at: 0)
            firstWord = first
        }
    }

    mutating func remove(_ item: KnownItem) {
        switch item {
        case .name(let name): names.remove(name)
        case .number(let number):
            guard contains(number) else { return }
            words[Int(number >> 6) - firstWord] &= ~(1 << (number & 63))
            numbered -= 1
        }
    }

    /// All numbers, ascending.
    /// - Complexity: O(the distance of the smallest and the largest number / 64 + numbers).
    var numbers: [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(numbered)
        for (index, var word) in words.enumerated() where word != 0 {
            while word != 0 {
                numbers.append(UInt32((firstWord + index) * 64 + word.trailingZeroBitCount))
                word &= word - 1
            }
        }
        return numbers
    }

    var allNames: [AnyHashable] { Array(names) }

    /// Sets the numbering of the items. Numbers of a different numbering are removed.
    mutating func follow(_ numbering: AnyObject) {
        if self.numbering === numbering { return }
        (words, numbered) = ([], 0)
        self.numbering = numbering
    }

    /// Renumbers the items after the data source changed their numbers.
    /// - Parameter translated: Returns the new numbers of items.
    mutating func renumber(from old: AnyObject, to new: AnyObject, _ translated: ([UInt32]) -> [UInt32]) {
        guard numbering === old else { return }
        let numbers = translated(numbers)
        follow(new)
        for number in numbers { insert(.number(number)) }
    }
}
