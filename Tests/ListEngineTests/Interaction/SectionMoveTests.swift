import Foundation
import ListEngineDiff
import ListEngineLayout
import ListEngineTestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Sections that the user moves")
struct SectionMoveTests {
    private typealias Host = SteppedHost

    /// Sections of two items of 20 points, each below a header of 20 points.
    @MainActor
    private final class Shelf {
        let view: CollectionView
        let host: Host
        let source: DiffableDataSource<String, String>
        var log: [String] = []
        var whileMoving: (@MainActor () -> Void)?

        init(
            _ sections: [String] = ["a", "b", "c", "d"], isHorizontal: Bool = false, flow: FlowDirection = .leftToRight
        ) {
            let recipe = ListRecipe(height: 20, header: 20)
            if isHorizontal { recipe.scrollDirection = .horizontal }
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: isHorizontal ? 300 : 100, height: isHorizontal ? 100 : 300),
                collectionViewLayout: recipe)
            view.flowDirection = flow
            host = Host(view)
            source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
                view.dequeueReusableCell(NameCell.self, for: indexPath)
            }
            source.supplementaryViewProvider = { view, kind, indexPath in
                view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
            }
            source.edit { snapshot in
                for section in sections {
                    snapshot.appendSections([section])
                    snapshot.appendItems([section + "1", section + "2"], toSection: section)
                }
            }
            view.sectionMoveHandler = { [unowned self] section, target in
                log.append("\(section) -> \(target)")
                whileMoving?()
                source.edit(animatingDifferences: false) { snapshot in
                    let sections = snapshot.sectionIdentifiers
                    guard sections.indices.contains(section), sections.indices.contains(target), section != target
                    else {
                        return
                    }
                    if target > section {
                        snapshot.moveSection(sections[section], afterSection: sections[target])
                    } else {
                        snapshot.moveSection(sections[section], beforeSection: sections[target])
                    }
                }
            }
            host.frame(at: 0)
        }

        var sections: String { source.snapshot().sectionIdentifiers.joined() }

        /// A point of the visible bounds in a section: 0 is its start and 60 its end.
        func point(_ section: Int, _ distance: CGFloat) -> CGPoint {
            let along = 60 * CGFloat(section) + distance - host.offset
            guard view.layout.scrollDirection == .horizontal else { return CGPoint(x: 50, y: along) }
            return CGPoint(x: view.flowDirection == .rightToLeft ? 300 - along : along, y: 50)
        }
    }

    @Test(arguments: [(false, FlowDirection.leftToRight), (true, .leftToRight), (true, .rightToLeft)])
    func aSectionIsDraggedByItsHeader(isHorizontal: Bool, flow: FlowDirection) {
        let shelf = Shelf(isHorizontal: isHorizontal, flow: flow)
        #expect(!shelf.host.beginMovingSection(at: shelf.point(1, 30)), "an item")
        #expect(shelf.host.beginMovingSection(at: shelf.point(1, 5)))
        #expect(shelf.view.movedSection?.section == 1 && shelf.view.sectionMoveMark == nil)
        for (place, target) in [((2, 10), 1), ((2, 50), 2), ((0, 10), 0), ((0, 50), 1), ((1, 40), 1), ((3, 59), 3)]
            as [((Int, CGFloat), Int)]
        {
            shelf.host.moveSection(to: shelf.point(place.0, place.1))
            #expect(shelf.view.movedSection?.target == target, "\(place)")
            #expect((shelf.view.sectionMoveMark == nil) == (target == 1))
        }
        let mark = shelf.view.sectionMoveMark ?? .zero
        #expect(isHorizontal ? mark.width == 2 : mark.height == 2 && mark.midY == 240)
        #expect(shelf.sections == "abcd")
        shelf.host.endMovingSection()
        #expect(shelf.sections == "acdb" && shelf.log == ["1 -> 3"] && shelf.view.movedSection == nil)
        shelf.host.frame(at: 1)
        #expect(shelf.host.beginMovingSection(at: shelf.point(3, 5)))
        shelf.host.moveSection(to: shelf.point(0, 5))
        shelf.host.endMovingSection()
        #expect(shelf.sections == "bacd")
    }

    @Test func aDragIsCancelledOrMovesNothing() {
        let shelf = Shelf()
        #expect(shelf.host.beginMovingSection(at: shelf.point(1, 5)))
        shelf.host.moveSection(to: shelf.point(3, 50))
        shelf.host.endMovingSection(cancelled: true)
        #expect(shelf.host.beginMovingSection(at: shelf.point(1, 5)))
        shelf.host.endMovingSection()
        #expect(shelf.host.beginMovingSection(at: shelf.point(1, 5)))
        shelf.host.moveSection(to: CGPoint(x: CGFloat.nan, y: 1))
        shelf.host.endMovingSection()
        shelf.view.canMoveSection = { $0 != 1 }
        #expect(
            !shelf.host.beginMovingSection(at: shelf.point(1, 5))
                && shelf.host.beginMovingSection(at: shelf.point(2, 5)))
        shelf.host.endMovingSection(cancelled: true)
        shelf.view.sectionMoveHandler = nil
        #expect(!shelf.host.beginMovingSection(at: shelf.point(2, 5)) && !shelf.view.hostMoveSection(toward: .down))
        #expect(shelf.sections == "abcd" && shelf.log == [])
    }

    /// A new section before it, a reload, the removal of the section, and of all.
    @Test(arguments: 0..<4) func theListChangesDuringADrag(kind: Int) {
        let shelf = Shelf()
        #expect(shelf.host.beginMovingSection(at: shelf.point(1, 5)))
        shelf.host.moveSection(to: shelf.point(3, 50))
        switch kind {
        case 0: shelf.source.edit(animatingDifferences: false) { $0.insertSections(["new"], beforeSection: "a") }
        case 1: shelf.source.applySnapshotUsingReloadData(shelf.source.snapshot())
        case 2: shelf.source.edit(animatingDifferences: false) { $0.deleteSections(["b"]) }
        default: shelf.source.edit(animatingDifferences: false) { $0.deleteAllItems() }
        }
        #expect(shelf.view.sectionMoveMark == nil, "the place is known again with the next movement")
        shelf.host.frame(at: 1)
        #expect(shelf.view.movedSection?.section == (kind == 0 ? 2 : nil))
        shelf.host.endMovingSection()
        #expect(shelf.sections == ["newacbd", "abcd", "acd", ""][kind])
        #expect(shelf.view.movedSection == nil && !shelf.view.hostEndMovingSection())
        #expect(shelf.view.diagnostics.recent.isEmpty)
    }

    @Test func theProgramChangesTheListWhileASectionMoves() {
        let shelf = Shelf()
        shelf.whileMoving = { [unowned shelf] in
            shelf.whileMoving = nil
            shelf.source.edit(animatingDifferences: false) { $0.deleteSections(["c", "d"]) }
        }
        #expect(shelf.host.beginMovingSection(at: shelf.point(0, 5)))
        shelf.host.moveSection(to: shelf.point(3, 50))
        shelf.host.endMovingSection()
        #expect(shelf.sections == "ab" && shelf.log == ["0 -> 3"])
    }

    /// A section is inserted above by the pass that a movement of the pointer waits for.
    @Test func waitingWorkMovesTheSection() {
        @MainActor
        final class Inserter: CollectionViewDelegate {
            weak var source: DiffableDataSource<String, String>?
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) {
                guard let source else { return }
                self.source = nil
                source.edit(animatingDifferences: false) { $0.insertSections(["new"], beforeSection: "a") }
            }
        }
        let shelf = Shelf(["a", "b", "c", "d", "e", "f", "g", "h"])
        let inserter = Inserter()
        shelf.view.delegate = inserter
        #expect(shelf.host.beginMovingSection(at: shelf.point(3, 5)))
        inserter.source = shelf.source
        shelf.view.bounds = CGRect(x: 0, y: 0, width: 100, height: 400)
        #expect(shelf.view.movedSection?.section == 3)
        // The empty section has a header alone.
        shelf.view.hostMoveSection(to: CGPoint(x: 50, y: 180 + 20 + 5))
        #expect(shelf.view.movedSection?.section == 4 && shelf.view.movedSection?.target == 4)
        #expect(!shelf.view.hostEndMovingSection() && shelf.sections == "newabcdefgh" && shelf.log == [])
    }

    /// The arrows of the scroll direction, and next and previous.
    @Test(arguments: [(false, FlowDirection.leftToRight), (true, .leftToRight), (true, .rightToLeft)])
    func arrowsMoveSectionsAlongTheList(isHorizontal: Bool, flow: FlowDirection) {
        let shelf = Shelf(isHorizontal: isHorizontal, flow: flow)
        shelf.source.focusedItemIdentifier = "b1"
        let sideways: MoveDirection = flow == .rightToLeft ? .left : .right
        let back: MoveDirection = flow == .rightToLeft ? .right : .left
        #expect(shelf.view.hostMoveSection(toward: sideways) == isHorizontal)
        #expect(shelf.sections == (isHorizontal ? "acbd" : "abcd"))
        #expect(shelf.view.hostMoveSection(toward: back) == isHorizontal && shelf.sections == "abcd")
        #expect(shelf.view.hostMoveSection(toward: .down) == !isHorizontal)
        #expect(shelf.view.hostMoveSection(toward: .up) == !isHorizontal && shelf.sections == "abcd")
        #expect(shelf.view.hostMoveSection(toward: .next) && shelf.sections == "acbd")
        #expect(shelf.view.hostMoveSection(toward: .previous) && shelf.sections == "abcd")
    }

    @Test func keysMoveTheSectionOfTheFocusedItem() {
        let shelf = Shelf()
        #expect(!shelf.view.hostMoveSection(toward: .down))
        shelf.source.focusedItemIdentifier = "b1"
        #expect(shelf.view.hostMoveSection(toward: .down) && shelf.sections == "acbd")
        #expect(shelf.source.focusedItemIdentifier == "b1")
        #expect(shelf.view.hostMoveSection(toward: .down) && !shelf.view.hostMoveSection(toward: .down))
        #expect(shelf.view.hostMoveSection(toward: .up) && shelf.sections == "acbd")
        #expect(!shelf.view.hostMoveSection(toward: .right) && !shelf.view.hostMoveSection(toward: .left))
        let row = Shelf(isHorizontal: true, flow: .rightToLeft)
        row.source.focusedItemIdentifier = "b1"
        #expect(!row.view.hostMoveSection(toward: .down) && !row.view.hostMoveSection(toward: .up))
        #expect(row.view.hostMoveSection(toward: .left) && row.sections == "acbd")
    }

    @Test func linesOfTheProgramStayWithAnotherHost() {
        final class Line: CollectionReusableView {}
        let shelf = Shelf()
        let kind = ElementKind(CollectionLayoutListConfiguration.separatorKind)
        shelf.view.register(Line.self, forDecorationViewOfKind: kind)
        let host = Host(shelf.view)
        let lines = shelf.view.registry[shelf.view.registry.shelf(of: .decoration(kind))]
        #expect(lines.factory?() is Line && shelf.view.host === host)
    }

    /// The content scrolls near its ends, and the place follows.
    @Test func theListScrollsUnderAHeader() {
        let shelf = Shelf(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
        #expect(shelf.host.beginMovingSection(at: shelf.point(0, 5)))
        shelf.host.moveSection(to: CGPoint(x: 50, y: 299))
        for time in 1..<60 { shelf.host.frame(at: Double(time) / 10) }
        #expect(shelf.view.movedSection?.target == 9)
        shelf.host.endMovingSection()
        #expect(shelf.sections == "bcdefghija")
    }
}
