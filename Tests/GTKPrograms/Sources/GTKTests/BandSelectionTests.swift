import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

/// A grid of photos with empty space between them, in 300 x 400 points.
@MainActor
private final class Photos {
    let view: CollectionView
    let source = ListDataSource()
    let host: GTKHost
    let window: UnsafeMutablePointer<GtkWidget>

    init(_ count: Int) throws {
        view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
        view.allowsMultipleSelection = true
        host = try GTKHost(showing: view)
        window = gtk_window_new()
        source.attach(to: view)
        show(count)
        let window = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_default_size(window, 300, 400)
        gtk_window_set_child(window, host.widget)
        gtk_window_present(window)
        wait("photos") { !view.visibleCells.isEmpty }
        settle()
    }

    func show(_ count: Int) {
        source.build {
            ListBlock("photos", Array(0..<count), id: \.self) { (cell: TextCell, number) in cell.text = "\(number)" }
                .onCellSize { _, _ in CGSize(width: 60, height: 60) }
                .sectionInset(.all(20)).minimumLineSpacing(20).minimumInteritemSpacing(20)
        }
    }

    var selected: [Int] { view.indexPathsForSelectedItems.map(\.item).sorted() }

    func close() { gtk_window_destroy(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)) }

    func press(_ x: Int, _ y: Int) {
        xdotool("mousemove", "\(x)", "\(y)")
        settle()
        xdotool("mousedown", "1")
        settle()
    }

    func move(_ x: Int, _ y: Int) {
        xdotool("mousemove", "\(x)", "\(y)")
        settle()
    }

    func release() {
        xdotool("mouseup", "1")
        settle()
    }
}

@MainActor
func testBandSelection() {
    run("aClickNextToAllItemsDeselectsThem") {
        let photos = try Photos(9)
        photos.press(40, 40)
        photos.release()
        wait("a photo is selected") { photos.selected == [0] }
        photos.press(5, 5)
        expect(photos.selected == [0], "only when the button is released")
        // The list is filled again in the middle.
        photos.show(8)
        settle()
        photos.release()
        wait("no photo is selected") { photos.selected == [] }
        photos.press(40, 40)
        photos.release()
        photos.press(5, 5)
        photos.close()
        xdotool("mouseup", "1")
        settle()
    }

    run("aRectangleSelectsPhotos") {
        let photos = try Photos(9)
        photos.press(10, 10)
        photos.move(150, 150)
        wait("four photos") { photos.selected == [0, 1, 3, 4] }
        settle()
        let file = ProcessInfo.processInfo.environment["LE_PICTURES"].map { "\($0)/band.png" }
        if let shot = Screenshot(photos.window, file: file) {
            // Between two rows, inside and outside.
            expect(shot.colour(50, 90) != shot.colour(200, 90), "\(String(describing: shot.colour(50, 90)))")
        }
        photos.move(90, 90)
        wait("one photo") { photos.selected == [0] }
        photos.release()
        settle()
        expect(photos.selected == [0] && photos.host.bandSelectionFrame == nil)
        // With control, others are added. Below the last row.
        xdotool("keydown", "ctrl")
        photos.press(30, 350)
        photos.move(90, 230)
        xdotool("keyup", "ctrl")
        wait("another photo") { photos.selected == [0, 6] }
        photos.release()
        settle()
        expect(photos.selected == [0, 6])
        // As in GTK's lists, it can start on a photo, and a press that does not move is a click.
        photos.press(50, 50)
        photos.move(130, 110)
        wait("four photos, from a photo on") { photos.selected == [0, 1, 3, 4] }
        photos.release()
        photos.press(50, 50)
        photos.release()
        wait("a click") { photos.selected == [0] && photos.host.bandSelectionFrame == nil }
        photos.view.allowsMultipleSelection = false
        photos.press(50, 50)
        photos.move(130, 110)
        expect(photos.host.bandSelectionFrame == nil, "one photo can be selected")
        photos.release()
        photos.close()
    }

    run("theEscapeKeyTakesARectangleBack") {
        let photos = try Photos(9)
        photos.view.selectItem(at: IndexPath(item: 8, section: 0), animated: false)
        xdotool("keydown", "shift")
        photos.press(10, 10)
        photos.move(150, 150)
        xdotool("keyup", "shift")
        wait("five photos") { photos.selected == [0, 1, 3, 4, 8] }
        xdotool("key", "Escape")
        wait("one photo") { photos.selected == [8] }
        photos.move(200, 200)
        expect(photos.host.bandSelectionFrame == nil && photos.selected == [8])
        photos.release()
        photos.close()
    }

    run("theListScrollsUnderARectangle") {
        let photos = try Photos(300)
        photos.press(10, 10)
        photos.move(290, 395)
        wait("it scrolls") { photos.view.contentOffset.y > 500 }
        photos.move(290, 200)
        settle()
        expect(photos.selected.count > 18 && photos.selected == Array(0..<photos.selected.count))
        // The list changes, and the window is closed.
        photos.show(5)
        settle()
        photos.move(280, 210)
        wait("all photos") { photos.selected == Array(0..<5) }
        photos.close()
        settle()
        photos.release()
    }
}
