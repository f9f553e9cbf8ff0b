import ListEngineCompatibilityUIKit
import Testing
import UIKit

@MainActor
private func inWindow(_ controller: UIViewController) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    controller.view.frame = window.bounds
    window.addSubview(controller.view)
    window.layoutIfNeeded()
    return window
}

@MainActor
@Suite("View controllers", .serialized)
struct ViewControllerTests {
    init() { UINib.files = ["ProductView": { [NSObject(), ProductView(frame: .zero)] }] }

    @Test func theUsageSampleShowsItsProducts() throws {
        let controller = MyViewController(collectionViewLayout: CollectionViewFlowLayout())
        let window = inWindow(controller)
        let cells = controller.collectionView.visibleCells.compactMap { $0 as? ProductCollectionViewCell }
        #expect(cells.map(\.content.title.text) == ["tea", "tea"])
        #expect(cells.map(\.frame.minX) == [20, 196])
        // The nib file's views are in the window, where the layout says.
        let view = try #require(cells.last?.hostView as? ProductView)
        #expect(view.window === window)
        #expect(view.convert(view.bounds, to: nil) == CGRect(x: 196, y: 0, width: 156, height: 242))
        #expect(controller.collectionView.diagnostics.recent == [])
        #expect(controller.view === controller.host.view)
    }

    private final class Words: CollectionSectionController<String, String> {
        final class Provider: CollectionSectionProvider {
            func didMove(to controller: CollectionSectionController<String, String>) {
                var snapshot = controller.snapshotForSectionProvider(self)
                snapshot.appendSections(["words"])
                snapshot.appendItems(["a", "b", "c"])
                controller.apply(snapshot, sectionProvider: self)
            }
            func cellProvider(
                _ controller: CollectionSectionController<String, String>, indexPath: IndexPath, item: String
            ) -> CollectionViewCell? {
                let cell = controller.dequeueReusableCell(UIKitCell.self, for: indexPath, sectionProvider: self)
                var content = UIListContentConfiguration.cell()
                content.text = item
                cell.contentConfiguration = content
                return cell
            }
            func layoutSectionProvider(
                section: Int, environment: CollectionLayoutEnvironment
            ) -> CollectionLayoutSection? { .list(itemHeight: .absolute(44)) }
        }

        override func viewDidLoad() { addSectionProvider(Provider()) }
    }

    private func words(_ controller: UIKitCollectionViewController) -> [String?] {
        controller.collectionView.visibleCells.map {
            (($0 as? UIKitCell)?.contentConfiguration as? UIListContentConfiguration)?.text
        }
    }

    @Test func theListOfASectionControllerIsShown() {
        let list = Words()
        #expect(list.viewController == nil)
        let controller = UIKitCollectionViewController(list)
        #expect(list.viewIfLoaded == nil)
        let window = inWindow(controller)
        #expect(words(controller) == ["a", "b", "c"])
        #expect(list.viewController === controller)
        #expect(window.subviews.first === controller.view)
    }

    @Test func aReleasedViewControllerReleasesItsList() {
        weak var list: CollectionView?
        weak var words: Words?
        weak var host: UIKitHost?
        do {
            let controller = UIKitCollectionViewController(Words())
            _ = inWindow(controller)
            list = controller.collectionView
            words = controller.controller as? Words
            host = controller.host
            #expect(words != nil && list != nil && host != nil)
        }
        #expect(words == nil && list == nil && host == nil)
    }

    @Test func aSubclassChoosesItsHost() {
        final class Host: UIKitHost {}
        final class Controller: UIKitCollectionViewController {
            override func makeHost(for list: CollectionView) -> UIKitHost { Host(list) }
        }
        let controller = Controller(collectionViewLayout: CollectionViewFlowLayout())
        #expect(controller.viewIfLoaded == nil)
        _ = controller.view
        #expect(controller.host is Host && controller.collectionView.host === controller.host)
    }
}

@MainActor
@Suite("Nib files", .serialized)
struct NibTests {
    private final class RecordCell: UIKitNibCell<ProductView>, RecordView {
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 300, height: 40) }
        func setData(_ data: Any?, extra: Any?) { content.title.text = data as? String }
    }

    private final class TitleView: UIKitNibView<ProductView> {}

    private let list = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: CollectionViewFlowLayout())

    init() { UINib.files = ["ProductView": { [ProductView(frame: .zero)] }] }

    @Test func recordsAreShownByTheViewsOfNibFiles() {
        let host = UIKitHost(list)
        let handler = CollectionViewHandler()
        handler.standby(
            identifier: "sample", cellIdentifierForType: ["1": RecordCell.identifier()],
            supplementaryIdentifierForType: [:], collectionView: list)
        handler.sections = [.init(records: [.init(type: "1", data: "one"), .init(type: "1", data: "two")])]
        list.reloadData()
        host.view.layoutIfNeeded()
        let views = list.visibleCells.compactMap { $0.hostView as? ProductView }
        #expect(views.map(\.title.text) == ["one", "two"])
        #expect(views.first.map { $0.superview != nil } == true)
    }

    /// The cell tells its view, also what was set before the view was loaded.
    @Test func theViewIsNotifiedAsInACollectionView() {
        let cell = ProductCollectionViewCell(frame: .zero)
        cell.isSelected = true
        #expect(cell.content.isSelected && !cell.content.isHighlighted)
        cell.isSelected = false
        cell.isHighlighted = true
        #expect(!cell.content.isSelected && cell.content.isHighlighted)
        let view = cell.content
        cell.prepareForReuse()
        #expect(view.reuses == 1 && cell.content === view && cell.makeUIView() === view)
        let title = TitleView(frame: .zero)
        title.prepareForReuse()
        #expect(title.content.reuses <= 1)
    }

    @Test func aFactoryOfTheNameComesFirst() {
        final class Other: UIKitNibCell<ProductView> {}
        NibFactories.register("Other") {
            let other = Other(frame: .zero)
            other.nib = UIKitNib(name: "OtherFile")
            return other
        }
        defer { NibFactories.unregister("Other") }
        UINib.files["OtherFile"] = {
            let view = ProductView(frame: .zero)
            view.title.text = "other file"
            return [view]
        }
        #expect(NibFactories.make(Other.self).content.title.text == "other file")
    }

    private final class Section: ListSection {
        weak var context: ListContext?
        let listIdentifier = "names"
        let items: [any ListIdentifiable] = [Name(listIdentifier: "x")]
        struct Name: ListIdentifiable { var listIdentifier: String }

        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: ProductCollectionViewCell? = dequeueCell(withNibName: "Special", at: indexPath)
            cell?.configure(with: Product(name: itemIdentifier))
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 300, height: 40) }
    }

    @Test func aSectionDequeuesCellsByTheNameOfANibFile() {
        UINib.files = ["Special": { [ProductView(frame: .zero)] }]
        let source = ListDataSource()
        source.prepare(for: list)
        source.append(newSections: [Section()])
        list.layoutIfNeeded()
        let cells = list.visibleCells.compactMap { $0 as? ProductCollectionViewCell }
        #expect(cells.map(\.content.title.text) == ["x"])
        #expect(cells.first?.nib.name == "Special")
        #expect(list.diagnostics.recent == [])
    }

    @Test func aNibFileWithoutAViewOfTheClassEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                UINib.files = ["ProductView": { [UILabel(frame: .zero)] }]
                _ = ProductCollectionViewCell(frame: .zero).content
            }
        }
    }
}
