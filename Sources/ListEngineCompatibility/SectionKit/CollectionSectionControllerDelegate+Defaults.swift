import Foundation
import ListEngine
import ListEngineLayout

// The defaults of the delegate's methods.
extension CollectionSectionControllerDelegate {
    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willDisplaySupplementaryView view: CollectionReusableView, forElementKind kind: ElementKind,
        at indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndDisplayingSupplementaryView view: CollectionReusableView, forElementKind kind: ElementKind,
        at indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didHighlightItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didUnhighlightItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didSelectItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didDeselectItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionControllerDidScroll(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView
    ) {}

    public func collectionSectionControllerDidEndScrollingAnimation(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView
    ) {}

    public func collectionSectionControllerWillBeginDragging(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView
    ) {}

    public func collectionSectionControllerWillEndDragging(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {}

    public func collectionSectionControllerDidEndDecelerating(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView
    ) {}
}
