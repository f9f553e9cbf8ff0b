import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Typing ahead")
struct TypeAheadTests {
    private final class Texts: CollectionViewDelegate {
        unowned let list: NameList
        var asked = 0
        init(_ list: NameList) { self.list = list }
        func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
            asked += 1
            let name = list.sections[indexPath.section][indexPath.item]
            return name == "?" ? nil : name
        }
    }

    private func list(_ sections: [[String]]) -> (NameList, Texts) {
        let list = NameList(sections)
        let texts = Texts(list)
        list.view.delegate = texts
        list.view.layoutIfNeeded()
        return (list, texts)
    }

    private func focused(_ list: NameList) -> String? {
        list.view.focusedIndexPath.map { list.sections[$0.section][$0.item] }
    }

    private func type(_ text: String, _ list: NameList) -> [Bool] {
        text.map { list.view.hostKey(.character($0)) }
    }

    @Test func lettersTypedTogetherFindAnItem() {
        let (list, texts) = list([["?", "apple"], [], ["Banana", "Blueberry", "cherry", "Éclair"]])
        #expect(type("b", list) == [true])
        #expect(focused(list) == "Banana")
        #expect(type("l", list) == [true])
        #expect(focused(list) == "Blueberry")
        // No item begins with "blx": the letters typed before still count.
        #expect(type("xu", list) == [false, true])
        #expect(focused(list) == "Blueberry")
        list.view.hostDidPauseTyping()
        #expect(type("e", list) == [true])
        #expect(focused(list) == "Éclair")
        #expect(list.view.indexPathsForVisibleItems.contains(IndexPath(item: 3, section: 2)))
        withExtendedLifetime(texts) {}
    }

    @Test func typingALetterAgainMovesToTheNextItem() {
        let (list, texts) = list([["b0", "a0", "b1"], ["b2", "c0"]])
        #expect(type("bbbb", list) == [true, true, true, true])
        #expect(focused(list) == "b0")
        list.view.hostKey(.down)
        #expect(type("b", list) == [true])
        #expect(focused(list) == "b1")
        #expect(type("bb", list) == [true, true])
        withExtendedLifetime(texts) {}
    }

    @Test func withoutAMatchingTextNothingHappens() {
        let (list, texts) = list([["a", "b", "c"]])
        #expect(!list.view.hostTypeAhead("z"))
        #expect(texts.asked == 3)
        #expect(list.view.focusedIndexPath == nil)
        #expect(!list.view.hostTypeAhead(""))
        let (empty, none) = self.list([[], []])
        #expect(!empty.view.hostTypeAhead("a"))
        withExtendedLifetime(none) {}
    }

    @Test func controllersCanProvideTheTextOfItems() {
        final class Words: CollectionViewController {
            let words = ["one", "two", "three"]
            override func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
            override func collectionView(_ view: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
                words[indexPath.item]
            }
        }
        let controller = Words(collectionViewLayout: ListRecipe())
        #expect(controller.collectionView.hostTypeAhead("th"))
        #expect(controller.collectionView.focusedIndexPath == IndexPath(item: 2, section: 0))
    }
}

@MainActor
@Suite("Sections that scroll on their own")
struct SectionScrollingTests {
    private func list(_ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior) -> NameList {
        let layout = CollectionViewCompositionalLayout { section, _ in
            guard section == 1 else { return .grid(columns: 1, itemHeight: .absolute(20)) }
            let size = CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(30))
            let item = CollectionLayoutItem(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
            let row = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
            row.orthogonalScrollingBehavior = behavior
            return row
        }
        let list = NameList(names(1, 20, 2), layout: layout)
        list.view.diagnostics.handler = { _ in }
        list.view.layoutIfNeeded()
        return list
    }

    private func row(_ list: NameList) -> [String] { list.shown.filter { $0.first == "b" } }

    @Test func aHostScrollsASectionAndInvalidOffsetsAreReported() {
        let list = list(.continuous)
        #expect(row(list) == ["b0", "b1"])
        list.view.hostDidScroll(section: 1, to: 150)
        #expect(row(list) == ["b2", "b3", "b4"])
        #expect(list.view.sectionOffsets[1] == 150)
        #expect(list.view.diagnostics.recent == [])
        list.view.hostDidScroll(section: 0, to: 10)
        list.view.hostDidScroll(section: 7, to: 10)
        list.view.hostDidScroll(section: 1, to: .infinity)
        #expect(list.view.sectionOffsets[1] == 150)
        #expect(list.view.diagnostics.recent.map(\.code) == [.indexOutOfRange, .indexOutOfRange, .unusableGeometry])
    }

    @Test func sectionsComeToRestWhereTheirDescriptionSays() {
        let anywhere = list(.continuous)
        #expect(anywhere.view.hostWillEndDragging(section: 1, withVelocity: 1, targetOffset: 95) == 95)
        #expect(anywhere.view.hostWillEndDragging(section: 1, withVelocity: 1, targetOffset: 9_000) == 1_100)
        let groups = list(.continuousGroupLeadingBoundary)
        #expect(groups.view.hostWillEndDragging(section: 1, withVelocity: 1, targetOffset: 95) == 120)
        let pages = list(.groupPaging)
        pages.view.hostDidScroll(section: 1, to: 120)
        pages.view.hostWillBeginDragging(section: 1)
        pages.view.hostDidScroll(section: 1, to: 155)
        // One page from the start of the drag, however fast the throw.
        #expect(pages.view.hostWillEndDragging(section: 1, withVelocity: 3, targetOffset: 700) == 180)
        #expect(pages.view.hostWillEndDragging(section: 0, withVelocity: 3, targetOffset: 700) == 0)
        #expect(pages.view.diagnostics.count(of: .indexOutOfRange) == 1)
    }

    @Test func itemsAreScrolledIntoViewWithinTheirSection() {
        let list = list(.continuous)
        list.view.scrollToItem(at: IndexPath(item: 9, section: 1), at: .start, animated: false)
        list.view.layoutIfNeeded()
        #expect(row(list).first == "b9")
        #expect(list.view.sectionOffsets[1] == 540)
        // Keyboard navigation brings it into view as well.
        list.view.focusedIndexPath = IndexPath(item: 9, section: 1)
        list.view.hostKey(.previous)
        #expect(row(list).first == "b8")
    }
}
