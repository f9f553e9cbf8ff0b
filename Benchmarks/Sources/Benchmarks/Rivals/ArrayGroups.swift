import Foundation

/// A section of equal groups as frames in one contiguous array: the frames of one group, repeated. Visible items are
/// found by binary search, which then goes back as far as the longest frame reaches.
struct ArrayGroups {
    private var frames: [CGRect] = []
    private let group: [CGRect]
    private let pitch: CGFloat
    /// Whether groups follow each other across the list, in sections that scroll on their own.
    private let isAcross: Bool
    private let longest: CGFloat
    private let attributes = RivalAttributesWriter.allocate()

    /// - Parameters:
    ///   - group: Frames of the first group, in an order in which starts ascend.
    ///   - pitch: From group to group.
    init(_ group: [CGRect], pitch: CGFloat, isAcross: Bool, count: Int) {
        self.group = group
        self.pitch = pitch
        self.isAcross = isAcross
        longest = group.map { isAcross ? $0.width : $0.height }.max() ?? 0
        prepare(count)
    }

    mutating func prepare(_ count: Int) {
        frames.removeAll(keepingCapacity: true)
        frames.reserveCapacity(count)
        var shift: CGFloat = 0
        while frames.count < count {
            for frame in group where frames.count < count {
                frames.append(frame.offsetBy(dx: isAcross ? shift : 0, dy: isAcross ? 0 : shift))
            }
            shift += pitch
        }
    }

    var last: CGRect { frames[frames.count - 1] }

    func frame(_ item: Int) -> CGRect { frames[item] }

    func sumOfVisible(from low: CGFloat, to high: CGFloat) -> Double {
        var sum = 0.0
        forEachVisible(from: low, to: high) { sum += $1.origin.y }
        return sum
    }

    func sumOfVisibleAttributes(from low: CGFloat, to high: CGFloat) -> Double {
        var writer = RivalAttributesWriter(attributes)
        forEachVisible(from: low, to: high) { writer.write($0, $1) }
        return writer.finish()
    }

    @inline(__always)
    private func forEachVisible(from low: CGFloat, to high: CGFloat, _ body: (Int, CGRect) -> Void) {
        frames.withUnsafeBufferPointer { frames in
            var start = 0
            var length = frames.count
            while length > 0 {
                let half = length >> 1
                let middle = start &+ half
                let isBefore = (isAcross ? frames[middle].minX : frames[middle].minY) <= low - longest
                start = isBefore ? middle &+ 1 : start
                length = isBefore ? length &- half &- 1 : half
            }
            while start < frames.count {
                let frame = frames[start]
                let (from, to) = isAcross ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
                if from >= high { break }
                if to > low { body(start, frame) }
                start &+= 1
            }
        }
    }

    /// An item has another height than estimated: all later items move.
    mutating func measure(_ item: Int, height: CGFloat) {
        frames.withUnsafeMutableBufferPointer { frames in
            let change = height - frames[item].height
            frames[item].size.height = height
            for index in item + 1..<max(item + 1, frames.count) { frames[index].origin.y += change }
        }
    }
}
