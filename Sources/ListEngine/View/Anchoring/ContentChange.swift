import Foundation
import ListEngineLayout

/// The distance that a list was scrolled because its content changed, so that its anchor stays at its place on
/// screen.
///
/// Every change of the content reports one: an update, measured sizes, or a new width, layout or inset. A host
/// receives it in ``CollectionViewHost/contentDidChange(_:)``. ``CollectionView/lastContentChange`` is the last one,
/// and ``CollectionView/contentChange(during:)`` returns the sum of all changes during a call:
///
///     let change = collectionView.contentChange { dataSource.apply(snapshot) }
///     if change.clampedBy != 0 { print("the content ends here, and its anchor has moved on screen") }
///
/// Changes add up: the ``scrollDelta`` of two consecutive changes is the sum of both. Undoing a change that was not
/// clamped gives the negative delta. ``CollectionView/anchorPolicy`` chooses the anchor.
public struct ContentChange: Sendable, Hashable {
    /// The causes of a change of the content.
    public struct Causes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Items or sections were inserted, deleted, moved or reloaded.
        public static let update = Causes(rawValue: 1)
        /// Elements got their measured sizes.
        public static let measuring = Causes(rawValue: 2)
        /// Everything was laid out from scratch, for a new size, direction or scale, or with a new layout.
        public static let layout = Causes(rawValue: 4)
        /// The content inset changed.
        public static let inset = Causes(rawValue: 8)
        /// A full reload was performed. Only the content offset is kept.
        public static let reload = Causes(rawValue: 16)
        /// An item is being dragged, or a drag ended without a move.
        public static let reordering = Causes(rawValue: 32)
    }

    public var causes: Causes = []

    /// The distance added to the content offset along the scroll axis, counted from the leading edge, in points. It
    /// is the distance that the anchor moved in the content, plus ``clampedBy``.
    public var scrollDelta: CGFloat = 0

    /// The part of ``scrollDelta`` that clamped the offset to the content. The anchor moved on screen by this
    /// distance in the opposite direction. 0 if the offset was not clamped.
    public var clampedBy: CGFloat = 0

    /// The distance added to the content offset across the scroll axis, counted from the leading edge, in points. 0 unless the
    /// content is larger than the bounds there: see ``CollectionView/minimumCrossExtent``.
    public var crossScrollDelta: CGFloat = 0

    /// The part of ``crossScrollDelta`` that clamped the offset to the content.
    public var crossClampedBy: CGFloat = 0

    /// The anchor in the new list, with its new distance. Nil if the list's end or only its offset was kept.
    public var anchor: ScrollAnchor?

    public init(
        causes: Causes = [], scrollDelta: CGFloat = 0, clampedBy: CGFloat = 0, anchor: ScrollAnchor? = nil
    ) {
        self.causes = causes
        self.scrollDelta = scrollDelta
        self.clampedBy = clampedBy
        self.anchor = anchor
    }

    /// Returns this change and the next one as a single change.
    public func followed(by next: ContentChange) -> ContentChange {
        var sum = ContentChange(
            causes: causes.union(next.causes), scrollDelta: scrollDelta + next.scrollDelta,
            clampedBy: clampedBy + next.clampedBy, anchor: next.causes.isEmpty ? anchor : next.anchor)
        sum.crossScrollDelta = crossScrollDelta + next.crossScrollDelta
        sum.crossClampedBy = crossClampedBy + next.crossClampedBy
        return sum
    }
}
