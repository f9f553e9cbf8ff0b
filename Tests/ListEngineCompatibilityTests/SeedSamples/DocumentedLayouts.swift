import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// The protocol of ListKit's layouts, in the document's spelling: see `DocumentedSpellings.swift`. It is in a separate file,
// because `ListSection` is the class of ListKit here.

private typealias ListSection = SectionDescription

private final class SpelledLayout: CollectionViewSectionLayout {
    let spellings: Spellings
    init(_ spellings: Spellings) { self.spellings = spellings }

    var sectionIndex: Int = 0 { didSet { spellings.note("CollectionViewSectionLayout") } }

    weak var collectionView: CollectionView? { didSet { noteSet(collectionView) } }
    weak var dataSource: CollectionViewDataSource? { didSet { noteSet(dataSource) } }
    weak var section: ListSection? { didSet { noteSet(section) } }

    private func noteSet(_ object: AnyObject?, _ member: String = #function) {
        if object != nil { spellings.note("CollectionViewSectionLayout", member) }
    }

    func prepare() { spellings.note("CollectionViewSectionLayout") }
    func contentHeight() -> CGFloat {
        spellings.note("CollectionViewSectionLayout")
        return 40
    }
    func frameForHeader() -> CGRect {
        spellings.note("CollectionViewSectionLayout")
        return CGRect(x: 0, y: 0, width: 100, height: 10)
    }
    func frameForFooter() -> CGRect {
        spellings.note("CollectionViewSectionLayout")
        return CGRect(x: 0, y: 30, width: 100, height: 10)
    }
    func frameForItem(atIndex index: Int) -> CGRect {
        spellings.note("CollectionViewSectionLayout")
        return CGRect(x: 0, y: 10, width: 100, height: 20)
    }
}

extension DocumentedSpellings {
    @Test func everyMemberOfALayoutIsCalledOrSet() {
        let section = describe("spelled", [1], header: 10)
        section.footer = .type(ModelView.self)
        section.layout = SpelledLayout(spellings)
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) }, height: 1000)
        list.adapter.add(listSections: [describe("first", [0]), section])
        _ = list.frames
        spellings.check("CollectionViewSectionLayout")
        #expect(list.view.diagnostics.recent == [])
    }
}
