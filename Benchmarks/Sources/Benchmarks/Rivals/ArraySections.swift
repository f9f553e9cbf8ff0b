import Foundation

/// Sections as a very good Swift programmer stores them: all frames in one contiguous array, and a table of the start
/// of each section.
struct ArraySections: ~Copyable, MeasuredSections {
    static let preparesInPlace = true

    private var items: ArrayList
    private var starts: [Int]

    init(_ input: SectionsInput) {
        items = ArrayList(input.heights, spare: 64_000)
        starts = Self.starts(input.counts)
    }

    mutating func prepare(_ input: SectionsInput) {
        items.prepare(input.heights)
        starts = Self.starts(input.counts)
    }

    private static func starts(_ counts: [Int]) -> [Int] {
        var starts: [Int] = []
        starts.reserveCapacity(counts.count + 1)
        var sum = 0
        for count in counts {
            starts.append(sum)
            sum += count
        }
        starts.append(sum)
        return starts
    }

    var contentHeight: Double { items.contentHeight }

    /// The section of each visible item is needed as well: it is looked up once, then advanced.
    mutating func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        var sum = 0.0
        let first = items.firstIndex(below: top)
        starts.withUnsafeBufferPointer { starts in
            var low = 0
            var length = starts.count
            while length > 1 {
                let half = length >> 1
                let isBefore = starts[low &+ half] <= first
                low = isBefore ? low &+ half : low
                length = isBefore ? length &- half : half
            }
            var section = low
            items.forEachFrame(from: first, to: bottom) { index, frame in
                while index >= starts[section + 1] { section += 1 }
                sum += frame.origin.y + (frame.origin.y + frame.size.height) + Double(section & 1)
            }
        }
        return sum
    }

    func top(ofItem item: Int, inSection section: Int) -> Double { items.top(of: starts[section] + item) }

    mutating func resize(_ item: Int, inSection section: Int, to height: Double) {
        items.resize(starts[section] + item, to: height)
    }

    mutating func insert(_ height: Double, at item: Int, inSection section: Int) {
        items.insert(height, at: starts[section] + item)
        shiftStarts(after: section, by: 1)
    }

    mutating func remove(_ item: Int, inSection section: Int) {
        items.remove(starts[section] + item)
        shiftStarts(after: section, by: -1)
    }

    mutating func moveSection(_ section: Int, to target: Int) {
        guard section != target else { return }
        let range = starts[section]..<starts[section + 1]
        let counts = section < target ? section...target : target...section
        if section < target {
            if !range.isEmpty { items.move(range, to: starts[target + 1] - range.count) }
            for index in counts.dropLast() { starts[index + 1] = starts[index + 2] - range.count }
        } else {
            if !range.isEmpty { items.move(range, to: starts[target]) }
            for index in counts.dropFirst().reversed() { starts[index] = starts[index - 1] + range.count }
        }
    }

    mutating func copyAndResize(_ item: Int, inSection section: Int, to height: Double) {
        let old = starts
        starts[0] = 0
        items.copyAndEdit(starts[section] + item, height)
        withExtendedLifetime(old) {}
    }

    mutating func setWidth(_ width: Double) { items.setWidth(width) }

    private mutating func shiftStarts(after section: Int, by shift: Int) {
        starts.withUnsafeMutableBufferPointer { starts in
            for index in (section + 1)..<starts.count { starts[index] += shift }
        }
    }
}
