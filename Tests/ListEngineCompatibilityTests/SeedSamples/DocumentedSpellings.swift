import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import Testing

// A member that a program declares, and that the engine neither calls nor sets, compiles and does nothing. The table names the
// members that the five documents ask a program to declare. Each type of this file declares the members of one protocol in the
// document's spelling, without the prefixes UI and NS, and notes those that the engine calls or sets.
// `Scripts/compile-fail.sh` has the spellings that the compiler refuses, and `ReferenceTests` those that are reported. ListKit's
// layouts are in `DocumentedLayouts.swift`.

@MainActor
final class Spellings {
    /// By the protocol of the document. The names are those of `#function`.
    static let table: [String: Set<String>] = [
        "ListSection": [
            "context", "items", "listIdentifier", "cell(for:at:)", "size(at:)", "inset", "minimumLineSpacing",
            "minimumInteritemSpacing", "didSelectItem(for:at:)", "layout(in:)",
        ],
        "ListSectionSupplementaryViewSource": [
            "headerView(for:)", "footerView(for:)", "referenceSizeForHeaderView(section:)",
            "referenceSizeForFooterView(section:)",
        ],
        "ListIdentifiable": ["listIdentifier"],
        "CompositionalLayoutableSectionDataSource": [
            "items", "update(_:withItems:)", "collectionView(_:numberOfItemsInSection:)",
            "collectionView(_:cellForItemAt:)",
        ],
        "CompositionalLayoutableSectionLayout": ["sectionLayout(at:layoutEnvironment:)"],
        "CompositionalLayoutableSectionDelegate": [
            "registerCell(_:)", "registerSupplementaryView(_:)", "registerDecorationView(_:)",
        ],
        "CompositionalLayoutProvider": ["compositionalLayoutSections"],
        "CollectionSectionControllerDelegate": [
            "collectionSectionController(_:didSelectItemAt:)", "collectionSectionControllerDidScroll(_:in:)",
        ],
        "CollectionViewSectionLayout": [
            "sectionIndex", "collectionView", "dataSource", "section", "prepare()", "contentHeight()",
            "frameForHeader()", "frameForFooter()", "frameForItem(atIndex:)",
        ],
        "P9CollectionViewCellProtocol": [
            "identifier()", "instanceFromNib()", "cellSizeForData(_:extra:)", "setData(_:extra:)", "setDelegate(_:)",
            "setIndexPath(_:)",
        ],
        "P9CollectionViewCellDelegate": [
            "collectionViewCellEvent(cellIdentifier:eventIdentifier:indexPath:data:extra:)"
        ],
        "P9CollectionViewHandlerDelegate": [
            "collectionViewHandlerWillBeginDragging(handlerIdentifier:contentSize:contentOffset:)",
            "collectionViewHandlerDidScroll(handlerIdentifier:contentSize:contentOffset:)",
            "collectionViewHandlerDidEndScroll(handlerIdentifier:contentSize:contentOffset:)",
            "collectionViewHandler(handlerIdentifier:willDisplay:forItemAt:)",
            "collectionViewHandler(handlerIdentifier:willDisplaySupplementaryView:forElementKind:at:)",
            "collectionViewHandler(handlerIdentifier:didEndDisplaying:forItemAt:)",
            "collectionViewHandler(handlerIdentifier:didEndDisplayingSupplementaryView:forElementOfKind:at:)",
            "collectionViewHandler(handlerIdentifier:layout:insetForSectionAt:)",
            "collectionViewHandler(handlerIdentifier:layout:minimumLineSpacingForSectionAt:)",
            "collectionViewHandler(handlerIdentifier:layout:minimumInteritemSpacingForSectionAt:)",
            "collectionViewHandlerCellDidSelect(handlerIdentifier:cellIdentifier:indexPath:data:extra:)",
            "collectionViewHandlerCellEvent(handlerIdentifier:cellIdentifier:eventIdentifier:indexPath:data:extra:)",
        ],
    ]

    private var found: [String: Set<String>] = [:]

