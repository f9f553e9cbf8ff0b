import ListEngineUIKit
import Testing
import UIKit

/// Ready-made cells in a scroll view, in a window of 320 by 480 points.
@MainActor
final class ContentScreen {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let list: CollectionView
    let host: UIKitHost
    let source: DiffableDataSource<Int, Int>
    var content: (Int) -> ItemContent

    init(
        _ count: Int, layout: (any CollectionViewLayoutRecipe)? = nil, content: @escaping (Int) -> ItemContent
    ) {
        let configuration = CollectionLayoutListConfiguration(appearance: .insetGrouped)
        list = CollectionView(
            frame: window.bounds,
            collectionViewLayout: layout ?? CollectionViewCompositionalLayout.list(using: configuration))
        host = UIKitHost(list)
        host.view.frame = window.bounds
        window.addSubview(host.view)
        self.content = content
        weak var screen: ContentScreen?
        source = DiffableDataSource(collectionView: list) { list, path, id in
            list.contentCell(screen?.content(id) ?? ItemContent(), for: path)
        }
        screen = self
        source.edit { snapshot in
            snapshot.appendSections([0])
            snapshot.appendItems(Array(0..<count))
        }
        window.layoutIfNeeded()
    }

    func reconfigure() {
        source.edit { $0.reconfigureItems($0.itemIdentifiers) }
        window.layoutIfNeeded()
    }

    func cell(_ item: Int) -> UIView? {
        source.indexPath(for: item).flatMap { list.cellForItem(at: $0)?.hostView as? UIView }
    }

    func part<Part: UIView>(_ type: Part.Type, of item: Int) -> Part? {
        cell(item)?.subviews.lazy.compactMap { $0 as? Part }.first { !$0.isHidden }
    }

    func label(_ text: String, of item: Int) -> UILabel? {
        cell(item)?.subviews.lazy.compactMap { $0 as? UILabel }.first { $0.text == text && !$0.isHidden }
    }

    func frame(of view: UIView?) -> CGRect? { view.map { $0.convert($0.bounds, to: nil) } }

    /// A tap on the middle of a view.
    @discardableResult
    func tap(_ view: UIView?) -> UITouch? {
        guard let frame = frame(of: view) else { return nil }
        let touch = window.touchDown(at: CGPoint(x: frame.midX, y: frame.midY))
        touch.view?.touchesEnded([touch], with: nil)
        window.layoutIfNeeded()
        return touch
    }
}

@MainActor
@Suite struct ReadyMadeCellTests {
    /// From the touch of the switch to the data, the text of the cell and its frames.
    @Test func aSwitchChangesTheData() throws {
        var isOn = [false, false]
        let screen = ContentScreen(2) { ItemContent("\($0)") }
        screen.content = { [weak screen] item in
            ItemContent(
                "Setting \(item)", trailing: isOn[item] ? "on" : "off",
                accessories: [
                    .toggle(isOn[item]) { new in
                        isOn[item] = new
                        screen?.reconfigure()
                    }
                ])
        }
        screen.reconfigure()
        let control = try #require(screen.part(UISwitch.self, of: 1))
        // The cell is inset by 16 on each side, and its content by 16 again.
        #expect(screen.frame(of: control)?.maxX == 288)
        #expect(screen.frame(of: screen.label("Setting 1", of: 1))?.minX == 32)
        let touch = screen.tap(control)
        #expect(touch?.view === control)
        #expect(isOn == [false, true])
        #expect(screen.part(UISwitch.self, of: 1)?.isOn == true)
        #expect(screen.label("on", of: 1) != nil && screen.label("off", of: 1) == nil)
        #expect(screen.list.indexPathsForSelectedItems.isEmpty, "the control has used the touch")
        let text = try #require(screen.frame(of: screen.label("on", of: 1)))
        // 51 points of the switch, 8 before it.
        #expect(text.maxX == 229)
        screen.tap(screen.label("Setting 1", of: 1))
        #expect(screen.list.indexPathsForSelectedItems == [[0, 1]])
        #expect(screen.cell(1)?.backgroundColor === UIColor.systemFill)
        #expect(screen.cell(0)?.backgroundColor == nil)
    }

