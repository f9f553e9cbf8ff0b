import Foundation
import ListEngine
import ListEngineCompatibility
import Testing

/// Whatever forwards the calls of a data source forwards all of them. A class that has a requirement from the protocol's
/// default neither forwards it nor lets a subclass override it.
@MainActor
@Suite("Forwarded calls of data sources")
struct ForwardedDataTests {
    @MainActor
    private final class Calls { var log: [String] = [] }

    private final class Provider: SectionProvider {
        let calls: Calls
        init(_ calls: Calls) { self.calls = calls }
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 2 }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            calls.log.append("cell \(indexPath)")
            return view.dequeueReusableCell(PlaceholderCell.self, for: indexPath)
        }
        func collectionView(
            _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
        ) -> CollectionReusableView? {
            calls.log.append("view \(indexPath)")
            return nil
        }
        func collectionView(_ view: CollectionView, indexTitleForSection section: Int) -> String? { "title \(section)" }
        func collectionView(_ view: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
        func collectionView(_ view: CollectionView, moveItemAt source: IndexPath, to destination: IndexPath) {
            calls.log.append("move \(source) \(destination)")
        }
        func collectionView(
            _ view: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
        ) { calls.log.append("commit \(indexPath)") }
        func collectionView(
            _ view: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
        ) -> Bool {
            calls.log.append("\(isExpanded) \(indexPath)")
            return true
        }
    }

    private final class Layoutables: CompositionalLayoutProvider {
        var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    }

    private func view() -> CollectionView {
        CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    }

    private func expectAllCalls(
        _ source: any CollectionViewDataSource, _ calls: Calls, in view: CollectionView,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        calls.log = []
        let (first, last): (IndexPath, IndexPath) = ([0, 0], [0, 1])
        _ = source.collectionView(view, cellForItemAt: last)
        _ = source.collectionView(view, viewForSupplementaryElementOfKind: .header, at: first)
        source.collectionView(view, moveItemAt: first, to: last)
        source.collectionView(view, commit: .delete, forItemAt: last)
        let isExpanded = source.collectionView(view, setExpanded: true, forItemAt: first)
        #expect(isExpanded, sourceLocation: sourceLocation)
        #expect(source.collectionView(view, canMoveItemAt: first), sourceLocation: sourceLocation)
        let title = source.collectionView(view, indexTitleForSection: 0)
        #expect(title == "title 0", sourceLocation: sourceLocation)
        #expect(source.collectionView(view, numberOfItemsInSection: 0) == 2, sourceLocation: sourceLocation)
        #expect(
            calls.log == ["cell \(last)", "view \(first)", "move \(first) \(last)", "commit \(last)", "true \(first)"],
            sourceLocation: sourceLocation)
    }

    @Test func listsOfProvidersForwardAllCalls() {
        let (view, calls, list) = (view(), Calls(), SectionProviderList())
        list.attach(to: view)
        list.update(animated: false) { $0.providers = [Provider(calls)] }
        expectAllCalls(list, calls, in: view)
    }

    @Test func controllersForwardAllCalls() {
        let calls = Calls()
        let controller = SectionProviderListController(collectionViewLayout: CollectionViewFlowLayout())
        controller.sectionProviderList.update(animated: false) { $0.providers = [Provider(calls)] }
        expectAllCalls(controller, calls, in: controller.collectionView)
    }

    @Test func layoutableSectionsReceiveAllCalls() {
        let (view, calls, sections) = (view(), Calls(), Layoutables())
        let (section, provider) = (CompositionalLayoutableSection(), Provider(calls))
        section.dataSource = provider
        sections.compositionalLayoutSections = [section]
        let source = CompositionalLayoutDataSource(provider: sections)
        view.dataSource = source
        view.updateCollectionViewCompositionalLayout(for: sections)
        view.layoutIfNeeded()
        expectAllCalls(source, calls, in: view)
    }

    @Test func aControllerCanOverrideAllCalls() {
        final class Controller: CollectionViewController {
            override func collectionView(
                _ view: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
            ) -> Bool { isExpanded }
        }
        let controller = Controller(collectionViewLayout: CollectionViewFlowLayout())
        let source: any CollectionViewDataSource = controller
        let isExpanded = source.collectionView(controller.collectionView, setExpanded: true, forItemAt: [0, 0])
        #expect(isExpanded)
    }
}
