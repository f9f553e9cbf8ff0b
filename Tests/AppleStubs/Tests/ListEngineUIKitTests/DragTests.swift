import ListEngineUIKit
import Testing
import UIKit

/// A delegate whose items can be dragged out, and that inserts what is dropped.
@MainActor
final class DraggedItems: CollectionViewDelegate {
    weak var source: DiffableDataSource<Int, Int>?
    var log: [String] = []
    /// Items that take what is dropped onto them.
    var folders: Set<Int> = []
    var accepts = CollectionDropOperation.move
    var canDrag = true

    func collectionView(_ list: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
        guard canDrag, let item = source?.itemIdentifier(for: indexPath) else { return nil }
        var dragged = CollectionDragItem(payload: item, text: "Row \(item)")
        dragged.data["image/png"] = [1, 2, 3]
        return dragged
    }

    func collectionView(
        _ list: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {
        log.append("ended \(operation)")
        if operation == .move {
            let gone = drag.indexPaths.compactMap { source?.itemIdentifier(for: $0) }
            source?.edit { $0.deleteItems(gone) }
        }
    }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { accepts }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        log.append("at \(indexPath.item): \(content(drag))")
        let items = drag.items.compactMap { $0.payload as? Int }.map { $0 + 1_000 }
        source?.edit { snapshot in
            if let place = snapshot.itemIdentifiers.dropFirst(indexPath.item).first {
                snapshot.insertItems(items, beforeItem: place)
            } else {
                snapshot.appendItems(items)
            }
        }
        return true
    }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation {
        source?.itemIdentifier(for: indexPath).map(folders.contains) == true ? accepts : .cancel
    }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        log.append("onto \(source?.itemIdentifier(for: indexPath) ?? -1): \(content(drag))")
        return true
    }

    func collectionView(_ list: CollectionView, springLoadItemAt indexPath: IndexPath) {
        log.append("open \(source?.itemIdentifier(for: indexPath) ?? -1)")
    }

    private func content(_ drag: CollectionDrag) -> String {
        var parts = drag.items.map { "\($0.payload)" }
        if drag.items.isEmpty {
            parts = [drag.text].compactMap(\.self) + drag.files.map(\.absoluteString)
            parts += drag.data.map { "\($0.key) \($0.value)" }
        }
        return parts.joined(separator: " ")
    }
}

/// Rows of 50 points in a window of 320 by 480 points.
@MainActor
final class DragScreen {
    let screen: ContentScreen
    let items = DraggedItems()
    /// A delegate other than the items.
    var kept: AnyObject?
    var window: UIWindow { screen.window }
    var list: CollectionView { screen.list }

    init(_ count: Int = 100, accessories: [ItemAccessory] = []) {
        screen = ContentScreen(
            count, layout: CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50)))
        ) { ItemContent("Row \($0)", accessories: accessories) }
        items.source = screen.source
        list.delegate = items
    }

    var order: [Int] { screen.source.snapshot().itemIdentifiers }
    func frame(_ item: Int) -> CGRect? { screen.frame(of: screen.cell(item)) }

    func permitReordering() {
        items.canDrag = false
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
    }

    func rest() {
        for _ in 0..<2_000 where CADisplayLink.frame() { window.layoutIfNeeded() }
        UIView.finishAnimations()
        window.layoutIfNeeded()
        #expect(!CADisplayLink.frame(), "something moves for ever")
    }
}

@MainActor
@Suite struct DragTests {
    private let middle = { (row: Int) in CGPoint(x: 100, y: 50 * CGFloat(row) + 25) }

    // MARK: In the list

