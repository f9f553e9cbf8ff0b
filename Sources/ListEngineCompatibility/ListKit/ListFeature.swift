import Foundation
import ListEngine
import ListEngineLayout

/// Something that a list of described sections can do besides: it sees cells when they are made, hears of scrolling, and
/// moves elements about. All members have defaults that do nothing.
///
/// Of several features each sees an element as those before it left it.
@MainActor
public protocol ListFeature: AnyObject {
    /// A cell was made, or is used again, and shows its view model.
    func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter)

    func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter)

    /// Elements that may come into view by ``alter(_:in:adapter:)``, wherever the layout has them.
    func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath]

    /// Changes where an element is shown, and how. What stands outside of the visible bounds afterwards is not shown.
    func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter)
}

extension ListFeature {
    public func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {}
    public func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {}
    public func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] { [] }
    public func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {}
}

/// Stretches the first item of a section when the list is pulled at its start: its leading edge along the scroll axis follows
/// the pull, the other edge stays.
@MainActor
open class StretchyItemFeature: ListFeature {
    public private(set) weak var section: SectionDescription?

    public init(section: SectionDescription) { self.section = section }

    open func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {}
    open func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {}
    open func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] { [] }

    open func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {
        // At rest the list stands at the lower bound: behind it are insets and the safe area.
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

/// Keeps the header of a section at a distance behind the leading edge along the scroll axis once it has reached it, and says
/// how far it is on its way.
///
/// Where it is switched off, the header scrolls along, and progress is told of the way that is the header's height.
@MainActor
open class StickyHeaderFeature: ListFeature {
    /// How far a header is on its way from ``StickyHeaderFeature/topDistance`` to the top.
    public struct Progress: Sendable, Hashable {
        /// From 0 to 1.
        public var fraction: CGFloat
        public var isAtTop: Bool { fraction >= 0.9 }
        /// Of a shadow that comes up beneath the header.
        public var shadowOpacity: CGFloat { 0.08 * fraction }

        public init(fraction: CGFloat) { self.fraction = fraction }
    }

    public private(set) weak var section: SectionDescription?

    /// Points from the leading edge of the visible bounds along the scroll axis: from the top of a vertical list.
    public var topDistance: CGFloat

    public var isSticky = true

    /// Called whenever the list has scrolled.
    public var onProgress: (@MainActor (Progress) -> Void)?

    public init(section: SectionDescription, topDistance: CGFloat = 64) {
        self.section = section
        self.topDistance = topDistance
    }

    /// As the list stands; nil where the section has no header in it.
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
    /// Where a frame begins along the scroll axis, from the leading edge of the content.
    fileprivate func mainStart(of frame: CGRect) -> CGFloat {
        if collectionViewLayout.scrollDirection == .vertical { return frame.minY }
        return isMirrored ? contentSize.width - frame.maxX : frame.minX
    }

    /// The list scrolls from right to left.
    var isMirrored: Bool { collectionViewLayout.scrollDirection == .horizontal && flowDirection == .rightToLeft }
}
