import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Sections that centre their groups. They start with the first group in the middle, and go on from where the user left them.
@MainActor
@Suite("Centred sections")
struct CentredSectionTests {
    private let list = ListDataSource(scheduler: .immediate)
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: CollectionViewFlowLayout())

    init() {
        list.attach(to: view)
        view.collectionViewLayout = CollectionViewCompositionalLayout { [list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
    }

    /// Sections of ten items of 50 points in height, with the width of the items. Nil is a plain section.
    private func show(_ sections: [(name: String, width: CGFloat?)]) {
        list.build {
            for (name, width) in sections {
                ListBlock(name, Array(0..<10), id: \.self) { (_: CollectionViewCell, _) in }
                    .onLayout { _ in
                        guard let width else { return .list(itemHeight: .absolute(5)) }
                        let size = CollectionLayoutSize(
                            widthDimension: .absolute(width), heightDimension: .absolute(50))
                        let item = CollectionLayoutItem(layoutSize: size)
                        let section = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
                        section.orthogonalScrollingBehavior = .groupPagingCentered
                        return section
                    }
            }
        }
        view.layoutIfNeeded()
    }

    private func frame(ofFirstItemIn section: Int) -> CGRect? {
        view.layoutIfNeeded()
        return view.cellForItem(at: IndexPath(item: 0, section: section))?.frame
    }

    @Test(arguments: [(CGFloat(60), CGFloat(20)), (100, 0), (160, -30)])
    func theFirstGroupIsInTheMiddle(width: CGFloat, minX: CGFloat) {
        show([("a", width), ("b", width)])
        for section in 0..<2 {
            #expect(
                frame(ofFirstItemIn: section) == CGRect(x: minX, y: CGFloat(section) * 50, width: width, height: 50))
            #expect(view.sectionOffsets[section] == -minX)
        }
    }

    @Test func aSectionBelowStartsWhenItIsReached() {
        show([("a", 60), ("plain", nil), ("b", 60), ("c", 60), ("d", 60)])
        #expect(view.sectionOffsets[4] == 0)
        view.contentOffset.y = 50
        #expect(frame(ofFirstItemIn: 4)?.minX == 20)
    }

    /// Where the user has left a section counts, even if its offset is 0.
    @Test(arguments: [CGFloat(0), 40])
    func aSectionStartsOnce(offset: CGFloat) {
        show([("a", 60), ("b", 60)])
        view.hostDidScroll(section: 0, to: offset)
        #expect(frame(ofFirstItemIn: 0)?.minX == -offset)
        view.reloadData()
        #expect(frame(ofFirstItemIn: 0)?.minX == -offset)
        // The sections follow updates.
        show([("new", 60), ("a", 60), ("b", 60)])
        #expect((0..<3).map { view.sectionOffsets[$0] } == [-20, offset, -20])
        show([("b", 60), ("plain", nil), ("other", 60)])
        #expect((0..<3).map { view.sectionOffsets[$0] } == [-20, 0, -20])
    }

    @Test func whatTheProgramSetsStays() {
        view.sectionOffsets = [1: 40]
        show([("a", 60), ("b", 60)])
        #expect((0..<2).map { view.sectionOffsets[$0] } == [-20, 40])
        view.sectionOffsets = [:]
        #expect(frame(ofFirstItemIn: 0)?.minX == 0)
    }

    @Test func aSectionThatIsCentredAgainStartsAgain() {
        show([("a", 60)])
        view.hostDidScroll(section: 0, to: 40)
        let centred = view.collectionViewLayout
        view.collectionViewLayout = CollectionViewFlowLayout()
        view.layoutIfNeeded()
        #expect(view.sectionOffsets.isEmpty)
        view.collectionViewLayout = centred
        #expect(frame(ofFirstItemIn: 0)?.minX == 20)
    }
}
