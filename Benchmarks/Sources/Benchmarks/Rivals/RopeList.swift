import Foundation
import _RopeModule

/// The list on swift-collections' rope: chunks of heights, with count and extent as the summary. Like this library it
/// edits in O(log n) and copies in O(1), which makes it the hardest peer.
struct RopeList: MeasuredLayout {
    private var rope: Rope<Chunk>

    /// Heights are stored in units of 2^-20 point, because a rope measures in integers.
    static let unit = 1_048_576.0

    @inline(__always)
    static func units(_ points: Double) -> Int { Int(points * unit + 0.5) }

    init(_ heights: [Double], spare: Int) {
        var builder = Rope<Chunk>.Builder()
        Self.forEachChunk(of: heights) { builder.insertBeforeTip($0) }
        rope = builder.finalize()
    }

    var count: Int { rope.summary.count }
    var extent: Int { rope.summary.extent }

    var contentHeight: Double { Double(extent) / Self.unit }

    @inline(__always)
    func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        var sum = 0.0
        forEachItem(from: Self.units(top), to: Self.units(bottom)) {
            sum += Double($1) / Self.unit + Double($1 + $2) / Self.unit
        }
        return sum
    }

    @inline(__always)
    func top(of index: Int) -> Double { Double(offset(of: index)) / Self.unit }

    func writeFrames(to frames: UnsafeMutablePointer<CGRect>) {
        var frame = frames
        var y = 0
        for chunk in rope {
            for height in chunk.heights {
                frame.pointee = CGRect(
                    x: 0, y: Double(y) / Self.unit, width: Inputs.width, height: Double(height) / Self.unit)
                y &+= height
                frame += 1
            }
        }
    }

    func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        var frame = frames
        var y = -Self.units(origin.y)
        let scale = Float(1 / Self.unit)
        for chunk in rope {
            for height in chunk.heights {
                frame.pointee = SIMD4(
                    Float(-origin.x), Float(y) * scale, Float(Inputs.width), Float(height) * scale)
                y &+= height
                frame += 1
            }
        }
    }

    /// Top of an item, in units.
    private func offset(of index: Int) -> Int {
        let (position, rest) = rope.find(at: index, in: CountMetric(), preferEnd: false)
        guard rest > 0 || position < rope.endIndex else { return extent }
        return rope.offset(of: position, in: ExtentMetric()) + rope[position].extent(before: rest)
    }

    /// Visits the items that intersect the window: index, top and height in units.
    @inline(__always)
    private func forEachItem(from top: Int, to bottom: Int, _ body: (Int, Int, Int) -> Void) {
        var (position, rest) = rope.find(at: max(0, top), in: ExtentMetric(), preferEnd: false)
        guard position < rope.endIndex else { return }
        var index = rope.offset(of: position, in: CountMetric())
        var y = max(0, top) - rest
        while position < rope.endIndex {
            let chunk = rope[position]
            for height in chunk.heights {
                if y >= bottom { return }
                if y + height > top { body(index, y, height) }
                y += height
                index += 1
            }
            rest = 0
            rope.formIndex(after: &position)
        }
    }

    mutating func resize(_ index: Int, to height: Double) {
        var (position, rest) = rope.find(at: index, in: CountMetric(), preferEnd: false)
        rope.update(at: &position) { $0.replace(rest, with: Self.units(height)) }
    }

    mutating func insert(_ height: Double, at index: Int) {
        guard index < count else {
            rope.append(Chunk([Self.units(height)]))
            return
        }
        var (position, rest) = rope.find(at: index, in: CountMetric(), preferEnd: false)
        let spilled: Chunk? = rope.update(at: &position) { chunk in
            chunk.insert(Self.units(height), at: rest)
            return chunk.isOverfull ? chunk.split(at: chunk.heights.count / 2) : nil
        }
        if let spilled { rope.insert(spilled, at: rope.index(after: position)) }
    }

    mutating func insert(contentsOf heights: [Double], at index: Int) {
        var builder = rope.builder(splittingAt: index, in: CountMetric())
        Self.forEachChunk(of: heights) { builder.insertBeforeTip($0) }
        rope = builder.finalize()
    }

    mutating func remove(_ index: Int) {
        var (position, rest) = rope.find(at: index, in: CountMetric(), preferEnd: false)
        let isUndersized = rope.update(at: &position) { chunk in
            chunk.remove(rest)
            return chunk.isUndersized
        }
        // Removing a small chunk and inserting it again lets the rope join it with a neighbour.
        if isUndersized {
            let chunk = rope.remove(at: &position)
            if !chunk.isEmpty { rope.insert(chunk, at: position) }
        }
    }

    mutating func remove(_ range: Range<Int>) {
        rope.removeSubrange(range, in: CountMetric())
    }

    mutating func move(_ index: Int, to target: Int) {
        let (position, rest) = rope.find(at: index, in: CountMetric(), preferEnd: false)
        let height = Double(rope[position].heights[rest]) / Self.unit
        remove(index)
        insert(height, at: target)
    }

    mutating func apply(_ edits: [ScatteredEdit<Double>]) { applyOneByOne(edits) }

    /// A rope of heights has no width.
    mutating func setWidth(_ width: Double) {}

    mutating func copyAndEdit(_ index: Int, _ height: Double) {
        let old = self
        resize(index, to: height)
        withExtendedLifetime(old) {}
    }

    private static func forEachChunk(of heights: [Double], _ body: (Chunk) -> Void) {
        heights.withUnsafeBufferPointer { heights in
            for start in stride(from: 0, to: heights.count, by: Chunk.full) {
                let end = min(start + Chunk.full, heights.count)
                body(
                    Chunk(
                        Array(unsafeUninitializedCapacity: Chunk.capacity) { chunk, count in
                            for index in start..<end { chunk[index - start] = units(heights[index]) }
                            count = end - start
                        }))
            }
        }
    }

    struct Chunk: RopeElement {
        /// The number of heights that a chunk can hold, and that a chunk of a new rope holds.
        static let capacity = 128
        static let full = 96

        private(set) var heights: [Int]
        private(set) var extent: Int

        init(_ heights: [Int]) {
            self.heights = heights
            extent = heights.reduce(0, &+)
        }

        var summary: Summary { Summary(count: heights.count, extent: extent) }
        var isEmpty: Bool { heights.isEmpty }
        var isUndersized: Bool { heights.count < Self.capacity / 4 }
        var isOverfull: Bool { heights.count >= Self.capacity }
        func invariantCheck() {}

        @inline(__always)
        func extent(before index: Int) -> Int {
            var sum = 0
            for index in 0..<index { sum &+= heights[index] }
            return sum
        }

        mutating func replace(_ index: Int, with height: Int) {
            extent += height - heights[index]
            heights[index] = height
        }

        mutating func insert(_ height: Int, at index: Int) {
            heights.insert(height, at: index)
            extent += height
        }

        mutating func remove(_ index: Int) {
            extent -= heights.remove(at: index)
        }

        mutating func rebalance(nextNeighbor right: inout Chunk) -> Bool {
            let all = heights + right.heights
            let kept = all.count <= Self.capacity ? all.count : all.count / 2
            self = Chunk(Array(all[..<kept]))
            right = Chunk(Array(all[kept...]))
            return right.isEmpty
        }

        mutating func split(at index: Int) -> Chunk {
            let right = Chunk(Array(heights[index...]))
            heights.removeSubrange(index...)
            extent -= right.extent
            return right
        }
    }

    struct Summary: RopeSummary {
        static var maxNodeSize: Int { 16 }
        static var zero: Summary { Summary(count: 0, extent: 0) }

        var count: Int
        var extent: Int

        var isZero: Bool { count == 0 && extent == 0 }

        mutating func add(_ other: Summary) {
            count &+= other.count
            extent &+= other.extent
        }

        mutating func subtract(_ other: Summary) {
            count &-= other.count
            extent &-= other.extent
        }
    }

    struct CountMetric: RopeMetric {
        func size(of summary: Summary) -> Int { summary.count }
        func index(at offset: Int, in element: Chunk) -> Int { offset }
    }

    struct ExtentMetric: RopeMetric {
        func size(of summary: Summary) -> Int { summary.extent }
        func index(at offset: Int, in element: Chunk) -> Int {
            var rest = offset
            return element.heights.firstIndex { height in
                rest -= height
                return rest < 0
            } ?? element.heights.count
        }
    }
}
