import Foundation
import ListEngine
import ListEngineLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

@MainActor
@Suite("An outer delegate of a list of sections")
struct OuterDelegateTests {
    @MainActor
    private struct List {
        let log = Voice.Log()
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
        let list = SectionProviderList()
        let outer: Voice
        let first: Voice
        let owner: Voice

        @MainActor
        init() {
            (outer, first, owner) = (Voice("outer", log), Voice("first", log), Voice("owner", log))
            list.attach(to: view)
            list.outerDelegate = outer
            list.update(animated: false) { [first, owner] in $0.providers = [first, owner] }
            view.layoutIfNeeded()
            log.lines = []
        }

        func take() -> [String] {
            defer { log.lines = [] }
            return log.lines
        }
    }

    @Test func everythingReachesTheOuterDelegateFirstAndThenTheOwner() {
        let test = List()
        test.view.delegate?.collectionView(test.view, didHighlightItemAt: path(3, 1))
        #expect(test.take() == ["outer highlighted 1.3", "owner highlighted 0.3"])
        sayEverything(to: test.view)
        let told = test.take().filter { !$0.hasPrefix("owner") }
        // Calls that concern no item reach the owners of all sections.
        let expected = everythingSaid.flatMap { ["outer \($0)", "first \($0)"] }
        #expect(told == expected)
    }

    @Test func actionsAllowedByDefaultNeedBothDelegatesAndOthersNeedOne() {
        typealias Question = (name: String, silent: Bool, ask: @MainActor (CollectionView, IndexPath) -> Bool?)
        let questions: [Question] = [
            ("highlight?", true, { $0.delegate?.collectionView($0, shouldHighlightItemAt: $1) }),
            ("select?", true, { $0.delegate?.collectionView($0, shouldSelectItemAt: $1) }),
            ("deselect?", true, { $0.delegate?.collectionView($0, shouldDeselectItemAt: $1) }),
            ("edit?", true, { $0.delegate?.collectionView($0, canEditItemAt: $1) }),
            ("perform?", true, { $0.delegate?.collectionView($0, canPerformPrimaryActionForItemAt: $1) }),
            ("many?", false, { $0.delegate?.collectionView($0, shouldBeginMultipleSelectionInteractionAt: $1) }),
            ("follows?", false, { $0.delegate?.collectionView($0, selectionFollowsFocusForItemAt: $1) }),
            (
                "drop?", false,
                { $0.delegate?.collectionView($0, performDropOf: CollectionDrag(), at: $1, operation: .move) }
            ),
        ]
        for (name, silent, ask) in questions {
            for outer in [nil, true, false] {
                for owner in [nil, true, false] {
                    let test = List()
                    test.outer.permissions[name] = outer
                    test.owner.permissions[name] = owner
                    let (a, b) = (outer ?? silent, owner ?? silent)
                    #expect(ask(test.view, path(2, 1)) == (silent ? a && b : a || b), "\(name) \(a) \(b)")
                    // If the outer delegate decides, the owner is not called.
                    let decides = a != silent
                    #expect(test.take() == ["outer \(name) 1.2"] + (decides ? [] : ["owner \(name) 0.2"]))
                }
            }
        }
    }

    @Test func eitherDelegateCanAllowWhatEditingDisallows() {
        let test = List()
        test.view.isEditing = true
        func mayPerform() -> Bool? {
            test.view.delegate?.collectionView(test.view, canPerformPrimaryActionForItemAt: path(2, 1))
        }
        #expect(mayPerform() == false)
        test.owner.permissions["perform?"] = true
        #expect(mayPerform() == true)
        test.owner.permissions = [:]
        test.outer.permissions["perform?"] = true
        #expect(mayPerform() == true)
    }

