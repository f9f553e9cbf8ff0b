import Testing

#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
#else
    import ListEngineUIKit
    import UIKit
#endif

/// The same lists in both toolkits. Tests/Scenes has what the screens show: each view with its frame, its colours and what an
/// assistive technology reads.
@MainActor
@Suite struct SceneTests {
    private func full(_ title: String) -> ItemContent {
        ItemContent(
            title, subtitle: "Subtitle", trailing: "12:00", image: .icon("star"), badge: "7", mark: .unread,
            progress: 0.25, accessories: [.toggle(true) { _ in }, .button("Go") {}, .disclosure])
    }

    private func contents() -> [ItemContent] {
        var all = full("All parts")
        all.tint = .rgb(red: 51, green: 102, blue: 204)
        all.background = .warning
        var text = ItemContent(
            "Text as image", image: .text("AB"), mark: .checked,
            accessories: [.entry("typed", placeholder: "Type") { _ in }, .checkmark])
        text.accessories[1].accessibilityLabel = "Chosen"
        var weak = ItemContent("Weak", image: ItemImage(.data([1])), mark: .unchecked, accessories: [.activity])
        weak.isDimmed = true
        weak.tint = .success
        var long = ItemContent(
            String(repeating: "long ", count: 30), subtitle: String(repeating: "lines ", count: 30),
            image: ItemImage(.file("/"), text: "F"))
        (long.titleLineLimit, long.subtitleLineLimit) = (2, 0)
        var disabled = ItemContent("Disabled", accessories: [.toggle(false) { _ in }, .button("No") {}])
        for place in 0..<2 { disabled.accessories[place].isEnabled = false }
        disabled.indentation = 2
        var ends = ItemContent("Below nothing", badge: "", progress: -1)
        ends.tint = .error
        ends.background = .neutral
        var beyond = ItemContent("", subtitle: "Beyond the end", image: .icon("no-symbolic", text: "S"), progress: 2)
        beyond.tint = .accent
        return [all, text, weak, long, disabled, ends, beyond]
    }

    // MARK: Ready-made cells

    @Test func partsOfCells() {
        let stage = Stage(width: 640, height: 640)
        stage.show(contents())
        stage.check("parts")
        stage.list.selectItem(at: [0, 1], animated: false)
        stage.showFromRightToLeft()
        stage.check("parts-mirrored")
        stage.resize(to: CGSize(width: 320, height: 900))
        stage.check("parts-narrow")
    }

    /// Views are kept, hidden and replaced as the content changes.
    @Test func partsThatChange() {
        let stage = Stage()
        stage.show([full("First"), ItemContent("Second")])
        stage.show([ItemContent("First"), full("Second")])
        stage.check("changed")
        stage.show([
            ItemContent("First", accessories: [.button("Other") {}, .disclosure, .checkmark]),
            ItemContent("Second", image: .text("T"), accessories: [.toggle(false) { _ in }, .checkmark, .disclosure]),
        ])
        stage.check("changed-accessories")
        stage.show([
            ItemContent("First", image: .icon("star"), accessories: [.entry("a") { _ in }]),
            ItemContent("Second", accessories: [.activity, .button("Go") {}, .entry("b", placeholder: "p") { _ in }]),
        ])
        stage.check("changed-again")
    }

    @Test func controlsWhileTheListIsEdited() {
        let stage = Stage(width: 400)
        var log: [String] = []
        stage.list.allowsMultipleSelectionDuringEditing = true
        let accessories: [ItemAccessory] = [
            .delete { log.append("delete") }, .insert { log.append("insert") }, .selection, .reorder, .outline,
        ]
        stage.show([ItemContent("First", accessories: accessories), ItemContent("Second", accessories: accessories)])
        stage.check("not-edited")
        stage.list.isEditing = true
        stage.list.selectItem(at: [0, 1], animated: false)
        stage.layOut()
        stage.check("edited")
        for x in stride(from: CGFloat(250), to: 400, by: 10) { stage.tap(x, 20) }
        #expect(Set(log) == ["delete", "insert"] && stage.list.indexPathsForSelectedItems.contains([0, 0]))
    }

