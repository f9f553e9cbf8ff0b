import Testing

#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
#else
    import ListEngineUIKit
    import UIKit
#endif

/// Elements as they are drawn: their order, and the changes of a program.
@MainActor
@Suite struct DrawingTests {
    private func rows(_ count: Int) -> Stage {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        stage.show((0..<count).map { ItemContent("Row \($0)") })
        return stage
    }

    private func boxed(_ count: Int) -> Stage {
        let stage = Stage(CollectionViewCompositionalLayout.list(using: .init(appearance: .insetGrouped)))
        stage.show((0..<count).map { ItemContent("Row \($0)") })
        return stage
    }

    /// The views of the elements as they are drawn, from back to front.
    private func drawn(_ stage: Stage) -> [StageView] {
        let views = stage.host.canvas.subviews.filter { !$0.isHidden }
        return views.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
            .map(\.element)
    }

    private func view(_ item: Int, _ stage: Stage) -> StageView? {
        stage.list.cellForItem(at: [0, item])?.hostView as? StageView
    }

    // MARK: Attributes

    /// The anchor point is that of the layers of AppKit. No page says where it is.
    @Test(arguments: [CGPoint(x: 0.5, y: 0.5), .zero, CGPoint(x: 1, y: 0.25)])
    func attributesAreThoseOfTheView(anchorPoint: CGPoint) throws {
        #if LISTENGINE_APPKIT
            NSView.anchorPoint = anchorPoint
            defer { NSView.anchorPoint = CGPoint(x: 0.5, y: 0.5) }
        #endif
        let (stage, adjuster) = (rows(5), Adjuster())
        adjuster.adjust = { element in
            switch element.item {
            case 1:
                element.transform = ElementTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
                (element.alpha, element.zIndex) = (0.5, 7)
            case 2: element.isHidden = true
            default: break
            }
        }
        stage.list.visibleElementsAdjuster = adjuster
        stage.layOut()
        let turned = try #require(view(1, stage))
        #expect(turned.superview?.subviews.last === turned && turned.depth == 7)
        #expect(turned.bounds.size == CGSize(width: 320, height: 50))
        #if LISTENGINE_APPKIT
            #expect(turned.alphaValue == 0.5 && turned.frame == CGRect(x: 0, y: 50, width: 320, height: 50))
            #expect(turned.drawn(CGPoint(x: 160, y: 25)) == CGPoint(x: 165, y: 81))
            // From the middle the upper left corner is at -160 and -25, and then at -235 and -420.
            #expect(turned.drawn(.zero) == CGPoint(x: 160 - 235 + 5, y: 75 - 420 + 6))
        #else
            #expect(turned.transform == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
            #expect(turned.alpha == 0.5 && turned.center == CGPoint(x: 160, y: 75))
        #endif
        #expect(view(2, stage)?.isHidden == true)
        // As before.
        adjuster.adjust = { _ in }
        stage.list.invalidateLayout()
        stage.layOut()
        #expect(turned.depth == 0 && view(2, stage)?.isHidden == false)
        #if LISTENGINE_APPKIT
            #expect(turned.alphaValue == 1 && turned.drawn(.zero) == CGPoint(x: 0, y: 50))
        #else
            #expect(turned.alpha == 1 && turned.frame == CGRect(x: 0, y: 50, width: 320, height: 50))
        #endif
    }

    /// Items come to the screen later than those behind them.
    @Test func theGreatestIndexIsInFront() {
        let (stage, adjuster) = (rows(100), Adjuster())
        adjuster.adjust = { $0.zIndex = $0.item % 3 - 1 }
        stage.list.visibleElementsAdjuster = adjuster
        for offset in [0, 130, 410, 20] as [CGFloat] {
            stage.scroll(to: offset)
            let order = drawn(stage).compactMap { shown in
                stage.list.indexPathsForVisibleItems.first { view($0.item, stage) === shown }?.item
            }
            #expect(order.count >= 9 && order.map { $0 % 3 } == order.map { $0 % 3 }.sorted())
        }
    }

    // MARK: In front of the rows

    /// Rows come in while the list scrolls under a drag.
    @Test func theMarkOfADropIsInFrontOfAllRows() throws {
        let (stage, program) = (boxed(100), DropProgram())
        stage.list.delegate = program
        #if LISTENGINE_APPKIT
            let text = NSPasteboardItem()
            text.setString("text", forType: .string)
            stage.mouse.drag([text], to: CGPoint(x: 100, y: 470))
        #else
            let finger = DraggingFinger(with: [NSItemProvider(object: NSString(string: "text"))], in: stage.window)
            finger.move(to: CGPoint(x: 100, y: 470))
        #endif
        stage.layOut()
        let mark = try #require(drawn(stage).last)
        #expect(mark.frame.height == 2)
        let first = view(9, stage)
        for _ in 0..<60 {
            stage.frames(1)
            #expect(drawn(stage).last === mark)
        }
        #expect(stage.list.contentOffset.y > 300 && first != nil && view(9, stage) == nil)
        // Touches go to the row.
        #if LISTENGINE_APPKIT
            #expect(mark.hitTest(CGPoint(x: mark.frame.midX, y: mark.frame.midY)) == nil)
        #else
            #expect(!mark.isUserInteractionEnabled)
            finger.cancel()
        #endif
    }

