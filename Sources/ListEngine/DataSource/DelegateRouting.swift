import Foundation
import ListEngineLayout

/// Stands between a collection view and the delegates of its sections: hands each question and message on to the one whose
/// section it is about, and before that to an outer delegate, which hears of the whole list.
///
/// The rules are the same for all who do so:
///
/// - What happens is told to the outer delegate, then to the owner.
/// - A question goes to the outer delegate first. An answer other than that of a delegate which does not have the member
///   counts, and the owner is not asked; else the owner's answer counts. So what is allowed by default both have to allow;
///   what is not, one of them has to; and of menus, swipe actions and the like the first one is shown.
/// - Where a moved item may go the outer delegate answers first, and what it answers is proposed to the owner.
@MainActor
protocol DelegateRouting: AnyObject {
    var outerDelegate: (any CollectionViewDelegate)? { get }

    /// Whom an element belongs to, and its index path there; nil where it is nobody's.
    func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement?

    /// The same of an element that has left the list, by where it was there.
    func formerOwner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement?

    func forEachOwner(in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void)

    /// Owners that hear of scrolling, and who else does but the outer delegate.
    func forEachScrollObserver(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewScrollDelegate) -> Void)
}

/// Whom an element belongs to, and its index path there.
typealias RoutedElement = (delegate: any CollectionViewDelegate, indexPath: IndexPath)

extension DelegateRouting {
    func tell(
        _ collectionView: CollectionView, _ indexPath: IndexPath,
        _ message: @MainActor (any CollectionViewDelegate, IndexPath) -> Void
    ) {
        if let outerDelegate { message(outerDelegate, indexPath) }
        if let (delegate, own) = owner(of: indexPath, in: collectionView) { message(delegate, own) }
    }

    /// Tells of an element that has left the list.
    func tellEnd(
        _ collectionView: CollectionView, _ indexPath: IndexPath,
        _ message: @MainActor (any CollectionViewDelegate, IndexPath) -> Void
    ) {
        if let outerDelegate { message(outerDelegate, indexPath) }
        if let (delegate, own) = formerOwner(of: indexPath, in: collectionView) { message(delegate, own) }
    }

    /// Tells all of what is about no element.
    func tellAll(_ collectionView: CollectionView, _ message: @MainActor (any CollectionViewDelegate) -> Void) {
        if let outerDelegate { message(outerDelegate) }
        forEachOwner(in: collectionView, message)
    }

    /// Tells of scrolling.
    func tellScroll(_ collectionView: CollectionView, _ message: @MainActor (any CollectionViewScrollDelegate) -> Void)
    {
        if let outerDelegate { message(outerDelegate) }
        forEachScrollObserver(in: collectionView, message)
    }

    /// - Parameter silent: What a delegate answers that does not have the member.
    func ask(
        _ collectionView: CollectionView, _ indexPath: IndexPath, silent: Bool,
        _ question: @MainActor (any CollectionViewDelegate, IndexPath) -> Bool
    ) -> Bool {
        if let outerDelegate {
            let answer = question(outerDelegate, indexPath)
            if answer != silent { return answer }
        }
        guard let (delegate, own) = owner(of: indexPath, in: collectionView) else { return silent }
        return question(delegate, own)
    }

    /// The first answer that there is.
    func first<Answer>(
        _ collectionView: CollectionView, _ indexPath: IndexPath,
        _ question: @MainActor (any CollectionViewDelegate, IndexPath) -> Answer?
    ) -> Answer? {
        if let answer = outerDelegate.flatMap({ question($0, indexPath) }) { return answer }
        return owner(of: indexPath, in: collectionView).flatMap { question($0.delegate, $0.indexPath) }
    }
}
