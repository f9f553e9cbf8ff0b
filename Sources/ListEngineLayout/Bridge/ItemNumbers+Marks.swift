internal import CListEngine

// Numbers that are all 0 or 1. Items after the last number count as 0. The methods that edit return false if memory is short;
// some of the steps are then applied, and the others are not.

extension ItemNumbers {
    /// The number of ones.
    var total: Int { ones(before: count) }

    func setMarks(of items: Range<Int>, to isMarked: Bool) -> Bool {
        let missing = items.upperBound - count
        if missing > 0, insertZeros(missing, at: count) != LE_OK { return false }
        if items.count == 1 { return replace(from: items.lowerBound, with: [isMarked ? 1 : 0]) == LE_OK }
        return remove(items) == LE_OK
            && insertRun(of: isMarked ? 1 : 0, count: items.count, at: items.lowerBound) == LE_OK
    }

    func setMark(_ index: Int) -> Bool { setMarks(of: index..<index + 1, to: true) }

    func clear() -> Bool { remove(0..<count) == LE_OK }

    /// Deletes numbers and inserts zeros.
    /// - Parameter edits: Ascending edits that do not overlap.
    /// - Complexity: O(edits x log *n*), or one pass, whichever is less.
    func applyMarks(_ edits: [EditScript.Edit]) -> Bool { edits.isEmpty || apply(edits, nil) == LE_OK }

    /// The index of the first one after a number of ones; nil if there is none.
    func firstOne(after ones: Int) -> Int? {
        let index = index(atOffset: ones)
        return index < count ? index : nil
    }

    /// Calls `body` with ranges of ones, ascending. Ranges that touch can be separate.
    func forEachOne(in range: Range<Int>? = nil, _ body: (Range<Int>) -> Void) {
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        var passed = ones(before: range.lowerBound)
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: 1024) { buffer in
            while let first = firstOne(after: passed), first < range.upperBound {
                let block = UnsafeMutableBufferPointer(rebasing: buffer[..<min(1024, range.upperBound - first)])
                read(from: first, into: block)
                var start: Int?
                for index in block.indices {
                    if block[index] != 0 {
                        passed += 1
                        start = start ?? index
                    } else if let begun = start {
                        body(first + begun..<first + index)
                        start = nil
                    }
                }
                if let start { body(first + start..<first + block.count) }
            }
        }
    }
}