    /// A change that the program does not take is undone on the screen.
    @Test func aDisabledSwitchStays() {
        let screen = ContentScreen(1) { _ in
            var content = ItemContent("a", accessories: [.toggle(true) { _ in Issue.record("it is disabled") }])
            content.accessories[0].isEnabled = false
            return content
        }
        screen.tap(screen.part(UISwitch.self, of: 0))
        #expect(screen.part(UISwitch.self, of: 0)?.isOn == true)
    }

    @Test func rightToLeftIsMirrored() throws {
        let content = { (item: Int) in
            var content = ItemContent("Title", subtitle: "Text", image: .icon("star"), accessories: [.disclosure])
            content.indentation = item
            return content
        }
        let (screen, mirrored) = (ContentScreen(3, content: content), ContentScreen(3, content: content))
        mirrored.host.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
        mirrored.host.view.setNeedsLayout()
        mirrored.window.layoutIfNeeded()
        for item in 0..<3 {
            for text in ["Title", "Text"] {
                let left = try #require(screen.frame(of: screen.label(text, of: item)))
                let right = try #require(mirrored.frame(of: mirrored.label(text, of: item)))
                #expect(right == CGRect(x: 320 - left.maxX, y: left.minY, width: left.width, height: left.height))
                #expect(left.minX == 32 + 28 + 8 + CGFloat(item) * 20)
            }
        }
    }

    /// Rows with more text are higher, and the title wraps as far as its limit.
    @Test func rowsAreAsHighAsTheirLines() {
        let screen = ContentScreen(4) { item in
            var content = ItemContent(String(repeating: "x", count: item * 40), subtitle: item == 3 ? "text" : nil)
            content.titleLineLimit = 3
            content.progress = item == 2 ? 2 : nil
            return content
        }
        // 256 points of text: 25 characters a line.
        let heights = (0..<4).compactMap { screen.cell($0)?.bounds.height }
        #expect(heights == [44, 56, 82, 98])
        #expect(screen.part(UIProgressView.self, of: 2)?.progress == 1)
    }

