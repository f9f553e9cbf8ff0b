import Foundation
import ListEngine
import ListEngineLayout

/// An extra behaviour of a list of section descriptions. A feature can set up cells, follow scrolling, and move
/// elements. All members have defaults that do nothing.
///
/// If there are several features, each sees an element as the features before it left it.
@MainActor
public protocol ListFeature: AnyObject {
    /// Called when a cell was made or reused and shows its view model.
    func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter)

    func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter)

    /// Returns the elements that ``alter(_:in:adapter:)`` may bring into view, wherever the layout places them.
    func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath]

    /// Changes the position and appearance of an element. An element outside the visible bounds after that is not
    /// shown.
    func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter)
}

extension ListFeature {
    public func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {}
    public func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {}
    public func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] { [] }
    public func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {}
}

/// Stretches the first item of a section when the user pulls the list beyond its start. The item's leading edge along
/// the scroll axis follows the pull; the opposite edge stays in place.
@MainActor
open class StretchyItemFeature: ListFeature {
    public private(set) weak var section: SectionDescription?

    public init(section: SectionDescription) { self.section = section }

    open func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {}
    open func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {}
    open func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] { [] }

    open func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {
        // The lower bound is the offset at rest. It already includes insets and the safe area.
        let pull = Double(collectionView.mainOffset - collectionView.mainOffsetRange.lowerBound)
        guard pull < 0, element.category == .item, element.item == 0, element.section == section?.sectionIndex
        else { return }
        if collectionView.collectionViewLayout.scrollDirection == .vertical {
            element.minY += pull
        } else if collectionView.isMirrored {
            element.maxX -= pull
        } else {
            element.minX += pull
        }
    }
}

/// Keeps a section's header at a fixed distance from the leading edge along the scroll axis once it has reached that
/// distance. It also reports the progress of the header.
///
/// If `isSticky` is false, the header scrolls with the content, and progress is measured against the header's extent.
@MainActor
open class StickyHeaderFeature: ListFeature {
    /// The progress of a header from ``StickyHeaderFeature/topDistance`` to the top.
    public struct Progress: Sendable, Hashable {
        /// The progress, from 0 to 1.
        public var fraction: CGFloat
        public var isAtTop: Bool { fraction >= 0.9 }
        /// The opacity of the shadow that fades in beneath the header.
        public var shadowOpacity: CGFloat { 0.08 * fraction }

        public init(fraction: CGFloat) { self.fraction = fraction }
    }

    public private(set) weak var section: SectionDescription?

    /// The distance from the leading edge of the visible bounds along the scroll axis, in points. In a vertical list it
    /// is the distance from the top.
    public var topDistance: CGFloat

    public var isSticky = true

    /// Called after each scroll.
    public var onProgress: (@MainActor (Progress) -> Void)?

    public init(section: SectionDescription, topDistance: CGFloat = 64) {
        self.section = section
        self.topDistance = topDistance
    }

    /// Returns the progress at the current scroll position; nil if the section is not in the list or has no header.
    open func progress(in collectionView: CollectionView) -> Progress? {
        guard let index = section?.sectionIndex, index < collectionView.layout.numberOfSections,
            let frame = collectionView.layout.frameForHeader(inSection: index)
        else { return nil }
        let extent = collectionView.collectionViewLayout.scrollDirection == .vertical ? frame.height : frame.width
        let end = isSticky ? collectionView.mainStart(of: frame) : extent
        let way = collectionView.mainOffset - (end - topDistance)
        guard topDistance > 0 else { return Progress(fraction: way >= 0 ? 1 : 0) }
        return Progress(fraction: min(max(way / topDistance, 0), 1))
    }

    open func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {}

    open func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {
        if let onProgress, let progress = progress(in: collectionView) { onProgress(progress) }
    }

    open func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] {
        guard isSticky, let index = section?.sectionIndex else { return [] }
        return [.header(ofSection: index)]
    }

    open func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {
        guard isSticky, element.category == .header, element.section == section?.sectionIndex else { return }
        let distance = Double(
            max(0, collectionView.mainOffset + topDistance - collectionView.mainStart(of: element.frame)))
        if collectionView.collectionViewLayout.scrollDirection == .vertical {
            element.minY += distance
            element.maxY += distance
        } else {
            element.minX += collectionView.isMirrored ? -distance : distance
            element.maxX += collectionView.isMirrored ? -distance : distance
        }
        element.zIndex = 1024
    }
}

extension CollectionView {
    /// The start of a frame along the scroll axis, measured from the leading edge of the content.
    fileprivate func mainStart(of frame: CGRect) -> CGFloat {
        if collectionViewLayout.scrollDirection == .vertical { return frame.minY }
        return isMirrored ? contentSize.width - frame.maxX : frame.minX
    }

    /// Whether the list scrolls from right to left.
    var isMirrored: Bool { collectionViewLayout.scrollDirection == .horizontal && flowDirection == .rightToLeft }
}
