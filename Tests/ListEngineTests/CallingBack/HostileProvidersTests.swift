import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Random programs whose providers change the list in the calls that they receive: a provider removes itself while its cell is
/// requested, is released while it is displayed, is listed twice, returns a cell of another list, changes its count, or starts
/// and stops using the calls about cells.
///
/// `LE_SEED` runs one program, `LE_CASES` scales their number.
@MainActor
@Suite("Hostile providers")
struct HostileProvidersTests {
    @Test func theListShowsWhatItsProvidersHave() {
        let environment = ProcessInfo.processInfo.environment
        let scale = environment["LE_CASES"].flatMap(Double.init) ?? 0.05
        let only = environment["LE_SEED"].flatMap(UInt64.init)
        var faults = 0
        for seed in (only ?? 1)...(only ?? UInt64(max(1, 10_000 * scale))) where faults < 5 {
            let program = ProviderProgram(seed: seed)
            for step in 0..<40 {
                guard let fault = program.step() else { continue }
                faults += 1
                Issue.record("LE_SEED=\(seed), step \(step): \(fault); \(program.trail)")
                break
            }
        }
    }

    @Test func aRemovedProviderIsReleasedWhenTheListShowsTheChange() {
        let program = ProviderProgram(seed: 1)
        weak var removed: PositionalProvider?
        do {
            let provider = PositionalProvider(ProviderData(program))
            removed = provider
            program.list?.update(animated: false) { $0.providers = [provider] }
            program.view.layoutIfNeeded()
            #expect(program.view.visibleCells.count > 0)
        }
        #expect(removed != nil)
        program.list?.update(animated: false) { $0.providers = [] }
        #expect(removed == nil)
    }

    @Test func aReloadInAnUpdateEndsCellsWhereTheyAreShown() {
        let program = ProviderProgram(seed: 1)
        let (first, second) = (PositionalProvider(ProviderData(program)), PositionalProvider(ProviderData(program)))
        first.data.sections = [["a", "b"]]
        second.data.sections = [["c"]]
        program.list?.update(animated: false) { $0.providers = [first] }
        program.view.layoutIfNeeded()
        second.data.displayed = { program.view.reloadData() }
        program.list?.update(animated: false) { $0.providers.insert(second, at: 0) }
        program.view.layoutIfNeeded()
        #expect(program.faults == [])
        #expect(first.data.shown.values.sorted() == ["a", "b"] && Array(second.data.shown.values) == ["c"])
    }

    @Test func positionsAreCountedInTheProviderAndInTheList() {
        let program = ProviderProgram(seed: 1)
        let (first, second) = (PositionalProvider(ProviderData(program)), PositionalProvider(ProviderData(program)))
        first.data.sections = [["a"], []]
        second.data.sections = [["b"], ["c", "d"]]
        program.list?.update(animated: false) { $0.providers = [first, second] }
        program.view.layoutIfNeeded()
        let last = second.data.requested.last
        #expect(last?.section == 1 && last?.item == 1 && last?.listSection == 3 && last?.isBefore == false)
        #expect(last?.indexPath == [1, 1] && last?.listIndexPath == [3, 1])
        #expect(program.list?.position(of: [1, 1], in: second) == last)
        #expect(program.list?.position(of: [2, 0], in: second) == nil)
        #expect(program.list?.position(of: [0, -1], in: PositionalProvider(ProviderData(program))) == nil)
    }
}

/// The data of a provider, and the calls that it received.
@MainActor
final class ProviderData {
    unowned let program: ProviderProgram
    var sections: [[String]]
    var observes = true
    /// The names of the cells that the provider shows, by cell.
    var shown: [ObjectIdentifier: String] = [:]
    var requested: [ProviderPosition] = []
    /// Called once, when a cell is shown.
    var displayed: (() -> Void)?

    init(_ program: ProviderProgram) {
        self.program = program
        sections = program.newSections()
    }

    func name(_ section: Int, _ item: Int) -> String? {
        sections.indices.contains(section) && sections[section].indices.contains(item) ? sections[section][item] : nil
    }

    func cell(_ section: Int, _ item: Int, in view: CollectionView) -> CollectionViewCell {
        program.callBack("cell")
        let path = IndexPath(item: item, section: section)
        if program.returnsForeignCell {
            program.returnsForeignCell = false
            return program.other.dequeueReusableCell(NameCell.self, for: path)
        }
        let cell = view.dequeueReusableCell(NameCell.self, for: path)
        cell.name = name(section, item) ?? "?"
        program.callBack("cell")
        return cell
    }

