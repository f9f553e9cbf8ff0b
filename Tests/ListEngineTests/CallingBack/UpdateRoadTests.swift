import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine

/// Programs that act at each station of an update: while its counts, styles, sizes and cells are requested, and when it ends.
@MainActor
@Suite("The road of an update")
struct UpdateRoadTests {
    /// A place where an update calls user code.
    enum Station: CaseIterable { case sections, items, style, size, cell, completion }

    /// The action of the program there, once.
    enum Action: CaseIterable {
        case update, twoUpdates, reload, batch, layout, bounds, scroll, otherSource, noSource, otherHost, drop, pass
    }

    enum Door: CaseIterable { case batch, diffable, provider, sections, statedEdits }

    /// Runs an action when a station is reached for a certain time.
    @MainActor
    final class Trap {
        var station: Station?
        var left = 0
        var action: () -> Void = {}

        func reach(_ station: Station) {
            guard station == self.station else { return }
            left -= 1
            if left == 0 { action() }
        }
    }

    /// Names in sections. The subscripts trap if the list names an item that the data does not hold.
    @MainActor
    class Source: CollectionViewFlowLayoutDelegate {
        var names: [[String]] = [["a", "b", "c"], ["d", "e"]]
        let trap = Trap()
        let layout = CollectionViewFlowLayout()
        let host = RecorderHost()
        let view: CollectionView
        private(set) var started = 0
        private(set) var ended = 0
        private var fresh = 0

        init() {
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
            layout.delegate = self
            layout.minimumLineSpacing = 0
            view.host = host
        }

        /// The names after the next update: an item is inserted and one deleted, and a section comes or goes.
        func nextNames() -> [[String]] {
            fresh += 1
            var next = names
            next[0].insert("new \(fresh)", at: 0)
            if next[0].count > 2 { next[0].removeLast() }
            if next.count < 4 { next.append(["section \(fresh)"]) } else { next.remove(at: 1) }
            return next
        }

        func update() {
            started += 1
            show(nextNames()) { [self] _ in
                ended += 1
                trap.reach(.completion)
            }
        }

        func show(_ next: [[String]], _ completion: @escaping UpdateCompletion) { fatalError("abstract") }
        /// Releases the object that owns the data.
        func drop() {}

        func cell(_ indexPath: IndexPath, _ name: String) -> CollectionViewCell {
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = name
            trap.reach(.cell)
            return cell
        }

        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            let name = names[section][item]
            trap.reach(.size)
            return CGSize(width: 100, height: 20 + CGFloat(name.count))
        }

