import Foundation

/// A grid of equal items as frames in one contiguous array, with a binary search for visible items.
struct ArrayGrid: ~Copyable, MeasuredLayout {
    static let preparesInPlace = true

    private var frames: UnsafeMutablePointer<CGRect>
    private(set) var count: Int
    private let capacity: Int
    private var width = Inputs.width

    init(_ count: Int, spare: Int) {
        self.count = count
        capacity = count + spare
        frames = .allocate(capacity: capacity)
        place(0..<count)
    }

    deinit { frames.deallocate() }

    mutating func prepare(_ count: Int) {
        self.count = count
        place(0..<count)
    }

    /// Computes the frames of a range of items; those of other items do not depend on them.
    private func place(_ range: Range<Int>) {
        let size = UniformGrid.itemSize
        let line = width - 2 * Inputs.flowInset
        let columns = max(1, Int((line + Inputs.flowSpacing) / (size.width + Inputs.flowSpacing)))
        let gap = columns == 1 ? 0 : (line - Double(columns) * size.width) / Double(columns - 1)
        let indent = columns == 1 ? (line - size.width) / 2 : 0
        var (row, column) = range.lowerBound.quotientAndRemainder(dividingBy: columns)
        for index in range {
            frames[index] = CGRect(
                x: Inputs.flowInset + indent + Double(column) * (size.width + gap),
                y: Inputs.flowInset + Double(row) * (size.height + Inputs.flowSpacing), width: size.width,
                height: size.height)
            column += 1
            if column == columns {
                column = 0
                row += 1
            }
        }
    }

    var contentHeight: Double {
        count == 0 ? 2 * Inputs.flowInset : frames[count - 1].maxY + Inputs.flowInset
    }

    func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        var low = 0
        var length = count
        while length > 0 {
            let half = length >> 1
            let middle = low &+ half
            let isAbove = frames[middle].origin.y + frames[middle].size.height <= top
            low = isAbove ? middle &+ 1 : low
            length = isAbove ? length &- half &- 1 : half
        }
        var sum = 0.0
        while low < count && frames[low].origin.y < bottom {
            sum += frames[low].origin.y + (frames[low].origin.y + frames[low].size.height)
            low &+= 1
        }
        return sum
    }

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

    // All items are equal, so an edit only adds or removes frames at the end.
    mutating func resize(_ index: Int, to size: Void) {}
    mutating func insert(_ size: Void, at index: Int) { insert(contentsOf: [()], at: index) }
    mutating func remove(_ index: Int) { count -= 1 }
    mutating func move(_ index: Int, to target: Int) {}
    mutating func remove(_ range: Range<Int>) { count -= range.count }

    mutating func insert(contentsOf sizes: [Void], at index: Int) {
        precondition(count + sizes.count <= capacity, "ArrayGrid: no room for \(sizes.count) items more")
        count += sizes.count
        place(count - sizes.count..<count)
    }

    mutating func apply(_ edits: [ScatteredEdit<Void>]) { applyOneByOne(edits) }

    mutating func setWidth(_ newWidth: Double) {
        width = newWidth
        place(0..<count)
    }

    mutating func copyAndEdit(_ index: Int, _ size: Void) {
        let old = frames
        frames = .allocate(capacity: capacity)
        frames.update(from: old, count: count)
        old.deallocate()
    }
}
