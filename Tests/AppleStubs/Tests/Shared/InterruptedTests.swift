import Testing

#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
#else
    import ListEngineUIKit
    import UIKit
#endif

/// A gesture that goes on for some steps: a pan of a touch or on a touchpad, or a press that drags.
@MainActor
private final class Hand {
    enum Kind { case pan, press }
    private let stage: Stage
    private let kind: Kind
    private var place: CGPoint
    #if LISTENGINE_APPKIT
        private var hasBegun = false
    #else
        private let finger: Finger?
        private let drag: DraggingFinger?
    #endif

    init(_ kind: Kind, _ stage: Stage, at point: CGPoint) {
        (self.kind, self.stage, place) = (kind, stage, point)
        #if LISTENGINE_APPKIT
            if kind == .press { stage.mouse.press(at: point) }
        #else
            drag = kind == .press ? DraggingFinger(in: stage.window, at: point) : nil
            finger = kind == .pan ? Finger(in: stage.window, at: point) : nil
        #endif
    }

    func move(by step: CGPoint) {
        let start = place
        place = CGPoint(x: min(max(1, place.x + step.x), 319), y: min(max(1, place.y + step.y), 479))
        #if LISTENGINE_APPKIT
            if kind == .press { return stage.mouse.move(to: place) }
            stage.mouse.scroll(at: start, by: step, hasBegun ? .changed : .began)
            hasBegun = true
        #else
            finger?.move(by: CGPoint(x: place.x - start.x, y: place.y - start.y))
            drag?.move(to: place)
        #endif
    }

    func end(cancelled: Bool) {
        #if LISTENGINE_APPKIT
            if kind == .pan {
                if hasBegun { stage.mouse.scroll(at: place, by: .zero, cancelled ? .cancelled : .ended) }
                return
            }
            if cancelled {
                stage.mouse.cancel()
                stage.key(.escape)
            }
            stage.mouse.release()
        #else
            cancelled ? finger?.cancel() : finger?.lift(velocity: CGPoint(x: 300, y: 0))
            cancelled ? drag?.cancel() : drag?.lift()
        #endif
    }
}

/// Random gestures and keys, while the data, the layout and the window change. The argument is the seed. At rest, the screen shows the
/// data, each item is there once, and the next gesture works.
@MainActor
@Suite struct InterruptedTests {
    @Test(arguments: 0..<20)
    func gesturesAreInterrupted(seed: Int) throws {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let program = Interrupted()
        program.canDrag = seed % 3 == 0
        let stage = Stage(Self.rows)
        stage.list.delegate = program
        stage.list.allowsMultipleSelection = true
        stage.show((0..<60).map { ItemContent("Row \($0)") })
        stage.contents = (0..<2_000).map { ItemContent("Row \($0)") }
        stage.source?.reorderingHandlers.canReorderItem = { $0 % 7 != 0 }
        if seed % 2 == 0 { stage.source?.indexTitleProvider = { "\($0)" } }
        var (hand, next): (Hand?, Int) = (nil, 60)
        func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
        func point() -> CGPoint { CGPoint(x: number(1..<319), y: number(1..<479)) }
        func isLikely(_ share: Int) -> Bool { number(0..<100) < share }
        for _ in 0..<150 {
            switch number(0..<12) {
            case 0, 1:
                if let hand { hand.end(cancelled: isLikely(30)) }
                hand = isLikely(70) ? Hand(isLikely(50) ? .pan : .press, stage, at: point()) : nil
            case 2, 3, 4:
                let way = CGFloat(number(-80..<80))
                hand?.move(by: isLikely(50) ? CGPoint(x: way, y: 3) : CGPoint(x: 2, y: way))
            case 5: if hand == nil { stage.tap(point().x, point().y) }
            case 6:
                let keys: [StageKey] = [.up, .down, .pageDown, .home]
                let held: Set<Held> = isLikely(20) ? [.shift] : []
                stage.key(keys[number(0..<4)], "", held)
            case 7: stage.frames(number(1..<20))
            case 8: if isLikely(20) { leaveTheWindow(stage) }
            default: change(stage, &next, &random)
            }
            stage.layOut()
        }
        hand?.end(cancelled: false)
        stage.frames(200)
        // A row may stay open until the user touches the list.
        if let swipe = stage.list.swipe {
            #expect(swipe.phase == .open, "seed \(seed)")
            stage.tap(100, 240)
            stage.frames(60)
        }
        try check(stage, "seed \(seed)")
    }

