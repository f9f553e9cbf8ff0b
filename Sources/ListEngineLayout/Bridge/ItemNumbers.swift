internal import CListEngine

/// A number for each item of a list, in reading order through all sections. The number is 0 for items that have none.
///
/// The numbers are stored in a separate extent tree. They stay with their items through every edit in O(log
/// *n*). A range of items without numbers is one run, and a copy is O(1). See `le_extents`.
///
/// A storage never changes its numbers. It edits a copy, and stores the copy when its layout has accepted the edit
/// too. Numbers can therefore be shared, and a failed edit has no effect.
final class ItemNumbers: @unchecked Sendable {
    /// `LE_MAX_COUNT`. Swift imports that macro with the value 0.
    static let mostItems = 1 << 40

    private let tree: OpaquePointer

    private init(_ tree: OpaquePointer?) {
        guard let tree else { fatalError("CollectionViewLayout: out of memory") }
        self.tree = tree
    }

    /// Creates numbers that are all 0.
    convenience init(count: Int) {
        self.init(le_extents_create())
        guard insertZeros(count, at: 0) == LE_OK else { fatalError("CollectionViewLayout: out of memory") }
    }

    func copy() -> ItemNumbers { ItemNumbers(le_extents_copy(tree)) }

    deinit { le_extents_release(tree) }

    var count: Int { Int(le_extents_count(tree)) }
    var byteCount: Int { le_extents_bytes(tree) }
    func brokenInvariant() -> String? { le_extents_check(tree).map { String(cString: $0) } }

    /// Copies numbers into a buffer, in units.
    func read(from first: Int, into units: UnsafeMutableBufferPointer<Int64>) {
        guard let base = units.baseAddress, !units.isEmpty else { return }
        le_extents_read(tree, Int64(first), Int64(units.count), base)
    }

    func number(at index: Int) -> Int64 { le_extents_entry(tree, Int64(index), nil).extent }

    /// The sum of the numbers before an index.
    func ones(before index: Int) -> Int { Int(le_extents_offset(tree, Int64(index), nil)) }

    /// The index of the number that covers an offset in the sum of all numbers; the count for an offset past the end.
    func index(atOffset offset: Int) -> Int { Int(le_extents_at_offset(tree, Int64(offset), nil).index) }

    /// Returns the runs of one value in a range of numbers that are all 0 or 1. It finds the end of each run in
    /// doubling steps.
    /// - Complexity: O(*r* log *n* log *k*), where *r* is the number of runs and *k* their length.
    func runs(of mark: Int64, in range: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var first = range.lowerBound
        while first < range.upperBound {
            let value = number(at: first)
            let start = ones(before: first)
            /// Whether all numbers from the first one up to `end` are equal.
            func isRun(upTo end: Int) -> Bool { ones(before: end) - start == Int(value) * (end - first) }
            var step = 1
            while first + step < range.upperBound, isRun(upTo: first + step) { step *= 2 }
            var (low, high) = (first + (step + 1) / 2, min(first + step, range.upperBound))
            while low < high {
                let middle = (low + high + 1) / 2
                if isRun(upTo: middle) { low = middle } else { high = middle - 1 }
            }
            if value == mark { runs.append(first..<low) }
            first = low
        }
        return runs
    }

    // The following methods edit a copy. The caller has checked that indices are in range.

    func insert(_ units: [Int64], at index: Int) -> le_status {
        le_extents_insert(tree, Int64(index), units, Int64(units.count), nil)
    }

    func insertZeros(_ count: Int, at index: Int) -> le_status { insertRun(of: 0, count: count, at: index) }

    func insertRun(of number: Int64, count: Int, at index: Int) -> le_status {
        count == 0 ? LE_OK : le_extents_insert_run(tree, Int64(index), le_run(count: Int64(count), extent: number), nil)
    }

    func replace(from first: Int, with units: [Int64]) -> le_status {
        le_extents_resize_range(tree, Int64(first), units, Int64(units.count), nil)
    }

    func remove(_ items: Range<Int>) -> le_status {
        le_extents_remove(tree, Int64(items.lowerBound), Int64(items.count), nil)
    }

    /// - Parameter index: The target, counted without the moved items.
    func move(_ items: Range<Int>, to index: Int) -> le_status {
        le_extents_move(tree, Int64(items.lowerBound), Int64(items.count), Int64(index), nil)
    }

    /// - Parameter units: The numbers of the inserted items; without them, they are 0.
    func apply(_ edits: [EditScript.Edit], _ units: [Int64]?) -> le_status {
        edits.withCoreEdits { edits in
            guard let units else {
                return le_extents_apply(tree, edits.baseAddress, edits.count, nil, Int64(Self.mostItems), nil, nil)
            }
            return le_extents_apply(tree, edits.baseAddress, edits.count, units, Int64(units.count), nil, nil)
        }
    }
}