    func willDisplay(_ cell: CollectionViewCell) {
        if shown.updateValue((cell as? NameCell)?.name ?? "", forKey: ObjectIdentifier(cell)) != nil {
            program.note("a cell is shown twice")
        }
        if let displayed {
            self.displayed = nil
            displayed()
        }
        program.callBack("willDisplay")
    }

    func didEnd(_ cell: CollectionViewCell) {
        if shown.removeValue(forKey: ObjectIdentifier(cell)) == nil { program.note("a cell ends that was not shown") }
        program.callBack("didEnd")
    }
}

@MainActor
protocol ProgramProvider: SectionProvider { var data: ProviderData { get } }

extension ProgramProvider {
    func numberOfSections(in collectionView: CollectionView) -> Int { data.sections.count }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        data.program.callBack("count")
        return data.sections.indices.contains(section) ? data.sections[section].count : 0
    }

    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        data.cell(indexPath[0], indexPath[1], in: collectionView)
    }

    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        data.program.callBack("prefetch")
    }

    func didMove(to list: SectionProviderList?) { data.program.callBack("didMove") }
}

/// Receives positions.
final class PositionalProvider: ProgramProvider {
    let data: ProviderData
    init(_ data: ProviderData) { self.data = data }

    var observesCells: Bool { data.observes }

    func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        data.requested.append(position)
        check(position)
        return data.cell(position.section, position.item, in: collectionView)
    }

    func willDisplay(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView) {
        check(position)
        data.willDisplay(cell)
    }

    func didEndDisplaying(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)
    {
        check(position)
        data.didEnd(cell)
    }

    private func check(_ position: ProviderPosition) {
        guard !position.isBefore, let sections = data.program.list?.sections(of: self) else { return }
        if position.listSection != sections.lowerBound + position.section || !sections.contains(position.listSection) {
            data.program.note("\(position) is not in \(sections)")
        }
    }
}

/// Receives index paths.
final class PathProvider: ProgramProvider {
    let data: ProviderData
    init(_ data: ProviderData) { self.data = data }

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { data.willDisplay(cell) }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { data.didEnd(cell) }
}

/// Receives only requests for cells.
final class SilentProvider: ProgramProvider {
    let data: ProviderData
    init(_ data: ProviderData) { self.data = data }
}

/// A random program. Its actions run between passes and in callbacks.
@MainActor
final class ProviderProgram {
    private var random: TestRandom
    let view: CollectionView
    /// Another list, whose cells do not belong into the first.
    let other: CollectionView
    private(set) var list: SectionProviderList?
    var returnsForeignCell = false
    private(set) var trail: [String] = []
    private(set) var faults: [String] = []
    private var depth = 0
    private var budget = 0
    private var names = 0
    private var begun = 0
    private var ended = 0
    /// Whether a provider changed its data without an update, until everything is loaded.
    private var isOutdated = false
    private var foreignCells = 0
    private final class Outer: CollectionViewDelegate {
        let call: @MainActor () -> Void
        init(_ call: @escaping @MainActor () -> Void) { self.call = call }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { call() }
    }
    private var outer: Outer?