    /// The box around the rows is behind the buttons, and the row in front of them.
    @Test func aRowInABoxIsSwipedAside() throws {
        let (stage, swipes) = (boxed(5), SceneSwipes())
        stage.list.delegate = swipes
        stage.pan(from: CGPoint(x: 100, y: 120), by: [CGPoint(x: 60, y: 0), CGPoint(x: 60, y: 0)])
        stage.frames()
        stage.check("swipe-in-box")
        let row = try #require(view(2, stage))
        let order = drawn(stage)
        let place = try #require(order.firstIndex { $0 === row })
        #expect(order[place - 1] is SwipedRowView)
        stage.tap(30, 120)
        stage.frames()
        #expect(swipes.log == ["Read [0, 2]"])
    }

    // MARK: Drawing again

    /// A program that changes only whether the index is shown, and sections that change only their order.
    @Test func theIndexIsDrawnAgain() {
        let stage = rows(0)
        stage.contents = (0..<3).map { ItemContent("\($0)") }
        stage.source?.indexTitleProvider = { "T\($0)" }
        stage.source?.edit { snapshot in
            for section in 0..<3 {
                if section > 0 { snapshot.appendSections([section]) }
                snapshot.appendItems([section], toSection: section)
            }
        }
        stage.layOut()
        func titles() -> [String] {
            #if LISTENGINE_APPKIT
                stage.window.contentView?.layoutSubtreeIfNeeded()
                return stage.content.subviews.last?.subviews.compactMap { ($0 as? NSTextField)?.stringValue } ?? []
            #else
                stage.window.layoutIfNeeded()
                return stage.content.subviews.last?.subviews.compactMap { ($0 as? UILabel)?.text } ?? []
            #endif
        }
        #expect(titles() == ["T0", "T1", "T2"] && !stage.content.needsLayout)
        stage.source?.edit { $0.moveSection(0, afterSection: 1) }
        #expect(titles() == ["T1", "T0", "T2"] && !stage.content.needsLayout)
        stage.host.showsIndex = false
        #expect(titles() == [])
    }

    /// A row that was left aside.
    @Test func aRowIsBackWithoutAWindow() {
        let (stage, swipes) = (rows(5), SceneSwipes())
        stage.list.delegate = swipes
        stage.pan(from: CGPoint(x: 200, y: 75), by: [CGPoint(x: -80, y: 0), CGPoint(x: -100, y: 0)])
        stage.frames()
        #expect(stage.list.swipe != nil)
        stage.host.view.removeFromSuperview()
        #expect(stage.list.swipe == nil)
    }

    /// Ready-made cells of a horizontal list are as wide as their content.
    @Test func cellsOfAHorizontalListAreMeasured() {
        let size = CollectionLayoutSize(widthDimension: .estimated(50), heightDimension: .fractionalHeight(1))
        let item = CollectionLayoutItem(layoutSize: size)
        let section = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
        let configuration = CollectionViewCompositionalLayoutConfiguration()
        configuration.scrollDirection = .horizontal
        let stage = Stage(CollectionViewCompositionalLayout(section: section, configuration: configuration))
        stage.show([ItemContent("Five5"), ItemContent("Thirteen13131")])
        // A character is 10 points wide, and the margins 16.
        #expect(view(0, stage)?.frame == CGRect(x: 0, y: 0, width: 82, height: 480))
        #expect(view(1, stage)?.frame == CGRect(x: 82, y: 0, width: 162, height: 480))
    }

    // MARK: Dots of pages

    @Test func dotsFollowThePages() {
        let section = CollectionLayoutSection.banner(height: .absolute(100))
        section.boundarySupplementaryItems = [PageDots.item()]
        let stage = Stage(CollectionViewCompositionalLayout(section: section))
        stage.show((0..<4).map { ItemContent("Page \($0)") })
        stage.check("dots")
        stage.tap(300, 113)
        stage.frames()
        #expect(stage.list.sectionOffsets[0] == 320)
        stage.check("dots-next")
        // There is room for numbers only.
        stage.resize(to: CGSize(width: 60, height: 480))
        stage.check("dots-narrow")
    }
}

@MainActor
private final class Adjuster: VisibleElementsAdjuster {
    var adjust: (inout LayoutAttributes) -> Void = { _ in }
    func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] { [] }
    func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) { adjust(&element) }
}

@MainActor
private final class DropProgram: CollectionViewDelegate {
    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .copy }
}
