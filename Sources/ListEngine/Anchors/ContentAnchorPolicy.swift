import Foundation
import ListEngineLayout

/// What keeps its place on the screen when the content of a list changes: when sizes are measured, items come, go or move,
/// the width, the insets or the layout become others.
///
/// Where what is named is not there (nothing is visible, it was deleted), the next one of this order is kept: the first
/// visible item that stays, then the content offset. An offset beyond the content is brought back into it in any case.
public enum ContentAnchorPolicy: Sendable, Hashable {
    /// The start of the first visible item that stays. A list that stands at its very start stays there, so that what
    /// comes at the top is seen. The default.
    case firstVisible

    /// The end of the last visible item that stays, at its distance from the end of what is visible: for lists that are
    /// read from the end, as chats are. It holds when the view gets lower, and when items come above.
    case lastVisible

    /// A list that stands at its end stays at its end; elsewhere as ``firstVisible``.
    case endWhenAtEnd

    /// The start of this item, visible or not. The index path is renumbered by updates, and names whatever is there when
    /// everything is loaded again; when the item is deleted, ``firstVisible`` takes its place.
    case item(IndexPath)

    /// Nothing: the content offset stays what it is.
    case none
}

/// What is kept through one change, as it was before.
struct KeptPlace {
    enum Subject {
        case offset
        /// The first in the list as it was shown, the second as the data names it, see ``Reordering``.
        case element(before: ScrollAnchor, after: ScrollAnchor)
        case end
    }

    var subject: Subject
    /// The distance is counted from the end of what is visible.
    var isFromEnd = false
    /// Extent of what is visible less the inset at its end.
    var visibleEnd: CGFloat
}

extension CollectionView {
    /// What keeps its place when the content changes. See ``ContentAnchorPolicy``.
    public var anchorPolicy: ContentAnchorPolicy {
        get { storedAnchorPolicy }
        set { storedAnchorPolicy = newValue }
    }

    /// What the policy keeps, looked up before a change.
    /// - Parameters:
    ///   - asked: Items that are being measured: others are better to hold on to.
    ///   - survivor: The name of an element after the change; nil where it will be gone.
    func keptPlace(
        except asked: Set<ElementPath> = [], _ survivor: (ElementKey) -> ElementPath? = { $0.path }
    ) -> KeptPlace {
        var asked = asked
        // It stands where the finger is.
        if let reordering { asked.insert(reordering.move.from) }
        var place = KeptPlace(subject: .offset, visibleEnd: visibleEnd)
        switch storedAnchorPolicy {
        case .none: return place
        case .item(let indexPath):
            if let path = ElementPath(indexPath), isInList(path),
                let after = survivor(ElementKey(path: path, kind: .item))
            {
                place.subject = .element(before: ScrollAnchor(presentedPath(path)), after: ScrollAnchor(after))
                return place
            }
        case .endWhenAtEnd where isAtEnd:
            place.subject = .end
            return place
        case .lastVisible:
            for element in displayed.reversed() where element.key.path.category == .item {
                guard !asked.contains(element.key.path), let after = survivor(element.key) else { continue }
                place.subject = .element(
                    before: ScrollAnchor(presentedPath(element.key.path), edge: .end),
                    after: ScrollAnchor(after, edge: .end))
                place.isFromEnd = true
                return place
            }
        case .firstVisible, .endWhenAtEnd: break
        }
        place.subject = firstVisible(asked, survivor)
        return place
    }

    private func firstVisible(
        _ asked: Set<ElementPath>, _ survivor: (ElementKey) -> ElementPath?
    ) -> KeptPlace.Subject {
        guard let first = stayingAnchor() else { return .offset }
        let name = reordering?.move.undone(for: first.path) ?? first.path
        if first.category == .item, !asked.contains(name), let after = survivor(ElementKey(path: name, kind: .item)) {
            return .element(before: first, after: ScrollAnchor(after, distance: first.distance))
        }
        for element in displayed where element.key.path.category == .item && !asked.contains(element.key.path) {
            guard let after = survivor(element.key) else { continue }
            return .element(before: ScrollAnchor(presentedPath(element.key.path)), after: ScrollAnchor(after))
        }
        // All that is visible is being measured, or it is a header.
        guard let after = survivor(ElementKey(path: name, kind: .item)) else { return .offset }
        return .element(before: first, after: ScrollAnchor(after, distance: first.distance))
    }

    /// The first element that is visible, unless the list stands at its very start, where it stays.
    private func stayingAnchor() -> ScrollAnchor? {
        guard layout.numberOfItems > 0, mainOffset > mainOffsetRange.lowerBound else { return nil }
        return presentedLayout.scrollAnchor(in: viewport)
    }

    /// Moves the content offset so that what was kept is where it was.
    /// - Parameter before: The layout in which it was looked up: the list as it was shown.
    func restore(_ place: KeptPlace, from before: CollectionViewLayout) {
        let main: CGFloat
        switch place.subject {
        case .offset: return
        case .end: main = mainOffsetRange.upperBound
        case .element(let old, let new):
            var shown = new
            shown.path = presentedPath(new.path)
            let layout = presentedLayout
            let moved = layout.contentOffset(for: shown) - before.contentOffset(for: old) + old.distance - new.distance
            let shrunk = place.isFromEnd ? place.visibleEnd - visibleEnd : 0
            guard moved != 0 || shrunk != 0 else { return }
            main = before.contentOffset(of: storedBounds) + moved + shrunk
        }
        moveContentOffset(to: contentOffset(atMainOffset: main))
    }

    private var visibleEnd: CGFloat {
        let insets = adjustedContentInset
        return recipe.scrollDirection == .vertical
            ? storedBounds.height - insets.bottom : storedBounds.width - insets.trailing
    }

    /// The list cannot be scrolled further, within half a point.
    private var isAtEnd: Bool { layout.numberOfItems > 0 && mainOffset >= mainOffsetRange.upperBound - 0.5 }
}