    init(seed: UInt64) {
        random = TestRandom(seed: seed)
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 10))
        other = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 10))
        view.diagnostics.handler = { _ in }
        other.diagnostics.handler = { _ in }
        makeList()
    }

    private func makeList() {
        let list = SectionProviderList()
        list.attach(to: view)
        self.list = list
    }

    func note(_ fault: String) { faults.append(fault) }

    func newSections() -> [[String]] {
        (0..<random.below(4)).map { _ in newNames(random.below(8)) }
    }

    private func newNames(_ count: Int) -> [String] {
        names += count
        return (0..<count).map { "n\(names - $0)" }
    }

    // MARK: Steps

    /// Performs an action, in which callbacks perform others. Returns the fault of the step.
    func step() -> String? {
        trail = []
        budget = random.below(5)
        act("")
        view.layoutIfNeeded()
        budget = 0
        // The last callback may have requested a pass.
        view.layoutIfNeeded()
        return faults.first ?? fault()
    }

    func callBack(_ call: String) {
        guard budget > 0, depth < 3, random.chance(oneIn: 10) else { return }
        budget -= 1
        act(call)
    }

    private func update(_ body: @escaping @MainActor (inout SectionProviderList.Update) -> Void) {
        guard let list else { return }
        begun += 1
        var isCompleted = false
        list.update(animated: random.chance(oneIn: 3), body) { [weak self] _ in
            if isCompleted { self?.note("an update is completed twice") }
            isCompleted = true
            self?.ended += 1
        }
    }

    private func newProvider() -> any ProgramProvider {
        let data = ProviderData(self)
        switch random.below(4) {
        case 0: return SilentProvider(data)
        case 1: return PathProvider(data)
        default: return PositionalProvider(data)
        }
    }

    private func anyProvider() -> (any ProgramProvider)? {
        guard let providers = list?.providers, !providers.isEmpty else { return nil }
        return providers[random.below(providers.count)] as? any ProgramProvider
    }

    private func act(_ call: String) {
        depth += 1
        defer { depth -= 1 }
        let action = random.below(16)
        trail.append("\(call)\(call.isEmpty ? "" : ": ")\(action)")
        switch action {
        case 0, 1:
            let (new, place) = (newProvider(), random.below(5))
            update { $0.providers.insert(new, at: min(place, $0.providers.count)) }
        case 2:
            guard let provider = anyProvider() else { return }
            update { $0.providers.removeAll { $0 === provider } }
        case 3:
            guard let provider = anyProvider() else { return }
            update { $0.providers.append(provider) }
        case 4: update { $0.providers.reverse() }
        case 5, 6, 7: edit()
        case 8:
            guard let provider = anyProvider() else { return }
            provider.data.sections = newSections()
            view.reloadData()
        case 9: view.hostDidScroll(to: point(CGFloat(random.below(400))))
        case 10:
            guard call == "cell" else { return }
            returnsForeignCell = true
            foreignCells += 1
        case 11:
            list?.attach(to: other)
            list?.attach(to: view)
        case 12:
            outer = random.chance(oneIn: 2) ? Outer { [weak self] in self?.callBack("outer") } : nil
            list?.outerDelegate = outer
        case 13: view.layoutIfNeeded()
        case 14:
            // A provider that has fewer items than it said.
            guard let provider = anyProvider(), random.chance(oneIn: 4) else { return }
            provider.data.sections = provider.data.sections.map { Array($0.dropLast(2)) }
            isOutdated = true
        default:
            guard random.chance(oneIn: 3) else { return }
            list = nil
            makeList()
        }
    }

    /// Deletes and inserts items of a section.
    private func edit() {
        guard let provider = anyProvider(), !isOutdated else { return }
        let data = provider.data
        let (section, place, new) = (random.below(3), random.below(8), newNames(random.below(3)))
        update { update in
            guard update.providers.contains(where: { $0 === provider }), data.sections.indices.contains(section) else {
                return
            }
            let count = data.sections[section].count
            let deleted = min(place, count)..<min(place + 2, count)
            data.sections[section].replaceSubrange(deleted, with: new)
            update.change(
                provider, section: section, deleting: IndexSet(deleted),
                inserting: IndexSet(deleted.lowerBound..<(deleted.lowerBound + new.count)))
        }
    }

    // MARK: Faults

    private func fault() -> String? {
        if isOutdated {
            isOutdated = false
            view.reloadData()
            view.layoutIfNeeded()
        }
        if begun != ended { return "\(begun) updates have begun, \(ended) have ended" }
        guard let list else { return nil }
        let providers = list.providers.compactMap { $0 as? any ProgramProvider }
        let sections = providers.flatMap(\.data.sections)
        guard view.numberOfSections == sections.count else {
            return "\(view.numberOfSections) sections instead of \(sections.count)"
        }
        for section in sections.indices where view.numberOfItems(inSection: section) != sections[section].count {
            return "section \(section) has \(view.numberOfItems(inSection: section)) items: \(sections[section])"
        }
        var cells: [ObjectIdentifier: String] = [:]
        for path in view.indexPathsForVisibleItems {
            guard let cell = view.cellForItem(at: path) else { return "no cell at \(path)" }
            guard let named = cell as? NameCell else {
                if foreignCells == 0 { return "\(cell) at \(path)" }
                continue
            }
            cells[ObjectIdentifier(cell)] = named.name
            if named.name != sections[path[0]][path[1]] {
                return "\(named.name) at \(path) instead of \(sections[path[0]][path[1]])"
            }
        }
        for provider in providers where !(provider is SilentProvider) {
            for (cell, name) in provider.data.shown where cells[cell] != name && foreignCells == 0 {
                return "\(name) is shown, as its provider knows"
            }
        }
        let known = providers.filter { !($0 is SilentProvider) }.reduce(0) { $0 + $1.data.shown.count }
        let silent = providers.filter { $0 is SilentProvider }.flatMap { $0.data.sections.flatMap { $0 } }
        let visible = cells.values.filter { !Set(silent).contains($0) }.count
        return known == visible || foreignCells > 0
            ? nil : "\(visible) cells are shown, of which their providers know \(known)"
    }
}
