import Foundation
import ListEngineLayout

/// Maps sections to parts of a list. Each part consists of consecutive sections.
///
/// Parts can be empty. Lookups are O(log *p*), where *p* is the number of parts.
public struct SectionMap: Sendable, Hashable {
    /// The first section of each part, followed by the number of all sections.
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

    /// The sections of a part, by their indices in the list.
    public func sections(ofPart part: Int) -> Range<Int> { starts[part]..<starts[part + 1] }

    /// The part that contains a section, and the section's index in the part; nil if the list has no such section.
    public func part(ofSection section: Int) -> (part: Int, section: Int)? {
        guard section >= 0, section < numberOfSections else { return nil }
        var (low, high) = (0, numberOfParts)
        // The last part that starts at or before the section. An empty part starts where the next one does.
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= section { low = middle } else { high = middle }
        }
        return (low, section - starts[low])
    }

    /// The index in the list of a section of a part; nil if the part has no such section.
    public func section(_ section: Int, ofPart part: Int) -> Int? {
        let sections = sections(ofPart: part)
        return section >= 0 && section < sections.count ? sections.lowerBound + section : nil
    }
}

extension [IndexPath] {
    /// The items of each owner of sections, in the order of the items. Items without an owner are left out.
    /// - Parameter sections: Returns the sections of the owner of a section. It is called once for consecutive ones.
    @MainActor
    package func grouped(
        bySections sections: (Int) -> Range<Int>?
    ) -> [(sections: Range<Int>, items: [IndexPath])] {
        var groups: [(sections: Range<Int>, items: [IndexPath])] = []
        var places: [Int: Int] = [:]
        var (current, place) = (0..<0, 0)
        for indexPath in self {
            guard let path = ElementPath(indexPath) else { continue }
            if !current.contains(path.section) {
                guard let owned = sections(path.section) else { continue }
                current = owned
                place = places[owned.lowerBound] ?? groups.count
                if place == groups.count {
                    places[owned.lowerBound] = place
                    groups.append((owned, []))
                }
            }
            groups[place].items.append(indexPath)
        }
        return groups
    }
}