    @Test func anItemIsReorderedAfterALongPress() throws {
        let shown = DragScreen()
        shown.permitReordering()
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(2)))
        #expect(finger.lifted.first === shown.screen.cell(2) && finger.isRestricted)
        #expect(shown.list.reorderedItem == nil, "nothing is held before the finger moves")
        finger.move(to: CGPoint(x: 100, y: 150))
        finger.move(to: middle(5))
        #expect(finger.proposal == .move)
        // The others have made room, and the data is as before.
        #expect(shown.frame(3)?.minY == 100 && shown.frame(5)?.minY == 200 && shown.frame(6)?.minY == 300)
        #expect(shown.frame(2)?.midY == 275 && shown.order.prefix(3) == [0, 1, 2])
        finger.lift()
        shown.rest()
        #expect(shown.order.prefix(7) == [0, 1, 3, 4, 5, 2, 6])
        #expect(shown.frame(2) == CGRect(x: 0, y: 250, width: 320, height: 50))
        #expect(shown.list.visibleCells.allSatisfy { !$0.isHighlighted && !$0.isReordering })
    }

    /// A lift without a movement, a drag that the system takes, and one that ends outside of the list.
    @Test(arguments: 0..<3) func aReorderingCanEndWithoutADrop(how: Int) throws {
        let shown = DragScreen()
        shown.permitReordering()
        shown.screen.host.view.frame.size.height = 400
        shown.window.layoutIfNeeded()
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(1)))
        switch how {
        case 0: finger.lift()
        case 1:
            finger.move(to: middle(4))
            finger.cancel()
        default:
            finger.move(to: middle(4))
            finger.move(to: CGPoint(x: 100, y: 450))
            finger.lift()
        }
        shown.rest()
        #expect(shown.order == Array(0..<100) && shown.list.reorderedItem == nil)
        #expect(shown.frame(1)?.minY == 50 && shown.frame(4)?.minY == 200)
    }

    @Test func selectedItemsMoveTogether() throws {
        let shown = DragScreen()
        shown.permitReordering()
        shown.list.allowsMultipleSelection = true
        for item in [1, 3, 6] { shown.list.selectItem(at: [0, item], animated: false) }
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(3)))
        finger.move(to: middle(4))
        #expect(shown.list.numberOfReorderedItems == 3)
        finger.lift()
        shown.rest()
        #expect(shown.order.prefix(8) == [0, 2, 4, 1, 3, 6, 5, 7])
        #expect(shown.frame(1)?.minY == 150 && shown.frame(6)?.minY == 250)
    }

    /// Near the end of the list, the content scrolls as long as the touch stays.
    @Test func theListScrollsUnderAFingerAtItsEnd() throws {
        let shown = DragScreen()
        shown.permitReordering()
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(2)))
        finger.move(to: CGPoint(x: 100, y: 470))
        for _ in 0..<60 {
            CADisplayLink.frame()
            shown.window.layoutIfNeeded()
        }
        let offset = shown.screen.host.view.contentOffset.y
        #expect(offset > 300 && offset == shown.list.contentOffset.y)
        #expect(shown.frame(2)?.midY == 470, "the item stays under the finger")
        finger.lift()
        let place = try #require(shown.order.firstIndex(of: 2))
        #expect(CGFloat(place) * 50 <= offset + 470 && offset + 470 <= CGFloat(place + 1) * 50 + 25)
        shown.rest()
    }

    @Test func anItemThatIsDeletedIsNoLongerHeld() throws {
        let shown = DragScreen()
        shown.permitReordering()
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(2)))
        finger.move(to: middle(4))
        shown.screen.source.edit { $0.deleteItems([2]) }
        shown.window.layoutIfNeeded()
        finger.move(to: middle(5))
        #expect(finger.proposal == .cancel)
        finger.lift()
        shown.rest()
        #expect(shown.order == [0, 1] + Array(3..<100) && shown.frame(3)?.minY == 100)
    }

    // MARK: Out of the list

    @Test func anItemIsDraggedToAnotherList() throws {
        let (first, second) = (DragScreen(), DragScreen(5))
        first.screen.host.view.frame = CGRect(x: 0, y: 0, width: 160, height: 480)
        second.screen.host.view.frame = CGRect(x: 160, y: 0, width: 160, height: 480)
        first.window.addSubview(second.screen.host.view)
        first.window.layoutIfNeeded()
        let finger = try #require(DraggingFinger(in: first.window, at: CGPoint(x: 80, y: 125)))
        #expect(finger.lifted.first === first.screen.cell(2))
        finger.move(to: CGPoint(x: 240, y: 95))
        #expect(finger.proposal == .move)
        // The line between two rows, above all of them.
        let mark = try #require(second.screen.cell(0)?.superview?.subviews.last)
        #expect(second.screen.frame(of: mark) == CGRect(x: 160, y: 99, width: 160, height: 2))
        #expect(mark.alpha == 1 && mark.backgroundColor === UIColor.tintColor && !mark.isUserInteractionEnabled)
        #expect(!finger.isRestricted)
        finger.lift()
        first.rest()
        #expect(second.items.log == ["at 2: 2"] && first.items.log == ["ended move"])
        #expect(second.order == [0, 1, 1_002, 2, 3, 4] && !first.order.contains(2))
        #expect(first.screen.frame(of: first.screen.cell(3)) == CGRect(x: 0, y: 100, width: 160, height: 50))
        #expect(mark.superview == nil)
    }

    /// An item that leaves its list and comes back is reordered there.
    @Test func anItemThatComesBackIsReordered() throws {
        let shown = DragScreen()
        shown.screen.source.reorderingHandlers.canReorderItem = { _ in true }
        shown.screen.host.view.frame.size.height = 300
        shown.window.layoutIfNeeded()
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(1)))
        finger.move(to: middle(3))
        #expect(shown.list.reorderedItem?.to == [0, 3])
        finger.move(to: CGPoint(x: 100, y: 400))
        #expect(shown.list.reorderedItem == nil && shown.frame(1)?.minY == 50)
        finger.move(to: middle(2))
        finger.lift()
        shown.rest()
        #expect(shown.order.prefix(4) == [0, 2, 1, 3] && shown.items.log == ["ended cancel"])
    }

    @Test func otherProgramsGetTextAndData() throws {
        let shown = DragScreen()
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(7)))
        let item = try #require(finger.items.first)
        #expect(item.localObject as? Int == 7)
        #expect(item.itemProvider.registeredTypeIdentifiers == ["public.png", "public.utf8-plain-text"])
        // A lift without a movement is no session. Its drag ends when the next one begins.
        finger.lift()
        let again = try #require(DraggingFinger(in: shown.window, at: middle(7)))
        again.move(to: CGPoint(x: 100, y: 100))
        again.cancel()
        #expect(shown.items.log == ["ended cancel", "ended cancel"])
    }

    // MARK: Onto the list

    /// Text, a file and a picture of another program. They are copied, and arrive after the drop.
    @Test(arguments: 0..<3) func contentOfAnotherProgramIsDropped(kind: Int) async throws {
        let shown = DragScreen(3)
        shown.list.acceptedMediaTypes = ["image/png"]
        let provider: NSItemProvider
        switch kind {
        case 0: provider = NSItemProvider(object: NSString(string: "hello"))
        case 1: provider = NSItemProvider(object: NSURL(fileURLWithPath: "/tmp/a.txt"))
        default:
            provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
                completion(Data([7, 8]), nil)
                return nil
            }
        }
        let finger = DraggingFinger(with: [provider], in: shown.window)
        finger.move(to: CGPoint(x: 100, y: 60))
        #expect(finger.proposal == .copy)
        finger.lift()
        // Other tests run while this one waits, and share the clock.
        shown.rest()
        for _ in 0..<100_000 where shown.items.log.isEmpty { await Task.yield() }
        #expect(shown.items.log == ["at 1: " + ["hello", "file:///tmp/a.txt", "image/png [7, 8]"][kind]])
        #expect(shown.list.dropTarget == nil)
    }

    /// Several kinds of content arrive together, as one drop.
    @Test func severalItemsOfAnotherProgramAreDroppedTogether() async {
        let shown = DragScreen(3)
        shown.list.acceptedMediaTypes = ["image/png"]
        let picture = NSItemProvider()
        picture.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
            completion(Data([7]), nil)
            return nil
        }
        let providers = [
            NSItemProvider(object: NSString(string: "a")), NSItemProvider(object: NSString(string: "b")),
            NSItemProvider(object: NSURL(string: "https://example.org")!), picture,
        ]
        let finger = DraggingFinger(with: providers, in: shown.window)
        finger.move(to: CGPoint(x: 100, y: 60))
        finger.lift()
        shown.rest()
        for _ in 0..<100_000 where shown.items.log.isEmpty { await Task.yield() }
        #expect(shown.items.log == ["at 1: a\nb https://example.org image/png [7]"])
    }

    @Test func contentThatTheListDoesNotTakeIsRefused() {
        let shown = DragScreen(3)
        let picture = NSItemProvider()
        picture.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { _ in nil }
        let finger = DraggingFinger(with: [picture], in: shown.window)
        finger.move(to: CGPoint(x: 100, y: 60))
        #expect(finger.proposal == .cancel)
        finger.lift()
        shown.items.accepts = .cancel
        let text = DraggingFinger(with: [NSItemProvider(object: NSString(string: "a"))], in: shown.window)
        text.move(to: CGPoint(x: 100, y: 60))
        #expect(text.proposal == .cancel && shown.list.dropTarget == nil)
        text.lift()
        #expect(shown.items.log.isEmpty)
    }

    /// An item that is dropped onto another one, which was opened because the drag rested over it.
    @Test func anItemIsDroppedOntoAFolder() throws {
        let shown = DragScreen()
        shown.items.folders = [4]
        let finger = try #require(DraggingFinger(in: shown.window, at: middle(1)))
        finger.move(to: middle(4))
        let mark = try #require(shown.screen.cell(4)?.superview?.subviews.last)
        #expect(shown.screen.frame(of: mark) == CGRect(x: 0, y: 200, width: 320, height: 50) && mark.alpha < 1)
        for _ in 0..<60 {
            CADisplayLink.frame()
            shown.window.layoutIfNeeded()
        }
        #expect(shown.items.log == ["open 4"], "once, after 0.8 seconds")
        finger.lift()
        shown.rest()
        #expect(shown.items.log == ["open 4", "onto 4: 1", "ended cancel"])
    }

    /// A section whose header was pressed moves as a whole.
    @Test func aSectionIsMovedByItsHeader() throws {
        let section = CollectionLayoutSection.list(itemHeight: .absolute(50))
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(
                layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(30)),
                elementKind: ElementKind.header.name, alignment: .top)
        ]
        let screen = ContentScreen(2, layout: CollectionViewCompositionalLayout(section: section)) {
            ItemContent("\($0)")
        }
        screen.source.supplementaryViewProvider = { list, kind, path in
            list.contentView(ItemContent("Header"), ofKind: kind, for: path)
        }
        screen.source.edit { snapshot in
            snapshot.appendSections([1])
            snapshot.appendItems([10, 11], toSection: 1)
        }
        screen.window.layoutIfNeeded()
        screen.list.sectionMoveHandler = { [weak screen] from, to in
            screen?.source.edit { snapshot in
                let sections = snapshot.sectionIdentifiers
                if to > from {
                    snapshot.moveSection(sections[from], afterSection: sections[to])
                } else {
                    snapshot.moveSection(sections[from], beforeSection: sections[to])
                }
            }
        }
        let finger = try #require(DraggingFinger(in: screen.window, at: CGPoint(x: 50, y: 15)))
        #expect(finger.lifted.count == 1)
        finger.move(to: CGPoint(x: 50, y: 240))
        #expect(finger.proposal == .move && screen.list.movedSection?.target == 1)
        finger.lift()
        for _ in 0..<100 where CADisplayLink.frame() { screen.window.layoutIfNeeded() }
        UIView.finishAnimations()
        screen.window.layoutIfNeeded()
        #expect(screen.source.snapshot().sectionIdentifiers == [1, 0])
        #expect(screen.frame(of: screen.cell(10))?.minY == 30 && screen.frame(of: screen.cell(0))?.minY == 160)
        #expect(screen.list.movedSection == nil)
    }

    /// Drags that begin, move, end and are cancelled while the data changes. Then each row is in its place, and each item is there once.
    @Test(arguments: 0..<20)
    func dragsAreInterruptedByUpdates(seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let shown = DragScreen(40)
        shown.items.canDrag = seed % 2 == 0
        shown.items.folders = [3, 7, 20]
        shown.screen.source.reorderingHandlers.canReorderItem = { $0 % 5 != 0 }
        shown.list.allowsMultipleSelection = true
        var (finger, next): (DraggingFinger?, Int) = (nil, 10_000)
        func point() -> CGPoint {
            CGPoint(x: .random(in: 0..<320, using: &random), y: .random(in: 0..<480, using: &random))
        }
        for _ in 0..<120 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: if finger == nil { finger = DraggingFinger(in: shown.window, at: point()) }
            case 2, 3, 4: finger?.move(to: point())
            case 5:
                if Bool.random(using: &random) { finger?.lift() } else { finger?.cancel() }
                finger = nil
            case 6:
                guard shown.order.count > 5, let gone = shown.order.randomElement(using: &random) else { continue }
                shown.screen.source.edit { $0.deleteItems([gone]) }
            case 7:
                if let place = shown.order.randomElement(using: &random) {
                    shown.screen.source.edit { [next] in $0.insertItems([next], beforeItem: place) }
                }
                next += 1
            case 8:
                let count = shown.order.count
                shown.list.selectItem(at: [0, Int.random(in: 0..<count, using: &random)], animated: false)
            default: CADisplayLink.frame(after: .random(in: 0...0.3, using: &random))
            }
            shown.window.layoutIfNeeded()
        }
        finger?.cancel()
        shown.rest()
        #expect(shown.list.reorderedItem == nil && shown.list.dropTarget == nil)
        #expect(Set(shown.order).count == shown.order.count)
        for cell in shown.list.visibleCells {
            guard let view = cell.hostView as? UIView, let path = shown.list.indexPath(for: cell) else { continue }
            let id = shown.screen.source.itemIdentifier(for: path)
            let onScreen = view.convert(view.bounds, to: nil)
            let place = CGFloat(path.item) * 50 - shown.screen.host.view.contentOffset.y
            #expect(abs(onScreen.minX) <= 0.5 && abs(onScreen.minY - place) <= 0.5 && view.alpha == 1)
            #expect(id.map { shown.screen.label("Row \($0)", of: $0) } != nil)
        }
    }
}
