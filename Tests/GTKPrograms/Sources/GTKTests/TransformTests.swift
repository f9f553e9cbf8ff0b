import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

/// Draws item 1 at half its size, 200 points below its place.
@MainActor
private final class Moved: VisibleElementsAdjuster {
    var transform = ElementTransform(a: 0.5, d: 0.5, ty: 200)

    func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] { [] }

    func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
        if element.category == .item, element.item == 1 { element.transform = transform }
    }
}

/// The row at a point of the list.
@MainActor
private func row(at point: CGPoint, in host: GTKHost) -> UnsafeMutablePointer<GtkWidget>? {
    var child = gtk_widget_pick(host.widget, point.x, point.y, GTK_PICK_INSENSITIVE)
    while let found = child, gtk_widget_get_parent(found) != host.widget { child = gtk_widget_get_parent(found) }
    return child
}

@MainActor
private func bounds(of widget: UnsafeMutablePointer<GtkWidget>?, in host: GTKHost) -> CGRect? {
    var bounds = graphene_rect_t()
    guard let widget, gtk_widget_compute_bounds(widget, host.widget, &bounds) != 0 else { return nil }
    return CGRect(
        x: CGFloat(bounds.origin.x), y: CGFloat(bounds.origin.y), width: CGFloat(bounds.size.width),
        height: CGFloat(bounds.size.height))
}

