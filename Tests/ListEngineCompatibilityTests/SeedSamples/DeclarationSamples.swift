import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import Testing

// Protocols and models that the documents declare. Types conform with the declarations word for word but for the prefix of the
// toolkit, and each member is called.

// MARK: - CompositionalLayoutableSection

private final class DeclaredSection: CompositionalLayoutableSection {
    var calls: Set<String> = []
    var items: [Int] = []
    override init() {
        super.init()
        delegate = self
        dataSource = self
        layout = self
    }
}

extension DeclaredSection: CompositionalLayoutableSectionDataSource {
    typealias ItemsType = Int

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        collectionView.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
    }
}

extension DeclaredSection: CompositionalLayoutableSectionLayout {
    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        calls.insert("sectionLayout \(index)")
        return .list(itemHeight: .absolute(10))
    }
}

extension DeclaredSection: CompositionalLayoutableSectionDelegate {
    func registerCell(_ collectionView: CollectionView) {
        calls.insert("registerCell")
        collectionView.register(CollectionViewCell.self)
    }
    func registerSupplementaryView(_ collectionView: CollectionView) { calls.insert("registerSupplementaryView") }
    func registerDecorationView(_ layout: CollectionViewCompositionalLayout) { calls.insert("registerDecorationView") }
}

@MainActor
private final class DeclaredProvider: CompositionalLayoutProvider {
    var compositionalLayoutSections: [CompositionalLayoutableSection] = []
}

// MARK: - P9CollectionViewHandler

private final class DeclaredCell: CollectionViewCell, P9CollectionViewCellProtocol {
    static var calls: Set<String> = []

    static func identifier() -> String {
        calls.insert("identifier")
        return "declared"
    }
    // `UIView` is the class of the views of a list.
    static func instanceFromNib() -> CollectionReusableView {
        calls.insert("instanceFromNib")
        return DeclaredCell(frame: .zero)
    }
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize {
        calls.insert("cellSizeForData")
        return CGSize(width: 40, height: 40)
    }
    func setData(_ data: Any?, extra: Any?) { Self.calls.insert("setData") }
    func setDelegate(_ delegate: P9CollectionViewCellDelegate) { Self.calls.insert("setDelegate") }
    func setIndexPath(_ indexPath: IndexPath) { Self.calls.insert("setIndexPath") }
}

@MainActor
@Suite("Samples of the documents: declarations")
struct DeclarationSamples {
    private func view() -> CollectionView {
        CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    }

    @Test func everyDeclaredMemberIsCalled() {
        let (view, provider, section) = (view(), DeclaredProvider(), DeclaredSection())
        let (delegate, dataSource) = (
            CompositionalLayoutDelegate(provider: provider), CompositionalLayoutDataSource(provider: provider)
        )
        view.delegate = delegate
        view.dataSource = dataSource
        provider.compositionalLayoutSections.append(section)
        view.updateCollectionViewCompositionalLayout(for: provider)
        section.update(view, withItems: [1, 2, 3])
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 3 && section.items == [1, 2, 3])
        #expect(
            section.calls
                == ["registerCell", "registerSupplementaryView", "registerDecorationView", "sectionLayout 0"])
    }

    @Test func everyDeclaredMemberOfACellIsCalled() {
        DeclaredCell.calls = []
        let (view, handler) = (view(), P9CollectionViewHandler())
        handler.register([DeclaredCell.self])
        handler.standby(
            identifier: "sample", cellIdentifierForType: ["1": DeclaredCell.identifier()],
            supplementaryIdentifierForType: [:], collectionView: view)
        handler.sections.append(
            P9CollectionViewHandler.Section(
                headerType: nil, headerData: nil, footerType: nil, footerData: nil,
                records: [P9CollectionViewHandler.Record(type: "1", data: nil)], extra: nil))
        view.reloadData()
        view.layoutIfNeeded()
        #expect(
            DeclaredCell.calls
                == ["identifier", "instanceFromNib", "cellSizeForData", "setData", "setDelegate", "setIndexPath"])
    }

    /// The two classes of the document, which are not `NSObject`s here.
    @Test func theDeclaredModelIsShown() {
        let record = P9CollectionViewHandler.Record(type: "1", data: 2, extra: nil)
        #expect(record.type == "1" && record.data as? Int == 2 && record.extra == nil)
        record.extra = "more"
        #expect(P9CollectionViewHandler.Record(type: "1", data: nil).data == nil)
        let section = P9CollectionViewHandler.Section(
            headerType: "1", headerData: 3, footerType: "2", footerData: 4, records: [record], extra: 5)
        #expect(section.headerType == "1" && section.headerData as? Int == 3)
        #expect(section.footerType == "2" && section.footerData as? Int == 4)
        #expect(section.records?.first === record && section.extra as? Int == 5)
        #expect(section.records?.first?.extra as? String == "more")
    }

    // MARK: - SectionKit

    /// The line that SectionKit's document discourages.
    @Test func aCellIsDequeuedFromTheCollectionView() {
        final class Source: CollectionViewDataSource {
            let cellRegistration = CollectionView.CellRegistration<CollectionViewCell, Int> { cell, _, item in
                cell.accessibility = AccessibilityDescription(label: "\(item)")
            }
            func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 2 }
            func collectionView(
                _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
            ) -> CollectionViewCell {
                let item = indexPath[1]
                let cell = collectionView.dequeueConfiguredReusableCell(
                    using: cellRegistration, for: indexPath, item: item)
                return cell
            }
        }
        let (view, source) = (view(), Source())
        view.dataSource = source
        view.layoutIfNeeded()
        #expect(view.visibleCells.map { $0.accessibility?.label } == ["0", "1"])
    }
}
