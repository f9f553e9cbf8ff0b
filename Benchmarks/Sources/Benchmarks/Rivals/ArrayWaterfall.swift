import Foundation

/// The waterfall that a very good Swift programmer writes: frames in one contiguous array, the farthest end of each
/// block of 256 and all blocks before it for a binary search. After an edit placing continues with the columns at that
/// item.
struct ArrayWaterfall: ~Copyable, MeasuredLayout {
    static let preparesInPlace = true

    private static let columns = Inputs.waterfallColumns
    private static let block = 256

    private var frames: UnsafeMutablePointer<CGRect>
    /// The farthest end of the items of a block and of those before it.
    private var ends: UnsafeMutablePointer<Double>
    private(set) var count: Int
    private var capacity: Int
    private var width = Inputs.width
    private(set) var contentHeight = 0.0

    init(_ heights: [Double], spare: Int) {
        count = heights.count
        capacity = heights.count + spare
        frames = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity / Self.block + 1)
        prepare(heights)
    }

    deinit {
        frames.deallocate()
        ends.deallocate()
    }

    mutating func prepare(_ heights: [Double]) {
        for index in 0..<count { frames[index].size.height = heights[index] }
        place(from: 0)
    }

    private var columnWidth: Double {
        let gaps = Double(Self.columns - 1) * Inputs.flowSpacing
        return ((width - 2 * Inputs.flowInset - gaps) / Double(Self.columns)).rounded(.down)
    }

    /// Places the items from `first` on by their heights.
    private mutating func place(from first: Int) {
        let columnWidth = columnWidth
        let pitch = columnWidth + Inputs.flowSpacing
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.columns) { next in
            next.initialize(repeating: Inputs.flowInset)
            // The end of each column is that of its last frame before the edit.
            var missing = Self.columns
            var index = first - 1
            while index >= 0 && missing > 0 {
                let column = Int((frames[index].origin.x - Inputs.flowInset) / pitch + 0.5)
                if next[column] == Inputs.flowInset {
                    next[column] = frames[index].origin.y + frames[index].size.height + Inputs.flowSpacing
                    missing -= 1
                }
                index -= 1
            }
            var end = first / Self.block > 0 ? ends[first / Self.block - 1] : 0
            for index in first / Self.block * Self.block..<first { end = max(end, frames[index].maxY) }
            for index in first..<count {
                var column = 0
                var least = next[0]
                for other in 1..<Self.columns where next[other] < least {
                    least = next[other]
                    column = other
                }
                let height = frames[index].size.height
                frames[index] = CGRect(
                    x: Inputs.flowInset + Double(column) * pitch, y: least, width: columnWidth, height: height)
                next[column] = least + height + Inputs.flowSpacing
                end = max(end, least + height)
                if index & (Self.block - 1) == Self.block - 1 { ends[index / Self.block] = end }
            }
            if count > 0 { ends[(count - 1) / Self.block] = end }
            contentHeight = count == 0 ? 2 * Inputs.flowInset - Inputs.flowSpacing : end + Inputs.flowInset
        }
    }

    @inline(__always)
    func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        // The first block with an end below the top; tops ascend, so the walk ends at the first item below the bottom.
        var low = 0
        var length = (count + Self.block - 1) / Self.block
        while length > 0 {
            let half = length >> 1
            let isAbove = ends[low + half] <= top
            low = isAbove ? low + half + 1 : low
            length = isAbove ? length - half - 1 : half
        }
        var sum = 0.0
        var index = low * Self.block
        while index < count && frames[index].origin.y < bottom {
            let end = frames[index].origin.y + frames[index].size.height
            if end > top { sum += frames[index].origin.y + end }
            index &+= 1
        }
        return sum
    }

    @inline(__always)
    func top(of index: Int) -> Double { frames[index].origin.y }

    func writeFrames(to buffer: UnsafeMutablePointer<CGRect>) { buffer.update(from: frames, count: count) }

    func writeFrames(to buffer: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        for index in 0..<count {
            let frame = frames[index]
            buffer[index] = SIMD4(
                Float(frame.origin.x - origin.x), Float(frame.origin.y - origin.y), Float(frame.size.width),
                Float(frame.size.height))
        }
    }

    mutating func resize(_ index: Int, to height: Double) {
        frames[index].size.height = height
        place(from: index)
    }

    mutating func insert(contentsOf heights: [Double], at index: Int) {
        if count + heights.count > capacity { grow(by: heights.count) }
        (frames + index + heights.count).update(from: frames + index, count: count - index)
        for offset in heights.indices { frames[index + offset].size.height = heights[offset] }
        count += heights.count
        place(from: index)
    }

    mutating func insert(_ height: Double, at index: Int) {
        if count == capacity { grow(by: 1) }
        (frames + index + 1).update(from: frames + index, count: count - index)
        frames[index].size.height = height
        count += 1
        place(from: index)
    }

    mutating func remove(_ range: Range<Int>) {
        (frames + range.lowerBound).update(from: frames + range.upperBound, count: count - range.upperBound)
        count -= range.count
        place(from: range.lowerBound)
    }

    mutating func remove(_ index: Int) { remove(index..<index + 1) }

    mutating func move(_ index: Int, to target: Int) {
        let moved = frames[index]
        if index < target {
            (frames + index).update(from: frames + index + 1, count: target - index)
        } else {
            (frames + target + 1).update(from: frames + target, count: index - target)
        }
        frames[target] = moved
        place(from: min(index, target))
    }

    mutating func apply(_ edits: [ScatteredEdit<Double>]) {
        let old = (0..<count).map { Double(frames[$0].size.height) }
        let new = old.withUnsafeBufferPointer { ScatteredEdit.applying(edits, to: $0) }
        if new.count > capacity { grow(by: new.count - count) }
        count = new.count
        prepare(new)
    }

    mutating func setWidth(_ newWidth: Double) {
        width = newWidth
        place(from: 0)
    }

    mutating func copyAndEdit(_ index: Int, _ height: Double) {
        let (oldFrames, oldEnds) = (frames, ends)
        frames = .allocate(capacity: capacity)
        frames.update(from: oldFrames, count: count)
        ends = .allocate(capacity: capacity / Self.block + 1)
        ends.update(from: oldEnds, count: (count + Self.block - 1) / Self.block)
        resize(index, to: height)
        oldFrames.deallocate()
        oldEnds.deallocate()
    }

    private mutating func grow(by added: Int) {
        capacity = max(capacity * 3 / 2, count + added)
        let larger = UnsafeMutablePointer<CGRect>.allocate(capacity: capacity)
        larger.update(from: frames, count: count)
        frames.deallocate()
        frames = larger
        let largerEnds = UnsafeMutablePointer<Double>.allocate(capacity: capacity / Self.block + 1)
        largerEnds.update(from: ends, count: (count + Self.block - 1) / Self.block)
        ends.deallocate()
        ends = largerEnds
    }
}
