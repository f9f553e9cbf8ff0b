import Foundation

/// The list that a very good Swift programmer writes: frames in one contiguous array, a binary search for visible
/// items, and unsafe pointers to shift the tail of the array.
struct ArrayList: ~Copyable, AttributedLayout {
    static let preparesInPlace = true

    private(set) var frames: UnsafeMutablePointer<CGRect>
    private(set) var count: Int
    private var capacity: Int
    private var width = Inputs.width
    private let attributes = RivalAttributesWriter.allocate()

    /// Lays out `heights` and reserves room for `spare` more.
    init(_ heights: [Double], spare: Int) {
        count = heights.count
        capacity = heights.count + spare
        frames = .allocate(capacity: capacity)
        prepare(heights)
    }

    deinit {
        frames.deallocate()
        attributes.deallocate()
    }

    var contentHeight: Double { count == 0 ? 0 : frames[count - 1].maxY }

    mutating func prepare(_ heights: [Double]) {
        heights.withUnsafeBufferPointer { heights in
            var y = 0.0
            for index in 0..<heights.count {
                frames[index] = CGRect(x: 0, y: y, width: width, height: heights[index])
                y += heights[index]
            }
        }
    }

    @inline(__always)
    func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        var sum = 0.0
        forEachFrame(from: top, to: bottom) { sum += $1.origin.y + ($1.origin.y + $1.size.height) }
        return sum
    }

    @inline(__always)
    func sumOfVisibleAttributes(from top: Double, to bottom: Double) -> Double {
        var writer = RivalAttributesWriter(attributes)
        forEachFrame(from: top, to: bottom) { writer.write($0, $1) }
        return writer.finish()
    }

    @inline(__always)
    func top(of index: Int) -> Double { frames[index].origin.y }

    func writeFrames(to buffer: UnsafeMutablePointer<CGRect>) {
        buffer.update(from: frames, count: count)
    }

    func writeFrames(to buffer: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        for index in 0..<count {
            let frame = frames[index]
            buffer[index] = SIMD4(
                Float(frame.origin.x - origin.x), Float(frame.origin.y - origin.y), Float(frame.size.width),
                Float(frame.size.height))
        }
    }

    /// Visits the frames that intersect the window.
    @inline(__always)
    func forEachFrame(from top: Double, to bottom: Double, _ body: (Int, CGRect) -> Void) {
        forEachFrame(from: firstIndex(below: top), to: bottom, body)
    }

    @inline(__always)
    func forEachFrame(from first: Int, to bottom: Double, _ body: (Int, CGRect) -> Void) {
        var index = first
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

    mutating func insert(_ height: Double, at index: Int) {
        withUnsafePointer(to: height) { insert(UnsafeBufferPointer(start: $0, count: 1), at: index) }
    }

    mutating func insert(contentsOf heights: [Double], at index: Int) {
        heights.withUnsafeBufferPointer { insert($0, at: index) }
    }

    mutating func remove(_ index: Int) {
        remove(index..<index + 1)
    }

    mutating func move(_ index: Int, to target: Int) {
        move(index..<index + 1, to: target)
    }

    /// Only the frames between the two places shift.
    mutating func move(_ range: Range<Int>, to target: Int) {
        guard range.lowerBound != target else { return }
        let moved = Array(UnsafeBufferPointer(start: frames + range.lowerBound, count: range.count))
        let extent = frames[range.upperBound - 1].maxY - frames[range.lowerBound].origin.y
        let start: Double
        if range.lowerBound < target {
            let between = target - range.lowerBound
            start = frames[target + range.count - 1].maxY - extent
            (frames + range.lowerBound).update(from: frames + range.upperBound, count: between)
            for index in range.lowerBound..<target { frames[index].origin.y -= extent }
        } else {
            start = frames[target].origin.y
            (frames + target + range.count).update(from: frames + target, count: range.lowerBound - target)
            for index in (target + range.count)..<range.upperBound { frames[index].origin.y += extent }
        }
        let shift = start - moved[0].origin.y
        for offset in moved.indices {
            frames[target + offset] = moved[offset]
            frames[target + offset].origin.y += shift
        }
    }

    /// One pass from the first edit on. Inserts and deletes shift later items by a few places, so the pass reads the
    /// heights from a copy.
    mutating func apply(_ edits: [ScatteredEdit<Double>]) {
        guard let first = edits.first?.index else { return }
        let rest = count - first
        let old = UnsafeMutablePointer<Double>.allocate(capacity: rest)
        defer { old.deallocate() }
        for index in 0..<rest { old[index] = frames[first + index].size.height }
        var y = frames[first].origin.y
        var target = first
        var source = 0
        func append(_ height: Double) {
            frames[target] = CGRect(x: 0, y: y, width: width, height: height)
            y += height
            target += 1
        }
        for edit in edits {
            while source < edit.index - first {
                append(old[source])
                source += 1
            }
            switch edit.action {
            case .resize(let height):
                append(height)
                source += 1
            case .insert(let height): append(height)
            case .delete: source += 1
            }
        }
        while source < rest {
            append(old[source])
            source += 1
        }
        count = target
    }

    mutating func setWidth(_ newWidth: Double) {
        width = newWidth
        for index in 0..<count { frames[index].size.width = newWidth }
    }

    mutating func copyAndEdit(_ index: Int, _ height: Double) {
        let old = frames
        frames = .allocate(capacity: capacity)
        frames.update(from: old, count: count)
        resize(index, to: height)
        old.deallocate()
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
