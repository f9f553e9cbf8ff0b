/// Reads the item counts of many sections. It reads a block of neighbouring sections at a time, so reading in
/// ascending order is fastest.
package struct ItemCountReader {
    private static let blockSize = 64

    private let layout: CollectionViewLayout
    private let sections: Int
    private var start = 0
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
            guard section >= 0, section < sections else { return layout.numberOfItems(inSection: section) }
            start = section
            block = layout.storage.itemCounts(ofSections: section..<min(section + Self.blockSize, sections))
        }
        return block[section - start]
    }
}
