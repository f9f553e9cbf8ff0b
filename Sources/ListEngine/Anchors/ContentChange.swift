import Foundation
import ListEngineLayout

/// How far a list was scrolled because its content changed, so that what it keeps stays where it is on the screen.
///
/// Every change of the content tells one: an update, sizes that were measured, another width, layout or inset. A host
/// hears of it by ``CollectionViewHost/contentDidChange(_:)``; ``CollectionView/lastContentChange`` is the last one, and
/// ``CollectionView/contentChange(during:)`` the sum of all that a call brings about:
///
///     let change = collectionView.contentChange { dataSource.apply(snapshot) }
///     if change.clampedBy != 0 { ... }                    // the content ends there: what was kept has moved
///
/// Changes compose: ``scrollDelta`` of one after the other is the sum of both. Undoing a change that was not clamped has the
/// same delta, negative; see ``CollectionView/anchorPolicy`` for what is kept.
public struct ContentChange: Sendable, Hashable {
    /// What has changed the content.
    public struct Causes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Items or sections came, went, moved or were reloaded.
        public static let update = Causes(rawValue: 1)
        /// Elements were given the sizes that were measured of them.
        public static let measuring = Causes(rawValue: 2)
        /// Everything was laid out from scratch: for another size, direction or scale, or by another layout.
        public static let layout = Causes(rawValue: 4)
        /// The content inset is another one.
        public static let inset = Causes(rawValue: 8)
        /// Everything was loaded again. Nothing but the offset is kept.
        public static let reload = Causes(rawValue: 16)
        /// An item is being dragged, or was let go of without a move.
        public static let reordering = Causes(rawValue: 32)
    }

    public var causes: Causes = []

    /// What was added to the content offset along the scroll axis, counted from the leading edge, in points: how far what
    /// is kept has moved in the content, and ``clampedBy``.
    public var scrollDelta: CGFloat = 0

    /// The part of ``scrollDelta`` that brought the offset back into the content: so far has moved on the screen, the other
    /// way, what was to be kept. 0 when nothing had to be brought back.
    public var clampedBy: CGFloat = 0

    /// What was kept, in the list of now and at its distance of now. Nil where that was the end of the list, or the offset
    /// alone.
    public var anchor: ScrollAnchor?

    public init(
        causes: Causes = [], scrollDelta: CGFloat = 0, clampedBy: CGFloat = 0, anchor: ScrollAnchor? = nil
    ) {
        self.causes = causes
        self.scrollDelta = scrollDelta
        self.clampedBy = clampedBy
        self.anchor = anchor
    }

    /// This change and one after it as one.
    public func followed(by next: ContentChange) -> ContentChange {
        ContentChange(
            causes: causes.union(next.causes), scrollDelta: scrollDelta + next.scrollDelta,
            clampedBy: clampedBy + next.clampedBy, anchor: next.causes.isEmpty ? anchor : next.anchor)
    }
}

extension CollectionView {
    /// What all changes of the content come to that a closure brings about, with the pass that they ask for. What the
    /// closure scrolls itself is not counted.
    ///
    ///     let change = collectionView.contentChange { dataSource.apply(snapshot) }
    ///
    /// - Complexity: That of the closure and ``layoutIfNeeded()``.
    public func contentChange(during body: () throws -> Void) rethrows -> ContentChange {
        let outer = runningContentChange
        runningContentChange = ContentChange()
        defer { runningContentChange = outer.map { $0.followed(by: runningContentChange ?? ContentChange()) } }
        try body()
        layoutIfNeeded()
        return runningContentChange ?? ContentChange()
    }

    func tell(_ change: ContentChange) {
        lastContentChange = change
        runningContentChange = runningContentChange?.followed(by: change)
        host?.contentDidChange(change)
    }
}
