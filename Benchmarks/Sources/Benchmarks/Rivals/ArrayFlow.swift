import Foundation

/// The flow layout that a very good Swift programmer writes: frames in one contiguous array and a table of lines,
/// binary search for visible items, edits that break lines again only until a break coincides with an old one, and
/// unsafe pointers to shift the tail. Lines are justified, the last one is leading; items are centred across the line.
struct ArrayFlow: ~Copyable, AttributedLayout {
    static let preparesInPlace = true

    private(set) var frames: UnsafeMutablePointer<CGRect>
    private(set) var count: Int
    private var capacity: Int
    private(set) var lines: [Line] = []
    private var width = Inputs.width
    private let attributes = RivalAttributesWriter.allocate()
    private let inset = Inputs.flowInset
    private let spacing = Inputs.flowSpacing

    struct Line {
        var first: Int
        var top: Double
        var height: Double
    }

    init(_ sizes: [CGSize], spare: Int) {
        count = sizes.count
        capacity = sizes.count + spare
        frames = .allocate(capacity: capacity)
        lines.reserveCapacity(sizes.count / 3)
        prepare(sizes)
    }

    deinit {
        frames.deallocate()
        attributes.deallocate()
    }

    var contentHeight: Double {
        lines.last.map { $0.top + $0.height + inset } ?? 2 * inset
    }

