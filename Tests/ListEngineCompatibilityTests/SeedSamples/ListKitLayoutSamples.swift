import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// "CollectionViewSectionLayout" of ListKit's document: a layout with the members of its protocol, word for word. The prefix
// UI is dropped, because these types belong to the engine.

// Added: `ListSection` of the document is a class that has this name here. The other `ListSection` is a protocol.
private typealias ListSection = SectionDescription

@MainActor
private final class StaircaseLayout: CollectionViewSectionLayout {
    var sectionIndex: Int = 0

    weak var collectionView: CollectionView?
    weak var dataSource: CollectionViewDataSource?
    weak var section: ListSection?

    private var count = 0
    var seen: [String] = []

    func prepare() {
        count = section?.numberOfItems ?? 0
        let all = collectionView.flatMap { dataSource?.numberOfSections(in: $0) }
        seen.append("\(sectionIndex) \(section?.title ?? "?") of \(all ?? -1)")
    }

    func contentHeight() -> CGFloat {
        return 15 + CGFloat(count) * 20 + 5
    }

    func frameForHeader() -> CGRect {
        return CGRect(x: 0, y: 0, width: 100, height: 15)
    }

    func frameForFooter() -> CGRect {
        return CGRect(x: 0, y: 15 + CGFloat(count) * 20, width: 100, height: 5)
    }

    func frameForItem(atIndex index: Int) -> CGRect {
        // The document requires no frame outside of the section.
        guard index < count else { return .zero }
        return CGRect(x: CGFloat(index) * 10, y: 15 + CGFloat(index) * 20, width: 50, height: 20)
    }
}

@MainActor
@Suite("Samples of ListKit: layout")
struct ListKitLayoutSamples {
    private func list(_ sections: [SectionDescription]) -> DescribedList<ListAdapter> {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) }, height: 1000)
        list.adapter.add(listSections: sections)
        return list
    }

    private func stairs(_ title: String, _ models: [Int]) -> (SectionDescription, StaircaseLayout) {
        let section = describe(title, models, header: 15)
        section.footer = .type(ModelView.self)
        section.footerViewModel = "foot"
        let layout = StaircaseLayout()
        section.layout = layout
        return (section, layout)
    }

    @Test func eachSectionIsLaidOutByItsOwnObject() {
        let (stairs, layout) = stairs("stairs", [1, 2])
        let list = list([describe("flow", [0], height: 30), stairs, describe("last", [9])])
        #expect(list.shown == ["0", "(stairs)", "1", "2", "(foot)", "9"])
        #expect(
            list.frames == [
                CGRect(x: 0, y: 0, width: 100, height: 30), CGRect(x: 0, y: 30, width: 100, height: 15),
                CGRect(x: 0, y: 45, width: 50, height: 20), CGRect(x: 10, y: 65, width: 50, height: 20),
                CGRect(x: 0, y: 85, width: 100, height: 5), CGRect(x: 0, y: 90, width: 100, height: 10),
            ])
        // The references are set when the layout prepares.
        #expect(layout.seen.last == "1 stairs of 3")
        #expect(layout.frameForItem(atIndex: 2) == .zero)
    }

    /// A layout whose collection view is the data source's, as in ListKit's own ones.
    private final class Derived: CollectionViewSectionLayout {
        var sectionIndex = 0
        weak var dataSource: ListAdapter?
        weak var section: SectionDescription?
        var collectionView: CollectionView? { dataSource?.collectionView }
        func prepare() {}
        func contentHeight() -> CGFloat { collectionView?.bounds.width ?? 7 }
        func frameForHeader() -> CGRect { .zero }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect {
            CGRect(x: 0, y: 0, width: collectionView?.bounds.width ?? 7, height: 10)
        }
    }

    @Test func aCollectionViewCanBeStoredOrDerived() {
        let (stairs, layout) = stairs("stairs", [1])
        let derived = describe("derived", [2])
        derived.layout = Derived()
        let list = list([stairs, derived])
        _ = list.frames
        #expect(layout.collectionView === list.view)
        #expect(list.frames.last == CGRect(x: 0, y: 40, width: 100, height: 10))
        #expect(list.view.contentSize.height == 140)
    }

    @Test func aFlowWithoutSizesRequestsThoseOfItsSection() {
        final class Heights: SectionDescription {
            var requests: [Int] = []
            override func size(ofItem index: Int, in container: CGSize) -> CGSize {
                requests.append(index)
                return CGSize(width: container.width / 2, height: CGFloat(10 + index * 5))
            }
            override var hasOneSize: Bool { false }
        }
        let section = Heights(viewModels: [1, 2, 3], components: [.type(ModelCell.self)], sizes: [])
        section.edgeInsets = SectionInsets(top: 3)
        section.layout = CollectionViewSectionFlowLayout()
        let list = list([section])
        #expect(
            list.frames == [
                CGRect(x: 0, y: 3, width: 50, height: 10), CGRect(x: 50, y: 3, width: 50, height: 15),
                CGRect(x: 0, y: 18, width: 50, height: 20),
            ])
        #expect(Set(section.requests) == [0, 1, 2])
        // It is what a section without a layout gets.
        let frames = list.frames
        section.layout = nil
        list.view.invalidateLayout()
        #expect(list.frames == frames)
        // A flow in another list has no section to ask.
        var layout = CollectionViewLayout(crossExtent: 100)
        let isThere = (try? layout.append(CollectionViewSectionFlowLayout(), itemCount: 1)) != nil
        #expect(isThere && layout.frame(ofItem: 0, inSection: 0).size == CGSize(width: 50, height: 50))
    }

    @Test func aLayoutObjectIsQueriedAgainWhenItsSectionChangesOrMoves() {
        let (stairs, layout) = stairs("stairs", [1, 2])
        let first = describe("flow", [0], height: 30)
        let list = list([first, stairs])
        _ = list.frames
        stairs.apply(viewModels: [2, 3, 1])
        #expect(list.shown == ["0", "(stairs)", "2", "3", "1", "(foot)"])
        #expect(list.frames.map(\.minX) == [0, 0, 0, 10, 20, 0])
        list.adapter.remove(listSection: first, animated: true)
        #expect(layout.seen.last == "0 stairs of 1")
        #expect(list.frames.map(\.minY) == [0, 15, 35, 55, 75])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func theFlowLayoutIsTheDefault() {
        // A stock layout can be given as well; it has the sizes itself.
        let section = describe("flow", [1, 2, 3])
        var flow = CollectionViewSectionFlowLayout(itemSizes: .constant(CGSize(width: 40, height: 20)))
        flow.packing = .leading
        flow.interitemSpacing = 5
        section.layout = flow
        let list = list([section])
        #expect(list.frames.map(\.origin) == [CGPoint(x: 0, y: 0), CGPoint(x: 45, y: 0), CGPoint(x: 0, y: 30)])
        section.layout = nil
        list.view.invalidateLayout()
        #expect(list.frames.map(\.origin) == [0, 10, 20].map { CGPoint(x: 0, y: $0) })
    }
}
