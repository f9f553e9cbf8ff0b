import Foundation
import ListEngine
import ListEngineLayout

// The defaults of the delegate's methods.
extension CollectionSectionControllerDelegate {
    public func collectionSectionController(
        _ sectionController: SectionController, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, didEndDisplaying cell: CollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: SectionController, didHighlightItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, didUnhighlightItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: SectionController, shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: SectionController, didSelectItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, didDeselectItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionControllerDidScroll(
        _ sectionController: SectionController, in collectionView: CollectionView
    ) {}

    public func collectionSectionControllerDidEndScrollingAnimation(
        _ sectionController: SectionController, in collectionView: CollectionView
    ) {}

    public func collectionSectionControllerWillBeginDragging(
        _ sectionController: SectionController, in collectionView: CollectionView
    ) {}

    public func collectionSectionControllerWillEndDragging(
        _ sectionController: SectionController, in collectionView: CollectionView, withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {}

    public func collectionSectionControllerDidEndDecelerating(
        _ sectionController: SectionController, in collectionView: CollectionView
    ) {}
}