    /// The greedy loop: a line is placed as soon as its end is known, while its sizes are still in the cache.
    mutating func prepare(_ sizes: [CGSize]) {
        lines.removeAll(keepingCapacity: true)
        let extent = width - 2 * inset
        var y = inset
        sizes.withUnsafeBufferPointer { sizes in
            var first = 0
            while first < sizes.count {
                var used = sizes[first].width
                var height = sizes[first].height
                var end = first + 1
                while end < sizes.count && used + spacing + sizes[end].width <= extent {
                    used += spacing + sizes[end].width
                    height = max(height, sizes[end].height)
                    end += 1
                }
                let gap = gap(used: used, items: end - first, isLast: end == sizes.count)
                var x = leading(used: used, items: end - first, isLast: end == sizes.count)
                for index in first..<end {
                    let size = sizes[index]
                    frames[index] = CGRect(
                        x: x, y: y + (height - size.height) / 2, width: size.width, height: size.height)
                    x += size.width + gap
                }
                lines.append(Line(first: first, top: y, height: height))
                y += height + spacing
                first = end
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
        lines.withUnsafeBufferPointer { lines in
            var low = 0
            var length = lines.count
            while length > 0 {
                let half = length >> 1
                let middle = low &+ half
                let isAbove = lines[middle].top + lines[middle].height <= top
                low = isAbove ? middle &+ 1 : low
                length = isAbove ? length &- half &- 1 : half
            }
            while low < lines.count && lines[low].top < bottom {
                let end = low + 1 < lines.count ? lines[low + 1].first : count
                for index in lines[low].first..<end {
                    let frame = frames[index]
                    if frame.origin.y < bottom && frame.origin.y + frame.size.height > top { body(index, frame) }
                }
                low += 1
            }
        }
    }

    mutating func resize(_ index: Int, to size: CGSize) {
        frames[index].size = size
        reflow(around: index, shift: 0)
    }

    mutating func insert(_ size: CGSize, at index: Int) {
        makeRoom(for: 1, at: index)
        frames[index] = CGRect(origin: .zero, size: size)
        reflow(around: index, shift: 1)
    }

    mutating func insert(contentsOf sizes: [CGSize], at index: Int) {
        makeRoom(for: sizes.count, at: index)
        for offset in sizes.indices { frames[index + offset] = CGRect(origin: .zero, size: sizes[offset]) }
        reflow(around: index, shift: sizes.count)
    }

    mutating func remove(_ index: Int) {
        remove(index..<index + 1)
    }

    mutating func remove(_ range: Range<Int>) {
        (frames + range.lowerBound).update(from: frames + range.upperBound, count: count - range.upperBound)
        count -= range.count
        reflow(around: range.lowerBound, shift: -range.count)
    }

    mutating func move(_ index: Int, to target: Int) {
        let size = frames[index].size
        remove(index)
        insert(size, at: target)
    }

    /// Applies the new sizes in one pass, then breaks all lines again.
    mutating func apply(_ edits: [ScatteredEdit<CGSize>]) {
        let old = (0..<count).map { frames[$0].size }
        let new = old.withUnsafeBufferPointer { ScatteredEdit.applying(edits, to: $0) }
        precondition(new.count <= capacity, "ArrayFlow: no room for \(new.count) items")
        count = new.count
        prepare(new)
    }

    mutating func setWidth(_ newWidth: Double) {
        width = newWidth
        prepare((0..<count).map { frames[$0].size })
    }

    mutating func copyAndEdit(_ index: Int, _ size: CGSize) {
        let old = (frames, lines)
        frames = .allocate(capacity: capacity)
        frames.update(from: old.0, count: count)
        resize(index, to: size)
        old.0.deallocate()
    }

    private mutating func makeRoom(for added: Int, at index: Int) {
        precondition(count + added <= capacity, "ArrayFlow: no room for \(added) items more")
        (frames + index + added).update(from: frames + index, count: count - index)
        count += added
    }

    /// Breaks lines again from the line before `index` on, until a break is an old one; then shifts the rest. The
    /// frames have moved by `shift` places already, the table of lines has not.
    private mutating func reflow(around index: Int, shift: Int) {
        let start = max(0, line(of: index) - 1)
        var old = start
        while old < lines.count && lines[old].first <= index { old += 1 }
        let extent = width - 2 * inset
        var first = lines.isEmpty ? 0 : lines[start].first
        var y = lines.isEmpty ? inset : lines[start].top
        var fresh: [Line] = []
        while first < count {
            while old < lines.count && lines[old].first + shift < first { old += 1 }
            if old < lines.count && lines[old].first + shift == first && first > index { break }
            var used = frames[first].size.width
            var height = frames[first].size.height
            var end = first + 1
            while end < count && used + spacing + frames[end].size.width <= extent {
                used += spacing + frames[end].size.width
                height = max(height, frames[end].size.height)
                end += 1
            }
            let gap = gap(used: used, items: end - first, isLast: end == count)
            var x = leading(used: used, items: end - first, isLast: end == count)
            for index in first..<end {
                frames[index].origin = CGPoint(x: x, y: y + (height - frames[index].size.height) / 2)
                x += frames[index].size.width + gap
            }
            fresh.append(Line(first: first, top: y, height: height))
            y += height + spacing
            first = end
        }
        if first >= count { old = lines.count }
        let delta = old < lines.count ? y - lines[old].top : 0
        for index in first..<count { frames[index].origin.y += delta }
        lines.withUnsafeMutableBufferPointer { lines in
            for index in old..<lines.count {
                lines[index].first += shift
                lines[index].top += delta
            }
        }
        lines.replaceSubrange(start..<old, with: fresh)
    }

    /// The line that contains item `index`.
    private func line(of index: Int) -> Int {
        lines.withUnsafeBufferPointer { lines in
            var low = 0
            var length = lines.count
            while length > 1 {
                let half = length >> 1
                let isBefore = lines[low &+ half].first <= index
                low = isBefore ? low &+ half : low
                length = isBefore ? length &- half : half
            }
            return low
        }
    }

    @inline(__always)
    private func gap(used: Double, items: Int, isLast: Bool) -> Double {
        guard !isLast && items > 1 else { return spacing }
        return spacing + (width - 2 * inset - used) / Double(items - 1)
    }

    /// The start of the line: a line of one item is centred, unless it is the last.
    @inline(__always)
    private func leading(used: Double, items: Int, isLast: Bool) -> Double {
        guard !isLast && items == 1 else { return inset }
        return inset + max(0, width - 2 * inset - used) / 2
    }
}
