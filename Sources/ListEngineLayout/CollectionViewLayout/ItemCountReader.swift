/// Reads the item counts of sections. From the second of two consecutive sections it reads a block at a time, so reading in
/// ascending order is fastest.
package struct ItemCountReader {
    private static let blockSize = 64

    private let layout: CollectionViewLayout
    private let sections: Int
    private var start = 0
    /// The section after the one that was read last.
    private var following = -1
    private var block: [Int] = []

    package init(_ layout: CollectionViewLayout) {
        self.layout = layout
        sections = layout.numberOfSections
    }

    /// The number of items of a section, in the layout that the reader was made with.
    /// - Precondition: The section is in the layout.
    /// - Complexity: O(log *S*). When sections are read in ascending order, O(1) for most of them.
    package mutating func count(ofSection section: Int) -> Int {
        if section < start || section >= start + block.count {
            guard section == following, section < sections else {
                following = section &+ 1
                return layout.numberOfItems(inSection: section)
            }
            start = section
            block = layout.storage.itemCounts(ofSections: section..<min(section + Self.blockSize, sections))
            following = start + block.count
        }
        return block[section - start]
    }
}
