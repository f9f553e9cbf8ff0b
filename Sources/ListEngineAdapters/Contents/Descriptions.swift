import Foundation
import ListEngine

extension AccessibilityDescription {
    /// The value that an assistive technology reads: that of the view, and whether it is expanded.
    package var spokenValue: String? {
        let state = isExpanded.map { $0 ? ListText.isExpanded.text : ListText.isCollapsed.text }
        let words = [value, state].compactMap(\.self).filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension CollectionView {
    /// Which items are on the screen, as an assistive technology reads it. Nil if there are none.
    package var scrollStatus: String? {
        let paths = indexPathsForVisibleItems
        guard let first = paths.first, let last = paths.last else { return nil }
        func place(_ path: IndexPath) -> Int {
            (0..<path[0]).reduce(path[1] + 1) { $0 + numberOfItems(inSection: $1) }
        }
        let count = (0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) }
        return ListText.shownItems.text("\(place(first))", "\(place(last))", "\(count)")
    }

    /// The views of the list that an assistive technology reads, in reading order. The order of subviews is that in which cells were reused.
    package var readViews: [(view: CollectionReusableView, description: AccessibilityDescription)] {
        visibleViews.compactMap { view in
            guard view.accessibilityRole != .ornament, let description = accessibilityDescription(of: view),
                description.role != .ornament
            else { return nil }
            return (view, description)
        }
    }
}
