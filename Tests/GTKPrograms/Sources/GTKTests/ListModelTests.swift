import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) | (state << 32)
    }
}

private func text(_ item: OpaquePointer) -> String { String(cString: gtk_string_object_get_string(item)) }

/// Replaces items of a GtkStringList, with one signal.
private func splice(_ model: OpaquePointer, _ position: Int, _ removed: Int, _ added: [String]) {
    let copies = added.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var pointers = copies.map { UnsafePointer($0) } + [nil]
    gtk_string_list_splice(model, guint(position), guint(removed), &pointers)
}

private func texts(_ model: OpaquePointer) -> [String] {
    (0..<g_list_model_get_n_items(model)).map { position in
        let item = g_list_model_get_item(model, position)!
        defer { g_object_unref(item) }
        return text(OpaquePointer(item))
    }
}

/// A list of a GListModel in a window.
@MainActor
private final class ModelWindow {
    let host: GTKHost
    let window: UnsafeMutablePointer<GtkWindow>
    /// Called for each item that is requested.
    var requested: @MainActor (String) -> Void = { _ in }

    init(_ model: OpaquePointer) throws {
        host = try GTKHost(showing: CollectionView())
        let requests = Requests()
        GListModelDataSource(model, in: host.list) { item in
            requests.window?.requested(text(item))
            return ItemContent(text(item))
        }
        window = present(host)
        requests.window = self
        settle()
    }

    private final class Requests {
        weak var window: ModelWindow?
    }

    var view: CollectionView { host.list }

    /// Fails unless the list has the items of a model, and the cells show them.
    func check(_ model: OpaquePointer, _ what: String, line: Int = #line) {
        let expected = texts(model)
        view.layoutIfNeeded()
        expect(
            view.numberOfItems(inSection: 0) == expected.count, "\(what): \(view.numberOfItems(inSection: 0)) items",
            line: line)
        for path in view.indexPathsForVisibleItems {
            let shown = (view.cellForItem(at: path) as? ContentCell)?.content.title
            expect(
                path.item < expected.count && shown == expected[path.item], "\(what): \(path) \(shown ?? "nothing")",
                line: line)
        }
        expect(!view.indexPathsForVisibleItems.isEmpty || expected.isEmpty, "\(what): nothing is shown", line: line)
    }

    func close() { gtk_window_destroy(window) }
}

