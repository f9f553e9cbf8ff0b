/// Reads the numbers of items of many sections, ascending ones best: some neighbours are read at once.
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

    /// The number of items of a section, as the layout had them that the reader was made for.
    /// - Precondition: The section is in the layout.
    /// - Complexity: O(log *S*), and O(1) for most of many ascending sections.
    package mutating func count(ofSection section: Int) -> Int {
        if section < start || section >= start + block.count {
            guard section >= 0, section < sections else { return layout.numberOfItems(inSection: section) }
            start = section
            block = layout.storage.itemCounts(ofSections: section..<min(section + Self.blockSize, sections))
        }
        return block[section - start]
    }
}