    @Test func valuesOfTheOuterDelegateTakePrecedenceOverThoseOfTheOwner() throws {
        let test = List()
        let (view, item) = (test.view, path(1, 1))
        let delegate = try #require(view.delegate)
        let element = view.visibleElements[6]
        #expect(element.indexPath == item)
        func things() -> [String?] {
            [
                delegate.collectionView(view, textForItemAt: item),
                delegate.collectionView(view, leadingSwipeActionsForItemAt: item)?.actions[0].title,
                delegate.collectionView(view, trailingSwipeActionsForItemAt: item)?.actions[0].title,
                delegate.collectionView(view, contextMenuForItemAt: item, point: .zero)?.payload as? String,
                delegate.collectionView(view, contextMenuForItemsAt: [item], point: .zero)?.payload as? String,
            ]
        }
        func alphas() -> [Float?] {
            [
                delegate.collectionView(view, initialLayoutAttributesForAppearing: element).map { Float($0.alpha) },
                delegate.collectionView(view, finalLayoutAttributesForDisappearing: element).map { Float($0.alpha) },
            ]
        }
        #expect(things() == Array(repeating: nil, count: 5) && alphas() == [nil, nil])
        test.owner.hasThings = true
        #expect(things() == Array(repeating: "owner", count: 5) && alphas() == [0.5, 0.5])
        #expect(
            delegate.collectionView(view, initialLayoutAttributesForAppearing: element)?.indexPath == item)
        test.outer.hasThings = true
        #expect(things() == Array(repeating: "outer", count: 5) && alphas() == [0.25, 0.25])
        test.owner.hasThings = false
        #expect(things() == Array(repeating: "outer", count: 5) && alphas() == [0.25, 0.25])
        // Items of several providers have a menu if the outer delegate provides one.
        let both = [path(1), item]
        #expect(delegate.collectionView(view, contextMenuForItemsAt: both, point: .zero)?.payload as? String == "outer")
        test.outer.hasThings = false
        test.owner.hasThings = true
        #expect(delegate.collectionView(view, contextMenuForItemsAt: both, point: .zero) == nil)
    }

    @Test func theOwnerJudgesTheTargetOfTheOuterDelegate() {
        let test = List()
        func target(_ proposed: IndexPath) -> IndexPath? {
            test.view.delegate?.collectionView(
                test.view, targetIndexPathForMoveOfItemFromOriginalIndexPath: path(0, 1),
                atCurrentIndexPath: path(4, 1), toProposedIndexPath: proposed)
        }
        #expect(target(path(2, 1)) == path(2, 1))
        #expect(test.take() == ["outer target 1.0 to 1.2", "owner target 0.0 to 0.2"])
        test.outer.target = path(3, 1)
        #expect(target(path(2, 1)) == path(3, 1))
        #expect(test.take() == ["outer target 1.0 to 1.2", "owner target 0.0 to 0.3"])
        test.owner.target = path(1)
        #expect(target(path(2, 1)) == path(1, 1))
        // Items move to another provider's sections if both agree, which these do not; nor anywhere else.
        test.owner.target = nil
        test.outer.target = path(0)
        #expect(target(path(2, 1)) == path(4, 1))
        test.outer.target = path(0, 9)
        #expect(target(path(2, 1)) == path(4, 1))
    }

    // MARK: By the user

    @Test func theOuterDelegateCanRefuse() {
        let test = List()
        test.outer.permissions["select?"] = false
        test.view.hostTap(at: CGPoint(x: 5, y: 125))
        #expect(test.view.indexPathsForSelectedItems == [])
        // Whether the primary action is performed is a separate query.
        #expect(
            test.take() == [
                "outer highlight? 1.1", "owner highlight? 0.1", "outer highlighted 1.1", "owner highlighted 0.1",
                "outer unhighlighted 1.1", "owner unhighlighted 0.1", "outer select? 1.1", "outer perform? 1.1",
                "owner perform? 0.1", "outer performs 1.1", "owner performs 0.1",
            ])
        test.outer.permissions = ["highlight?": false]
        test.view.hostTap(at: CGPoint(x: 5, y: 125))
        #expect(test.view.indexPathsForSelectedItems == [] && test.take() == ["outer highlight? 1.1"])
        test.outer.permissions = [:]
        test.view.hostTap(at: CGPoint(x: 5, y: 125))
        #expect(test.view.indexPathsForSelectedItems == [path(1, 1)])
    }

    @Test func aSwipeOpensTheOuterDelegatesActions() {
        let test = List()
        test.outer.hasThings = true
        test.owner.hasThings = true
        test.view.hostBeginSwipe(at: CGPoint(x: 5, y: 125))
        test.view.hostSwipe(by: -30)
        test.view.hostEndSwipe()
        #expect(test.take().filter { $0.contains("trailing") } == ["outer trailing 1.1"])
        test.owner.permissions["edit?"] = false
        #expect(!test.view.hostBeginSwipe(at: CGPoint(x: 5, y: 105)))
        #expect(test.take().filter { $0.contains("edit?") } == ["outer edit? 1.0", "owner edit? 0.0"])
    }

    @Test func anOuterDelegateThatIsAlsoTheScrollDelegateIsNotifiedOnce() {
        let test = List()
        test.view.bounds.size.height = 100
        let other = Voice("other", test.log)
        test.list.outerScrollDelegate = other
        _ = test.take()
        test.view.hostDidScroll(to: point(5))
        #expect(
            test.take().filter { $0.contains("scrolled") }
                == ["outer scrolled", "other scrolled", "first scrolled", "owner scrolled"])
        test.list.outerScrollDelegate = test.outer
        test.view.hostDidScroll(to: point(10))
        #expect(
            test.take().filter { $0.contains("scrolled") }
                == ["outer scrolled", "first scrolled", "owner scrolled"])
        var target = CGPoint.zero
        test.view.delegate?.collectionViewWillEndDragging(
            test.view, withVelocity: .zero, targetContentOffset: &target)
        #expect(target.y == 3)
    }

    @Test func neitherDelegateIsRetained() {
        let list = ListDataSource()
        do {
            let outer = Voice("outer")
            list.collectionDelegate = outer
            list.scrollDelegate = outer
        }
        #expect(list.collectionDelegate == nil && list.scrollDelegate == nil)
    }
}
