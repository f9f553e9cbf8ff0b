import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

private typealias Settings = CollectionSectionSelectionSettings

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

/// A list of two sections with three items of 20 points each, provided by one of the doors.
@MainActor
private protocol SelectingDoor: AnyObject {
    var view: CollectionView { get }
    var policy: CollectionSectionSelectionPolicy? { get set }
    func set(_ settings: Settings?, ofSection section: Int)
}

private struct SelectingEntry: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var make: @MainActor @Sendable () -> any SelectingDoor
}

@MainActor
private func makeView() -> CollectionView {
    CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
}

@MainActor
private final class ProvidersDoor: SelectingDoor {
    final class Provider: SectionProvider {
        var selectionSettings: CollectionSectionSelectionSettings?
        var asked = 0
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
            asked += 1
            return true
        }
    }

    let view = makeView()
    let list = SectionProviderList()
    let providers = [Provider(), Provider()]
    var policy: CollectionSectionSelectionPolicy? {
        get { list.selectionPolicy }
        set { list.selectionPolicy = newValue }
    }

    init() {
        list.attach(to: view)
        list.update(animated: false) { [providers] in $0.providers = providers }
    }

    func set(_ settings: Settings?, ofSection section: Int) {
        providers[section].selectionSettings = settings
        list.selectionSettingsDidChange(of: providers[section])
    }
}

@MainActor
private final class SectionsDoor: SelectingDoor {
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: CollectionViewFlowLayout())
    let list = ListDataSource()
    let sections = ["a", "b"].map { name in
        ClosureSection(listIdentifier: name, items: [0, 1, 2], identifiedBy: { $0 })
            .itemSize(CGSize(width: 100, height: 20))
            .onCellConfigure { (cell: NameCell, item, _) in cell.name = "\(name)\(item)" }
    }
    var policy: CollectionSectionSelectionPolicy? {
        get { list.selectionPolicy }
        set { list.selectionPolicy = newValue }
    }

    init() {
        list.prepare(for: view)
        list.append(newSections: sections)
    }

    func set(_ settings: Settings?, ofSection section: Int) { sections[section].selectionSettings(settings) }
}

@MainActor
private final class DescriptionsDoor: SelectingDoor {
    let view = makeView()
    let adapter: ListAdapter
    let sections = (0..<2).map { _ in
        SectionDescription(viewModels: [0, 1, 2], cell: NameCell.self, size: ViewComponentSize(height: 20)) {
            $0.name = "\($1)"
            _ = $2
        }
    }
    var policy: CollectionSectionSelectionPolicy? {
        get { adapter.selectionPolicy }
        set { adapter.selectionPolicy = newValue }
    }

    init() {
        adapter = ListAdapter(collectionView: view)
        adapter.add(listSections: sections)
    }

    func set(_ settings: Settings?, ofSection section: Int) { sections[section].selectionSettings = settings }
}

/// Records calls about selection.
private final class Listener: CollectionViewDelegate {
    var log: [String] = []
    func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        log.append("select? \(text(indexPath))")
        return true
    }
    func collectionView(_ view: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        log.append("deselect? \(text(indexPath))")
        return true
    }
    func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("selected \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        log.append("deselected \(text(indexPath))")
    }
}

@MainActor
@Suite("Selection settings of sections, however they are provided")
struct SectionSelectionTests {
    private nonisolated static let doors: [SelectingEntry] = [
        SelectingEntry(testDescription: "providers") { ProvidersDoor() },
        SelectingEntry(testDescription: "sections") { SectionsDoor() },
        SelectingEntry(testDescription: "described sections") { DescriptionsDoor() },
    ]

    private func tap(_ view: CollectionView, _ row: Int) { view.hostTap(at: CGPoint(x: 5, y: 20 * row + 10)) }

    private func allows(_ view: CollectionView, _ indexPath: IndexPath) -> Bool? {
        view.delegate?.collectionView(view, shouldSelectItemAt: indexPath)
    }

    private func many() -> Settings {
        var settings = Settings()
        settings.allowsMultipleSelection = true
        return settings
    }

    @Test(arguments: doors) fileprivate func allCombinations(door entry: SelectingEntry) {
        let policies: [CollectionSectionSelectionPolicy?] = [nil, .exclusiveProvider, .swapping]
        for policy in policies {
            for bits in 0..<64 {
                func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
                let (allowed, edits, whileEditing) = (bit(0), bit(1), bit(2))
                let (many, manyWhileEditing, hasSelection) = (bit(3), bit(4), bit(5))
                // The reasons that prevent a selection, one by one.
                let standsOwnInTheWay = hasSelection && policy != .swapping
                var isAllowed = allowed
                if edits, !whileEditing { isAllowed = false }
                if standsOwnInTheWay, !many { isAllowed = false }
                if standsOwnInTheWay, edits, !manyWhileEditing { isAllowed = false }

                let door = entry.make()
                let view = door.view
                door.policy = policy
                var settings = Settings()
                settings.allowsSelection = allowed
                settings.allowsSelectionDuringEditing = whileEditing
                settings.allowsMultipleSelection = many
                settings.allowsMultipleSelectionDuringEditing = manyWhileEditing
                door.set(settings, ofSection: 1)
                view.isEditing = edits
                view.layoutIfNeeded()
                if hasSelection { view.selectItem(at: path(0, 1), animated: false) }
                let place = "\(entry) \(String(describing: policy)) \(bits)"
                #expect(allows(view, path(1, 1)) == isAllowed, "\(place)")
                // The other section has no settings: only a selection in another section can prevent its own, if the
                // policy excludes that.
                #expect(allows(view, path(1)) == !(policy == .exclusiveProvider && hasSelection), "\(place)")
                if policy == .exclusiveProvider {
                    view.selectItem(at: path(2), animated: false)
                    #expect(allows(view, path(1, 1)) == false, "\(place)")
                }
            }
        }
    }

