import Foundation
import ListEngineLayout

/// Many list sections of this library, through its public interface.
struct EngineSections: ~Copyable, MeasuredSections {
    private var layout: CollectionViewLayout
    private var cursor = LayoutCursor()

    /// From contiguous arrays.
    init(_ input: SectionsInput) {
        layout = Self.laidOut(input)
    }

    static func laidOut(_ input: SectionsInput) -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: Inputs.width)
        try! layout.append(sectionCounts: input.counts, heights: input.heights)
        return layout
    }

    /// Section by section, as a data source is queried.
    init(each input: SectionsInput) {
        layout = CollectionViewLayout(width: Inputs.width)
        var start = 0
        for count in input.counts {
            try! layout.append(.list(heights: Array(input.heights[start..<start + count])))
            start += count
        }
    }

    var contentHeight: Double { layout.contentSize.height }

    mutating func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        var sum = 0.0
        layout.forEachItem(
            in: CGRect(x: 0, y: top, width: Inputs.width, height: bottom - top), cursor: &cursor
        ) { section, _, frame in
            sum += frame.origin.y + (frame.origin.y + frame.size.height) + Double(section & 1)
        }
        return sum
    }

    func top(ofItem item: Int, inSection section: Int) -> Double {
        layout.frame(ofItem: item, inSection: section).origin.y
    }

    mutating func resize(_ item: Int, inSection section: Int, to height: Double) {
        try! layout.resizeItem(item, inSection: section, to: height)
    }

    mutating func insert(_ height: Double, at item: Int, inSection section: Int) {
        try! layout.insertItem(at: item, inSection: section, extent: height)
    }

    mutating func remove(_ item: Int, inSection section: Int) {
        try! layout.removeItem(item, inSection: section)
    }

    mutating func moveSection(_ section: Int, to target: Int) {
        try! layout.moveSection(section, to: target)
    }

    mutating func setWidth(_ width: Double) {
        try! layout.setWidth(width)
    }

    mutating func copyAndResize(_ item: Int, inSection section: Int, to height: Double) {
        let old = layout
        resize(item, inSection: section, to: height)
        withExtendedLifetime(old) {}
    }
}
