import Foundation
import ListEngine
import ListEngineLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

/// Notes what it is asked and told as `name what where`, in a log that others may write into as well; answers as it is told
/// to, otherwise as one that does not have the member. A provider of five items, or a delegate of a whole list.
private final class Voice: SectionProvider {
    final class Log { var lines: [String] = [] }

    let name: String
    let log: Log
    var permissions: [String: Bool] = [:]
    var hasThings = false
    var target: IndexPath?

    init(_ name: String, _ log: Log = Log()) {
        self.name = name
        self.log = log
    }

    private func note(_ what: String, _ indexPath: IndexPath? = nil) {
        log.lines.append(([name, what] + (indexPath.map { [text($0)] } ?? [])).joined(separator: " "))
    }

    private func answer(_ what: String, _ indexPath: IndexPath, silent: Bool) -> Bool {
        note(what, indexPath)
        return permissions[what] ?? silent
    }

    private func thing<Thing>(_ what: String, _ indexPath: IndexPath, _ thing: @autoclosure () -> Thing) -> Thing? {
        note(what, indexPath)
        return hasThings ? thing() : nil
    }

    // What it shows.
    var observesScrolling: Bool { true }
    func numberOfSections(in view: CollectionView) -> Int { 1 }
    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 5 }
    func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        view.dequeueReusableCell(NameCell.self, for: indexPath)
    }

    // Display.
    func collectionView(_ view: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath) {
        note("will display", indexPath)
    }
    func collectionView(
        _ view: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note("end display", indexPath) }
    func collectionView(
        _ view: CollectionView, willDisplaySupplementaryView supplementary: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { note("will display \(kind)", indexPath) }
    func collectionView(
        _ view: CollectionView, didEndDisplayingSupplementaryView supplementary: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { note("end display \(kind)", indexPath) }
    func collectionView(_ view: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        thing("text", indexPath, name)
    }
    func collectionView(
        _ view: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? { thing("appears", element.indexPath, faded(element)) }
    func collectionView(
        _ view: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? { thing("disappears", element.indexPath, faded(element)) }
    private func faded(_ element: LayoutAttributes) -> LayoutAttributes {
        var element = element
        element.alpha = name == "outer" ? 0.25 : 0.5
        return element
    }

    // Highlighting and selection.
    func collectionView(_ view: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        answer("highlight?", indexPath, silent: true)
    }
    func collectionView(_ view: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        note("highlighted", indexPath)
    }
    func collectionView(_ view: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        note("unhighlighted", indexPath)
    }
    func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        answer("select?", indexPath, silent: true)
    }
    func collectionView(_ view: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        answer("deselect?", indexPath, silent: true)
    }
    func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) { note("selected", indexPath) }
    func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        note("deselected", indexPath)
    }

    // Moving and editing.
    func collectionView(_ view: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
    func collectionView(_ view: CollectionView, moveItemAt source: IndexPath, to destination: IndexPath) {
        note("moves \(text(source)) to", destination)
    }
    func collectionView(
        _ view: CollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        note("target \(text(originalIndexPath)) to", proposedIndexPath)
        return target ?? proposedIndexPath
    }
    func collectionView(_ view: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        answer("edit?", indexPath, silent: true)
    }
    func collectionView(_ view: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        note("begins editing", indexPath)
    }
    func collectionView(_ view: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        note("ended editing", indexPath)
    }
    func collectionView(
        _ view: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { thing("leading", indexPath, actions) }
    func collectionView(
        _ view: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { thing("trailing", indexPath, actions) }
    private var actions: CollectionSwipeActions {
        CollectionSwipeActions([CollectionSwipeAction(title: name) { $2(true) }])
    }

    // Primary action and selecting many.
    func collectionView(_ view: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool {
        answer("perform?", indexPath, silent: !view.isEditing)
    }
    func collectionView(_ view: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        note("performs", indexPath)
    }
    func collectionView(
        _ view: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { answer("many?", indexPath, silent: false) }
    func collectionView(_ view: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        note("begins many", indexPath)
    }
    func collectionViewDidEndMultipleSelectionInteraction(_ view: CollectionView) { note("ended many") }
    func collectionView(_ view: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath) -> Bool {
        answer("follows?", indexPath, silent: view.selectionFollowsFocus)
    }

    // Menus.
    func collectionView(
        _ view: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { thing("menu", indexPath, CollectionContextMenu(payload: name)) }
    func collectionView(
        _ view: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        thing("menu of \(indexPaths.count)", indexPaths[0], CollectionContextMenu(payload: name))
    }
    func collectionView(
        _ view: CollectionView, contextMenu: CollectionContextMenu, highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { thing("preview", indexPath, CollectionItemPreview()) }
    func collectionView(
        _ view: CollectionView, contextMenu: CollectionContextMenu, dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { thing("dismissal", indexPath, CollectionItemPreview()) }
    func collectionView(_ view: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu) {
        note("shows menu")
    }
    func collectionView(_ view: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu) {
        note("ended menu")
    }
    func collectionView(_ view: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu) {
        note("opens preview")
    }

    // Scrolling.
    func collectionViewDidScroll(_ view: CollectionView) { note("scrolled") }
    func collectionViewDidEndScrollingAnimation(_ view: CollectionView) { note("arrived") }
    func collectionViewWillBeginDragging(_ view: CollectionView) { note("drags") }
    func collectionViewWillEndDragging(
        _ view: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        note("lets go")
        targetContentOffset.y += 1
    }
    func collectionViewDidEndDecelerating(_ view: CollectionView) { note("rests") }
}

/// Asks and tells the delegate of a view everything there is, of its second item.
@MainActor
private func sayEverything(to view: CollectionView) {
    guard let delegate = view.delegate else { return }
    let (item, cell, menu) = (path(1), CollectionViewCell(), CollectionContextMenu())
    let element = view.visibleElements[1]
    delegate.collectionView(view, willDisplay: cell, forItemAt: item)
    delegate.collectionView(view, didEndDisplaying: cell, forItemAt: item)
    delegate.collectionView(view, willDisplaySupplementaryView: cell, forElementKind: .header, at: item)
    delegate.collectionView(view, didEndDisplayingSupplementaryView: cell, forElementKind: .header, at: item)
    _ = delegate.collectionView(view, textForItemAt: item)
    _ = delegate.collectionView(view, initialLayoutAttributesForAppearing: element)
    _ = delegate.collectionView(view, finalLayoutAttributesForDisappearing: element)
    _ = delegate.collectionView(view, shouldHighlightItemAt: item)
    delegate.collectionView(view, didHighlightItemAt: item)
    delegate.collectionView(view, didUnhighlightItemAt: item)
    _ = delegate.collectionView(view, shouldSelectItemAt: item)
    _ = delegate.collectionView(view, shouldDeselectItemAt: item)
    delegate.collectionView(view, didSelectItemAt: item)
    delegate.collectionView(view, didDeselectItemAt: item)
    _ = delegate.collectionView(
        view, targetIndexPathForMoveOfItemFromOriginalIndexPath: item, atCurrentIndexPath: item,
        toProposedIndexPath: path(2))
    _ = delegate.collectionView(view, canEditItemAt: item)
    delegate.collectionView(view, willBeginEditingItemAt: item)
    delegate.collectionView(view, didEndEditingItemAt: item)
    delegate.collectionView(view, didEndEditingItemAt: nil)
    _ = delegate.collectionView(view, leadingSwipeActionsForItemAt: item)
    _ = delegate.collectionView(view, trailingSwipeActionsForItemAt: item)
    _ = delegate.collectionView(view, canPerformPrimaryActionForItemAt: item)
    delegate.collectionView(view, performPrimaryActionForItemAt: item)
    _ = delegate.collectionView(view, shouldBeginMultipleSelectionInteractionAt: item)
    delegate.collectionView(view, didBeginMultipleSelectionInteractionAt: item)
    delegate.collectionViewDidEndMultipleSelectionInteraction(view)
    _ = delegate.collectionView(view, selectionFollowsFocusForItemAt: item)
    _ = delegate.collectionView(view, contextMenuForItemAt: item, point: .zero)
    _ = delegate.collectionView(view, contextMenuForItemsAt: [item, path(2)], point: .zero)
    _ = delegate.collectionView(view, contextMenu: menu, highlightPreviewForItemAt: item)
    _ = delegate.collectionView(view, contextMenu: menu, dismissalPreviewForItemAt: item)
    delegate.collectionView(view, willDisplayContextMenu: menu)
    delegate.collectionView(view, willEndContextMenuInteraction: menu)
    delegate.collectionView(view, willPerformPreviewActionForMenu: menu)
    delegate.collectionViewDidScroll(view)
    delegate.collectionViewDidEndScrollingAnimation(view)
    delegate.collectionViewWillBeginDragging(view)
    var target = CGPoint.zero
    delegate.collectionViewWillEndDragging(view, withVelocity: .zero, targetContentOffset: &target)
    delegate.collectionViewDidEndDecelerating(view)
}

@MainActor
@Suite("An outer delegate of a list of sections")
struct OuterDelegateTests {
    private static let everything = [
        "will display 0.1", "end display 0.1", "will display header 0.1", "end display header 0.1", "text 0.1",
        "appears 0.1", "disappears 0.1", "highlight? 0.1", "highlighted 0.1", "unhighlighted 0.1", "select? 0.1",
        "deselect? 0.1", "selected 0.1", "deselected 0.1", "target 0.1 to 0.2", "edit? 0.1", "begins editing 0.1",
        "ended editing 0.1", "ended editing", "leading 0.1", "trailing 0.1", "perform? 0.1", "performs 0.1",
        "many? 0.1", "begins many 0.1", "ended many", "follows? 0.1", "menu 0.1", "menu of 2 0.1", "preview 0.1",
        "dismissal 0.1", "shows menu", "ended menu", "opens preview", "scrolled", "arrived", "drags", "lets go",
        "rests",
    ]

    @Test(arguments: ConformanceTests.doors)
    func hearsOfEverythingWhateverDescribesTheList(door entry: ConformanceEntry) {
        let door = entry.make()
        door.show([ConformanceSection("a: a0 a1 a2")])
        door.view.layoutIfNeeded()
        let outer = Voice("outer")
        door.outerDelegate = outer
        sayEverything(to: door.view)
        #expect(outer.log.lines == Self.everything.map { "outer \($0)" })
    }

    // MARK: The rules

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
        // What is about no item the owners of all sections hear.
        let expected = Self.everything.flatMap { ["outer \($0)", "first \($0)"] }
        #expect(told == expected)
    }

    @Test func aPermissionIsGivenByBothOrWhereItIsAskedForByOne() {
        typealias Question = (name: String, silent: Bool, ask: @MainActor (CollectionView, IndexPath) -> Bool?)
        let questions: [Question] = [
            ("highlight?", true, { $0.delegate?.collectionView($0, shouldHighlightItemAt: $1) }),
            ("select?", true, { $0.delegate?.collectionView($0, shouldSelectItemAt: $1) }),
            ("deselect?", true, { $0.delegate?.collectionView($0, shouldDeselectItemAt: $1) }),
            ("edit?", true, { $0.delegate?.collectionView($0, canEditItemAt: $1) }),
            ("perform?", true, { $0.delegate?.collectionView($0, canPerformPrimaryActionForItemAt: $1) }),
            ("many?", false, { $0.delegate?.collectionView($0, shouldBeginMultipleSelectionInteractionAt: $1) }),
            ("follows?", false, { $0.delegate?.collectionView($0, selectionFollowsFocusForItemAt: $1) }),
        ]
        for (name, silent, ask) in questions {
            for outer in [nil, true, false] {
                for owner in [nil, true, false] {
                    let test = List()
                    test.outer.permissions[name] = outer
                    test.owner.permissions[name] = owner
                    let (a, b) = (outer ?? silent, owner ?? silent)
                    #expect(ask(test.view, path(2, 1)) == (silent ? a && b : a || b), "\(name) \(a) \(b)")
                    // Where the outer delegate decides the owner is not asked.
                    let decides = a != silent
                    #expect(test.take() == ["outer \(name) 1.2"] + (decides ? [] : ["owner \(name) 0.2"]))
                }
            }
        }
    }

    @Test func whatIsNotAllowedWhileTheListIsEditedOneCanAllow() {
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

    @Test func theOuterDelegatesThingsAreTakenAndWhereItHasNoneTheOwners() throws {
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
        // Items of several providers have a menu where the outer delegate has one.
        let both = [path(1), item]
        #expect(delegate.collectionView(view, contextMenuForItemsAt: both, point: .zero)?.payload as? String == "outer")
        test.outer.hasThings = false
        test.owner.hasThings = true
        #expect(delegate.collectionView(view, contextMenuForItemsAt: both, point: .zero) == nil)
    }

    @Test func whereTheOuterDelegateWouldHaveAMovedItemGoTheOwnerIsAsked() {
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
        // To another provider's sections items go where both agree, which these do not; nor anywhere else.
        test.owner.target = nil
        test.outer.target = path(0)
        #expect(target(path(2, 1)) == path(4, 1))
        test.outer.target = path(0, 9)
        #expect(target(path(2, 1)) == path(4, 1))
    }

    // MARK: By the user

    @Test func aNoOfTheOuterDelegateIsANo() {
        let test = List()
        test.outer.permissions["select?"] = false
        test.view.hostTap(at: CGPoint(x: 5, y: 125))
        #expect(test.view.indexPathsForSelectedItems == [])
        // The primary action is another question.
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

    @Test func oneThatHearsOfScrollingBesidesHearsItOnce() {
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

    @Test func neitherIsKept() {
        let list = ListDataSource()
        do {
            let outer = Voice("outer")
            list.collectionDelegate = outer
            list.scrollDelegate = outer
        }
        #expect(list.collectionDelegate == nil && list.scrollDelegate == nil)
    }
}
