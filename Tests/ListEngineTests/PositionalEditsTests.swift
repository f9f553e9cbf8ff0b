import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Providers without identifiers")
struct PositionalEditsTests {
    /// Shows numbers in sections, and records cells that leave.
    private final class Numbers: SectionProvider {
        var sections: [[Int]]
        var log: [String] = []
        init(_ sections: [[Int]]) { self.sections = sections }

        func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            sections[section].count
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(sections[indexPath.section][indexPath.item])"
            return cell
        }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { log.append("end \(text(indexPath))") }
    }

    private func shown(_ view: CollectionView) -> [String] {
        view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" }
    }

    private func list(_ providers: [Numbers]) -> (CollectionView, SectionProviderList) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 1000), collectionViewLayout: ListRecipe())
        view.diagnostics.handler = { _ in }
        let list = SectionProviderList()
        list.attach(to: view)
        list.update(animated: false) { $0.providers = providers }
        return (view, list)
    }

    @Test func itemsAreInsertedDeletedAndReloadedByPosition() {
        let (one, two) = (Numbers([[1]]), Numbers([[10, 11], [20, 21, 22]]))
        let (view, list) = list([one, two])
        let cells = view.visibleCells
        list.update(animated: false) { update in
            update.change(two, section: 1, deleting: [0], inserting: [2, 3], reloading: [1])
            two.sections[1] = [31, 22, 23, 24]
        }
        #expect(shown(view) == ["1", "10", "11", "31", "22", "23", "24"])
        #expect(view.visibleCells[4] === cells[5])
        #expect((view.visibleCells[3] as? NameCell)?.reuses == 1)
        // Together with a move of the provider, and a whole section.
        list.update(animated: false) { update in
            update.providers = [two, one]
            update.reload(two, section: 0)
            update.change(one, section: 0, inserting: [0])
            two.sections[0] = [12]
            one.sections[0] = [0, 1]
        }
        #expect(shown(view) == ["12", "31", "22", "23", "24", "0", "1"])
        #expect(view.visibleCells.last === cells[0])
        #expect(view.diagnostics.recent == [])
    }

    @Test func editsThatDoNotFitReloadEverything() {
        let one = Numbers([[1, 2]])
        let (view, list) = list([one])
        for edit in 0..<4 {
            list.update(animated: false) { update in
                switch edit {
                case 0: update.change(one, section: 0, deleting: [2], inserting: [2])
                case 1: update.change(one, section: 0, deleting: [0], inserting: [5])
                case 2: update.change(one, section: 0, reloading: [9])
                default: update.change(one, section: 0, inserting: [0])
                }
                one.sections[0][0] += 1
            }
            #expect(shown(view) == ["\(edit + 2)", "2"])
            #expect(view.diagnostics.count(of: .rejectedUpdate) == edit + 1)
        }
        // A section that the provider does not have.
        list.update(animated: false) { $0.reload(one, section: 7) }
        #expect(shown(view) == ["5", "2"])
    }

    @Test func providersAreCountedWhenTheViewReloads() {
        let (one, two) = (Numbers([[1]]), Numbers([[2]]))
        let (view, list) = list([one, two])
        one.sections = [[1], [3]]
        view.reloadData()
        view.layoutIfNeeded()
        #expect(shown(view) == ["1", "3", "2"])
        #expect(list.sections(of: two) == 2..<3)
        // Each provider is notified of its own cells, at its own index paths.
        (one.log, two.log) = ([], [])
        one.sections = []
        view.reloadData()
        view.layoutIfNeeded()
        #expect(one.log == ["end 0.0", "end 1.0"])
        #expect(two.log == ["end 0.0"])
    }

    @Test func aRemovedProviderIsReleased() {
        weak var gone: Numbers?
        let one = Numbers([[1]])
        let (view, list) = list([one])
        do {
            let two = Numbers([[2]])
            gone = two
            list.update(animated: false) { $0.providers.append(two) }
            list.update(animated: false) { $0.providers.removeLast() }
        }
        #expect(gone == nil)
        #expect(shown(view) == ["1"])
    }
}
