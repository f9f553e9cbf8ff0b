import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout

extension ConformanceEntry {
    static let provider = ConformanceEntry(description: "providers of sections") { ProviderDoor() }
}

/// A ``CollectionSectionController`` with three providers; the middle one has the sections.
@MainActor
private final class ProviderDoor: ConformanceDoor {
    typealias Controller = CollectionSectionController<String, String>

    let controller = Controller(sectionProviders: [Provider(), Provider(), Provider()])
    let provider: Provider
    var view: CollectionView { controller.collectionView }
    var events: [String] {
        get { provider.events }
        set { provider.events = newValue }
    }
    let keepsCells = true
    var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)? {
        get { provider.makeLayout }
        set { provider.makeLayout = newValue }
    }
    var outerDelegate: (any CollectionViewDelegate)? {
        get { controller.sectionProviderList.outerDelegate }
        set { controller.sectionProviderList.outerDelegate = newValue }
    }

    init() {
        provider = Provider()
        controller.addSectionProvider(provider)
        let last = Provider()
        controller.addSectionProvider(last)
        controller.addDelegate(provider, sectionProvider: provider)
        // As in the other doors: a newly chosen item replaces the selection.
        controller.selectionPolicy = .swapping
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    }

    func show(_ sections: [ConformanceSection]) {
        let snapshot = DiffableSnapshot(sections: sections.map { ($0.name, $0.items) })
        controller.apply(snapshot, animatingDifferences: false, sectionProvider: provider)
    }

    final class Cell: CollectionViewCell, ConformanceCell {
        var name = ""
    }

    final class Provider: CollectionSectionProvider, CollectionSectionControllerDelegate {
        var events: [String] = []
        var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)?

        func sectionLayout(forSection section: Int) -> (any CollectionViewSectionLayout)? { makeLayout?() }

        func cellProvider(_ controller: Controller, indexPath: IndexPath, item: String) -> CollectionViewCell? {
            let cell = controller.dequeueReusableCell(Cell.self, for: indexPath, sectionProvider: self)
            cell.name = item
            return cell
        }

        func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
            .list(itemHeight: .absolute(20))
        }

        func collectionSectionController(
            _ controller: Controller, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { events.append("+\((cell as? Cell)?.name ?? "?")") }

        func collectionSectionController(
            _ controller: Controller, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { events.append("-\((cell as? Cell)?.name ?? "?")") }

        func collectionSectionController(_ controller: Controller, didSelectItemAt indexPath: IndexPath) {
            events.append("*\(controller.itemIdentifier(for: indexPath, sectionProvider: self) ?? "?")")
        }
    }
}