    @Test(arguments: doors) fileprivate func oneSectionAtATime(door entry: SelectingEntry) {
        let door = entry.make()
        let view = door.view
        let listener = Listener()
        (view.delegate as? SectionProviderList)?.outerDelegate = listener
        door.policy = .exclusiveProvider
        door.set(many(), ofSection: 0)
        view.layoutIfNeeded()
        #expect(view.allowsMultipleSelection)
        for row in [0, 2, 4] { tap(view, row) }
        #expect(view.indexPathsForSelectedItems == [path(0), path(2)])
        tap(view, 0)
        tap(view, 2)
        tap(view, 4)
        #expect(view.indexPathsForSelectedItems == [path(1, 1)])
        #expect(
            listener.log == [
                "select? 0.0", "selected 0.0", "select? 0.2", "selected 0.2", "select? 1.1", "deselect? 0.0",
                "deselected 0.0", "deselect? 0.2", "deselected 0.2", "select? 1.1", "selected 1.1",
            ])
        // A permission of a section is not revoked by the list.
        door.set(nil, ofSection: 0)
        #expect(view.allowsMultipleSelection)
    }

    @Test(arguments: doors) fileprivate func aNewSelectionReplacesTheOldOne(door entry: SelectingEntry) {
        let door = entry.make()
        let view = door.view
        let listener = Listener()
        (view.delegate as? SectionProviderList)?.outerDelegate = listener
        door.policy = .swapping
        door.set(many(), ofSection: 0)
        door.set(Settings(), ofSection: 1)
        view.layoutIfNeeded()
        for row in [0, 1] { tap(view, row) }
        #expect(view.indexPathsForSelectedItems == [path(0), path(1)])
        listener.log = []
        tap(view, 3)
        tap(view, 5)
        #expect(view.indexPathsForSelectedItems == [path(2, 1)])
        #expect(
            listener.log == [
                "select? 1.0", "deselected 0.0", "deselected 0.1", "selected 1.0", "select? 1.2", "deselected 1.0",
                "selected 1.2",
            ])
        // A section without settings keeps what the list allows it to keep.
        door.set(nil, ofSection: 1)
        tap(view, 3)
        #expect(view.indexPathsForSelectedItems == [path(0, 1), path(2, 1)])
        tap(view, 0)
        #expect(view.indexPathsForSelectedItems == [path(0)])
    }

    @Test(arguments: doors) fileprivate func withoutAPolicySectionsSelectIndependently(door entry: SelectingEntry) {
        let door = entry.make()
        let view = door.view
        door.set(many(), ofSection: 0)
        var none = Settings()
        none.allowsSelection = false
        door.set(none, ofSection: 1)
        view.layoutIfNeeded()
        for row in [0, 1, 3] { tap(view, row) }
        #expect(view.indexPathsForSelectedItems == [path(0), path(1)])
        door.set(nil, ofSection: 1)
        tap(view, 3)
        #expect(view.indexPathsForSelectedItems == [path(0), path(1), path(0, 1)])
    }

    @Test func aProviderIsOnlyAskedIfThePolicyAllowsTheSelection() {
        let door = ProvidersDoor()
        door.policy = .exclusiveProvider
        door.view.layoutIfNeeded()
        tap(door.view, 0)
        tap(door.view, 4)
        #expect(door.providers.map(\.asked) == [1, 0])
    }

    @Test func aSectionDecidesWhetherSelectionFollowsTheFocus() {
        let door = ProvidersDoor()
        var settings = Settings()
        settings.selectionFollowsFocus = true
        door.set(settings, ofSection: 1)
        door.set(Settings(), ofSection: 0)
        #expect(door.view.selectionFollowsFocus)
        func follows(_ section: Int) -> Bool? {
            door.view.delegate?.collectionView(door.view, selectionFollowsFocusForItemAt: path(0, section))
        }
        #expect(follows(0) == false && follows(1) == true)
    }

    /// Settings that say nothing about the focus leave the host's default, unless the program has set another.
    @Test func settingsKeepTheDefaultOfTheHost() {
        final class DesktopHost: ScrollingHost {
            override var selectionFollowsFocus: Bool { true }
        }
        let door = ProvidersDoor()
        let host = DesktopHost(door.view)
        door.set(Settings(), ofSection: 0)
        func follows() -> Bool? {
            door.view.delegate?.collectionView(door.view, selectionFollowsFocusForItemAt: path(0))
        }
        withExtendedLifetime(host) {
            #expect(follows() == true)
            door.view.selectionFollowsFocus = false
            #expect(follows() == false)
        }
    }

    @Test func settingsApplyFromTheTimeASectionIsAdded() {
        let view = makeView()
        let list = SectionProviderList()
        let provider = ProvidersDoor.Provider()
        provider.selectionSettings = many()
        // In a list that is not shown yet, and in one that is.
        list.update(animated: false) { $0.providers = [provider] }
        list.attach(to: view)
        #expect(view.allowsMultipleSelection)
        let door = SectionsDoor()
        #expect(!door.view.allowsMultipleSelection)
        let section = ClosureSection(listIdentifier: "c", items: [1], identifiedBy: { $0 }).selectionSettings(many())
        door.list.append(newSections: [section])
        #expect(door.view.allowsMultipleSelection)
        // Another object replaces a section.
        let other = SectionsDoor()
        other.list.update(
            newSections: [
                ClosureSection(listIdentifier: "a", items: [1], identifiedBy: { $0 }).selectionSettings(many())
            ])
        #expect(other.view.allowsMultipleSelection)
    }
}
