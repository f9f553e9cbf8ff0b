import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import Testing

// Models that the documents declare, and a line that one of them shows. `DocumentedSpellings` has the protocols.

@MainActor
@Suite("Samples of the documents: declarations")
struct DeclarationSamples {
    private func view() -> CollectionView {
        CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    }

    /// The two classes of the document. The words `@objc(…)`, `NSObject` and `@objc` are left out: Objective-C exists on Apple's
    /// systems only.
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
