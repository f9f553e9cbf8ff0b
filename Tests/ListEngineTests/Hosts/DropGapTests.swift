import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Items that are dragged over a list get room where they would be dropped.
@MainActor
@Suite("Room for dragged items")
struct DropGapTests {
    /// Ten items of 20 points, in the direction of the list.
    @MainActor
    private final class Shelf {
        let view: CollectionView
        let host: SteppedHost
        let list = ListDataSource(scheduler: .immediate)
        var items = (0..<10).map { "\($0)" }
        var isAccepting = true
        let isVertical: Bool

        init(_ direction: ScrollDirection = .vertical, _ flow: FlowDirection = .leftToRight, columns: CGFloat = 1) {
            isVertical = direction == .vertical
            let layout = CollectionViewFlowLayout()
            layout.scrollDirection = direction
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: isVertical ? 100 : 150, height: isVertical ? 150 : 100),
                collectionViewLayout: layout)
            view.flowDirection = flow
            host = SteppedHost(view)
            host.animationDuration = 0.25
            list.attach(to: view)
            size = isVertical ? CGSize(width: 100 / columns, height: 20) : CGSize(width: 20, height: 100 / columns)
            show()
        }
        let size: CGSize

        func show() {
            list.build(animatingDifferences: false) {
                ListBlock("a", items, id: \.self) { (cell: NameCell, name) in cell.name = name }
                    .onCellSize { [size] _, _ in size }
                    .minimumLineSpacing(0).minimumInteritemSpacing(0)
                    .onDropOnItem { [unowned self] in
                        isAccepting && $1 == "4" ? .copy : .cancel
                    } _: { _, _ in
                    }
                    .onDrop { [unowned self] _ in
                        isAccepting ? .copy : .cancel
                    } _: { [unowned self] drag, place in
                        items.insert(drag.text ?? "?", at: place)
                        show()
                    }
            }
            host.frames(2)
        }

        /// A point of the visible bounds, along the list.
        func point(_ along: CGFloat, across: CGFloat = 50) -> CGPoint {
            if isVertical { return CGPoint(x: across, y: along) }
            return CGPoint(x: view.flowDirection == .leftToRight ? along : 150 - along, y: across)
        }

        /// Where items are drawn, along the list.
        var places: [String: CGFloat] {
            var places: [String: CGFloat] = [:]
            for shown in host.viewsInDrawingOrder {
                guard let name = (shown.view as? NameCell)?.name else { continue }
                places[name] = along(shown.frame).lowerBound
            }
            return places
        }

        func along(_ frame: CGRect) -> ClosedRange<CGFloat> {
            if isVertical { return frame.minY...frame.maxY }
            return view.flowDirection == .leftToRight ? frame.minX...frame.maxX : 150 - frame.maxX...150 - frame.minX
        }

        var placeholder: ClosedRange<CGFloat>? { host.dropPlaceholderFrame.map(along) }
    }

    private let drag = CollectionDrag(text: "new")

    @Test(arguments: [ScrollDirection.vertical, .horizontal], [FlowDirection.leftToRight, .rightToLeft])
    func roomOpensAndClosesWithTheDrag(direction: ScrollDirection, flow: FlowDirection) {
        let shelf = Shelf(direction, flow)
        let before = shelf.places
        #expect(shelf.host.dragOver(drag, at: shelf.point(58)) == .copy)
        #expect(shelf.places == before, "nothing jumps")
        shelf.host.frames(3)
        let middle = shelf.places["3"] ?? 0
        #expect(middle > 60 && middle < 80)
        shelf.host.frames(60)
        #expect(shelf.places["2"] == 40 && shelf.places["3"] == 80 && shelf.placeholder == 60...80)
        // The pointer is over the room and on both of its sides: the place stays.
        for along: CGFloat in [52, 61, 70, 79, 88] {
            #expect(shelf.host.dragOver(drag, at: shelf.point(along)) == .copy)
            shelf.host.frames(60)
            #expect(shelf.view.dropTarget?.indexPath == [0, 3] && shelf.placeholder == 60...80, "\(along)")
        }
        // The next place. The items between the two move back.
        _ = shelf.host.dragOver(drag, at: shelf.point(95))
        shelf.host.frames(2)
        #expect(shelf.places["2"] == 40)
        shelf.host.frames(60)
        #expect(shelf.places["3"] == 60 && shelf.placeholder == 80...100)
        shelf.host.dragDidLeave()
        shelf.host.frames(1)
        #expect(shelf.placeholder == nil && shelf.places != before)
        shelf.host.frames(60)
        #expect(shelf.places == before && shelf.items.count == 10)
    }

    @Test func droppedItemsTakeTheRoom() {
        let shelf = Shelf()
        _ = shelf.host.dragOver(drag, at: shelf.point(58))
        shelf.host.frames(60)
        #expect(shelf.host.drop(drag, at: shelf.point(70)) == .copy)
        shelf.host.frames(1)
        #expect(shelf.items[3] == "new" && shelf.places["new"] == 60 && shelf.places["3"] == 80)
        shelf.host.frames(60)
        #expect(shelf.places["3"] == 80 && shelf.placeholder == nil)
    }

    @Test func theRoomStaysWhileAnItemTakesTheDrag() {
        let shelf = Shelf()
        _ = shelf.host.dragOver(drag, at: shelf.point(58))
        shelf.host.frames(60)
        // The middle of "4", which is drawn from 100 to 120.
        #expect(shelf.host.dragOver(drag, at: shelf.point(110)) == .copy)
        #expect(shelf.view.dropTarget?.isOnItem == true && shelf.placeholder == 100...120)
        shelf.host.frames(60)
        #expect(shelf.places["4"] == 100 && shelf.view.dropTarget?.isOnItem == true)
        shelf.isAccepting = false
        #expect(shelf.host.dragOver(drag, at: shelf.point(110)) == .cancel)
        shelf.host.frames(60)
        #expect(shelf.places["4"] == 80 && shelf.placeholder == nil)
    }

    @Test func roomFollowsAnUpdateAndEndsWithTheWindow() {
        let shelf = Shelf()
        _ = shelf.host.dragOver(drag, at: shelf.point(58))
        shelf.host.frames(60)
        shelf.items.removeFirst()
        shelf.show()
        shelf.host.frames(60)
        #expect(shelf.placeholder.map { $0.upperBound - $0.lowerBound } == 20)
        let places = shelf.places.values.sorted()
        #expect(zip(places, places.dropFirst()).filter { $1 - $0 > 20 }.count == 1, "\(places)")
        shelf.items = []
        shelf.show()
        shelf.host.frames(60)
        #expect(shelf.placeholder != nil && shelf.places.isEmpty)
        shelf.host.cancelGestures()
        shelf.host.frames(60)
        #expect(shelf.placeholder == nil)
    }

    /// The extent is the host's own, and may make no sense.
    @Test(arguments: [44, -5, 5_000, CGFloat.nan, .infinity]) func aListWithoutSectionsTakesADrag(extent: CGFloat) {
        final class OddHost: SteppedHost {
            var extent: CGFloat = 0
            override var usualItemExtent: CGFloat { extent }
        }
        final class Taker: CollectionViewDelegate {
            func collectionView(
                _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
            ) -> CollectionDropOperation { .copy }
        }
        let view = CollectionView(size: CGSize(width: 100, height: 100))
        let (host, taker) = (OddHost(view), Taker())
        host.extent = extent
        view.delegate = taker
        host.frames(1)
        #expect(host.dragOver(drag, at: CGPoint(x: 50, y: 50)) == .copy)
        host.frames(60)
        #expect(view.dropTarget?.indexPath == [0, 0])
        #expect((host.dropPlaceholderFrame?.height).map { (0...50).contains($0) } == true)
        host.dragDidLeave()
        #expect(host.dropPlaceholderFrame == nil)
    }

    @Test func withoutAnimationsRoomOpensInOneFrame() {
        let shelf = Shelf()
        shelf.host.prefersReducedMotion = true
        _ = shelf.host.dragOver(drag, at: shelf.point(58))
        shelf.host.frames(1)
        #expect(shelf.places["3"] == 80)
    }

    @Test func itemsThatAreNextToEachOtherStay() {
        let shelf = Shelf(columns: 2)
        let before = shelf.places
        _ = shelf.host.dragOver(drag, at: shelf.point(25, across: 40))
        shelf.host.frames(60)
        #expect(shelf.places == before && shelf.host.dropPlaceholderFrame?.width == 2)
    }
}
