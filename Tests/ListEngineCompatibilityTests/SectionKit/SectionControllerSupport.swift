import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout

typealias WordController = CollectionSectionController<String, String>

final class WordCell: CollectionViewCell {
    var word = ""
    var fillings = 0
}

/// Sections "a", "b", ... with items named by the letter and a number.
func lettered(_ sections: [(String, Int)]) -> DiffableSnapshot<String, String> {
    snapshot(sections.map { letter, count in (letter, (0..<count).map { "\(letter)\($0)" }) })
}

func snapshot(_ sections: [(String, [String])]) -> DiffableSnapshot<String, String> {
    DiffableSnapshot(sections: sections)
}

/// Rows of 10 points, with an optional header of 5; records the calls that it receives, also as delegate and prefetch
/// source.
final class WordProvider: CollectionSectionProvider {
    let name: String
    weak var controller: WordController?
    var log: [String] = []
    var refused: Set<String> = []
    var hasHeader = false
    var titles: [String] = []
    let cells = CollectionView.CellRegistration<WordCell, String> { cell, indexPath, word in
        cell.word = word
        cell.fillings += 1
    }

    init(_ name: String) { self.name = name }

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    func note(_ line: String) { log.append(line) }

    func ask(_ question: String, _ indexPath: IndexPath) -> Bool {
        note("\(question) \(text(indexPath))?")
        return !refused.contains(question)
    }

    func show(_ sections: (String, Int)..., animated: Bool = false) {
        controller?.apply(lettered(sections), animatingDifferences: animated, sectionProvider: self)
    }

    func cellProvider(_ controller: WordController, indexPath: IndexPath, item: String) -> CollectionViewCell? {
        controller.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: item, sectionProvider: self)
    }

    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        let layout = CollectionLayoutSection.list(itemHeight: .absolute(10))
        if hasHeader {
            layout.boundarySupplementaryItems = [
                CollectionLayoutBoundarySupplementaryItem(
                    layoutSize: CollectionLayoutSize(
                        widthDimension: .fractionalWidth(1), heightDimension: .absolute(5)),
                    elementKind: "title", alignment: .top)
            ]
        }
        return layout
    }

    func supplementaryViewProvider(
        _ controller: WordController, elementKind: ElementKind, indexPath: IndexPath
    ) -> CollectionReusableView? {
        let view = controller.dequeueReusableSupplementaryView(
            HeaderView.self, ofKind: elementKind, for: indexPath, sectionProvider: self)
        view.title = "\(name) \(indexPath.section)"
        return view
    }

    func indexTitleProvider(section: Int) -> String? { titles.indices.contains(section) ? titles[section] : nil }

    func willMove(to controller: WordController) { note("will move, \(controller.contains(self))") }

    func didMove(to controller: WordController) {
        self.controller = controller
        note("did move, \(controller.contains(self))")
    }

    func didMoveFromSectionController(_ controller: WordController) {
        self.controller = nil
        note("left, \(controller.contains(self)), \(controller.collectionView.numberOfSections) sections")
    }
}

extension WordProvider: CollectionSectionControllerDelegate {
    func collectionSectionController(
        _ controller: WordController, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note("will \(text(indexPath)) \((cell as? WordCell)?.word ?? "?")") }

    func collectionSectionController(
        _ controller: WordController, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note("end \(text(indexPath)) \((cell as? WordCell)?.word ?? "?")") }

    func collectionSectionController(
        _ controller: WordController, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { note("will \(kind) \(text(indexPath))") }

    func collectionSectionController(
        _ controller: WordController, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { note("end \(kind) \(text(indexPath))") }

    func collectionSectionController(_ controller: WordController, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        ask("highlight", indexPath)
    }
    func collectionSectionController(_ controller: WordController, didHighlightItemAt indexPath: IndexPath) {
        note("highlighted \(text(indexPath))")
    }
    func collectionSectionController(_ controller: WordController, didUnhighlightItemAt indexPath: IndexPath) {
        note("unhighlighted \(text(indexPath))")
    }
    func collectionSectionController(_ controller: WordController, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        ask("select", indexPath)
    }
    func collectionSectionController(_ controller: WordController, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        ask("deselect", indexPath)
    }
    func collectionSectionController(_ controller: WordController, didSelectItemAt indexPath: IndexPath) {
        note("selected \(text(indexPath))")
    }
    func collectionSectionController(_ controller: WordController, didDeselectItemAt indexPath: IndexPath) {
        note("deselected \(text(indexPath))")
    }
    func collectionSectionControllerDidScroll(_ controller: WordController, in collectionView: CollectionView) {
        note("scroll \(Int(collectionView.contentOffset.y))")
    }
    func collectionSectionControllerDidEndScrollingAnimation(
        _ controller: WordController, in collectionView: CollectionView
    ) { note("end of animation") }
    func collectionSectionControllerWillBeginDragging(_ controller: WordController, in collectionView: CollectionView) {
        note("drag")
    }
    func collectionSectionControllerWillEndDragging(
        _ controller: WordController, in collectionView: CollectionView, withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {
        targetContentOffset.y += 1
        note("release to \(Int(targetContentOffset.y))")
    }
    func collectionSectionControllerDidEndDecelerating(
        _ controller: WordController, in collectionView: CollectionView
    ) { note("rest") }
}

extension WordProvider: CollectionSectionControllerDataSourcePrefetching {
    func collectionSectionController(_ controller: WordController, prefetchItemsAt indexPaths: [IndexPath]) {
        note("prefetch \(indexPaths.map(text).joined(separator: " "))")
    }
    func collectionSectionController(_ controller: WordController, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
    {
        note("cancel \(indexPaths.map(text).joined(separator: " "))")
    }
}

extension CollectionSectionController where SectionIdentifierType == String, ItemIdentifierType == String {
    /// The visible words, after a pass.
    var words: [String] {
        collectionView.layoutIfNeeded()
        return collectionView.visibleCells.compactMap { ($0 as? WordCell)?.word }
    }
}

/// A controller of 100 by 100 points, with providers that are their own delegates.
@MainActor
func controlled(_ names: String..., scheduler: UpdateScheduler = .immediate) -> (WordController, [WordProvider]) {
    let controller = WordController(scheduler: scheduler)
    controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let providers = names.map { WordProvider($0) }
    for provider in providers {
        controller.addSectionProvider(provider)
        controller.addDelegate(provider, sectionProvider: provider)
    }
    return (controller, providers)
}
