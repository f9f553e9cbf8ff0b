import Foundation

/// The list that a very good Swift programmer writes: frames in one contiguous array, a binary search for what is
/// visible, and unsafe pointers where a tail of the array shifts.
struct ArrayList: ~Copyable {
    private(set) var frames: UnsafeMutablePointer<CGRect>
    private(set) var count: Int
    private var capacity: Int
    let width: Double

    /// Lays out `heights` and keeps room for `spare` more.
    init(heights: [Double], width: Double, spare: Int = 0) {
        self.width = width
        count = heights.count
        capacity = heights.count + spare
        frames = .allocate(capacity: capacity)
        prepare(heights)
    }

    /// Another array with the same frames.
    init(copying other: borrowing ArrayList) {
        width = other.width
        count = other.count
        capacity = other.capacity
        frames = .allocate(capacity: other.capacity)
        frames.update(from: other.frames, count: other.count)
    }

    deinit { frames.deallocate() }

    var contentHeight: Double { count == 0 ? 0 : frames[count - 1].maxY }

    func prepare(_ heights: [Double]) {
        heights.withUnsafeBufferPointer { heights in
            var y = 0.0
            for index in 0..<heights.count {
                frames[index] = CGRect(x: 0, y: y, width: width, height: heights[index])
                y += heights[index]
            }
        }
    }

    /// Visits the frames that meet the window.
    @inline(__always)
    func forEachFrame(from top: Double, to bottom: Double, _ body: (Int, CGRect) -> Void) {
        var index = firstIndex(below: top)
        while index < count && frames[index].origin.y < bottom {
            body(index, frames[index])
            index &+= 1
        }
    }

    /// The first item that ends below `y`.
    @inline(__always)
    func firstIndex(below y: Double) -> Int {
        var low = 0
        var length = count
        while length > 0 {
            let half = length >> 1
            let middle = low &+ half
            let isAbove = frames[middle].origin.y + frames[middle].size.height <= y
            low = isAbove ? middle &+ 1 : low
            length = isAbove ? length &- half &- 1 : half
        }
        return low
    }

    mutating func resize(_ index: Int, to height: Double) {
        let delta = height - frames[index].size.height
        frames[index].size.height = height
        shift(from: index + 1, by: delta)
    }

    mutating func insert(_ heights: UnsafeBufferPointer<Double>, at index: Int) {
        let added = heights.count
        if count + added > capacity { grow(by: added) }
        let start = index < count ? frames[index].origin.y : contentHeight
        (frames + index + added).update(from: frames + index, count: count - index)
        var y = start
        for offset in 0..<added {
            frames[index + offset] = CGRect(x: 0, y: y, width: width, height: heights[offset])
            y += heights[offset]
        }
        count += added
        shift(from: index + added, by: y - start)
    }

    mutating func remove(_ range: Range<Int>) {
        let start = frames[range.lowerBound].origin.y
        let end = frames[range.upperBound - 1].maxY
        (frames + range.lowerBound).update(from: frames + range.upperBound, count: count - range.upperBound)
        count -= range.count
        shift(from: range.lowerBound, by: start - end)
    }

    mutating func move(_ from: Int, to target: Int) {
        let moved = frames[from]
        remove(from..<from + 1)
        withUnsafePointer(to: moved.size.height) { insert(UnsafeBufferPointer(start: $0, count: 1), at: target) }
    }

    /// Says how many frames there are after all of them were written.
    mutating func setCount(_ newCount: Int) {
        precondition(newCount <= capacity, "ArrayList: no room for \(newCount) frames")
        count = newCount
    }

    /// Moves every frame from `index` on down by `delta`.
    private func shift(from index: Int, by delta: Double) {
        for index in index..<count { frames[index].origin.y += delta }
    }

    private mutating func grow(by added: Int) {
        capacity = max(capacity * 3 / 2, count + added)
        let larger = UnsafeMutablePointer<CGRect>.allocate(capacity: capacity)
        larger.update(from: frames, count: count)
        frames.deallocate()
        frames = larger
    }
}