        func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
            _ = names[section]
            trap.reach(.style)
            return .zero
        }
    }

    // MARK: Data sources of each kind

    final class BatchSource: Source, CollectionViewDataSource {
        override init() {
            super.init()
            view.dataSource = self
        }

        override func show(_ next: [[String]], _ completion: @escaping UpdateCompletion) {
            let refused = view.performBatchUpdates {
                let old = names
                names = next
                view.deleteItems(at: [IndexPath(item: old[0].count - 1, section: 0)])
                for item in 0..<next[0].count - old[0].count + 1 {
                    view.insertItems(at: [IndexPath(item: item, section: 0)])
                }
                if next.count > old.count { view.insertSections([next.count - 1]) }
                if next.count < old.count { view.deleteSections([1]) }
            } completion: {
                completion($0)
            }
            _ = refused
        }

        func numberOfSections(in collectionView: CollectionView) -> Int {
            trap.reach(.sections)
            return names.count
        }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            let count = names[section].count
            trap.reach(.items)
            return section < names.count ? names[section].count : count
        }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            cell(indexPath, names[indexPath.section][indexPath.item])
        }
    }

    final class DiffableSource: Source {
        private var source: DiffableDataSource<String, String>?
        private var sections = 0
        private var shown: DiffableSnapshot<String, String> { source?.snapshot() ?? DiffableSnapshot() }

        override init() {
            super.init()
            source = DiffableDataSource(collectionView: view) { [unowned self] _, indexPath, name in
                cell(indexPath, name)
            }
            source?.apply(Self.snapshot(names))
        }

        static func snapshot(_ names: [[String]]) -> DiffableSnapshot<String, String> {
            DiffableSnapshot(sections: names.map { ($0.last ?? "", $0) })
        }

        override func show(_ next: [[String]], _ completion: @escaping UpdateCompletion) {
            guard let source else { return completion(.failed(UpdateError.dataSourceReleased)) }
            source.edit { [unowned self] snapshot in
                let next = nextNames()
                names = next
                snapshot = Self.snapshot(next)
            } completion: {
                completion($0)
            }
        }

        override func drop() { source = nil }
    }

    final class ProviderSource: Source, SectionProvider {
        private var list: SectionProviderList? = SectionProviderList()

        override init() {
            super.init()
            list?.attach(to: view)
            layout.delegate = self
            list?.update(animated: false) { [unowned self] in $0.providers = [self] }
        }

        override func show(_ next: [[String]], _ completion: @escaping UpdateCompletion) {
            guard let list else { return completion(.failed(UpdateError.dataSourceReleased)) }
            list.update(animated: true) { [unowned self] update in
                let (old, next) = (DiffableSource.snapshot(names), nextNames())
                names = next
                update.change(self, DiffableSource.snapshot(next).changeset(from: old))
            } completion: {
                completion($0)
            }
        }

        override func drop() { list = nil }

        func numberOfSections(in collectionView: CollectionView) -> Int {
            trap.reach(.sections)
            return names.count
        }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            trap.reach(.items)
            return section < names.count ? names[section].count : 0
        }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            cell(indexPath, names[indexPath.section][indexPath.item])
        }
    }

    final class Section: ListSection {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Name]
        private unowned let source: SectionsSource

        struct Name: ListIdentifiable { var listIdentifier: String }

        init(_ identifier: String, _ names: [String], _ source: SectionsSource) {
            listIdentifier = identifier
            items = names.map { Name(listIdentifier: $0) }
            self.source = source
        }

        var itemIdentifiers: [String] {
            source.trap.reach(.items)
            return items.map(\.listIdentifier)
        }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            source.cell(indexPath, itemIdentifier)
        }
        func configure(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
            (cell as? NameCell)?.name = itemIdentifier
        }
        func size(at indexPath: IndexPath) -> CGSize? {
            source.trap.reach(.size)
            return CGSize(width: 100, height: 20)
        }
        var inset: SectionInsets {
            source.trap.reach(.style)
            return .zero
        }
    }

    /// Sections that are replaced (`statesEdits` is false), or whose items are edited and that are added and deleted.
    final class SectionsSource: Source {
        private var list: ListDataSource? = ListDataSource()
        private var sections: [Section] = []
        private let statesEdits: Bool

        init(statesEdits: Bool) {
            self.statesEdits = statesEdits
            super.init()
            list?.attach(to: view)
            layout.delegate = list?.list
            sections = names.enumerated().map { Section("\($0)", $1, self) }
            list?.append(newSections: sections)
        }

        override func show(_ next: [[String]], _ completion: @escaping UpdateCompletion) {
            guard let list else { return completion(.failed(UpdateError.dataSourceReleased)) }
            guard statesEdits, let section = sections.first else {
                let new = next.enumerated().map { Section("\($0)", $1, self) }
                names = next
                return list.update(newSections: new, reloadVisibleViews: true) { completion($0) }
            }
            let name = Section.Name(listIdentifier: next[0][0])
            names[0].append(name.listIdentifier)
            section.items.append(name)
            section.append(items: [name]) { completion($0) }
        }

        override func drop() { list = nil }
    }

    /// Data that replaces other data.
    final class OtherSource: CollectionViewDataSource {
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "other \(indexPath.item)"
            return cell
        }
    }

    private func source(_ door: Door) -> Source {
        switch door {
        case .batch: BatchSource()
        case .diffable: DiffableSource()
        case .provider: ProviderSource()
        case .sections: SectionsSource(statesEdits: false)
        case .statedEdits: SectionsSource(statesEdits: true)
        }
    }

    private func perform(_ action: Action, _ source: Source, _ kept: inout [AnyObject]) {
        let view = source.view
        switch action {
        case .update: source.update()
        case .twoUpdates:
            source.update()
            source.update()
        case .reload: view.reloadData()
        case .batch: view.performBatchUpdates { view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        case .layout: view.invalidateLayout()
        case .bounds: view.bounds.size.width += 20
        case .scroll: view.scrollToItem(at: IndexPath(item: 0, section: 1), at: .start, animated: false)
        case .otherSource:
            let other = OtherSource()
            kept.append(other)
            source.layout.delegate = nil
            view.dataSource = other
        case .noSource: view.dataSource = nil
        case .otherHost:
            let host = RecorderHost()
            kept.append(host)
            view.host = host
        case .drop: source.drop()
        case .pass: view.layoutIfNeeded()
        }
    }

    /// The reason why a list is not as its data source says.
    private func fault(_ source: Source, _ action: Action) -> String? {
        let view = source.view
        for _ in 0..<3 { view.layoutIfNeeded() }
        if source.started != source.ended { return "\(source.started) updates, \(source.ended) completions" }
        if let broken = view.layout.brokenInvariant() { return "\(broken)" }
        let counts = view.dataSource.map { data in
            (0..<data.numberOfSections(in: view)).map { data.collectionView(view, numberOfItemsInSection: $0) }
        }
        let shown = (0..<view.layout.numberOfSections).map { view.layout.numberOfItems(inSection: $0) }
        if shown != counts ?? [] { return "shows \(shown), not \(counts ?? [])" }
        for path in view.indexPathsForVisibleItems {
            let name = (view.cellForItem(at: path) as? NameCell)?.name ?? "?"
            let expected =
                view.dataSource is OtherSource ? "other \(path.item)" : source.names[path.section][path.item]
            if name != expected { return "\(path) shows \(name), not \(expected)" }
        }
        return view.indexPathsForVisibleItems.isEmpty == (shown.reduce(0, +) == 0) ? nil : "nothing is visible"
    }

    @Test(arguments: Door.allCases) func actionsAtEachStationLeaveTheListAsItsData(door: Door) {
        var reached: Set<Station> = []
        for station in Station.allCases {
            for action in Action.allCases {
                for time in 1...3 {
                    let source = source(door)
                    source.view.layoutIfNeeded()
                    var kept: [AnyObject] = []
                    source.trap.station = station
                    source.trap.left = time
                    source.trap.action = { perform(action, source, &kept) }
                    source.update()
                    source.view.layoutIfNeeded()
                    source.update()
                    if source.trap.left <= 0 { reached.insert(station) }
                    source.trap.station = nil
                    if let fault = fault(source, action) {
                        Issue.record("\(door), \(action) at \(station), time \(time): \(fault)")
                    }
                    source.trap.action = {}
                }
            }
        }
        // A snapshot brings its counts along, and so do sections.
        let silent: Set<Station> =
            switch door {
            case .batch, .provider: []
            case .diffable: [.sections, .items]
            case .sections: [.sections]
            case .statedEdits: [.sections, .items]
            }
        #expect(reached == Set(Station.allCases).subtracting(silent), "\(door) did not reach all stations")
    }

    /// A data source that lies about a count ends in a full reload.
    @Test(arguments: [Door.batch, .provider], [-1, 1, Int.max, Int.min]) func aCountThatLiesEndsInAReload(
        door: Door, by error: Int
    ) {
        let source = source(door)
        source.view.layoutIfNeeded()
        let liar = Liar(source.view.dataSource!, error)
        if door == .batch { source.view.dataSource = liar }
        source.view.layoutIfNeeded()
        liar.lies = 1
        source.update()
        source.view.layoutIfNeeded()
        liar.lies = 0
        if let fault = fault(source, .pass) { Issue.record("\(door): \(fault)") }
        if door == .batch {
            #expect(
                source.view.diagnostics.count(of: .rejectedUpdate) + source.view.diagnostics.count(of: .unusableCount)
                    > 0)
        }
    }

    /// Passes calls on, and lies about the number of items.
    @MainActor
    final class Liar: CollectionViewDataSource {
        let source: any CollectionViewDataSource
        let error: Int
        var lies = 0

        init(_ source: any CollectionViewDataSource, _ error: Int) {
            self.source = source
            self.error = error
        }

        func numberOfSections(in collectionView: CollectionView) -> Int { source.numberOfSections(in: collectionView) }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            let count = source.collectionView(collectionView, numberOfItemsInSection: section)
            guard lies > 0 else { return count }
            lies -= 1
            return count &+ error
        }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            source.collectionView(collectionView, cellForItemAt: indexPath)
        }
    }

    /// The owner of the data goes away between the request of an update and its turn.
    @Test(arguments: [Door.diffable, .provider, .sections, .statedEdits])
    func anOwnerThatIsReleasedBeforeTheTurnEndsItsUpdates(
        door: Door
    ) {
        for updates in 1...3 {
            let source = source(door)
            source.view.layoutIfNeeded()
            source.view.performBatchUpdates {
                // They wait for the end of the batch.
                for _ in 0..<updates { source.update() }
                source.drop()
            }
            if let fault = fault(source, .drop) { Issue.record("\(door), \(updates) updates: \(fault)") }
            #expect(source.view.layout.numberOfSections == 0)
        }
    }
}