@MainActor
func testTransforms() {
    run("rowsWithATransformAreClickedWhereTheyAreDrawn") {
        for direction in [FlowDirection.leftToRight, .rightToLeft] {
            var rows = (0..<4).map { "Row \($0)" }
            let window = try ContentWindow { ListBlock("rows", rows) }
            let (view, host, moved) = (window.view, window.host, Moved())
            if direction == .rightToLeft { gtk_widget_set_direction(host.widget, GTK_TEXT_DIR_RTL) }
            view.visibleElementsAdjuster = moved
            settle()
            let place = view.layout.frame(ofItem: 1, inSection: 0)
            let drawn = CGPoint(x: place.midX, y: place.midY + 200)
            let widget = row(at: drawn, in: host)
            // GTK passes these bounds to assistive technologies.
            expect(
                bounds(of: widget, in: host)
                    == CGRect(
                        x: place.midX - place.width / 4, y: drawn.y - place.height / 4, width: place.width / 2,
                        height: place.height / 2))
            expect(row(at: CGPoint(x: place.midX, y: place.midY), in: host) == nil, "nothing is at its old place")
            window.click(widget)
            expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
            // A click on the empty place is one next to all items.
            guard let (x, y) = window.middle(row(at: CGPoint(x: place.midX, y: 5), in: host)) else {
                return fail("no first row")
            }
            let below = y + Int(place.height)
            xdotool("mousemove", "\(x)", "\(below)", "click", "1")
            settle()
            expect(view.indexPathsForSelectedItems.isEmpty)
            // The focus reaches the row by keys, and is drawn with it.
            xdotool("mousemove", "\(x)", "\(y)", "click", "1")
            settle()
            xdotool("key", "Down")
            settle()
            expect(view.focusedIndexPath == IndexPath(item: 1, section: 0))
            let focus = gtk_root_get_focus(gtk_widget_get_root(host.widget))
            expect(bounds(of: focus, in: host).map { $0.midY > place.maxY } ?? false, "the focus is at its old place")
            // A turn about a right angle, and numbers that are none.
            moved.transform = ElementTransform(a: 0, b: 1, c: -1, d: 0)
            view.setNeedsLayout()
            settle()
            let turned = bounds(of: row(at: CGPoint(x: place.midX, y: place.midY), in: host), in: host)
            expect(turned.map { abs($0.width - place.height) < 0.01 && abs($0.height - place.width) < 0.01 } ?? false)
            moved.transform = ElementTransform(a: .nan, ty: .infinity)
            view.setNeedsLayout()
            settle()
            expect(bounds(of: row(at: CGPoint(x: place.midX, y: place.midY), in: host), in: host) == place)
            // The item leaves while the button is down on it.
            moved.transform = ElementTransform(a: 0.5, d: 0.5, ty: 200)
            view.setNeedsLayout()
            settle()
            guard let (downX, downY) = window.middle(row(at: drawn, in: host)) else { return fail("no row") }
            xdotool("mousemove", "\(downX)", "\(downY)", "mousedown", "1")
            settle()
            rows = ["Row 0"]
            window.update()
            settle()
            xdotool("mouseup", "1")
            settle()
            expect(view.numberOfItems(inSection: 0) == 1 && view.diagnostics.recent.isEmpty)
            window.close()
        }
    }

    run("tagsAreAsWideAsTheirText") {
        var tags = ["a", "two words", "a third tag, longer", String(repeating: "long ", count: 40)]
        let window = try ContentWindow(400, 400) {
            ListBlock("tags", tags, id: \.self) { (cell: ContentCell, text) in
                cell.content = ItemContent(text)
                cell.content.titleLineLimit = 0
            }
            .estimatedItemSize(CGSize(width: 70, height: 30)).minimumInteritemSpacing(4)
        }
        let (view, host) = (window.view, window.host)
        let flow = CollectionViewFlowLayout()
        // The rows of the window's first layout can be too small for the font.
        let reported = view.diagnostics.recent
        view.collectionViewLayout = flow
        settle()
        let frames = (0..<4).map { view.layout.frame(ofItem: $0, inSection: 0) }
        expect(frames[0].width < frames[1].width && frames[1].width < frames[2].width, "\(frames)")
        expect(frames[0].minY == frames[1].minY && frames[2].maxX <= 400, "short tags are in one line")
        expect(frames[3].width == view.bounds.width && frames[3].height > frames[0].height, "long text wraps")
        for item in 0..<4 {
            let row = row(at: CGPoint(x: frames[item].midX, y: frames[item].midY), in: host)
            // Widgets have whole points.
            let placed = bounds(of: row, in: host) ?? .null
            expect(frames[item].insetBy(dx: -1, dy: -1).contains(placed), "\(item): \(placed), \(frames[item])")
            expect(placed.insetBy(dx: -1, dy: -1).contains(frames[item]), "\(item): \(placed), \(frames[item])")
        }
        takePicture(host.widget, "tags")
        // A tag with a longer text, before the others.
        tags[0] = "no longer short"
        window.update()
        settle()
        let grown = (0..<4).map { view.layout.frame(ofItem: $0, inSection: 0) }
        expect(grown[0].width > frames[0].width && grown[1].width == frames[1].width, "\(grown)")
        // From right to left, and in a list that scrolls sideways.
        gtk_widget_set_direction(host.widget, GTK_TEXT_DIR_RTL)
        settle()
        let mirrored = (0..<2).map { view.layout.frame(ofItem: $0, inSection: 0) }
        expect(mirrored[0].width == grown[0].width && mirrored[1].maxX <= mirrored[0].minX)
        flow.scrollDirection = .horizontal
        view.invalidateLayout()
        settle()
        let sideways = (0..<2).map { view.layout.frame(ofItem: $0, inSection: 0) }
        expect(sideways[0].width == grown[0].width && sideways[1].minY >= sideways[0].maxY, "\(sideways)")
        expect(view.diagnostics.recent == reported, "\(view.diagnostics.recent)")
        window.close()
    }

    run("badgesAreAsLargeAsTheirText") {
        let kind = ElementKind("badge")
        let texts = ["1", "12 new", "1,234 unread"]
        let window = try ContentWindow(400, 400) {
            ListBlock("boxes", texts, id: \.self) { ItemContent("Box \($0.count)") }
                .onLayout { _ in
                    let open = CollectionLayoutSize(widthDimension: .estimated(20), heightDimension: .estimated(10))
                    let row = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(40))
                    let badge = CollectionLayoutSupplementaryItem(
                        layoutSize: open, elementKind: "badge",
                        containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
                    let item = CollectionLayoutItem(layoutSize: row, supplementaryItems: [badge])
                    let section = CollectionLayoutSection(group: .vertical(layoutSize: row, subitems: [item]))
                    section.boundarySupplementaryItems = [
                        CollectionLayoutBoundarySupplementaryItem(
                            layoutSize: open, elementKind: ElementKind.header.name, alignment: .topLeading)
                    ]
                    return section
                }
                .onSupplementaryViewConfigure(kind: kind, ContentView.self) { view, path in
                    view.content = ItemContent(texts[path.item])
                }
                .onSupplementaryViewConfigure(kind: .header, ContentView.self) { view, _ in
                    view.content = ItemContent("A header")
                }
        }
        let (view, host) = (window.view, window.host)
        @MainActor func shown(_ kind: ElementKind) -> [ContentView] {
            view.visibleViews.compactMap { $0 as? ContentView }.filter { $0.layoutAttributes?.kind == kind }
        }
        let badges = shown(kind)
        guard badges.count == 3 else { return fail("\(badges.count) badges") }
        @MainActor func frames() -> [CGRect] { badges.map(\.frame) }
        @MainActor func expectPlaced() {
            for badge in badges + shown(.header) {
                let placed = bounds(of: rowWidget(of: badge, in: host), in: host) ?? .null
                expect(badge.frame.insetBy(dx: -1, dy: -1).contains(placed), "\(placed), \(badge.frame)")
                expect(placed.insetBy(dx: -1, dy: -1).contains(badge.frame), "\(placed), \(badge.frame)")
                let natural = host.naturalSize(of: badge, upTo: 400)
                expect(badge.frame.size == natural, "\(badge.frame.size), \(natural as Any)")
            }
        }
        let before = frames()
        expect(before[0].width < before[1].width && before[1].width < before[2].width, "\(before)")
        expect(before.allSatisfy { $0.maxX == 400 })
        expect(shown(.header).first.map { $0.frame.minX == 0 && $0.frame.width < 200 } == true)
        expectPlaced()
        takePicture(host.widget, "badges")
        // GTK says that its text has grown. The other badges and the rows keep their frames.
        let rows = view.visibleCells.map(\.frame)
        badges[0].content = ItemContent("a longer text")
        settle()
        expect(frames()[0].width > before[0].width && frames()[0].maxX == 400, "\(frames())")
        expect(Array(frames()[1...]) == Array(before[1...]) && view.visibleCells.map(\.frame) == rows)
        expectPlaced()
        gtk_widget_set_direction(host.widget, GTK_TEXT_DIR_RTL)
        settle()
        expect(frames().allSatisfy { $0.minX == 0 }, "\(frames())")
        expectPlaced()
        expect(view.diagnostics.recent.isEmpty, "\(view.diagnostics.recent)")
        window.close()
    }
}