    func note(_ type: String, _ member: String = #function) { found[type, default: []].insert(member) }

    /// Requires that all members of these protocols were called or set, and no others.
    func check(_ types: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        for type in types {
            let (expected, found) = (Self.table[type] ?? [], found[type] ?? [])
            #expect(!expected.isEmpty, "\(type) is not in the table", sourceLocation: sourceLocation)
            #expect(
                expected.subtracting(found) == [], "\(type): neither called nor set", sourceLocation: sourceLocation)
            #expect(found.subtracting(expected) == [], "\(type): not in the table", sourceLocation: sourceLocation)
        }
    }
}

// MARK: - ListingKit

private struct SpelledItem: ListIdentifiable {
    nonisolated(unsafe) static var isAsked = false
    let name: String
    var listIdentifier: String {
        Self.isAsked = true
        return name
    }
}

private final class SpelledView: CollectionReusableView {}

// `@MainActor`: the identifier is not a `let` here, because the test notes the call.
private final class SpelledSection: @MainActor ListSection {
    let spellings: Spellings
    init(_ spellings: Spellings) { self.spellings = spellings }

    var context: ListContext? { didSet { spellings.note("ListSection") } }
    var items: [ListIdentifiable] {
        spellings.note("ListSection")
        return ["a", "b"].map { SpelledItem(name: $0) }
    }
    var listIdentifier: String {
        spellings.note("ListSection")
        return "spelled"
    }
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        spellings.note("ListSection")
        guard let cell: CollectionViewCell = dequeueCell(at: indexPath) else { return nil }
        return cell
    }
}

extension SpelledSection: ListSectionSupplementaryViewSource {
    func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
        spellings.note("ListSectionSupplementaryViewSource")
        guard let header: SpelledView = dequeHeaderView(at: indexPath) else { return nil }
        return header
    }
    func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
        spellings.note("ListSectionSupplementaryViewSource")
        guard let footer: SpelledView = dequeFooterView(at: indexPath) else { return nil }
        return footer
    }
    func referenceSizeForHeaderView(section: Int) -> CGSize {
        spellings.note("ListSectionSupplementaryViewSource")
        return CGSize(width: .zero, height: 10)
    }
    func referenceSizeForFooterView(section: Int) -> CGSize {
        spellings.note("ListSectionSupplementaryViewSource")
        return CGSize(width: .zero, height: 10)
    }
}

extension SpelledSection {
    func size(at indexPath: IndexPath) -> CGSize {
        spellings.note("ListSection")
        return CGSize(width: listSize.width, height: 20)
    }
    var inset: EdgeInsets {
        spellings.note("ListSection")
        return .init(top: 1, left: 0, bottom: 1, right: 0)
    }
    var minimumLineSpacing: CGFloat {
        spellings.note("ListSection")
        return 2
    }
    var minimumInteritemSpacing: CGFloat {
        spellings.note("ListSection")
        return 2
    }
    func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        spellings.note("ListSection")
        return .list(itemHeight: .absolute(20))
    }
    func didSelectItem(for itemIdentifier: String, at indexPath: IndexPath) { spellings.note("ListSection") }
}

// MARK: - CompositionalLayoutableSection

private final class SpelledLayoutableSection: CompositionalLayoutableSection {
    let spellings: Spellings
    var items: [Int] = [] { didSet { spellings.note("CompositionalLayoutableSectionDataSource") } }
    init(_ spellings: Spellings) {
        self.spellings = spellings
        super.init()
        delegate = self
        dataSource = self
        layout = self
    }
}

extension SpelledLayoutableSection: CompositionalLayoutableSectionDataSource {
    typealias ItemsType = Int

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        spellings.note("CompositionalLayoutableSectionDataSource")
        return items.count
    }
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        spellings.note("CompositionalLayoutableSectionDataSource")
        return collectionView.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
    }
}

extension SpelledLayoutableSection: CompositionalLayoutableSectionLayout {
    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        spellings.note("CompositionalLayoutableSectionLayout")
        return .list(itemHeight: .absolute(10))
    }
}

extension SpelledLayoutableSection: CompositionalLayoutableSectionDelegate {
    func registerCell(_ collectionView: CollectionView) {
        spellings.note("CompositionalLayoutableSectionDelegate")
        collectionView.register(CollectionViewCell.self)
    }
    func registerSupplementaryView(_ collectionView: CollectionView) {
        spellings.note("CompositionalLayoutableSectionDelegate")
    }
    func registerDecorationView(_ layout: CollectionViewCompositionalLayout) {
        spellings.note("CompositionalLayoutableSectionDelegate")
    }
}

