import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

@MainActor private var log: [String] = []

@MainActor
private func take() -> [String] {
    defer { log = [] }
    return log
}

/// A cell with the height in its data.
private class LineCell: CollectionViewCell, RecordView {
    var data: Any?
    weak var delegate: (any RecordViewDelegate)?
    var indexPath: IndexPath?

    // Declared here, so that a subclass can override it.
    class func identifier() -> String { String(describing: self) }
    class func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: data as? Int ?? 10) }
    func setData(_ data: Any?, extra: Any?) {
        self.data = data
        log.append("data \(data ?? "-") \(extra ?? "-")")
    }
    func setDelegate(_ delegate: any RecordViewDelegate) {
        self.delegate = delegate
        log.append("delegate")
    }
    func setIndexPath(_ indexPath: IndexPath) {
        self.indexPath = indexPath
        log.append("at \(text(indexPath))")
    }
    override func handleTap(at point: CGPoint) -> Bool {
        guard point.x < 10 else { return false }
        delegate?.collectionViewCellEvent(
            cellIdentifier: Self.identifier(), eventIdentifier: "button", indexPath: indexPath, data: data, extra: nil)
        return true
    }
}

private final class OtherCell: LineCell {
    override class func identifier() -> String { "other" }
}

private final class TitleView: CollectionReusableView, RecordView {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 0, height: 20) }
    func setData(_ data: Any?, extra: Any?) { log.append("title \(data ?? "-") \(extra ?? "-")") }
}

private final class FootView: CollectionReusableView, RecordView {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 0, height: 5) }
    func setData(_ data: Any?, extra: Any?) { log.append("foot \(data ?? "-") \(extra ?? "-")") }
}

@MainActor
private final class Listener: CollectionViewHandlerDelegate {
    var inset: SectionInsets?
    var lineSpacing: CGFloat?

    func collectionViewHandlerWillBeginDragging(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint
    ) { log.append("\(handlerIdentifier) drag \(Int(contentSize.height)) \(Int(contentOffset.y))") }
    func collectionViewHandlerDidScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint) {
        log.append("\(handlerIdentifier) scroll \(Int(contentOffset.y))")
    }
    func collectionViewHandlerDidEndScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint) {
        log.append("\(handlerIdentifier) rest \(Int(contentOffset.y))")
    }
    func collectionViewHandler(
        handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { log.append("\(handlerIdentifier) will \(text(indexPath))") }
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { log.append("\(handlerIdentifier) end \(text(indexPath))") }
    func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: ElementKind, at indexPath: IndexPath
    ) { log.append("\(handlerIdentifier) will \(elementKind) \(text(indexPath))") }
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: ElementKind, at indexPath: IndexPath
    ) { log.append("\(handlerIdentifier) end \(elementKind) \(text(indexPath))") }
    func collectionViewHandler(
        handlerIdentifier: String, layout: any CollectionViewLayoutRecipe, insetForSectionAt section: Int
    ) -> SectionInsets { inset ?? (layout as? CollectionViewFlowLayout)?.sectionInset ?? .zero }
    func collectionViewHandler(
        handlerIdentifier: String, layout: any CollectionViewLayoutRecipe, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { lineSpacing ?? (layout as? CollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }
    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) { log.append("\(handlerIdentifier) select \(cellIdentifier) \(text(indexPath)) \(data ?? "-")") }
    func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?,
        data: Any?, extra: Any?
    ) { log.append("\(handlerIdentifier) event \(cellIdentifier) \(eventIdentifier ?? "-") \(data ?? "-")") }
}

private typealias Record = CollectionViewHandler.Record
private typealias Section = CollectionViewHandler.Section

