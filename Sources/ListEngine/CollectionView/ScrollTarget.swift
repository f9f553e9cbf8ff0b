import Foundation
import ListEngineLayout

/// Where a pass scrolls to, whatever is measured on the way.
enum ScrollTarget {
    case start
    case end
    case item(ElementPath, ItemScrollPosition)
    case anchor(ScrollAnchor)
}

extension CollectionView {
    /// Scrolls at once, and stays there while the pass measures.
    func scroll(to target: ScrollTarget) {
        let offset = contentOffset(of: target)
        setContentOffset(offset, animated: false)
        if contentOffset == offset {
            scrollTarget = target
            setNeedsLayout()
        }
        layoutIfNeeded()
    }

    func contentOffset(of target: ScrollTarget) -> CGPoint {
        switch target {
        case .start: contentOffset(atMainOffset: mainOffsetRange.lowerBound)
        case .end: contentOffset(atMainOffset: mainOffsetRange.upperBound)
        case .item(let path, let position): contentOffset(showing: path, at: position)
        case .anchor(let anchor): contentOffset(atMainOffset: layout.contentOffset(for: anchor, in: viewport))
        }
    }

    var isAtStart: Bool { mainOffset <= mainOffsetRange.lowerBound }

    /// From the start of what is visible to the edge that an anchor names, in the list as it is shown.
    func distance(of anchor: ScrollAnchor) -> CGFloat {
        let insets = adjustedContentInset
        let start = mainOffset + (recipe.scrollDirection == .vertical ? insets.top : insets.leading)
        return presentedLayout.contentOffset(for: ScrollAnchor(anchor.path, edge: anchor.edge)) - start
    }
}