@MainActor
private final class SpelledProvider: CompositionalLayoutProvider {
    let spellings: Spellings
    private var stored: [CompositionalLayoutableSection] = []
    init(_ spellings: Spellings) { self.spellings = spellings }

    var compositionalLayoutSections: [CompositionalLayoutableSection] {
        get {
            spellings.note("CompositionalLayoutProvider")
            return stored
        }
        set { stored = newValue }
    }
}

// MARK: - SectionKit

private final class SpelledSectionProvider: CollectionSectionProvider {
    let spellings: Spellings
    init(_ spellings: Spellings) { self.spellings = spellings }

    // The document names these in no sample.
    func cellProvider(
        _ sectionController: CollectionSectionController<String, Int>, indexPath: IndexPath, item: Int
    ) -> CollectionViewCell? {
        sectionController.dequeueReusableCell(CollectionViewCell.self, for: indexPath, sectionProvider: self)
    }
    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        .list(itemHeight: .absolute(10))
    }
}

extension SpelledSectionProvider: CollectionSectionControllerDelegate {
    func collectionSectionController(
        _ sectionController: CollectionSectionController<String, Int>, didSelectItemAt indexPath: IndexPath
    ) { spellings.note("CollectionSectionControllerDelegate") }
    func collectionSectionControllerDidScroll(
        _ sectionController: CollectionSectionController<String, Int>, in collectionView: CollectionView
    ) { spellings.note("CollectionSectionControllerDelegate") }
}

// MARK: - P9CollectionViewHandler

private final class SpelledCell: CollectionViewCell, P9CollectionViewCellProtocol {
    static var spellings: Spellings?
    weak var delegate: P9CollectionViewCellDelegate?

    static func identifier() -> String {
        spellings?.note("P9CollectionViewCellProtocol")
        return "spelled"
    }
    static func instanceFromNib() -> CollectionReusableView {
        spellings?.note("P9CollectionViewCellProtocol")
        return SpelledCell(frame: .zero)
    }
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize {
        spellings?.note("P9CollectionViewCellProtocol")
        return CGSize(width: 40, height: 40)
    }
    func setData(_ data: Any?, extra: Any?) { Self.spellings?.note("P9CollectionViewCellProtocol") }
    func setDelegate(_ delegate: P9CollectionViewCellDelegate) {
        Self.spellings?.note("P9CollectionViewCellProtocol")
        self.delegate = delegate
    }
    func setIndexPath(_ indexPath: IndexPath) { Self.spellings?.note("P9CollectionViewCellProtocol") }

    override func handleTap(at point: CGPoint) -> Bool {
        guard point.x < 10 else { return false }
        delegate?.collectionViewCellEvent(
            cellIdentifier: "spelled", eventIdentifier: "press", indexPath: nil, data: nil, extra: nil)
        return true
    }
}

private final class SpelledBar: CollectionReusableView, P9CollectionViewCellProtocol {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 10) }
    func setData(_ data: Any?, extra: Any?) {}
}

@MainActor
private final class SpelledController {
    let spellings: Spellings
    init(_ spellings: Spellings) { self.spellings = spellings }
}

extension SpelledController: P9CollectionViewCellDelegate {
    func collectionViewCellEvent(
        cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?, extra: Any?
    ) { spellings.note("P9CollectionViewCellDelegate") }
}

extension SpelledController: P9CollectionViewHandlerDelegate {
    private func note(_ member: String = #function) { spellings.note("P9CollectionViewHandlerDelegate", member) }

    func collectionViewHandlerWillBeginDragging(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint
    ) { note() }
    func collectionViewHandlerDidScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint) {
        note()
    }
    func collectionViewHandlerDidEndScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint) {
        note()
    }
    func collectionViewHandler(
        handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note() }
    func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: String, at indexPath: IndexPath
    ) { note() }
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note() }
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: String, at indexPath: IndexPath
    ) { note() }
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout, insetForSectionAt section: Int
    ) -> EdgeInsets {
        note()
        return .zero
    }
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat {
        note()
        return 0
    }
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat {
        note()
        return 0
    }
    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) { note() }
    func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?,
        extra: Any?
    ) { note() }
}

