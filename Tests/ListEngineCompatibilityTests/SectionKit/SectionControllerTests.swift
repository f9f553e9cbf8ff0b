import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import Testing

@MainActor
@Suite("Section controllers: sections of several providers")
struct SectionControllerTests {
    /// Providers of 1, 2, 0 and 1 sections.
    private func four() -> (WordController, [WordProvider]) {
        let (controller, providers) = controlled("one", "two", "none", "last")
        providers[0].show(("a", 1))
        providers[1].show(("b", 2), ("c", 1))
        providers[3].show(("d", 2))
        _ = controller.words
        for provider in providers { _ = provider.take() }
        return (controller, providers)
    }

    @Test func providersOfOneTwoNoAndOneSections() {
        let (controller, providers) = four()
        #expect(controller.words == ["a0", "b0", "b1", "c0", "d0", "d1"])
        #expect(providers.map { controller.numberOfSections(sectionProvider: $0) } == [1, 2, 0, 1])
        #expect(controller.absoluteIndexPath(for: indexPath(1, 0), sectionProvider: providers[1]) == indexPath(2, 0))
        #expect(controller.absoluteIndexPath(for: indexPath(0, 1), sectionProvider: providers[3]) == indexPath(3, 1))
        #expect(controller.absoluteIndexPath(for: indexPath(1, 0), sectionProvider: providers[0]) == nil)
        #expect(controller.absoluteIndexPath(for: indexPath(0, 0), sectionProvider: providers[2]) == nil)
        let owner = controller.sectionProvider(forAbsoluteIndexPath: indexPath(2, 0))
        #expect(owner?.sectionProvider === providers[1])
        #expect(owner?.indexPath == indexPath(1, 0))
        #expect(controller.sectionProvider(forAbsoluteIndexPath: indexPath(4, 0)) == nil)
    }

