import Foundation

/// The scroll offsets of the sections that scroll independently of the list.
///
///     var offsets = SectionOffsets()
///     offsets[2] = 120
///     viewport.sectionOffsets = [2: 120, 5: 40]
///
/// An offset is in points across the scroll axis of the list. It is counted from the leading or top edge of the
/// section's content, even in a list that runs from right to left. Section indices are those of the layout that is
/// queried. When sections are inserted, deleted or moved, the owner of the offsets must renumber them.
public struct SectionOffsets: Sendable, Hashable {
    /// A section and its offset in units. The memory layout is that of `le_scrolled`.
    @usableFromInline struct Entry: BitwiseCopyable, Sendable, Hashable {
        var section: Int64
        var offset: Int64
    }

    /// Ascending by section, without duplicates and without zero offsets.
    @usableFromInline private(set) var entries: [Entry]

    @inlinable public init() { entries = [] }

    public var isEmpty: Bool { entries.isEmpty }

    /// The sections with an offset other than 0, ascending.
    public var sections: [Int] { entries.map { Int($0.section) } }

    /// The offset of a section; 0 unless it was set. A NaN counts as 0.
    /// - Complexity: O(log *k*) to read, where *k* is the number of offsets.
    public subscript(section: Int) -> CGFloat {
        get { CGFloat(Units.points(units(section: section))) }
        set {
            let units = Units.units(newValue)
            let place = place(of: section)
            let isThere = place < entries.count && entries[place].section == Int64(section)
            if isThere, units == 0 {
                entries.remove(at: place)
            } else if isThere {
                entries[place].offset = units
            } else if units != 0 {
                entries.insert(Entry(section: Int64(section), offset: units), at: place)
            }
        }
    }

    func units(section: Int) -> Int64 {
        if entries.isEmpty { return 0 }
        let place = place(of: section)
        return place < entries.count && entries[place].section == Int64(section) ? entries[place].offset : 0
    }

    /// The index of the first entry for this section or a later one.
    private func place(of section: Int) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].section < Int64(section) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SectionOffsets: ExpressibleByDictionaryLiteral {
    /// When a section appears more than once, its last offset is used.
    public init(dictionaryLiteral elements: (Int, CGFloat)...) {
        self.init()
        for (section, offset) in elements { self[section] = offset }
    }
}
