import Foundation
import ListEngine
import ListEngineLayout

/// The delegate of a list of ``CompositionalLayoutableSection``s: tells the delegate of the section that a message is about,
/// with index paths of the whole list. Of scrolling, and of what is about no item, the delegates of all sections hear, in
/// order. The `outerDelegate` hears of everything before them.
@MainActor
open class CompositionalLayoutDelegate: CollectionViewDelegateRouter {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// - Parameter provider: Not kept alive.
    public init(provider: any CompositionalLayoutProvider) {
        self.provider = provider
        super.init()
    }

    private func sections(_ collectionView: CollectionView) -> [CompositionalLayoutableSection] {
        collectionView.compositionalSections ?? provider?.compositionalLayoutSections ?? []
    }

    // MARK: Whom it concerns

    /// The delegate of the section of an element; nil for those of the list itself.
    public override func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let path = ElementPath(indexPath), let delegate = delegate(collectionView, ofSection: path.section)
        else { return nil }
        return (delegate, indexPath)
    }

    private func delegate(
        _ collectionView: CollectionView, ofSection section: Int
    ) -> (any CompositionalLayoutableSectionDelegate)? {
        let sections = sections(collectionView)
        return sections.indices.contains(section) ? sections[section].delegate : nil
    }

    public override func forEachOwner(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void
    ) {
        for section in sections(collectionView) { if let delegate = section.delegate { body(delegate) } }
    }
}