    @Test func aProviderOfNothingShowsItsSectionsAtItsOwnPlace() {
        let (controller, providers) = four()
        providers[2].show(("n", 1), ("m", 1))
        #expect(controller.words == ["a0", "b0", "b1", "c0", "n0", "m0", "d0", "d1"])
        providers[0].show(("z", 1), ("a", 2))
        #expect(controller.words == ["z0", "a0", "a1", "b0", "b1", "c0", "n0", "m0", "d0", "d1"])
        providers[1].show()
        #expect(controller.words == ["z0", "a0", "a1", "n0", "m0", "d0", "d1"])
        providers[1].show(("c", 1))
        #expect(controller.words == ["z0", "a0", "a1", "c0", "n0", "m0", "d0", "d1"])
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    @Test func theMiddleProviderIsDeleted() {
        let (controller, providers) = four()
        var results: [String] = []
        controller.deleteSectionProvider(providers[1], animatingDifferences: false) { result in
            results.append("\(result) after \(providers[1].log.last ?? "nothing")")
        }
        #expect(results == ["applied after left, false, 2 sections"])
        #expect(controller.words == ["a0", "d0", "d1"])
        #expect(providers[1].take() == ["end 0.0 b0", "end 0.1 b1", "end 1.0 c0", "left, false, 2 sections"])
        #expect(providers[3].take() == [])
        // It can be added again after the others; its identifiers are free again.
        controller.addSectionProvider(providers[1])
        providers[1].show(("b", 1))
        #expect(controller.words == ["a0", "d0", "d1", "b0"])
        controller.deleteSectionProviderUsingReloadData(providers[0])
        #expect(controller.words == ["d0", "d1", "b0"])
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    @Test func theDelegateOfTheSecondProviderIsOnlyNotifiedOfItsOwnSections() {
        let (controller, providers) = four()
        controller.collectionView.hostTap(at: CGPoint(x: 5, y: 35))
        #expect(
            providers[1].take() == [
                "highlight 1.0?", "highlighted 1.0", "unhighlighted 1.0", "select 1.0?", "selected 1.0",
            ])
        #expect(controller.indexPathsForSelectedItems(sectionProvider: providers[1]) == [indexPath(1, 0)])
        controller.collectionView.hostTap(at: CGPoint(x: 5, y: 5))
        controller.collectionView.hostTap(at: CGPoint(x: 5, y: 45))
        #expect(providers[1].take() == [])
        providers[0].refused = ["highlight"]
        _ = providers[0].take()
        controller.collectionView.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(providers[0].take() == ["highlight 0.0?"])
    }

    @Test func ownersAreNotifiedOfCellsThatAppearAndDisappear() {
        let (controller, providers) = controlled("one", "two")
        providers[0].show(("a", 12))
        providers[1].hasHeader = true
        providers[1].show(("b", 3))
        _ = controller.words
        _ = providers[0].take()
        _ = providers[1].take()
        controller.collectionView.hostDidScroll(to: CGPoint(x: 0, y: 30))
        #expect(
            providers[1].take().filter { $0.hasPrefix("will") || $0.hasPrefix("scroll") }
                == ["scroll 30", "will title 0.0", "will 0.0 b0"])
        #expect(
            providers[0].take().filter { !$0.hasPrefix("prefetch") }
                == ["scroll 30", "end 0.0 a0", "end 0.1 a1", "end 0.2 a2", "will 0.10 a10", "will 0.11 a11"])
    }

    @Test func allProvidersAreNotifiedOfScrollingInOrder() {
        let (controller, providers) = controlled("one", "two", "three")
        controller.removeDelegate(sectionProvider: providers[1])
        providers[2].show(("c", 100))
        _ = controller.words
        let view = controller.collectionView
        for provider in providers { _ = provider.take() }
        view.hostWillBeginDragging()
        let target = view.hostWillEndDragging(withVelocity: .zero, targetContentOffset: CGPoint(x: 0, y: 40))
        view.hostDidEndDecelerating()
        view.setContentOffset(CGPoint(x: 0, y: 5), animated: true)
        #expect(target.y == 42)
        #expect(providers[0].take() == ["drag", "release to 41", "rest", "scroll 5", "end of animation"])
        #expect(providers[1].take() == [])
        #expect(providers[2].take().contains("release to 42"))
        // A delegate that is added later is notified as well.
        controller.addDelegate(providers[1], sectionProvider: providers[1])
        view.contentOffset = CGPoint(x: 0, y: 9)
        #expect(providers[1].take() == ["scroll 9"])
    }

    @Test func cellsAreReportedToWhoeverListensNow() {
        final class Listener: CollectionViewDelegate {
            var calls = 0
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) { calls += 1 }
            func collectionView(
                _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
                forItemAt indexPath: IndexPath
            ) { calls += 1 }
        }
        let (controller, providers) = controlled("one", "two")
        let view = controller.collectionView
        providers[0].show(("a", 40))
        providers[1].show(("b", 2))
        for provider in providers { controller.removeDelegate(sectionProvider: provider) }
        _ = controller.words
        /// Scrolls by one row, and returns what the first provider was told.
        func scroll(_ row: Int) -> [String] {
            for provider in providers { _ = provider.take() }
            view.hostDidScroll(to: CGPoint(x: 0, y: 10 * row))
            return providers[0].take().filter { $0.hasPrefix("will") || $0.hasPrefix("end") }
        }
        #expect(scroll(1) == [])
        controller.addDelegate(providers[0], sectionProvider: providers[0])
        #expect(scroll(2) == ["end 0.1 a1", "will 0.11 a11"])
        controller.removeDelegate(sectionProvider: providers[0])
        #expect(scroll(3) == [])
        // Delegates of the whole list, of the controller and of the list that it has.
        let (outer, inner) = (Listener(), Listener())
        controller.outerDelegate = outer
        _ = scroll(4)
        controller.outerDelegate = nil
        controller.sectionProviderList.outerDelegate = inner
        _ = scroll(5)
        controller.sectionProviderList.outerDelegate = nil
        _ = scroll(6)
        #expect(outer.calls == 2 && inner.calls == 2)
        // A provider is told of cells that it no longer has after the update.
        controller.addDelegate(providers[0], sectionProvider: providers[0])
        _ = scroll(7)
        controller.deleteSectionProvider(providers[0], animatingDifferences: false)
        _ = controller.words
        #expect(providers[0].take().filter { $0.hasPrefix("end") } == (7...16).map { "end 0.\($0) a\($0)" })
        controller.addDelegate(providers[1], sectionProvider: providers[1])
        providers[1].show(("b", 3))
        _ = controller.words
        #expect(providers[1].take().contains("will 0.2 b2"))
    }

    @Test func prefetchingAndItsCancellationReachTheOwner() {
        let (controller, providers) = controlled("one", "two")
        for provider in providers { controller.addPrefetchingDataSource(provider, sectionProvider: provider) }
        providers[0].show(("a", 12))
        providers[1].show(("b", 3), ("c", 40))
        _ = controller.words
        controller.collectionView.hostDidScroll(to: CGPoint(x: 0, y: 10))
        let ahead = providers[1].take().filter { $0.hasPrefix("prefetch") }
        #expect(ahead == ["prefetch 0.0 0.1 0.2 1.0 1.1 1.2 1.3 1.4 1.5 1.6"])
        #expect(providers[0].take().contains("prefetch 0.11"))
        controller.collectionView.hostDidScroll(to: CGPoint(x: 0, y: 5))
        #expect(
            providers[1].take().filter { $0.hasPrefix("cancel") } == [
                ahead[0].replacingOccurrences(of: "prefetch", with: "cancel")
            ])
        controller.removePrefetchingDataSource(sectionProvider: providers[1])
        controller.collectionView.hostDidScroll(to: CGPoint(x: 0, y: 50))
        #expect(providers[1].take().filter { $0.hasPrefix("prefetch") } == [])
    }

    @Test func prefetchingCanBeSwitchedOff() {
        let (controller, providers) = controlled("one")
        controller.addPrefetchingDataSource(providers[0], sectionProvider: providers[0])
        providers[0].show(("a", 60))
        #expect(controller.isPrefetchingEnabled)
        controller.isPrefetchingEnabled = false
        _ = controller.words
        controller.collectionView.hostDidScroll(to: CGPoint(x: 0, y: 10))
        #expect(providers[0].take().filter { $0.hasPrefix("prefetch") } == [])
        controller.isPrefetchingEnabled = true
        controller.collectionView.hostDidScroll(to: CGPoint(x: 0, y: 20))
        #expect(providers[0].take().filter { $0.hasPrefix("prefetch") }.count == 1)
    }

    @Test func providersHaveTitlesInTheIndex() {
        let (controller, providers) = controlled("one", "two")
        providers[0].show(("a", 2), ("b", 0))
        providers[1].show(("c", 30))
        #expect(controller.collectionView.indexTitles == [])
        providers[0].titles = ["A", "B"]
        providers[1].titles = ["C"]
        controller.collectionView.reloadData()
        _ = controller.words
        #expect(controller.collectionView.indexTitles == ["A", "B", "C"])
        controller.collectionView.scrollToIndexTitle(at: 2, animated: false)
        #expect(controller.words.first == "c0")
    }

    @Test func queriesAboutOtherProvidersReturnNothing() {
        let (controller, providers) = four()
        let (second, none) = (providers[1], providers[2])
        #expect(controller.indexPath(for: "c0", sectionProvider: second) == indexPath(1, 0))
        #expect(controller.indexPath(for: "d0", sectionProvider: second) == nil)
        #expect(controller.indexPath(for: "a0", sectionProvider: second) == nil)
        #expect(controller.itemIdentifier(for: indexPath(1, 0), sectionProvider: second) == "c0")
        #expect(controller.itemIdentifier(for: indexPath(2, 0), sectionProvider: second) == nil)
        #expect(controller.itemIdentifier(for: indexPath(1, 1), sectionProvider: second) == nil)
        #expect(controller.itemIdentifier(for: indexPath(0, -1), sectionProvider: second) == nil)
        #expect(controller.sectionIdentifier(for: 1, sectionProvider: second) == "c")
        #expect(controller.sectionIdentifier(for: 0, sectionProvider: none) == nil)
        #expect(controller.index(for: "c", sectionProvider: second) == 1)
        #expect(controller.index(for: "d", sectionProvider: second) == nil)
        #expect(controller.numberOfItems(inSection: 0, sectionProvider: second) == 2)
        #expect(controller.numberOfItems(inSection: 2, sectionProvider: second) == nil)
        let mine = controller.cellForItem(at: indexPath(1, 0), sectionProvider: second) as? WordCell
        #expect(mine?.word == "c0")
        #expect(controller.cellForItem(at: indexPath(0, 5), sectionProvider: second) == nil)
        #expect(mine.flatMap { controller.indexPath(for: $0, sectionProvider: second) } == indexPath(1, 0))
        #expect(mine.flatMap { controller.indexPath(for: $0, sectionProvider: providers[0]) } == nil)
        let place = controller.layoutAttributesForItem(at: indexPath(1, 0), sectionProvider: second)
        #expect(place?.frame == CGRect(x: 0, y: 30, width: 100, height: 10))
        #expect(controller.layoutAttributesForItem(at: indexPath(2, 0), sectionProvider: second) == nil)
        #expect(
            controller.visibleCells(sectionProvider: second).compactMap { ($0 as? WordCell)?.word } == [
                "b0", "b1", "c0",
            ])
        #expect(controller.visibleCells(sectionProvider: none).isEmpty)
        #expect(
            controller.indexPathsForVisibleItems(sectionProvider: second)
                == [indexPath(0, 0), indexPath(0, 1), indexPath(1, 0)])
        #expect(controller.snapshotForSectionProvider(second) == lettered([("b", 2), ("c", 1)]))
        #expect(controller.snapshotForSectionProvider(none) == lettered([]))
    }

    @Test func headersAreRequestedFromTheirOwners() {
        let (controller, providers) = controlled("one", "two")
        for provider in providers { provider.hasHeader = true }
        providers[0].show(("a", 1))
        providers[1].show(("b", 1), ("c", 1))
        _ = controller.words
        let title = ElementKind("title")
        let view = controller.supplementaryView(
            forElementKind: title, at: indexPath(1, 0), sectionProvider: providers[1])
        #expect((view as? HeaderView)?.title == "two 1")
        #expect(view?.frame == CGRect(x: 0, y: 30, width: 100, height: 5))
        let attributes = controller.layoutAttributesForSupplementaryElement(
            ofKind: title, at: indexPath(1, 0), sectionProvider: providers[1])
        #expect(attributes?.frame == view?.frame)
        #expect(
            controller.supplementaryView(forElementKind: title, at: indexPath(1, 0), sectionProvider: providers[0])
                == nil)
        #expect(controller.visibleSupplementaryViews(ofKind: title, sectionProvider: providers[1]).count == 2)
        #expect(
            controller.indexPathsForVisibleSupplementaryElements(ofKind: title, sectionProvider: providers[1])
                == [indexPath(0, 0), indexPath(1, 0)])
    }

    @Test func aProviderIsNotifiedBeforeAndAfterItIsAdded() {
        let (_, providers) = controlled("one")
        #expect(providers[0].take() == ["will move, false", "did move, true"])
    }

    @Test func providersGivenAtTheStartKeepTheirOrder() {
        let (first, second) = (WordProvider("first"), WordProvider("second"))
        let controller = WordController(sectionProviders: [first, second])
        // Before there is a view.
        second.show(("b", 1))
        first.show(("a", 1))
        controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(controller.words == ["a0", "b0"])
    }

    @Test func viewsOutsideTheProvidersSectionsAreEmpty() {
        let (controller, providers) = four()
        let cell = controller.dequeueConfiguredReusableCell(
            using: providers[0].cells, for: indexPath(1, 0), item: "x", sectionProvider: providers[0])
        #expect(cell.fillings == 0)
        controller.register(WordCell.self, forCellWithReuseIdentifier: "word")
        #expect(
            controller.dequeueReusableCell(
                withReuseIdentifier: "word", for: indexPath(0, 0), sectionProvider: providers[0]) is WordCell)
        #expect(
            !(controller.dequeueReusableCell(
                withReuseIdentifier: "word", for: indexPath(0, 9), sectionProvider: providers[0]) is WordCell))
        let view = controller.dequeueReusableSupplementaryView(
            HeaderView.self, ofKind: .header, for: indexPath(4, 0), sectionProvider: providers[0])
        #expect(view.collectionView == nil)
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    @Test func scrollingToAnItemOfAProvider() {
        let (controller, providers) = controlled("one", "two")
        providers[0].show(("a", 50))
        providers[1].show(("b", 50))
        _ = controller.words
        controller.scrollToItem(at: indexPath(0, 10), sectionProvider: providers[1], at: .start, animated: false)
        #expect(controller.words.first == "b10")
        controller.scrollToItem(at: indexPath(0, 50), sectionProvider: providers[1], at: .start, animated: false)
        #expect(controller.words.first == "b10")
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    private final class Framed: CollectionSectionController<String, String> {
        override var interSectionSpacing: CGFloat { 3 }
        override var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] {
            [
                CollectionLayoutBoundarySupplementaryItem(
                    layoutSize: CollectionLayoutSize(
                        widthDimension: .fractionalWidth(1), heightDimension: .absolute(20)),
                    elementKind: "top", alignment: .top)
            ]
        }
        override var boundarySupplementaryViewProvider: BoundarySupplementaryViewProvider? {
            { view, kind, indexPath in
                let header = view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
                header.title = "\(kind), \(indexPath.count) index"
                return header
            }
        }
    }

    @Test func theListHasHeadersOfItsOwn() {
        let provider = WordProvider("one")
        let controller = Framed(sectionProviders: [provider])
        controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        provider.show(("a", 1), ("b", 1))
        #expect(controller.words == ["a0", "b0"])
        let view = controller.collectionView
        #expect(
            view.visibleSupplementaryViews(ofKind: ElementKind("top")).map { ($0 as? HeaderView)?.title } == [
                "top, 1 index"
            ])
        #expect(view.visibleCells.map(\.frame.minY) == [20, 33])
    }

    private final class Sideways: CollectionSectionController<String, String> {
        override var scrollDirection: ScrollDirection { .horizontal }
        override var contentInsetReference: ContentInsetsReference { .none }
    }

    @Test func aSubclassChoosesTheDirection() {
        let controller = Sideways(sectionProviders: [WordProvider("one")])
        #expect(controller.collectionView.collectionViewLayout.scrollDirection == .horizontal)
        let layout = controller.collectionView.collectionViewLayout as? CollectionViewCompositionalLayout
        #expect(layout?.configuration.contentInsetsReference == ContentInsetsReference.none)
    }

    private final class Outer: CollectionViewDelegate {
        var log: [String] = []
        func collectionView(_ view: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: IndexPath) {
            log.append("will \(text(path))")
        }
        func collectionView(
            _ view: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt path: IndexPath
        ) { log.append("end \(text(path))") }
    }

    @Test func anOuterDelegateThatIsSetLaterReceivesCellEvents() {
        let provider = WordProvider("one")
        let controller = WordController(sectionProviders: [provider])
        let (view, outer) = (controller.collectionView, Outer())
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 20)
        provider.show(("a", 100))
        view.layoutIfNeeded()
        view.hostDidScroll(to: CGPoint(x: 0, y: 100))
        #expect(outer.log.isEmpty)
        controller.outerDelegate = outer
        view.hostDidScroll(to: CGPoint(x: 0, y: 200))
        #expect(outer.log.sorted() == ["end 0.10", "end 0.11", "will 0.20", "will 0.21"])
    }

    /// Records the controller of each request, and has no cells.
    private final class Asked: CollectionSectionProvider {
        var controllers: Set<ObjectIdentifier> = []

        func cellProvider(_ controller: WordController, indexPath: IndexPath, item: String) -> CollectionViewCell? {
            controllers.insert(ObjectIdentifier(controller))
            return nil
        }

        func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
            .list(itemHeight: .absolute(10))
        }
    }

    @Test func aProviderInTheListOfAnotherControllerIsCalledWithItsOwn() {
        let asked = Asked()
        let own = WordController(sectionProviders: [asked])
        own.apply(lettered([("a", 2)]), animatingDifferences: false, sectionProvider: asked)
        let others = [
            SectionProviderListController(collectionViewLayout: CollectionViewFlowLayout()), WordController(),
        ]
        for other in others {
            other.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            other.sectionProviderList.update(animated: false) { $0.providers = own.sectionProviderList.providers }
            asked.controllers = []
            _ = other.collectionView(other.collectionView, cellForItemAt: indexPath(0, 1))
            #expect(asked.controllers == [ObjectIdentifier(own)])
        }
    }

    /// Returns values for interaction, and records the calls.
    private final class Interactive: CollectionSectionControllerDelegate {
        typealias SectionIdentifierType = String
        typealias ItemIdentifierType = String
        var log: [String] = []

        func collectionSectionController(_ controller: WordController, canMoveItemAt indexPath: IndexPath) -> Bool {
            true
        }
        func collectionSectionController(
            _ controller: WordController, didMoveItemAt source: IndexPath, to destination: IndexPath
        ) { log.append("moved \(text(source)) to \(text(destination))") }
        func collectionSectionController(
            _ controller: WordController, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            CollectionContextMenu(identifier: indexPaths.map(text).joined(separator: " "))
        }
        func collectionSectionController(
            _ controller: WordController, willDisplayContextMenu contextMenu: CollectionContextMenu
        ) { log.append("menu") }
        func collectionSectionController(
            _ controller: WordController, performPrimaryActionForItemAt indexPath: IndexPath
        ) { log.append("primary \(text(indexPath))") }
    }

    @Test func theUserMovesWithinAProviderAndItsSnapshotFollows() {
        let (controller, providers) = four()
        let (delegate, view) = (Interactive(), controller.collectionView)
        controller.addDelegate(delegate, sectionProvider: providers[1])
        #expect(controller.collectionView(view, canMoveItemAt: indexPath(2, 0)))
        #expect(!controller.collectionView(view, canMoveItemAt: indexPath(0, 0)))
        controller.collectionView(view, moveItemAt: indexPath(1, 0), to: indexPath(2, 1))
        controller.collectionView(view, moveItemAt: indexPath(2, 0), to: indexPath(1, 0))
        #expect(delegate.log == ["moved 0.0 to 1.1", "moved 1.0 to 0.0"])
        #expect(
            controller.snapshotForSectionProvider(providers[1]) == snapshot([("b", ["c0", "b1"]), ("c", ["b0"])]))
    }

    @Test func manyItemsHaveAMenuOnlyIfTheyHaveOneOwner() {
        let (controller, providers) = four()
        let (delegate, view) = (Interactive(), controller.collectionView)
        controller.addDelegate(delegate, sectionProvider: providers[1])
        let ofOne = controller.collectionView(
            view, contextMenuForItemsAt: [indexPath(1, 1), indexPath(2, 0)], point: .zero)
        #expect(ofOne?.identifier == AnyHashable("0.1 1.0"))
        let ofTwo = controller.collectionView(
            view, contextMenuForItemsAt: [indexPath(1, 1), indexPath(3, 0)], point: .zero)
        #expect(ofTwo?.identifier == nil)
        #expect(!controller.collectionView(view, canPerformPrimaryActionForItemAt: indexPath(1, 0)))
        #expect(controller.collectionView(view, canEditItemAt: indexPath(1, 0)))
        controller.collectionView(view, willDisplayContextMenu: CollectionContextMenu())
        #expect(delegate.log == ["menu"])
    }

    @Test func providersAreRetainedAndNothingRetainsTheController() {
        weak var controller: WordController?
        weak var provider: WordProvider?
        do {
            let (made, providers) = controlled("one", "two")
            (controller, provider) = (made, providers[0])
            providers[0].show(("a", 3))
            providers[1].show(("b", 3))
            made.addPrefetchingDataSource(providers[0], sectionProvider: providers[0])
            _ = made.words
            made.deleteSectionProvider(providers[1])
        }
        #expect(controller == nil)
        #expect(provider == nil)
    }

    @Test func aDeletedProviderIsReleased() {
        let (controller, _) = controlled()
        weak var provider: WordProvider?
        do {
            let made = WordProvider("one")
            provider = made
            controller.addSectionProvider(made)
            made.show(("a", 3))
            _ = controller.words
        }
        #expect(provider != nil)
        if let provider { controller.deleteSectionProvider(provider) }
        controller.addSectionProvider(WordProvider("another"))
        #expect(provider == nil)
    }

    @Test func aProviderThatIsNotInTheControllerShowsNothingAndItsUpdatesFail() {
        let controller = WordController()
        let stranger = WordProvider("stranger")
        var results: [String] = []
        #expect(controller.numberOfSections(sectionProvider: stranger) == 0)
        #expect(controller.visibleCells(sectionProvider: stranger).isEmpty)
        var snapshot = controller.snapshotForSectionProvider(stranger)
        snapshot.appendSections(["late"])
        controller.apply(snapshot, sectionProvider: stranger) { results.append("\($0)") }
        controller.applySnapshotUsingReloadData(snapshot, sectionProvider: stranger) { results.append("\($0)") }
        controller.deleteSectionProvider(stranger) { results.append("\($0)") }
        #expect(results == Array(repeating: "failed(WordProvider is not in the controller)", count: 3))
        #expect(controller.collectionView.numberOfSections == 0)
    }

    @Test func aProviderIsAddedOnce() {
        let provider = WordProvider("twice")
        let controller = WordController(sectionProviders: [provider])
        controller.collectionView.diagnostics.handler = { _ in }
        controller.addSectionProvider(provider)
        #expect(controller.sectionProviderList.providers.count == 1)
        #expect(controller.collectionView.diagnostics.count(of: .duplicateIdentifier) == 1)
    }
}