    @Test func outlines() {
        let stage = Stage()
        stage.show([])
        stage.contents = (0..<4).map { ItemContent("Item \($0)", accessories: [.outline]) }
        var tree = SectionSnapshot<Int>()
        tree.append([0, 1])
        tree.append([2], to: 0)
        tree.append([3], to: 2)
        stage.source?.apply(tree, to: 0)
        stage.layOut()
        stage.check("outline")
        stage.tap(22, 22)
        stage.frames()
        stage.check("outline-expanded")
    }

    @Test func headersAndFooters() {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("fruits", Array(0..<10), id: \.self) { ItemContent("Fruit \($0)") }
                .header(full("Fruits"), pins: true)
                .footer("A footer with a text that is longer than one line")
            ListBlock("nuts", ["Ash"], id: \.self) { ItemContent($0) }.header("Nuts").footer(ItemContent("End"))
        }
        stage.layOut()
        stage.check("headers")
        stage.scroll(to: 300)
        stage.check("headers-pinned")
    }

    @Test func boxesAndLines() {
        let stage = Stage(CollectionViewCompositionalLayout.list(using: .init(appearance: .insetGrouped)))
        var contents = (0..<4).map { ItemContent("Row \($0)") }
        contents[1].separator = .inset(leading: 30, trailing: 12)
        contents[2].separator = .hidden
        stage.show(contents)
        stage.check("boxes")
        stage.showFromRightToLeft()
        stage.check("boxes-mirrored")
        stage.list.collectionViewLayout = CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(40)))
        stage.layOut()
        stage.check("boxes-gone")
    }

    @Test func contentOfEmptyLists() {
        let stage = Stage()
        var log: [String] = []
        stage.show([])
        stage.list.emptyContent = .loading { log.append("cancel") }
        stage.layOut()
        stage.check("empty-loading")
        stage.list.emptyContent = EmptyContent(
            "None", text: "A text that needs more than one line of the list", image: .icon("tray"),
            action: .init("Add") { log.append("add") })
        stage.layOut()
        stage.check("empty-image")
        stage.list.emptyContent = .failed("Not read") { log.append("again") }
        stage.layOut()
        stage.check("empty-failed")
        stage.tap(160, 268)
        #expect(log == ["again"])
    }

    // MARK: Ornaments

    @Test func linesSignsAndDots() {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        let ornaments: [ListOrnament] = [
            .line(nil), .line(.error, insets: SectionInsets(top: 2, leading: 10, bottom: 3, trailing: 20)),
            .activity(isRunning: true), .activity(isRunning: false), .pages(count: 5, current: 1),
            .pages(count: 0, current: 0),
        ]
        func build(_ shown: [ListOrnament]) {
            data.build(animatingDifferences: false) {
                for (place, ornament) in shown.enumerated() {
                    let block = ListBlock("\(place)", [place], id: \.self) { ItemContent("Row \($0)") }
                    switch ornament {
                    case .line: block.header(estimatedHeight: 20) { (view: Ornament) in view.ornament = ornament }
                    case .activity: block.header(estimatedHeight: 20) { (view: Activity) in view.ornament = ornament }
                    case .pages: block.header(estimatedHeight: 20) { (view: Pages) in view.ornament = ornament }
                    }
                }
            }
            stage.layOut()
        }
        build(ornaments)
        stage.check("ornaments")
        stage.showFromRightToLeft()
        build([
            .line(nil), .line(.success, insets: SectionInsets(leading: 4)), .activity(isRunning: false),
            .activity(isRunning: true), .pages(count: 9, current: 8), .pages(count: 2, current: 0),
        ])
        stage.check("ornaments-changed")
    }

    // MARK: Gestures

    /// The buttons behind a row, on the way and at rest.
    @Test func rowsThatAreSwipedAside() {
        let (stage, swipes) = (Stage(), SceneSwipes())
        stage.list.delegate = swipes
        stage.show((0..<5).map { ItemContent("Row \($0)") })
        stage.pan(from: CGPoint(x: 200, y: 66), by: [CGPoint(x: -30, y: 2), CGPoint(x: -50, y: 0)], ends: false)
        stage.check("swipe-moving")
        stage.list.closeSwipe()
        stage.frames()
        stage.pan(from: CGPoint(x: 200, y: 66), by: [CGPoint(x: -60, y: 0), CGPoint(x: -100, y: 0)])
        stage.frames()
        stage.check("swipe-open")
        stage.pan(from: CGPoint(x: 100, y: 110), by: [CGPoint(x: 60, y: 0), CGPoint(x: 60, y: 0)])
        stage.frames()
        stage.check("swipe-leading")
        stage.tap(20, 110)
        stage.frames()
        #expect(swipes.log == ["Read [0, 2]"])
    }

    @Test func itemsOfAHorizontalListAreSwipedAside() {
        let layout = CollectionViewFlowLayout()
        layout.scrollDirection = .horizontal
        layout.itemSize = CGSize(width: 100, height: 400)
        let (stage, swipes) = (Stage(layout), SceneSwipes())
        stage.list.delegate = swipes
        stage.show((0..<3).map { ItemContent("Row \($0)") })
        let middle = CGPoint(x: 50, y: 240)
        stage.pan(from: middle, by: [CGPoint(x: 0, y: -80), CGPoint(x: 0, y: -80)])
        stage.frames()
        stage.check("swipe-up")
        stage.list.closeSwipe()
        stage.frames()
        stage.pan(from: middle, by: [CGPoint(x: 0, y: 50), CGPoint(x: 0, y: 60)])
        stage.frames()
        stage.check("swipe-down")
    }

    /// The views of a section beyond its end are drawn away from their places, and go back.
    @Test func sectionsBeyondTheirEnds() {
        for isVertical in [true, false] {
            let item = CollectionLayoutItem(
                layoutSize: CollectionLayoutSize(widthDimension: .absolute(120), heightDimension: .absolute(90)))
            let group =
                isVertical
                ? CollectionLayoutGroup.horizontal(layoutSize: item.layoutSize, subitems: [item])
                : CollectionLayoutGroup.vertical(layoutSize: item.layoutSize, subitems: [item])
            let section = CollectionLayoutSection(group: group)
            section.orthogonalScrollingBehavior = .continuous
            section.orthogonalScrollingProperties.bounce = .always
            let configuration = CollectionViewCompositionalLayoutConfiguration()
            configuration.scrollDirection = isVertical ? .vertical : .horizontal
            let stage = Stage(CollectionViewCompositionalLayout(section: section, configuration: configuration))
            stage.show((0..<8).map { ItemContent("\($0)") })
            let step = isVertical ? CGPoint(x: 50, y: 0) : CGPoint(x: 0, y: 50)
            stage.pan(from: CGPoint(x: 40, y: 40), by: [step, step], ends: false)
            stage.check(isVertical ? "beyond" : "beyond-above")
            stage.host.endPan(velocity: .zero)
            stage.frames(600)
            stage.check(isVertical ? "beyond-back" : "beyond-above-back")
        }
    }

    /// The cell of a row that was swiped aside is used for other items in their places.
    @Test func aSwipeEndsWithItsCell() {
        let (stage, swipes) = (Stage(), SceneSwipes())
        stage.list.delegate = swipes
        stage.show((0..<5).map { ItemContent("Row \($0)") })
        stage.pan(from: CGPoint(x: 200, y: 66), by: [CGPoint(x: -80, y: 0), CGPoint(x: -100, y: 0)])
        stage.frames()
        #expect(stage.list.swipe != nil)
        stage.contents.append(ItemContent("New"))
        stage.source?.edit { $0.deleteItems([1]) }
        stage.source?.edit { $0.insertItems([5], afterItem: 0) }
        stage.frames()
        stage.check("swipe-recycled")
    }

    /// Nothing moves without a window, and the list is as it was when it comes back.
    @Test func gesturesEndWithoutAWindow() {
        let (stage, swipes) = (Stage(), SceneSwipes())
        stage.list.delegate = swipes
        stage.show((0..<40).map { ItemContent("Row \($0)") })
        stage.pan(from: CGPoint(x: 200, y: 66), by: [CGPoint(x: -80, y: 0), CGPoint(x: -100, y: 0)], ends: false)
        #expect(stage.list.swipe != nil)
        stage.host.view.removeFromSuperview()
        #expect(stage.list.swipe == nil)
        stage.layOut()
        stage.root.addSubview(stage.host.view)
        stage.frames()
        #expect(stage.list.visibleCells.allSatisfy { ($0.hostView as? StageView)?.frame.minX == 0 })
        stage.pan(from: CGPoint(x: 200, y: 66), by: [CGPoint(x: 0, y: -40), CGPoint(x: 0, y: -40)])
        #expect(stage.list.contentOffset.y == 80)
    }

    /// The mouse or a touch moves the items of a carousel.
    @Test func aCarouselIsDragged() {
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(120), heightDimension: .absolute(90)))
        let group = CollectionLayoutGroup.horizontal(layoutSize: item.layoutSize, subitems: [item])
        let section = CollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = .continuous
        let stage = Stage(CollectionViewCompositionalLayout(section: section))
        stage.show((0..<8).map { ItemContent("\($0)") })
        stage.drag(from: CGPoint(x: 200, y: 40), by: [CGPoint(x: -30, y: 0), CGPoint(x: -40, y: 0)])
        stage.frames()
        #expect(stage.list.sectionOffsets[0] >= 70 && stage.list.indexPathsForSelectedItems.isEmpty)
    }

    // MARK: Tables and the index

    @Test func tablesWithTheirLayers() {
        let stage = Stage(isBuilt: true, width: 400, height: 200)
        let data = ListDataSource(in: stage.list)
        let table = ListTable<Int> {
            ListColumn("Name", width: .points(150)) { (number: Int) in ItemContent("Item \(number)", mark: .unread) }
            ListColumn("Size", width: .points(100)) { (number: Int) in ItemContent("\(number * 10)") }
        }
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<30), id: \.self).columns(of: table)
        }
        stage.layOut()
        stage.check("table")
        stage.scroll(to: 300)
        stage.tap(30, 100)
        stage.check("table-scrolled")
    }

    private func indexed() -> Stage {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))), height: 300)
        stage.show([ItemContent("0")])
        stage.contents = (0..<30).map { ItemContent("\($0)") }
        stage.source?.indexTitleProvider = { "T\($0)" }
        stage.source?.edit { snapshot in
            for section in 1..<30 {
                snapshot.appendSections([section])
                snapshot.appendItems([section], toSection: section)
            }
        }
        stage.layOut()
        return stage
    }

    @Test func indexTitles() {
        let stage = indexed()
        stage.check("index")
        stage.tap(310, 250)
        stage.check("index-chosen")
        stage.resize(to: CGSize(width: 320, height: 100))
        stage.showFromRightToLeft()
        stage.check("index-small")
        stage.resize(to: CGSize(width: 320, height: 900))
        stage.check("index-large")
        stage.host.showsIndex = false
        stage.layOut()
        stage.check("index-hidden")
    }

    /// The titles are read again when the sections change.
    @Test func theIndexFollowsTheSections() {
        let stage = indexed()
        stage.source?.indexTitleProvider = { $0 < 2 ? nil : "T\($0)" }
        stage.source?.edit { snapshot in snapshot.deleteSections(Array(4..<30)) }
        #if LISTENGINE_APPKIT
            stage.window.contentView?.layoutSubtreeIfNeeded()
            let shown = stage.content.subviews.last?.subviews.compactMap { ($0 as? NSTextField)?.stringValue }
        #else
            stage.window.layoutIfNeeded()
            let shown = stage.content.subviews.last?.subviews.compactMap { ($0 as? UILabel)?.text }
        #endif
        #expect(shown == ["T2", "T3"])
    }

    /// The mouse or a touch moves over the titles: the list scrolls, and nothing is selected.
    @Test func aDragOverTheIndexScrolls() {
        let stage = indexed()
        stage.drag(from: CGPoint(x: 310, y: 5), by: [CGPoint(x: 0, y: 20), CGPoint(x: 0, y: 75)])
        // A third of the height: the tenth title.
        #expect(stage.list.contentOffset.y == 500 && stage.list.indexPathsForSelectedItems.isEmpty)
        stage.drag(from: CGPoint(x: 310, y: 100), by: [CGPoint(x: -40, y: -20), CGPoint(x: 0, y: -500)])
        #expect(stage.list.contentOffset.y == 0)
    }

    /// An assistive technology goes on from title to title.
    @Test func theIndexIsAdjusted() throws {
        let stage = indexed()
        let strip = try #require(stage.content.subviews.last)
        func adjust(_ isUp: Bool) -> CGFloat {
            #if LISTENGINE_APPKIT
                #expect(isUp ? strip.accessibilityPerformIncrement() : strip.accessibilityPerformDecrement())
            #else
                isUp ? strip.accessibilityIncrement() : strip.accessibilityDecrement()
            #endif
            stage.layOut()
            return stage.list.contentOffset.y
        }
        stage.scroll(to: 700)
        #expect(adjust(false) == 0, "the first title comes before all others")
        #expect([adjust(true), adjust(true), adjust(false), adjust(false), adjust(false)] == [50, 100, 50, 0, 0])
        let other = indexed()
        let first = try #require(other.content.subviews.last)
        #if LISTENGINE_APPKIT
            #expect(first.accessibilityPerformIncrement())
            #expect(first.described.value as? String == "T0")
        #else
            first.accessibilityIncrement()
            #expect(first.accessibilityValue == "T0")
        #endif
    }

    // MARK: Sizes

    /// The program's own views are measured: as high as they need to be at the width of the list, or as wide at its height.
    @Test func ownViewsAreMeasured() {
        for isVertical in [true, false] {
            let layout = CollectionViewFlowLayout()
            layout.scrollDirection = isVertical ? .vertical : .horizontal
            let stage = Stage(layout, height: 400)
            let data = ListDataSource(in: stage.list)
            data.build(animatingDifferences: false) {
                ListBlock("own", [3, 40, 7], id: \.self) { (cell: OwnCell, count) in cell.count = count }
                    .estimatedHeight(30)
            }
            stage.layOut()
            stage.check(isVertical ? "own-views" : "own-views-across")
        }
    }

    /// Badges are as large as their content, and follow it.
    @Test func badgesAreMeasured() {
        let row = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(60))
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .estimated(10), heightDimension: .estimated(10)),
            elementKind: "badge", containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
        let item = CollectionLayoutItem(layoutSize: row, supplementaryItems: [badge])
        let section = CollectionLayoutSection(group: .vertical(layoutSize: row, subitems: [item]))
        let stage = Stage(CollectionViewCompositionalLayout(section: section))
        stage.show([])
        stage.source?.supplementaryViewProvider = { list, kind, path in
            list.contentView(ItemContent(path.item == 0 ? "1" : "1000"), ofKind: kind, for: path)
        }
        stage.show([ItemContent("First"), ItemContent("Second")])
        stage.check("badges")
    }

    /// A cell that states nothing is as high as usual.
    @Test func ownViewsHaveTheUsualHeight() {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("own", [1, 2], id: \.self) { (cell: OwnCell, count) in cell.count = count }
        }
        stage.layOut()
        #expect(stage.list.visibleCells.map(\.frame.minY) == [0, 44])
    }

    /// Tags are as wide as they need to be, and at most as wide as the list.
    @Test func tagsAreAsWideAsTheirText() {
        let flow = CollectionViewFlowLayout()
        flow.estimatedItemSize = CGSize(width: 50, height: 30)
        let stage = Stage(flow)
        var contents = [4, 60, 7].map { ItemContent(String(repeating: "x", count: $0)) }
        contents[1].titleLineLimit = 0
        stage.show(contents)
        stage.check("tags")
        flow.scrollDirection = .horizontal
        let across = Stage(flow, height: 100)
        across.show(contents)
        across.check("tags-across")
    }

    // MARK: Frames

    /// A frame in which the list takes a new size requests no other one, and its views are on pixels of the window.
    @Test func aFrameIsEnough() {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50.3))))
        stage.show((0..<20).map { ItemContent("Row \($0)") })
        stage.host.view.frame.size = CGSize(width: 300, height: 200)
        #if LISTENGINE_APPKIT
            // The new size of the document is laid out again.
            stage.content.needsLayout = true
            for _ in 0..<2 { stage.window.contentView?.layoutSubtreeIfNeeded() }
        #else
            stage.window.layoutIfNeeded()
        #endif
        #expect(!stage.content.needsLayout && stage.list.bounds.size == CGSize(width: 300, height: 200))
        let places = stage.list.visibleCells.compactMap { ($0.hostView as? StageView)?.frame }
        #expect(places.allSatisfy { ($0.minY * 2).rounded() == $0.minY * 2 && ($0.maxY * 2).rounded() == $0.maxY * 2 })
    }

    /// Deep in a list of many items, the views are where they should be, and their own coordinates are small.
    @Test func marksAndMenusAreRightDeepInAList() throws {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        stage.show(Array(repeating: ItemContent("Row"), count: 10_000))
        stage.scroll(to: 400_000)
        stage.check("deep")
        let view = try #require(stage.list.cellForItem(at: [0, 8_000])?.hostView as? StageView)
        #expect(abs(view.frame.minY) < 10_000)
        stage.tap(100, 75)
        #expect(stage.list.indexPathsForSelectedItems == [[0, 8_001]])
    }

    // MARK: Assistive technologies

    /// The labels and the button of a list without items are read, and then the items again.
    @Test func theContentOfAnEmptyListIsRead() {
        let stage = Stage()
        stage.show([])
        stage.list.emptyContent = EmptyContent("None", action: .init("Add") {})
        stage.layOut()
        let empty = stage.list.emptyView?.hostView as? StageView
        #expect(empty != nil && stage.elements == [empty])
        stage.show([ItemContent("Row")])
        stage.frames()
        #expect(stage.elements == [stage.list.visibleCells.first?.hostView as? StageView])
    }

    @Test func rolesAndStatesAreDescribed() {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(40))))
        let data = ListDataSource(in: stage.list)
        let roles: [AccessibilityRole] = [.listItem, .heading, .button, .checkBox, .image, .link, .text, .ornament]
        data.build(animatingDifferences: false) {
            ListBlock("roles", Array(0..<9), id: \.self) { (cell: OwnCell, place) in
                cell.count = place
                guard place < 8 else { return }
                cell.accessibility = AccessibilityDescription(
                    role: roles[place], label: "Label \(place)", value: place == 2 ? "value" : nil,
                    actions: place == 3 ? [AccessibilityAction("Act") {}] : [])
            }
        }
        stage.list.selectItem(at: [0, 4], animated: false)
        stage.layOut()
        stage.describe()
        stage.check("roles")
    }
}

extension Stage {
    /// An assistive technology asks for the elements.
    func describe() { _ = elements }

    var elements: [StageView?] {
        #if LISTENGINE_APPKIT
            content.accessibilityChildren() as? [NSView] ?? []
        #else
            content.accessibilityElements as? [UIView] ?? []
        #endif
    }
}
