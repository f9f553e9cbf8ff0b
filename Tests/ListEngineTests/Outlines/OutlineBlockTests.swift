import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Outlines in blocks")
struct OutlineBlockTests {
    /// A list that is a function of a tree.
    @MainActor
    private final class Blocks {
        let view = CollectionView(size: CGSize(width: 100, height: 400))
        let host = RecorderHost()
        var tree = OutlineScreen.food
        var dropped: [String] = []
        private(set) var list: ListDataSource!

        init(_ flow: FlowDirection = .leftToRight) {
            view.host = host
            view.flowDirection = flow
            list = ListDataSource(in: view)
            show()
        }

        func show() {
            list.build(animatingDifferences: false) {
                ListBlock("before", ["x"])
                ListBlock("food", tree.visibleItems, id: \.self) { ItemContent($0, accessories: [.outline]) }
                    .height(20)
                    .outline(tree) {
                        $0 == "nuts"
                    } _: { [unowned self] item, isExpanded in
                        if isExpanded { tree.expand([item]) } else { tree.collapse([item]) }
                        if item == "nuts", isExpanded, !tree.hasChildren(item) { tree.append(["hazel"], to: item) }
                        show()
                    }
                    .cell(where: { $0 == "pear" }) { (cell: OutlineCell, item) in cell.name = item }
                    .onDropOnItem { [unowned self] drag, item in dropped.append("\(drag.text ?? "") onto \(item)") }
            }
            view.layoutIfNeeded()
        }

        var lines: [String] {
            view.visibleCells.compactMap { cell in
                guard let state = cell.outlineState else { return nil }
                let name = (cell as? OutlineCell)?.name ?? (cell as? ContentCell)?.content.title ?? ""
                let sign = state.isExpandable ? (state.isExpanded ? "-" : "+") : ""
                return String(repeating: ".", count: state.level) + sign + name
            }
        }

        func cell(_ name: String) -> ContentCell? {
            view.visibleCells.compactMap { $0 as? ContentCell }.first { $0.content.title == name }
        }
        func focus(_ name: String) {
            view.focusedIndexPath = tree.index(of: name).map { IndexPath(item: $0, section: 1) }
        }
        var focused: String? {
            view.focusedIndexPath.flatMap { $0.section == 1 ? tree.visibleItems[$0.item] : nil }
        }
    }

    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft]) func aBlockIsAnOutline(flow: FlowDirection) {
        let blocks = Blocks(flow)
        let view = blocks.view
        let (open, close): (CollectionViewKey, CollectionViewKey) =
            flow == .leftToRight ? (.right, .left) : (.left, .right)
        #expect(blocks.lines == ["+fruit", "+nuts"])
        blocks.focus("fruit")
        #expect(view.hostKey(open) && blocks.lines == ["-fruit", ".+apple", ".pear", "+nuts"])
        // There is nothing to expand: to the first child. There is nothing to collapse: to the parent.
        #expect(view.hostKey(open) && blocks.focused == "apple")
        #expect(view.hostKey(open) && blocks.lines == ["-fruit", ".-apple", "..red", "..green", ".pear", "+nuts"])
        blocks.focus("pear")
        #expect(view.hostKey(close) && blocks.focused == "fruit")
        // The expander of a ready-made cell, and one whose children are made when they are shown.
        #expect(blocks.cell("apple")?.indentation == 1)
        #expect(blocks.cell("apple")?.perform(.pressed, accessoryAt: 0) == true)
        #expect(blocks.lines == ["-fruit", ".+apple", ".pear", "+nuts"])
        #expect(blocks.cell("nuts")?.perform(.pressed, accessoryAt: 0) == true)
        #expect(blocks.lines == ["-fruit", ".+apple", ".pear", "-nuts", ".hazel"])
        #expect(view.hostKey(close) && blocks.lines == ["+fruit", "-nuts", ".hazel"])
        // An item of an ordinary block.
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.hostKey(open)
        #expect(blocks.lines == ["+fruit", "-nuts", ".hazel"])
    }

    @Test func itemsAreDroppedIntoAParentOfABlock() {
        let blocks = Blocks()
        let fruit = blocks.cell("fruit")?.frame ?? .zero
        let drag = CollectionDrag(text: "kiwi")
        // A drag that rests over an item expands it.
        blocks.view.hostSpringLoad(itemAt: IndexPath(item: 0, section: 1))
        blocks.view.layoutIfNeeded()
        #expect(blocks.lines.first == "-fruit")
        #expect(blocks.view.hostDrop(drag, at: CGPoint(x: fruit.midX, y: fruit.midY)) == .cancel, "only items of lists")
        let dragged = CollectionView(size: CGSize(width: 100, height: 100))
        let source = ListDataSource(in: dragged)
        source.build(animatingDifferences: false) {
            ListBlock("a", ["kiwi"], id: \.self) { ItemContent($0) }
                .onDrag { CollectionDragItem(payload: $0, text: $0) }
        }
        dragged.layoutIfNeeded()
        guard let items = dragged.hostBeginItemDrag(at: IndexPath(item: 0, section: 0)) else {
            Issue.record("no drag")
            return
        }
        #expect(blocks.view.hostDragOver(items, at: CGPoint(x: fruit.midX, y: fruit.midY)) == .move)
        #expect(blocks.view.hostDrop(items, at: CGPoint(x: fruit.midX, y: fruit.midY)) == .move)
        #expect(blocks.dropped == ["kiwi onto fruit"])
    }

    /// A block that is built again without its outline shows ordinary items, and is an outline again later.
    @Test func aBlockThatIsBuiltAgainWithoutItsOutlineHasNoLevels() {
        let view = CollectionView(size: CGSize(width: 100, height: 400))
        let host = RecorderHost()
        view.host = host
        let list = ListDataSource(in: view)
        var tree = OutlineScreen.food
        tree.expand(["fruit"])
        func show(isOutline: Bool, ownLevel: Int? = nil) {
            list.build(animatingDifferences: false) {
                let block = ListBlock("food", tree.visibleItems, id: \.self) { (cell: OutlineCell, item) in
                    cell.name = item
                    guard let ownLevel else { return }
                    cell.outlineState = OutlineState(level: ownLevel, isExpandable: false, isExpanded: false)
                }
                isOutline ? block.outline(tree) { _, _ in } : block
            }
            view.layoutIfNeeded()
        }
        var levels: [Int?] { view.visibleCells.map { $0.outlineState?.level } }
        show(isOutline: true)
        let outlined = levels
        #expect(outlined.contains(1))
        for _ in 0..<2 {
            show(isOutline: false)
            #expect(levels.allSatisfy { $0 == nil })
        }
        show(isOutline: true)
        #expect(levels == outlined)
        // A program that sets the levels itself.
        show(isOutline: false, ownLevel: 3)
        #expect(levels.allSatisfy { $0 == 3 })
        withExtendedLifetime(host) {}
    }
}