    /// Larger text: all rows are measured again, and the first one on the screen keeps its place.
    @Test func rowsGrowWithTheTextSize() throws {
        let screen = ContentScreen(200) { ItemContent("Row \($0)", subtitle: "text") }
        let before = try #require(screen.cell(0)?.bounds.height)
        #expect(before == 58)
        screen.host.view.contentOffset.y = 2_000
        screen.window.layoutIfNeeded()
        let first = try #require(
            screen.list.indexPathsForVisibleItems.first { (screen.frame(of: screen.cell($0.item))?.maxY ?? 0) > 0 })
        let place = screen.frame(of: screen.cell(first.item))?.minY
        let larger = UITraitCollection()
        larger.preferredContentSizeCategory = .accessibilityLarge
        screen.window.traitCollection = larger
        screen.window.layoutIfNeeded()
        #expect(screen.cell(first.item)?.bounds.height == 98)
        #expect(screen.frame(of: screen.cell(first.item))?.minY == place)
    }

    /// The cell in which the user types stays with its views while the list scrolls, and is given back afterwards.
    @Test func theCellThatIsTypedInStays() throws {
        var texts: [Int: String] = [:]
        let screen = ContentScreen(300) { ItemContent("Row \($0)") }
        screen.content = { [weak screen] item in
            ItemContent(
                "Row \(item)",
                accessories: [
                    .entry(texts[item] ?? "") { new in
                        texts[item] = new
                        screen?.reconfigure()
                    }
                ])
        }
        screen.reconfigure()
        let field = try #require(screen.part(UITextField.self, of: 3))
        screen.tap(field)
        #expect(field.isFirstResponder && screen.list.heldItem == [0, 3])
        screen.host.view.contentOffset.y = 9_000
        screen.window.layoutIfNeeded()
        field.type("typed")
        #expect(texts == [3: "typed"])
        #expect(field === screen.part(UITextField.self, of: 3) && field.superview != nil && field.text == "typed")
        // An update moves the item; the cell follows it.
        screen.source.edit { $0.deleteItems([0, 1]) }
        screen.window.layoutIfNeeded()
        #expect(screen.list.heldItem == [0, 1])
        field.resignFirstResponder()
        screen.window.layoutIfNeeded()
        #expect(screen.list.heldItem == nil && screen.cell(3) == nil)
    }

    @Test func aTitleIsEditedInItsPlace() throws {
        var names = ["a", "b", "c"]
        let screen = ContentScreen(3) { ItemContent(names[$0]) }
        screen.source.fieldProvider = { column, id in
            guard column == TableField.title else { return nil }
            return TableField(names[id]) { new in
                guard !new.isEmpty else { return false }
                names[id] = new
                return true
            }
        }
        screen.source.focusedItemIdentifier = 1
        screen.host.view.pressesBegan([UIPress(UIKey(.keyboardF2))], with: nil)
        screen.window.layoutIfNeeded()
        let field = try #require(screen.part(UITextField.self, of: 1))
        #expect(field.text == "b" && field.isFirstResponder && screen.frame(of: field)?.minX == 32)
        field.type("", thenReturn: true)
        #expect(names == ["a", "b", "c"] && screen.list.fieldEdit != nil, "the program refuses")
        field.type("new", thenReturn: true)
        #expect(names == ["a", "new", "c"] && screen.list.fieldEdit == nil)
        screen.reconfigure()
        #expect(screen.part(UITextField.self, of: 1) == nil && screen.label("new", of: 1) != nil)
    }

    @Test func linesAndBoxesAreDrawn() throws {
        let screen = ContentScreen(3) { ItemContent("Row \($0)", badge: "2") }
        let canvas = try #require(screen.cell(0)?.superview)
        let box = try #require(
            canvas.subviews.first { $0.backgroundColor === UIColor.secondarySystemGroupedBackground })
        let first = try #require(screen.frame(of: screen.cell(0)))
        #expect(screen.frame(of: box) == CGRect(x: 16, y: first.minY, width: 288, height: 3 * first.height))
        #expect(box.layer.cornerRadius == 10)
        #expect(screen.host.view.backgroundColor === UIColor.systemGroupedBackground)
        let lines = canvas.subviews.filter { view in
            view.subviews.contains { $0.backgroundColor === UIColor.separator }
        }
        // One pixel high, and none below the last row.
        #expect(lines.compactMap { screen.frame(of: $0)?.height } == [0.5, 0.5])
    }

    /// Tags are as wide as their text.
    @Test func widthsAreMeasured() {
        let flow = CollectionViewFlowLayout()
        flow.estimatedItemSize = CGSize(width: 50, height: 30)
        let screen = ContentScreen(3, layout: flow) { ItemContent(String(repeating: "x", count: 4 + $0 * 3)) }
        #expect((0..<3).compactMap { screen.cell($0)?.bounds.width } == [72, 102, 132])
    }

    // MARK: VoiceOver and keys

    @Test func voiceOverReadsWhatTheContentSays() throws {
        var isOn = false
        let screen = ContentScreen(300) { item in
            var content = ItemContent("Row \(item)", subtitle: "text", mark: .unread)
            content.accessories = [.toggle(isOn) { isOn = $0 }]
            return content
        }
        screen.list.selectItem(at: [0, 1], animated: false)
        let elements = try #require(screen.host.view.accessibilityElements as? [UIView])
        // Neither lines nor boxes.
        #expect(elements.count == screen.list.visibleCells.count)
        #expect(elements.allSatisfy { $0.isAccessibilityElement })
        #expect(elements[1].accessibilityLabel == "Row 1")
        #expect(elements[1].accessibilityValue == "text, unread, off")
        #expect(
            elements[1].accessibilityTraits.contains(.selected) && !elements[0].accessibilityTraits.contains(.selected))
        let action = try #require(elements[1].accessibilityCustomActions?.first)
        #expect(action.name == "Switch" && action.actionHandler?(action) == true && isOn)
        let delegate = screen.host.view.delegate as? any UIScrollViewAccessibilityDelegate
        let last = screen.list.visibleCells.count
        #expect(delegate?.accessibilityScrollStatus(for: screen.host.view) == "Items 1 to \(last) of 300")
    }

    /// While VoiceOver runs, what it reads again is current.
    @Test func voiceOverReadsTheNewState() throws {
        UIAccessibility.isVoiceOverRunning = true
        defer { UIAccessibility.isVoiceOverRunning = false }
        let screen = ContentScreen(3) { ItemContent("Row \($0)") }
        screen.content = { ItemContent("New \($0)") }
        screen.reconfigure()
        #expect(screen.cell(2)?.accessibilityLabel == "New 2")
    }

    @Test func modifierKeysSelectAndMove() {
        let screen = ContentScreen(9) { ItemContent("Row \($0)") }
        screen.list.allowsMultipleSelection = true
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        func click(_ item: Int, _ modifiers: UIKeyModifierFlags) {
            guard let frame = screen.frame(of: screen.cell(item)) else { return }
            let event = UIEvent()
            event.modifierFlags = modifiers
            let touch = screen.window.touchDown(at: CGPoint(x: frame.midX, y: frame.midY), .indirectPointer, event)
            touch.view?.touchesEnded([touch], with: event)
        }
        func press(_ key: UIKeyboardHIDUsage, _ characters: String = "", _ modifiers: UIKeyModifierFlags = []) {
            screen.host.view.pressesBegan([UIPress(UIKey(key, characters, modifiers))], with: nil)
            screen.window.layoutIfNeeded()
        }
        click(1, [])
        click(4, .shift)
        #expect(screen.source.selectedItemIdentifiers == [1, 2, 3, 4])
        click(3, .command)
        #expect(screen.source.selectedItemIdentifiers == [1, 2, 4])
        click(6, [])
        #expect(screen.source.selectedItemIdentifiers == [6])
        press(.keyboardUpArrow, "", .shift)
        #expect(screen.source.selectedItemIdentifiers == [5, 6])
        press(.keyboardA, "a", .command)
        #expect(screen.source.selectedItemIdentifiers.count == 9)
        press(.keyboardA, "A", [.command, .shift])
        #expect(screen.source.selectedItemIdentifiers.isEmpty)
        screen.source.focusedItemIdentifier = 8
        press(.keyboardUpArrow, "", .alternate)
        UIView.finishAnimations()
        #expect(screen.source.snapshot().itemIdentifiers == [0, 1, 2, 3, 4, 5, 6, 8, 7])
        let places = [8, 7].compactMap { screen.frame(of: screen.cell($0))?.minY }
        #expect(places.count == 2 && places[0] < places[1])
    }

    @Test func anEmptyListShowsItsContent() throws {
        var tries = 0
        let screen = ContentScreen(0) { _ in ItemContent() }
        screen.list.emptyContent = EmptyContent(
            "No messages", text: "They appear here.", action: .init("Try") { tries += 1 })
        screen.window.layoutIfNeeded()
        let canvas = try #require(screen.host.view.subviews.first)
        let parts = try #require(canvas.subviews.first { !$0.isHidden }?.subviews)
        #expect(parts.compactMap { ($0 as? UILabel)?.text } == ["No messages", "They appear here."])
        // Two lines of 20 points and a button of 22, with 8 between them.
        #expect(screen.frame(of: parts.first) == CGRect(x: 105, y: 201, width: 110, height: 20))
        #expect(screen.frame(of: parts.last) == CGRect(x: 145, y: 257, width: 30, height: 22))
        screen.tap(parts.last)
        #expect(tries == 1)
    }
}
