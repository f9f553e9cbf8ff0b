import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import Testing

// "Technical Design Decisions" of SectionKit. Types are `private`, because several samples have types of the same name. The two
// sample classes of one name are one, and the one that does not compile there is in `Scripts/compile-fail.sh`. The document's line
// that dequeues is in `cellProvider`, with a `return` after it. No other word differs.

private class SectionController: CollectionSectionController<String, UUID> {}

private class SectionProvider: CollectionSectionProvider {
    typealias SectionIdentifierType = String
    typealias ItemIdentifierType = UUID

    // Left out in the sample: the required members of a provider, and what the sample's own line needs.
    let items = [UUID(), UUID(), UUID()]
    let cellRegistration = CollectionView.CellRegistration<Cell, UUID> { cell, indexPath, item in cell.item = item }
    var heard: [String] = []

    func didMove(to sectionController: CollectionSectionController<String, UUID>) {
        var snapshot = DiffableSnapshot<String, UUID>()
        snapshot.appendSections(["\(ObjectIdentifier(self))"])
        snapshot.appendItems(items)
        sectionController.apply(snapshot, sectionProvider: self)
    }

    func cellProvider(
        _ sectionController: CollectionSectionController<String, UUID>, indexPath: IndexPath, item: UUID
    ) -> CollectionViewCell? {
        let cell = sectionController.dequeueConfiguredReusableCell(
            using: cellRegistration, for: indexPath, item: item, sectionProvider: self)
        return cell
    }

    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        .list(itemHeight: .absolute(10))
    }
}

extension SectionProvider: CollectionSectionControllerDelegate {
    func collectionSectionController(
        _ sectionController: CollectionSectionController<String, UUID>, didSelectItemAt indexPath: IndexPath
    ) { heard.append("selected \(text(indexPath))") }

    func collectionSectionControllerDidScroll(
        _ sectionController: CollectionSectionController<String, UUID>, in collectionView: CollectionView
    ) { heard.append("scroll") }
}

private final class Cell: CollectionViewCell { var item: UUID? }

@MainActor
@Suite("Samples of SectionKit: technical design decisions")
struct SectionKitDesignSamples {
    @Test func aControllerAndItsProviders() {
        let controller = SectionController()
        let view = controller.collectionView
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
        let (first, second) = (SectionProvider(), SectionProvider())
        for provider in [first, second] {
            controller.addSectionProvider(provider)
            controller.addDelegate(provider, sectionProvider: provider)
        }
        view.layoutIfNeeded()
        #expect(view.visibleCells.compactMap { ($0 as? Cell)?.item } == Array((first.items + second.items).prefix(5)))
        // "the index path will be relative to the section provider's content", and all are notified of scrolling.
        view.hostTap(at: CGPoint(x: 5, y: 45))
        #expect(first.heard == [])
        #expect(second.heard == ["selected 0.1"])
        view.contentOffset.y = 10
        #expect(first.heard == ["scroll"])
        #expect(second.heard == ["selected 0.1", "scroll"])
    }
}
