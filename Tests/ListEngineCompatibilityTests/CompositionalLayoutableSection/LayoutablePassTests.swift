import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine
@testable import ListEngineCompatibility

/// A pass finds the data source and the delegate of a section once. Callbacks can replace them while it shows the cells.
@MainActor
@Suite("Layoutable sections that change while their cells are shown")
struct LayoutablePassTests {
    private final class Listener: CompositionalLayoutableSectionDelegate {
        var shown: [Int] = []
        var ended: [Int] = []
        var onShow: (() -> Void)?
        func registerCell(_ collectionView: CollectionView) {}
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            shown.append(indexPath[1])
            onShow?()
        }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { ended.append(indexPath[1]) }
    }

    private final class Silent: CompositionalLayoutableSectionDelegate {
        func registerCell(_ collectionView: CollectionView) {}
    }

    private final class Rows: CollectionViewDataSource, CompositionalLayoutableSectionLayout {
        var asked: [Int] = []
        var onCell: (() -> Void)?
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 100 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            asked.append(indexPath[1])
            onCell?()
            return collectionView.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        func sectionLayout(
            at index: Int, layoutEnvironment: CollectionLayoutEnvironment
        ) -> CollectionLayoutSection { .list(itemHeight: .absolute(10)) }
    }

    /// Is its own data source and delegate.
    private final class Own: CompositionalLayoutableSection, CollectionViewDataSource,
        CompositionalLayoutableSectionDelegate, CompositionalLayoutableSectionLayout
    {
        var count = 100
        var asked = 0
        var shown = 0
        override init() {
            super.init()
            (dataSource, delegate, layout) = (self, self, self)
        }
        func registerCell(_ collectionView: CollectionView) {}
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            asked += 1
            return collectionView.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { shown += 1 }
        func sectionLayout(
            at index: Int, layoutEnvironment: CollectionLayoutEnvironment
        ) -> CollectionLayoutSection { .list(itemHeight: .absolute(10)) }
    }

    private final class Screen: CompositionalLayoutProvider {
        var compositionalLayoutSections: [CompositionalLayoutableSection] = []
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: CollectionViewFlowLayout())
        let section = CompositionalLayoutableSection()
        let rows = Rows()
        var listener: Listener? = Listener()
        private(set) lazy var delegate = CompositionalLayoutDelegate(provider: self)
        private(set) lazy var dataSource = CompositionalLayoutDataSource(provider: self)

        init(_ shown: CompositionalLayoutableSection? = nil) {
            compositionalLayoutSections = [shown ?? section]
            section.dataSource = rows
            section.layout = rows
            section.delegate = listener
            view.delegate = delegate
            view.dataSource = dataSource
            view.updateCollectionViewCompositionalLayout(for: self)
            view.layoutIfNeeded()
        }
    }

    @Test func aDelegateThatACallbackSetsReceivesTheNextCells() {
        let screen = Screen()
        let next = Listener()
        screen.listener?.onShow = { screen.section.delegate = next }
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 50))
        #expect(screen.listener?.shown == [0, 1, 2, 3, 4, 5] && screen.listener?.ended == [0, 1, 2, 3, 4])
        #expect(next.shown == [6, 7, 8, 9])
    }

    @Test func aDataSourceThatACallbackSetsProvidesTheNextCells() {
        let screen = Screen()
        let next = Rows()
        screen.rows.onCell = { screen.section.dataSource = next }
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 50))
        #expect(screen.rows.asked == [0, 1, 2, 3, 4, 5] && next.asked == [6, 7, 8, 9])
    }

    @Test func anOuterDelegateThatACallbackSetsReceivesTheNextCells() {
        let screen = Screen()
        let outer = Listener()
        screen.listener?.onShow = { screen.delegate.outerDelegate = outer }
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 50))
        #expect(outer.shown == [6, 7, 8, 9] && screen.listener?.shown == Array(0..<10))
    }

    @Test func aPassDoesNotKeepTheDelegateOfASectionAlive() {
        let screen = Screen()
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 50))
        weak let released = screen.listener
        screen.listener = nil
        #expect(released == nil && screen.section.delegate == nil)
    }

    @Test func eachListOfASectionFindsItsNewDataSourceAndDelegate() {
        let section = Own()
        let screens = [Screen(section), Screen(section)]
        let (rows, listener) = (Rows(), Listener())
        (section.dataSource, section.delegate) = (rows, listener)
        for screen in screens { screen.view.hostDidScroll(to: CGPoint(x: 0, y: 50)) }
        #expect(section.asked == 10 && section.shown == 10)
        #expect(rows.asked == [5, 6, 7, 8, 9, 5, 6, 7, 8, 9] && listener.shown == rows.asked)
    }

    @Test func aRemovedSectionIsReleased() {
        var section: Own? = Own()
        weak let released = section
        let screen = Screen(section)
        section?.count = 0
        section?.reloadData()
        screen.view.layoutIfNeeded()
        screen.compositionalLayoutSections = []
        screen.view.updateCollectionViewCompositionalLayout(for: screen)
        screen.view.layoutIfNeeded()
        section = nil
        #expect(released == nil)
    }

    @Test func aDelegateIsCalledAfterOneThatImplementsNothing() {
        let screen = Screen()
        let silent = Silent()
        screen.section.delegate = silent
        for step in 1...4 { screen.view.hostDidScroll(to: CGPoint(x: 0, y: CGFloat(step) * 50)) }
        screen.section.delegate = screen.listener
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 250))
        #expect(screen.listener?.shown == [0, 1, 2, 3, 4, 25, 26, 27, 28, 29])
        #expect(screen.listener?.ended == [20, 21, 22, 23, 24])
    }
}