@MainActor
@Suite("Handlers of records", .serialized)
struct CollectionViewHandlerTests {
    private func standing(
        _ sections: [Section], height: CGFloat = 100
    ) -> (CollectionView, CollectionViewHandler, Listener) {
        let flow = CollectionViewFlowLayout()
        flow.minimumLineSpacing = 0
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: height), collectionViewLayout: flow)
        view.diagnostics.handler = { _ in }
        let handler = CollectionViewHandler()
        let listener = Listener()
        handler.delegate = listener
        handler.standby(
            identifier: "h", cellTypes: ["line": LineCell.self, "other": OtherCell.self],
            supplementaryTypes: ["title": TitleView.self, "foot": FootView.self], collectionView: view)
        handler.sections = sections
        view.reloadData()
        log = []
        view.layoutIfNeeded()
        return (view, handler, listener)
    }

    private func lines(_ heights: Int...) -> [Record] { heights.map { Record(type: "line", data: $0) } }

    private func data(_ view: CollectionView) -> [Int] {
        view.visibleCells.compactMap { ($0 as? LineCell)?.data as? Int }
    }

    @Test func cellsGetDataThenDelegateThenIndexPath() {
        let (view, handler, listener) = standing([
            Section(
                headerType: "title", headerData: "top", footerType: "foot", footerData: "end",
                records: [Record(type: "line", data: 30, extra: "x")], extra: "s")
        ])
        #expect(
            take() == [
                "title top s", "data 30 x", "delegate", "at 0.0", "foot end s",
                "h will header 0.0", "h will 0.0", "h will footer 0.0",
            ])
        // The sizes are those that the classes return; the footer has a type of its own.
        #expect(view.visibleElements.map(\.frame.height) == [20, 30, 5])
        withExtendedLifetime((handler, listener)) {}
    }

    /// A cell that is being filled can change its record. The next reload shows the change.
    @Test func aRecordShowsWhatWasSetLast() {
        final class Greedy: CollectionViewCell, RecordView {
            static var record: Record?
            static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 10) }
            func setData(_ data: Any?, extra: Any?) {
                Self.record?.data = nil
                Self.record?.extra = [1, 2]
                log.append("greedy \(data ?? "-") \(extra ?? "-")")
            }
        }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let handler = CollectionViewHandler()
        handler.standby(
            identifier: "h", cellTypes: ["line": LineCell.self, "greedy": Greedy.self], collectionView: view)
        let record = Record(type: "greedy", data: ["a", "b"])
        Greedy.record = record
        defer { Greedy.record = nil }
        handler.sections = [Section(records: [record])]
        _ = take()
        for expected in ["greedy [\"a\", \"b\"] -", "greedy - [1, 2]"] {
            view.reloadData()
            view.layoutIfNeeded()
            #expect(take().filter { $0.hasPrefix("greedy") } == [expected])
        }
        #expect(record.type == "greedy" && record.data == nil && record.extra as? [Int] == [1, 2])
        record.type = "line"
        record.data = 30
        #expect(record.extra as? [Int] == [1, 2])
        view.reloadData()
        view.layoutIfNeeded()
        #expect(take().contains("data 30 [1, 2]"))
        withExtendedLifetime(handler) {}
    }

    @Test func recordsWithoutATypeAreBlankAndOccupyNoSpace() {
        let (view, handler, _) = standing([
            Section(
                headerType: "unknown", records: [Record(type: "unknown", data: 1), Record(type: "line", data: 10)]),
            Section(records: nil),
        ])
        #expect(view.numberOfItems(inSection: 1) == 0)
        #expect(data(view) == [10])
        #expect(view.visibleElements.map(\.frame.height) == [10])
        #expect(handler.record(at: IndexPath(item: 7, section: 0)) == nil)
        #expect(handler.record(at: IndexPath(item: 0, section: 7)) == nil)
    }

    @Test func nothingIsShownBeforeTheListIsReloaded() {
        let (view, handler, listener) = standing([Section(records: lines(10))])
        handler.sections[0].records?.append(Record(type: "line", data: 11))
        handler.sections.append(Section(records: lines(12)))
        view.layoutIfNeeded()
        #expect(data(view) == [10])
        view.reloadData()
        view.layoutIfNeeded()
        #expect(data(view) == [10, 11, 12])
        _ = take()
        // Views that are removed are reported with their own index path.
        handler.sections = []
        view.reloadData()
        view.layoutIfNeeded()
        #expect(take() == ["h end 0.0", "h end 0.1", "h end 1.0"])
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func aCallbackReplacesTheDelegate() {
        let (view, handler, listener) = standing([
            Section(records: [Record(type: "line", data: 30), Record(type: "other", data: 30)])
        ])
        _ = take()
        view.hostTap(at: CGPoint(x: 50, y: 10))
        #expect(take() == ["h select LineCell 0.0 30"])
        view.hostTap(at: CGPoint(x: 5, y: 40))
        #expect(take() == ["h event other button 30"])
        handler.registerCallback(
            callback: { path, data, _ in log.append("selected \(path.map(text) ?? "-") \(data ?? "-")") },
            forCellIdentifier: "LineCell")
        handler.registerCallback(
            callback: { path, _, _ in log.append("pressed \(path.map(text) ?? "-")") },
            forCellIdentifier: "other", withEventIdentifier: "button")
        view.hostTap(at: CGPoint(x: 5, y: 40))
        // The delegate still receives the selection of the other one.
        view.hostTap(at: CGPoint(x: 50, y: 40))
        view.deselectItem(at: IndexPath(item: 0, section: 0), animated: false)
        view.hostTap(at: CGPoint(x: 50, y: 10))
        #expect(take() == ["pressed 0.1", "h select other 0.1 30", "selected 0.0 30"])
        // An event without a name is not a selection.
        handler.collectionViewCellEvent(
            cellIdentifier: "LineCell", eventIdentifier: nil, indexPath: nil, data: nil, extra: nil)
        #expect(take() == ["h event LineCell - -"])
        handler.unregisterCallback(forCellIdentifier: "nobody")
        handler.unregisterCallback(forCellIdentifier: "other", withEventIdentifier: "button")
        view.hostTap(at: CGPoint(x: 5, y: 40))
        #expect(take() == ["h event other button 30"])
        handler.unregisterAllCallbacks()
        view.deselectItem(at: IndexPath(item: 0, section: 0), animated: false)
        view.hostTap(at: CGPoint(x: 50, y: 10))
        #expect(take() == ["h select LineCell 0.0 30"])
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func scrollingIsReportedWithSizeAndOffset() {
        let (view, handler, listener) = standing([Section(records: lines(90, 90, 90))])
        _ = take()
        view.hostWillBeginDragging()
        view.hostDidScroll(to: CGPoint(x: 0, y: 100))
        view.hostDidEndDecelerating()
        #expect(
            take() == [
                "h drag 270 0", "h scroll 100", "h end 0.0", "data 90 -", "delegate", "at 0.2", "h will 0.2",
                "h rest 100",
            ])
        // Scrolling in code does not end with a resting event.
        view.setContentOffset(CGPoint(x: 0, y: 170), animated: true)
        view.layoutIfNeeded()
        #expect(take().filter { $0.contains("rest") || $0.contains("scroll") } == ["h scroll 170"])
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func insetsAndSpacingsDefaultToThoseOfTheLayout() {
        let (view, handler, listener) = standing([Section(records: lines(10, 10))])
        #expect(view.visibleElements.map(\.frame.minY) == [0, 10])
        listener.inset = SectionInsets(top: 7)
        listener.lineSpacing = 3
        view.invalidateLayout()
        view.layoutIfNeeded()
        #expect(view.visibleElements.map(\.frame.minY) == [7, 20])
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func applyingByDifferenceKeepsTheCellsOfRemainingRecords() {
        let records = lines(10, 11, 12)
        let (view, handler, listener) = standing([Section(records: records)])
        let cells = view.visibleCells
        var results: [String] = []
        handler.apply([Section(records: [records[2], Record(type: "line", data: 13), records[0]])]) {
            if case .applied = $0 { results.append("applied") }
        }
        #expect(results == ["applied"])
        #expect(data(view) == [12, 13, 10])
        #expect(view.visibleCells[0] === cells[2])
        #expect(view.visibleCells[2] === cells[0])
        // Records are identified by the model: a new object for one model reconfigures the cell.
        let number: @MainActor (CollectionViewHandler.Record) -> Int = { $0.data as? Int ?? 0 }
        handler.apply([Section(records: lines(10, 12, 13))], identifiedBy: number)
        let before = view.visibleCells
        _ = take()
        handler.apply([Section(records: lines(14, 13, 10, 12))], identifiedBy: number)
        #expect(data(view) == [14, 13, 10, 12])
        #expect(view.visibleCells[1] === before[2])
        #expect(Set(take().filter { $0.hasPrefix("data") }) == ["data 14 -", "data 13 -", "data 10 -", "data 12 -"])
        #expect(view.diagnostics.recent == [])
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func editsInPlaceAndEqualIdentifiersAreShownCorrectly() {
        let (view, handler, listener) = standing([Section(records: lines(10, 11))])
        let number: @MainActor (CollectionViewHandler.Record) -> Int = { $0.data as? Int ?? 0 }
        // The displayed state is unknown, so the list is reloaded.
        handler.sections[0].records?.append(Record(type: "line", data: 12))
        handler.apply(handler.sections, identifiedBy: number)
        #expect(data(view) == [10, 11, 12])
        // Loaded by the view, then applied by difference, then edited in place.
        view.reloadData()
        view.layoutIfNeeded()
        handler.apply(handler.sections, identifiedBy: number)
        let cells = view.visibleCells
        handler.sections[0].records?.remove(at: 0)
        handler.apply(handler.sections, identifiedBy: number)
        #expect(data(view) == [11, 12])
        #expect(view.visibleCells[0] === cells[1])
        // Two records with one identity.
        handler.apply([Section(records: lines(5, 5)), Section(records: lines(5))], identifiedBy: number)
        #expect(data(view) == [5, 5, 5])
        handler.apply([Section(records: lines(5))], identifiedBy: number)
        #expect(data(view) == [5])
        #expect(view.diagnostics.recent == [])
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func batchesBetweenUpdatesByDifferenceAreDetected() {
        let (view, handler, listener) = standing([Section(records: lines(10, 11, 12))])
        let number: @MainActor (CollectionViewHandler.Record) -> Int = { $0.data as? Int ?? 0 }
        handler.apply([Section(records: lines(10, 11, 13))], identifiedBy: number)
        view.performBatchUpdates {
            handler.sections[0].records?.remove(at: 0)
            handler.sections[0].records?.append(Record(type: "line", data: 14))
            view.deleteItems(at: [IndexPath(item: 0, section: 0)])
            view.insertItems(at: [IndexPath(item: 2, section: 0)])
        }
        #expect(data(view) == [11, 13, 14])
        handler.apply([Section(records: lines(10, 11, 13))], identifiedBy: number)
        #expect(data(view) == [10, 11, 13])
        #expect(view.diagnostics.recent == [])
        withExtendedLifetime(listener) {}
    }

    @Test func sectionsAreIdentifiedByNameOrPosition() {
        let one = lines(10, 11)
        let (view, handler, listener) = standing([Section(records: one, identifier: "a")])
        let cell = view.visibleCells[0]
        handler.apply([Section(records: lines(12), identifier: "b"), Section(records: one, identifier: "a")])
        #expect(data(view) == [12, 10, 11])
        #expect(view.visibleCells[1] === cell)
        withExtendedLifetime((handler, listener)) {}
    }

    @Test func nothingIsRetained() {
        weak var view: CollectionView?
        weak var handler: CollectionViewHandler?
        weak var provider: (any SectionProvider)?
        do {
            let (strongView, strongHandler, listener) = standing([Section(records: lines(10))])
            (view, handler, provider) = (strongView, strongHandler, strongHandler.list.providers.first)
            strongHandler.apply([Section(records: lines(10, 20))])
            #expect(provider != nil)
            withExtendedLifetime(listener) {}
        }
        #expect(view == nil)
        #expect(handler == nil)
        #expect(provider == nil)
    }

    private final class Whole: CollectionViewHandler {
        var called: Set<String> = []
        override func collectionViewCellEvent(
            cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?, extra: Any?
        ) { called.insert("event") }
        override func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            called.insert("size")
            return CGSize(width: 50, height: 50)
        }
        override func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int
        ) -> CGSize? {
            called.insert("one size")
            return nil
        }
        override func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
            called.insert("inset")
            return nil
        }
        override func flowLayout(
            _ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
        ) -> CGFloat? {
            called.insert("line")
            return nil
        }
        override func flowLayout(
            _ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
        ) -> CGFloat? {
            called.insert("item")
            return nil
        }
        override func flowLayout(
            _ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
        ) -> CGSize? {
            called.insert("header")
            return nil
        }
        override func flowLayout(
            _ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
        ) -> CGSize? {
            called.insert("footer")
            return nil
        }
        override var delegate: (any CollectionViewHandlerDelegate)? { didSet { called.insert("delegate") } }
    }

    @Test func everyOpenMemberCanBeOverridden() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let handler = Whole()
        handler.delegate = nil
        handler.standby(identifier: "w", cellTypes: ["line": LineCell.self], collectionView: view)
        handler.sections = [Section(records: lines(10))]
        view.reloadData()
        view.layoutIfNeeded()
        view.hostTap(at: CGPoint(x: view.visibleElements[0].minX + 5, y: 5))
        let all: Set = ["event", "one size", "size", "inset", "line", "item", "header", "footer", "delegate"]
        #expect(handler.called == all)
        #expect(view.visibleElements.map(\.frame.height) == [50])
    }
}
