/// Which part of a list a section belongs to, where the list is cut into parts of several neighbouring sections each.
///
/// Parts may have no sections. Look-ups take O(log *parts*).
public struct SectionMap: Sendable, Hashable {
    /// The first section of each part, and the count of all.
    private var starts: [Int]

    /// - Parameter counts: The number of sections of each part, in order.
    public init(counts: some Sequence<Int> = []) {
        starts = [0]
        for count in counts {
            precondition(count >= 0, "part \(starts.count - 1) has \(count) sections")
            starts.append(starts[starts.count - 1] + count)
        }
    }

    public var numberOfParts: Int { starts.count - 1 }

    public var numberOfSections: Int { starts[starts.count - 1] }

    /// The sections of a part, counted through the list.
    public func sections(ofPart part: Int) -> Range<Int> { starts[part]..<starts[part + 1] }

    /// The part that a section belongs to, and its index there; nil where the list has no such section.
    public func part(ofSection section: Int) -> (part: Int, section: Int)? {
        guard section >= 0, section < numberOfSections else { return nil }
        var (low, high) = (0, numberOfParts)
        // The last part that starts at or before the section: those without sections start where the next one does.
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= section { low = middle } else { high = middle }
        }
        return (low, section - starts[low])
    }

    /// The section of a list that is a section of a part; nil where the part has no such section.
    public func section(_ section: Int, ofPart part: Int) -> Int? {
        let sections = sections(ofPart: part)
        return section >= 0 && section < sections.count ? sections.lowerBound + section : nil
    }
}