/// Lists of a GListModel.
@MainActor
func testListModels() {
    run("aListShowsAModelThroughRandomChanges") {
        let seed = UInt64(ProcessInfo.processInfo.environment["LE_SEED"] ?? "") ?? 1
        var generator = Generator(state: seed)
        guard gtk_init_check() != 0 else { return fail("no display") }
        let model = gtk_string_list_new(nil)!
        var next = 0
        func new(_ count: Int) -> [String] {
            next += count
            return (next - count..<next).map { "item \($0)" }
        }
        splice(model, 0, 0, new(60))
        let window = try ModelWindow(model)
        window.check(model, "at first")
        for round in 0..<150 {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let count = Int(g_list_model_get_n_items(model))
                let position = Int.random(in: 0...count, using: &generator)
                // All items in some rounds.
                let removed =
                    round % 20 == 19
                    ? count - position : Int.random(in: 0...min(9, count - position), using: &generator)
                splice(model, position, removed, new(Int.random(in: 0...12, using: &generator)))
            }
            if round % 3 == 0 {
                window.host.scroll(by: CGPoint(x: 0, y: Double.random(in: -300...400, using: &generator)))
            }
            if round % 5 == 0 { settle() }
            window.check(model, "seed \(seed), round \(round)")
        }
        settle()
        window.check(model, "seed \(seed), at the end")
        expect(window.view.diagnostics.recent.isEmpty, "\(window.view.diagnostics.recent)")
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
    }

    run("itemsOfAModelThatStayKeepTheirCellsTheirSelectionAndTheirPlace") {
        guard gtk_init_check() != 0 else { return fail("no display") }
        let model = gtk_string_list_new(nil)!
        splice(model, 0, 0, (0..<1_000).map { "item \($0)" })
        let window = try ModelWindow(model)
        window.view.scrollToItem(at: IndexPath(item: 500, section: 0), at: .start, animated: false)
        settle()
        let path = IndexPath(item: 503, section: 0)
        window.view.selectItem(at: path, animated: false)
        guard let cell = window.view.cellForItem(at: path) else { return fail("no cell") }
        let place = cell.frame.minY - window.view.bounds.minY
        splice(model, 10, 2, (0..<7).map { "new \($0)" })
        settle()
        let now = IndexPath(item: 508, section: 0)
        expect(window.view.cellForItem(at: now) === cell && window.view.indexPathsForSelectedItems == [now])
        expect(cell.frame.minY - window.view.bounds.minY == place)
        window.check(model, "after the change")
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
    }

    run("aModelIsOnlyAskedForVisibleItems") {
        guard gtk_init_check() != 0 else { return fail("no display") }
        let model = gtk_string_list_new(nil)!
        splice(model, 0, 0, (0..<200_000).map { "item \($0)" })
        let window = try ModelWindow(model)
        var requests = 0
        window.requested = { _ in requests += 1 }
        window.view.scrollToItem(at: IndexPath(item: 150_000, section: 0), at: .start, animated: false)
        splice(model, 70_000, 20_000, [])
        settle()
        expect((1...400).contains(requests), "\(requests) requests")
        window.check(model, "after the jump")
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
    }

    run("aModelOfGTKThatFiltersAndSortsIsFollowed") {
        guard gtk_init_check() != 0 else { return fail("no display") }
        let strings = gtk_string_list_new(nil)!
        splice(strings, 0, 0, (0..<3_000).map { "\($0 * 7919 % 3_000)" })
        let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        let filter = gtk_string_filter_new(expression)!
        g_object_ref(UnsafeMutableRawPointer(strings))
        let filtered = gtk_filter_list_model_new(
            strings, UnsafeMutableRawPointer(filter).assumingMemoryBound(to: GtkFilter.self))!
        gtk_filter_list_model_set_incremental(filtered, 1)
        let window = try ModelWindow(filtered)
        for search in ["1", "12", "123", "zzz", "", "9"] {
            gtk_string_filter_set_search(filter, search)
            settle()
            wait("the filter") { gtk_filter_list_model_get_pending(filtered) == 0 }
            window.check(filtered, "filtered by '\(search)'")
        }
        expect(window.view.diagnostics.recent.isEmpty, "\(window.view.diagnostics.recent)")
        window.close()
        g_object_unref(UnsafeMutableRawPointer(filtered))
        g_object_unref(UnsafeMutableRawPointer(strings))
    }

    run("aModelThatChangesWhileItsItemsAreShown") {
        guard gtk_init_check() != 0 else { return fail("no display") }
        let model = gtk_string_list_new(nil)!
        splice(model, 0, 0, (0..<100).map { "item \($0)" })
        let window = try ModelWindow(model)
        var changes = 0
        window.requested = { _ in
            guard changes < 20 else { return }
            changes += 1
            splice(model, 0, changes % 3, ["change \(changes)"])
        }
        for _ in 0..<10 {
            window.host.scroll(by: CGPoint(x: 0, y: 200))
            settle()
            window.check(model, "after \(changes) changes")
        }
        expect(changes == 20)
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
    }

    run("aListThatGetsAnotherDataSourceReleasesItsModel") {
        guard gtk_init_check() != 0 else { return fail("no display") }
        let model = gtk_string_list_new(nil)!
        splice(model, 0, 0, ["one", "two"])
        let window = try ModelWindow(model)
        weak var old = window.view.dataSource
        let source = ListDataSource(in: window.view)
        source.build { ListBlock("other", ["three"]) }
        splice(model, 0, 1, ["four", "five"])
        settle()
        expect(old == nil, "the data source is kept")
        expect(window.view.numberOfItems(inSection: 0) == 1)
        expect(UnsafeMutableRawPointer(model).assumingMemoryBound(to: GObject.self).pointee.ref_count == 1)
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
    }

    run("aSelectionModelGetsTheSelectionFromTheDelegate") {
        final class Selecting: CollectionViewDelegate {
            let model: OpaquePointer
            init(_ model: OpaquePointer) { self.model = model }
            func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
                gtk_selection_model_select_item(model, guint(indexPath[1]), 0)
            }
            func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
                gtk_selection_model_unselect_item(model, guint(indexPath[1]))
            }
        }
        guard gtk_init_check() != 0 else { return fail("no display") }
        let strings = gtk_string_list_new(nil)!
        splice(strings, 0, 0, (0..<20).map { "item \($0)" })
        g_object_ref(UnsafeMutableRawPointer(strings))
        let model = gtk_multi_selection_new(strings)!
        let window = try ModelWindow(model)
        let delegate = Selecting(model)
        window.view.delegate = delegate
        window.view.allowsMultipleSelection = true
        @MainActor func selected() -> [Int] {
            (0..<21).filter { gtk_selection_model_is_selected(model, guint($0)) != 0 }
        }
        @MainActor func middle(_ item: Int) -> String {
            "\(Int(window.view.cellForItem(at: IndexPath(item: item, section: 0))?.frame.midY ?? 0))"
        }
        xdotool("mousemove", "50", middle(2), "click", "1")
        wait("a click") { selected() == [2] }
        xdotool("mousemove", "50", middle(3), "keydown", "ctrl", "click", "1", "keyup", "ctrl")
        wait("another click") { selected() == [2, 3] }
        splice(strings, 0, 0, ["before"])
        settle()
        expect(selected() == [3, 4] && window.view.indexPathsForSelectedItems.map { $0[1] }.sorted() == [3, 4])
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
        g_object_unref(UnsafeMutableRawPointer(strings))
    }

    run("typedCharactersFindAnItemOfAModel") {
        guard gtk_init_check() != 0 else { return fail("no display") }
        let model = gtk_string_list_new(nil)!
        splice(model, 0, 0, (0..<300).map { "\($0)" } + ["pear"])
        let window = try ModelWindow(model)
        expect(window.view.hostTypeAhead("pea") && window.view.focusedIndexPath == IndexPath(item: 300, section: 0))
        window.close()
        g_object_unref(UnsafeMutableRawPointer(model))
    }
}
