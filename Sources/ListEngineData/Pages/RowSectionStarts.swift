/// Divides the positions of a list into its sections.
public struct RowSectionStarts: Hashable, Sendable {
    /// The position of the first item of each section, ascending. A list without headings has one section, which begins at 0.
    public private(set) var starts: [Int] = [0]

    init() {}

    /// - Parameter counts: The number of items of each section. Sections without items are left out.
    init(counts: [Int]) {
        starts.removeAll()
        var start = 0
        for count in counts where count > 0 {
            starts.append(start)
            start += count
        }
    }

    /// The section of a position, and the position in it.
    /// - Complexity: O(log *n*), where *n* is the number of sections.
    public func place(of position: Int) -> (section: Int, item: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return starts.isEmpty ? (0, position) : (low, position - starts[low])
    }

    /// The parts of a range of positions, each in one section. Positions in a part count from the start of its section.
    func parts(of range: Range<Int>) -> [(section: Int, items: Range<Int>)] {
        var parts: [(section: Int, items: Range<Int>)] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let (section, item) = place(of: position)
            let next = section + 1 < starts.count ? min(starts[section + 1], range.upperBound) : range.upperBound
            parts.append((section, item..<item + next - position))
            position = next
        }
        return parts
    }
}
