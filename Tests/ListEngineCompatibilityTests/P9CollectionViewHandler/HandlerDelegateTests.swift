import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// The delegate of P9CollectionViewHandler: its twelve methods with its types, without the prefix of the toolkit.
@MainActor
@Suite("Delegates of handlers")
struct HandlerDelegateTests {
    private final class ItemCell: CollectionViewCell, P9CollectionViewCellProtocol {
        weak var delegate: (any P9CollectionViewCellDelegate)?
        var data: Any?
        var indexPath: IndexPath?
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 40, height: 40) }
        func setData(_ data: Any?, extra: Any?) { self.data = data }
        func setDelegate(_ delegate: P9CollectionViewCellDelegate) { self.delegate = delegate }
        func setIndexPath(_ indexPath: IndexPath) { self.indexPath = indexPath }
        override func handleTap(at point: CGPoint) -> Bool {
            guard point.x < 10 else { return false }
            delegate?.collectionViewCellEvent(
                cellIdentifier: Self.identifier(), eventIdentifier: "press", indexPath: indexPath, data: data,
                extra: nil)
            return true
        }
    }

    private final class BarView: CollectionReusableView, P9CollectionViewCellProtocol {
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 0, height: 20) }
        func setData(_ data: Any?, extra: Any?) {}
    }

    private final class ViewController: P9CollectionViewHandlerDelegate {
        var log: [String] = []
        /// By the identifier of the handler.
        var insets: [String: SectionInsets] = [:]

        func take() -> [String] {
            defer { log = [] }
            return log
        }

        func collectionViewHandlerWillBeginDragging(
            handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint
        ) { log.append("\(handlerIdentifier) drag \(Int(contentSize.height)) \(Int(contentOffset.y))") }
        func collectionViewHandlerDidScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint) {
            log.append("\(handlerIdentifier) scroll \(Int(contentSize.height)) \(Int(contentOffset.y))")
        }
        func collectionViewHandlerDidEndScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint) {
            log.append("\(handlerIdentifier) rest \(Int(contentSize.height)) \(Int(contentOffset.y))")
        }
        func collectionViewHandler(
            handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { log.append("\(handlerIdentifier) will \(text(indexPath)) \((cell as? ItemCell)?.data ?? "-")") }
        func collectionViewHandler(
            handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
            forElementKind elementKind: String, at indexPath: IndexPath
        ) { log.append("\(handlerIdentifier) will \(elementKind) \(text(indexPath)) \(view is BarView)") }
        func collectionViewHandler(
            handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { log.append("\(handlerIdentifier) end \(text(indexPath)) \((cell as? ItemCell)?.data ?? "-")") }
        func collectionViewHandler(
            handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
            forElementOfKind elementKind: String, at indexPath: IndexPath
        ) { log.append("\(handlerIdentifier) end \(elementKind) \(text(indexPath)) \(view is BarView)") }
        // The class of the toolkit's layouts is a protocol here. The results are not optional.
        func collectionViewHandler(
            handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
            insetForSectionAt section: Int
        ) -> SectionInsets { insets[handlerIdentifier] ?? .zero }
        func collectionViewHandler(
            handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
            minimumLineSpacingForSectionAt section: Int
        ) -> CGFloat { handlerIdentifier == "a" ? 1 : 2 }
        func collectionViewHandler(
            handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
            minimumInteritemSpacingForSectionAt section: Int
        ) -> CGFloat { handlerIdentifier == "a" ? 3 : 20 }
        func collectionViewHandlerCellDidSelect(
            handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
        ) {
            log.append(
                "\(handlerIdentifier) select \(cellIdentifier) \(text(indexPath)) \(data ?? "-") \(extra ?? "-")")
        }
        func collectionViewHandlerCellEvent(
            handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?,
            data: Any?, extra: Any?
        ) {
            log.append(
                "\(handlerIdentifier) event \(cellIdentifier) \(eventIdentifier ?? "-") "
                    + "\(indexPath.map(text) ?? "-") \(data ?? "-")")
        }
    }

    private func handler(
        _ identifier: String, _ delegate: any P9CollectionViewHandlerDelegate, _ records: [String]
    ) -> (CollectionView, P9CollectionViewHandler) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let handler = P9CollectionViewHandler()
        handler.delegate = delegate
        handler.register([ItemCell.self, BarView.self])
        handler.standby(
            identifier: identifier, cellIdentifierForType: ["item": ItemCell.identifier()],
            supplementaryIdentifierForType: ["bar": BarView.identifier()], collectionView: view)
        handler.sections.append(
            P9CollectionViewHandler.Section(
                headerType: "bar", headerData: nil, footerType: nil, footerData: nil,
                records: records.map { P9CollectionViewHandler.Record(type: "item", data: $0, extra: identifier) },
                extra: nil))
        view.reloadData()
        return (view, handler)
    }

    /// The three methods about layout, word for word but for the toolkit's prefix.
    private final class DocumentedController: P9CollectionViewHandlerDelegate {
        func collectionViewHandler(
            handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
            insetForSectionAt section: Int
        ) -> EdgeInsets { EdgeInsets(top: 3, left: 5, bottom: 0, right: 0) }
        func collectionViewHandler(
            handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
            minimumLineSpacingForSectionAt section: Int
        ) -> CGFloat { 50 }
        func collectionViewHandler(
            handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
            minimumInteritemSpacingForSectionAt section: Int
        ) -> CGFloat { 9 }
    }

    @Test func layoutMethodsWithTheDocumentsTypesAreCalled() {
        let controller = DocumentedController()
        let (view, handler) = handler("a", controller, ["one", "two", "three"])
        view.layoutIfNeeded()
        let frames = view.visibleElements.filter { $0.category == .item }.map(\.frame)
        #expect(frames.map(\.origin) == [CGPoint(x: 5, y: 23), CGPoint(x: 60, y: 23)])
        #expect(view.contentSize.height == 153)
        _ = handler
    }

    @Test func everyMethodIsCalledWithTheTypesOfTheLibrary() {
        let controller = ViewController()
        controller.insets["a"] = SectionInsets(top: 4, leading: 7)
        let (view, handler) = handler("a", controller, ["one", "two", "three", "four", "five"])
        view.layoutIfNeeded()
        #expect(
            controller.take() == [
                "a will header 0.0 true", "a will 0.0 one", "a will 0.1 two", "a will 0.2 three", "a will 0.3 four",
            ])
        // The inset, the space between the items of a line (they fill it), and that between lines.
        #expect(
            view.visibleElements.filter { $0.category == .item }.map(\.frame.origin) == [
                CGPoint(x: 7, y: 24), CGPoint(x: 60, y: 24), CGPoint(x: 7, y: 65), CGPoint(x: 60, y: 65),
            ])
        view.hostTap(at: CGPoint(x: 80, y: 30))
        view.hostTap(at: CGPoint(x: 8, y: 70))
        #expect(controller.take() == ["a select ItemCell 0.1 two a", "a event ItemCell press 0.2 three"])
        view.hostWillBeginDragging()
        view.hostDidScroll(to: CGPoint(x: 0, y: 46))
        view.hostDidEndDecelerating()
        #expect(
            controller.take() == [
                "a drag 146 0", "a scroll 146 46", "a end header 0.0 true", "a will 0.4 five", "a rest 146 46",
            ])
        handler.sections = []
        view.reloadData()
        view.layoutIfNeeded()
        let ends = ["one", "two", "three", "four", "five"].enumerated().map { "a end 0.\($0) \($1)" }
        #expect(controller.take() == ends + ["a scroll 0 0"])
    }

    @Test func aDelegateThatIsSetLaterReceivesCellEvents() {
        let controller = ViewController()
        let (view, handler) = handler("a", controller, (0..<20).map { "\($0)" })
        handler.delegate = nil
        view.layoutIfNeeded()
        view.hostDidScroll(to: CGPoint(x: 0, y: 41))
        handler.delegate = controller
        view.hostDidScroll(to: CGPoint(x: 0, y: 200))
        let log = controller.take()
        #expect(log.filter { $0.hasPrefix("a will ") }.count == view.visibleCells.count)
        #expect(log.contains("a end 0.3 3"))
        handler.delegate = nil
        view.hostDidScroll(to: .zero)
        #expect(controller.take().isEmpty)
    }

    @Test func aProviderInAnotherListCallsADelegateThatIsSetLater() {
        let controller = ViewController()
        let (_, handler) = handler("a", controller, (0..<20).map { "\($0)" })
        handler.delegate = nil
        let layout = CollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 40)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        view.register(ItemCell.self, forCellWithReuseIdentifier: ItemCell.identifier())
        let list = SectionProviderList()
        list.attach(to: view)
        list.update(animated: false) { $0.providers = handler.list.providers }
        view.layoutIfNeeded()
        handler.delegate = controller
        view.hostDidScroll(to: CGPoint(x: 0, y: 400))
        let log = controller.take()
        #expect(log.contains { $0.hasPrefix("a will ") } && log.contains { $0.hasPrefix("a end ") })
    }

    @Test func oneDelegateServesSeveralHandlers() {
        let controller = ViewController()
        controller.insets["b"] = SectionInsets(top: 11)
        let (first, second) = (handler("a", controller, ["1", "2"]), handler("b", controller, ["3", "4"]))
        first.0.layoutIfNeeded()
        second.0.layoutIfNeeded()
        #expect(
            controller.take() == [
                "a will header 0.0 true", "a will 0.0 1", "a will 0.1 2", "b will header 0.0 true", "b will 0.0 3",
                "b will 0.1 4",
            ])
        // Each list has the values for its own identifier.
        func minY(_ view: CollectionView) -> CGFloat? {
            view.visibleElements.first { $0.category == .item }?.frame.minY
        }
        #expect(minY(first.0) == 20 && minY(second.0) == 31)
        second.0.hostTap(at: CGPoint(x: 20, y: 40))
        first.0.hostTap(at: CGPoint(x: 5, y: 30))
        second.0.hostTap(at: CGPoint(x: 5, y: 40))
        first.0.hostTap(at: CGPoint(x: 20, y: 30))
        #expect(
            controller.take() == [
                "b select ItemCell 0.0 3 b", "a event ItemCell press 0.0 1", "b event ItemCell press 0.0 3",
                "a select ItemCell 0.0 1 a",
            ])
        // One handler that is released, or that changes, leaves the other one alone.
        second.1.sections[0].records?.removeLast()
        second.0.reloadData()
        second.0.layoutIfNeeded()
        #expect(controller.take().allSatisfy { $0.hasPrefix("b ") })
        second.1.delegate = nil
        second.0.hostTap(at: CGPoint(x: 5, y: 40))
        first.0.hostTap(at: CGPoint(x: 5, y: 30))
        #expect(controller.take() == ["a event ItemCell press 0.0 1"])
    }

    /// A delegate of this library: kinds are values, and the layout's own insets and spacings apply.
    private final class Few: CollectionViewHandlerDelegate {
        var log: [String] = []
        func collectionViewHandler(
            handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
            forElementKind elementKind: ElementKind, at indexPath: IndexPath
        ) { log.append("\(elementKind == .header)") }
    }

    @Test func methodsThatAreLeftOutUseTheLayoutsValues() throws {
        let few = Few()
        let (view, handler) = handler("f", few, ["1", "2", "3"])
        let flow = try #require(view.collectionViewLayout as? CollectionViewFlowLayout)
        (flow.sectionInset, flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (.all(2), 5, 3)
        view.invalidateLayout()
        view.layoutIfNeeded()
        #expect(few.log == ["true"])
        #expect(
            view.visibleElements.filter { $0.category == .item }.map(\.frame.origin) == [
                CGPoint(x: 2, y: 22), CGPoint(x: 58, y: 22), CGPoint(x: 2, y: 67),
            ])
        withExtendedLifetime(handler) {}
    }
}
