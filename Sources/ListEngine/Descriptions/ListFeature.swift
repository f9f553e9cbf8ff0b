import Foundation
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

/// Stretches the first item of a section when the list is pulled down at its start: its top follows the pull, its bottom
/// stays.
@MainActor
open class StretchyItemFeature: ListFeature {
    public private(set) weak var section: SectionDescription?

    public init(section: SectionDescription) { self.section = section }

    open func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {}
    open func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {}
    open func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] { [] }

    open func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {
        let offset = collectionView.contentOffset.y
        guard offset < 0, element.category == .item, element.item == 0, element.section == section?.sectionIndex
        else { return }
        element.minY += Double(offset)
    }
}

/// Keeps the header of a section at a distance below the top once it has come there, and says how far it is on its way.
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

    /// Points below the top of the visible bounds.
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
        let end = isSticky ? frame.minY : frame.height
        let way = collectionView.contentOffset.y - (end - topDistance)
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
        let distance = max(0, Double(collectionView.contentOffset.y + topDistance) - element.minY)
        element.minY += distance
        element.maxY += distance
        element.zIndex = 1024
    }
}