@MainActor
@Suite("Spellings of the documents")
struct DocumentedSpellings {
    let spellings = Spellings()
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())

    @Test func everyMemberOfASectionIsCalledOrSet() {
        let (list, section) = (ListDataSource(), SpelledSection(spellings))
        list.prepare(for: view)
        list.append(newSections: [section])
        view.layoutIfNeeded()
        view.hostTap(at: CGPoint(x: 50, y: 20))
        view.collectionViewLayout = CollectionViewCompositionalLayout(
            sectionProvider: { section, environment in
                list.compositionalSectionLayoutProvider(at: section, environment: environment)
            }, configuration: CollectionViewCompositionalLayoutConfiguration())
        view.layoutIfNeeded()
        if SpelledItem.isAsked { spellings.note("ListIdentifiable", "listIdentifier") }
        spellings.check("ListSection", "ListSectionSupplementaryViewSource", "ListIdentifiable")
    }

    @Test func everyMemberOfALayoutableSectionIsCalled() {
        let (provider, section) = (SpelledProvider(spellings), SpelledLayoutableSection(spellings))
        let (delegate, dataSource) = (
            CompositionalLayoutDelegate(provider: provider), CompositionalLayoutDataSource(provider: provider)
        )
        view.delegate = delegate
        view.dataSource = dataSource
        provider.compositionalLayoutSections.append(section)
        view.updateCollectionViewCompositionalLayout(for: provider)
        // The program calls this one, and it has a default.
        spellings.note("CompositionalLayoutableSectionDataSource", "update(_:withItems:)")
        section.update(view, withItems: [1, 2, 3])
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 3 && section.items == [1, 2, 3])
        spellings.check(
            "CompositionalLayoutableSectionDataSource", "CompositionalLayoutableSectionLayout",
            "CompositionalLayoutableSectionDelegate", "CompositionalLayoutProvider")
    }

    @Test func everyMemberOfADelegateOfAProviderIsCalled() {
        let controller = CollectionSectionController<String, Int>()
        let provider = SpelledSectionProvider(spellings)
        controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 20)
        controller.addSectionProvider(provider)
        controller.addDelegate(provider, sectionProvider: provider)
        controller.apply(DiffableSnapshot(sections: [("s", Array(0..<9))]), sectionProvider: provider)
        controller.collectionView.layoutIfNeeded()
        controller.collectionView.hostTap(at: CGPoint(x: 50, y: 5))
        controller.collectionView.contentOffset.y = 10
        spellings.check("CollectionSectionControllerDelegate")
    }

    @Test func everyMemberOfACellAndOfADelegateOfAHandlerIsCalled() {
        SpelledCell.spellings = spellings
        defer { SpelledCell.spellings = nil }
        let (handler, controller) = (P9CollectionViewHandler(), SpelledController(spellings))
        handler.delegate = controller
        handler.register([SpelledCell.self])
        handler.standby(
            identifier: "sample", cellIdentifierForType: ["1": SpelledCell.identifier()],
            supplementaryIdentifierForType: ["2": SpelledBar.identifier()], collectionView: view)
        let records = (0..<9).map { P9CollectionViewHandler.Record(type: "1", data: $0) }
        handler.sections.append(
            P9CollectionViewHandler.Section(
                headerType: "2", headerData: nil, footerType: nil, footerData: nil, records: records, extra: nil))
        view.reloadData()
        view.layoutIfNeeded()
        view.hostTap(at: CGPoint(x: 20, y: 20))
        view.hostTap(at: CGPoint(x: 5, y: 20))
        view.hostWillBeginDragging()
        view.contentOffset.y = 60
        view.layoutIfNeeded()
        _ = view.hostWillEndDragging(withVelocity: .zero, targetContentOffset: CGPoint(x: 0, y: 60))
        view.hostDidEndDecelerating()
        // The document's other way: the controller is the delegate of the cell.
        if let cell = view.visibleCells.first as? SpelledCell {
            cell.setDelegate(controller)
            view.hostTap(at: CGPoint(x: cell.frame.minX + 5, y: cell.frame.maxY - 5))
        }
        spellings.check(
            "P9CollectionViewCellProtocol", "P9CollectionViewCellDelegate", "P9CollectionViewHandlerDelegate")
    }
}
