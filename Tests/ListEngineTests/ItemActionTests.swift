import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

@MainActor
@Suite("What a data source says and does beside the delegate")
struct ItemActionTests {
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe())

    private func names(_ items: [String]) -> DiffableDataSource<Int, String> {
        let source = DiffableDataSource<Int, String>(collectionView: view) { view, indexPath, name in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = name
            return cell
        }
        source.edit {
            $0.appendSections([0])
            $0.appendItems(items)
        }
        view.layoutIfNeeded()
        return source
    }

    private final class Refusing: CollectionViewDelegate {
        var refuses = true
        var text: String?
        func collectionView(_ view: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool {
            !refuses
        }
        func collectionView(_ view: CollectionView, textForItemAt indexPath: IndexPath) -> String? { text }
    }

    private func choose(_ item: Int) {
        view.focusedIndexPath = IndexPath(item: item, section: 0)
        _ = view.hostKey(.select)
    }

    @Test func closuresPerformActionsWithoutADelegate() {
        let source = names(["ash", "beech"])
        var performed: [String] = []
        source.primaryActionHandler = { performed.append($0) }
        choose(1)
        #expect(performed == ["beech"])
        view.isEditing = true
        choose(0)
        #expect(performed == ["beech"])
    }

    @Test func aDelegateRefusesTheAction() {
        let source = names(["ash", "beech"])
        let delegate = Refusing()
        view.delegate = delegate
        var performed: [String] = []
        source.primaryActionHandler = { performed.append($0) }
        choose(0)
        #expect(performed == [])
        delegate.refuses = false
        choose(1)
        #expect(performed == ["beech"])
    }

    @Test func typedCharactersFindTheTitlesOfTheDataSource() {
        let source = names(["ash", "beech", "birch"])
        #expect(!view.hostTypeAhead("b"))
        source.itemTextProvider = { $0 == "beech" ? nil : $0 }
        #expect(view.hostTypeAhead("b"))
        #expect(view.focusedIndexPath == IndexPath(item: 2, section: 0))
        let delegate = Refusing()
        delegate.text = "xylophone"
        view.delegate = delegate
        #expect(view.hostTypeAhead("x") && !view.hostTypeAhead("b"))
    }

    @Test func anActionThatDeletesItsItemIsSafe() {
        let source = names(["ash", "beech", "birch"])
        source.primaryActionHandler = { [unowned source] item in
            source.edit { $0.deleteItems([item]) }
            source.edit { $0.deleteAllItems() }
            choose(0)
        }
        choose(1)
        view.layoutIfNeeded()
        #expect(view.visibleCells.isEmpty)
    }

    @Test func aTextThatChangesTheListEndsTheSearch() {
        let source = names(["ash", "beech", "birch"])
        source.itemTextProvider = { [unowned source] item in
            source.edit { $0.deleteItems([item]) }
            return item
        }
        #expect(!view.hostTypeAhead("b"))
        #expect(source.snapshot().numberOfItems == 2)
    }

    @Test func aTextThatReleasesTheDataSourceIsSafe() {
        var source: DiffableDataSource? = names(["ash", "beech"])
        var asked = 0
        source?.itemTextProvider = { _ in
            asked += 1
            source = nil
            return nil
        }
        #expect(!view.hostTypeAhead("b"))
        #expect(asked >= 1)
        #expect(source == nil)
    }

    @Test func headersAreConfiguredAgainOnRequest() {
        view.collectionViewLayout = ListRecipe(header: 10)
        let source = names(["ash", "beech"])
        var configured: [ObjectIdentifier] = []
        source.supplementaryViewProvider = { [unowned source] view, kind, indexPath in
            let header = view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
            header.title = "\(source.snapshot().numberOfItems)"
            configured.append(ObjectIdentifier(header))
            return header
        }
        var title: String? { (view.visibleSupplementaryViews(ofKind: .header).first as? HeaderView)?.title }
        view.reloadData()
        view.layoutIfNeeded()
        #expect(title == "2")
        source.edit { $0.appendItems(["birch"]) }
        view.layoutIfNeeded()
        #expect(title == "2")
        view.reconfigureSupplementaryViews()
        view.layoutIfNeeded()
        #expect(title == "3")
        // In place, and once.
        #expect(configured.count == 2 && configured[0] == configured[1])
        view.layoutIfNeeded()
        #expect(configured.count == 2)
    }

    @Test func aHeaderThatRequestsItselfAgainEndsThePass() {
        view.collectionViewLayout = ListRecipe(header: 10)
        let source = names(["ash"])
        var configured = 0
        source.supplementaryViewProvider = { [unowned source] view, kind, indexPath in
            configured += 1
            view.reconfigureSupplementaryViews()
            if configured == 5 { source.edit { $0.deleteAllItems() } }
            return view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }
        view.reloadData()
        for _ in 0..<10 { view.layoutIfNeeded() }
        #expect(configured > 2 && configured < 10_000)
        #expect(view.visibleCells.isEmpty)
    }
}