    private static var rows: any CollectionViewLayoutRecipe {
        CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50)))
    }

    private func leaveTheWindow(_ stage: Stage) {
        stage.host.view.removeFromSuperview()
        stage.layOut()
        stage.root.addSubview(stage.host.view)
    }

    private func change(_ stage: Stage, _ next: inout Int, _ random: inout Generator) {
        guard let source = stage.source else { return }
        var snapshot = source.snapshot()
        let items = snapshot.itemIdentifiers
        guard let item = items.randomElement(using: &random), let other = items.randomElement(using: &random) else {
            return
        }
        let (new, section) = (next, snapshot.sectionIdentifiers.count)
        next += 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: snapshot.insertItems([new], beforeItem: item)
        case 2, 3: if items.count > 20 { snapshot.deleteItems([item]) }
        case 4: if item != other { snapshot.moveItem(item, afterItem: other) }
        case 5: snapshot.reloadItems([item])
        case 6:
            if section < 4 {
                snapshot.appendSections([section])
                snapshot.appendItems([new], toSection: section)
            }
        default: if Bool.random(using: &random) { return stage.list.reloadData() }
        }
        source.apply(snapshot, animatingDifferences: Bool.random(using: &random))
    }

    private func check(_ stage: Stage, _ context: String) throws {
        let list = stage.list
        #expect(list.reorderedItem == nil && list.swipe == nil && list.dropTarget == nil, "\(context)")
        #expect(list.movedSection == nil && !stage.content.needsLayout, "\(context)")
        let source = try #require(stage.source)
        let items = source.snapshot().itemIdentifiers
        #expect(Set(items).count == items.count && items.count >= 20, "\(context)")
        #expect(!list.visibleCells.isEmpty, "\(context)")
        for cell in list.visibleCells {
            let path = try #require(list.indexPath(for: cell))
            let view = try #require(cell.hostView as? StageView)
            let place = view.convert(view.bounds, to: nil)
            let before = (0..<path.section).reduce(path.item) { $0 + list.numberOfItems(inSection: $1) }
            let top = CGFloat(before) * 50 - list.contentOffset.y
            #if LISTENGINE_APPKIT
                let shownTop = 480 - place.maxY
            #else
                let shownTop = place.minY
            #endif
            #expect(abs(shownTop - top) <= 0.5 && abs(place.minX) <= 0.5 && view.opacity == 1, "\(context)")
            let title = source.itemIdentifier(for: path).map { "Row \($0)" }
            #expect(title != nil && view.texts.contains(title!), "\(context)")
        }
        // The next touch selects the item under it.
        for path in list.indexPathsForSelectedItems { list.deselectItem(at: path, animated: false) }
        let path = list.indexPathForItem(at: CGPoint(x: 100, y: list.contentOffset.y + 240))
        stage.tap(100, 240)
        #expect(list.indexPathsForSelectedItems == [path].compactMap(\.self), "\(context)")
    }
}

extension StageView {
    #if LISTENGINE_APPKIT
        fileprivate var opacity: CGFloat { alphaValue }
        fileprivate var texts: [String] { subviews.compactMap { ($0 as? NSTextField)?.stringValue } }
    #else
        fileprivate var opacity: CGFloat { alpha }
        fileprivate var texts: [String] { subviews.compactMap { ($0 as? UILabel)?.text } }
    #endif
}

@MainActor
private final class Interrupted: CollectionViewDelegate {
    var canDrag = false

    func collectionView(
        _ list: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([CollectionSwipeAction(title: "Archive") { _, _, completion in completion(true) }])
    }

    func collectionView(_ list: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
        canDrag ? CollectionDragItem(payload: indexPath.item, text: "Row") : nil
    }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .copy }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { true }
}
