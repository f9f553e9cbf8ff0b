import Foundation
import ListEngineLayout

extension CollectionView {
    /// Edits a layout. User code that is called for sizes and styles in the meantime sees the old list.
    /// - Returns: The new indices of sections that were laid out from scratch without measured sizes. If nothing was
    ///   measured, at least those that are shown.
    func edit(_ layout: inout CollectionViewLayout, _ edit: SharedEdit) throws(LayoutError) -> Set<Int> {
        let relaid = try edit.apply(to: &layout, by: recipe) { [unowned self] section in
            dataSource.map { countOfDataSource(section, $0) } ?? 0
        }
        var relaidOut: Set<Int> = []
        // If nothing was measured, only displayed sections matter that may be estimates. Of one section it is found
        // sooner that it estimates no size, of many that they are not displayed.
        let shown = relaid.count > 1 && sizing.measuredSizes.count == 0 ? shownSections : nil
        for old in relaid where shown?.contains(old) != false {
            guard let section = edit.newSection(old) else { continue }
            if sizing.measuredSizes.count == 0 {
                guard layout.mayEstimate(inSection: section), shown != nil || shownSections.contains(old) else {
                    continue
                }
            }
            relaidOut.insert(section)
        }
        return relaidOut
    }

    /// Sections with a shown item, and the sections between them.
    private var shownSections: Range<Int> {
        var (first, end) = (Int.max, 0)
        let shown = display.elements
        for place in shown.indices where shown[place].key.path.category == .item {
            first = min(first, shown[place].key.path.section)
            end = max(end, shown[place].key.path.section + 1)
        }
        return min(first, end)..<end
    }
}
