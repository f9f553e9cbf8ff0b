import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Random sessions of lists whose items have identifiers, compared with a plain model.
@MainActor
@Suite("Random sessions with identifiers")
struct IdentitySessionTests {
    /// A model: sections and items by name, and how often each item was changed.
    struct Model {
        var sections: [(name: String, items: [Int])] = []
        /// Counts every change of an item, and the changes after which its cell or size must be new.
        var versions: [Int: Int] = [:]
        var sizes: [Int: Int] = [:]
        var selected: Set<Int> = []
        var nextItem = 0
        var nextSection = 0

        var items: [Int] { sections.flatMap(\.items) }

        mutating func newItems(_ count: Int) -> [Int] {
            nextItem += count
            return Array(nextItem - count..<nextItem)
        }

        mutating func newSection(_ random: inout TestRandom) -> (name: String, items: [Int]) {
            nextSection += 1
            return ("s\(nextSection)", newItems(random.below(25)))
        }

        /// Inserts, removes and moves sections and items, also between sections.
        mutating func change(_ random: inout TestRandom) {
            for _ in 0..<random.below(3) where !sections.isEmpty && random.chance(oneIn: 3) {
                sections.remove(at: random.below(sections.count))
            }
            for _ in 0..<random.below(3) where random.chance(oneIn: 2) {
                sections.insert(newSection(&random), at: random.below(sections.count + 1))
            }
            for _ in 0..<random.below(3) where sections.count > 1 && random.chance(oneIn: 2) {
                let section = sections.remove(at: random.below(sections.count))
                sections.insert(section, at: random.below(sections.count + 1))
            }
            guard !sections.isEmpty else { return }
            for _ in 0..<random.below(8) {
                let section = random.below(sections.count)
                let count = sections[section].items.count
                switch random.below(4) {
                case 0:
                    let new = newItems(1 + random.below(3))
                    sections[section].items.insert(contentsOf: new, at: random.below(count + 1))
                case 1 where count > 0:
                    sections[section].items.removeSubrange(random.range(within: count))
                case 2 where count > 0:
                    // Now and then from a section that is deleted in the same update.
                    let range = random.range(within: count)
                    let moved = Array(sections[section].items[range])
                    sections[section].items.removeSubrange(range)
                    let target = random.below(sections.count)
                    let place = random.below(sections[target].items.count + 1)
                    sections[target].items.insert(contentsOf: moved, at: place)
                default: break
                }
            }
            if random.chance(oneIn: 4), let items = sections.last?.items, sections.count > 1 {
                // A section is deleted, but one of its items remains.
                sections.removeLast()
                if let item = items.first { sections[0].items.append(item) }
            }
        }
    }

    final class ItemCell: CollectionViewCell {
        var item = -1
        var version = 0
        override func prepareForReuse() { (item, version) = (-1, 0) }
    }

    /// Pairs will-display and did-end calls by view, and records who is notified.
    @MainActor
    final class Ledger {
        var shown: [ObjectIdentifier: String] = [:]
        var fault: String?

        func will(_ view: CollectionReusableView, _ name: String) {
            if let other = shown.updateValue(name, forKey: ObjectIdentifier(view)) {
                fault = fault ?? "a view that shows \(other) is to show \(name)"
            }
        }

        func end(_ view: CollectionReusableView, _ name: String) {
            let known = shown.removeValue(forKey: ObjectIdentifier(view))
            if known != name { fault = fault ?? "an end of \(name), begun as \(known ?? "nothing")" }
        }
    }

    /// A list under test: subclasses provide the contents, this class checks them.
    @MainActor
    final class Stage: CollectionViewFlowLayoutDelegate {
        let view: CollectionView
        let recorder = RecorderHost()
        let ledger = Ledger()
        /// The contents according to the data source.
        var shown: () -> [[Int]] = { [] }
        var model = Model()
        let isEstimated: Bool

        init(_ random: inout TestRandom) {
            let flow = CollectionViewFlowLayout()
            flow.headerReferenceSize = CGSize(width: 0, height: 7)
            let layouts: [any CollectionViewLayoutRecipe] = [
                ListRecipe(header: 12), ListRecipe(height: 33, header: 5, pinsHeader: true),
                ListRecipe(height: 20, estimated: true), CollectionViewFlowLayout(), flow,
                CollectionViewCompositionalLayout { section, _ in
                    .grid(columns: 1 + section % 3, itemHeight: .absolute(25))
                },
            ]
            let layout = layouts[random.below(layouts.count)]
            isEstimated = (layout as? ListRecipe)?.isEstimated ?? false
            view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
            view.host = recorder
            view.allowsMultipleSelection = true
            view.diagnostics.handler = { _ in }
            recorder.holdsAnimations = random.chance(oneIn: 2)
            recorder.sizes = { view, size in
                CGSize(width: size.width, height: 15 + CGFloat(((view as? ItemCell)?.item ?? 0) % 31))
            }
            if layout === flow { flow.delegate = self }
        }

        func size(_ item: Int) -> CGSize {
            let number = item &* 7 &+ (model.sizes[item] ?? 0) &* 13
            return CGSize(width: 20 + number % 37, height: 10 + number % 23)
        }

        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? { size(shown()[section][item]) }

        func cell(_ indexPath: IndexPath, _ item: Int) -> CollectionViewCell {
            let cell = view.dequeueReusableCell(ItemCell.self, for: indexPath)
            (cell.item, cell.version) = (item, model.versions[item] ?? 0)
            return cell
        }

        func header(_ kind: ElementKind, _ indexPath: IndexPath) -> CollectionReusableView {
            view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }

        /// Scrolls, taps, resizes or lets animations end. Returns the name of the action; nil if the model should
        /// change.
        func act(_ random: inout TestRandom) -> String? {
            switch random.below(8) {
            case 0, 1:
                let most = max(0, Int(view.contentSize.height) - Int(view.bounds.height) / 2)
                view.hostDidScroll(to: CGPoint(x: 0, y: random.below(most + 1)))
                return "scroll"
            case 2:
                let items = view.visibleElements.filter { $0.category == .item }
                guard !items.isEmpty else { return "tap nothing" }
                let item = items[random.below(items.count)]
                view.hostTap(at: CGPoint(x: item.frame.midX, y: item.frame.midY))
                model.selected.formSymmetricDifference([shown()[item.section][item.item]])
                return "tap \(item.path)"
            case 3 where random.chance(oneIn: 2):
                view.bounds.size = CGSize(width: 80 + random.below(60), height: 60 + random.below(120))
                return "resize"
            case 3:
                recorder.endAnimations()
                return "end animations"
            default: return nil
            }
        }

        /// Marks some items and sections of a snapshot, and records the expected effect in the model.
        /// - Parameter shown: The sections among which some are marked.
        func mark(
            _ snapshot: inout DiffableSnapshot<String, Int>, sectionsOf shown: [String], _ random: inout TestRandom
        ) {
            for item in snapshot.itemIdentifiers where random.chance(oneIn: 12) {
                if random.chance(oneIn: 2) {
                    snapshot.reloadItems([item])
                    model.sizes[item, default: 0] += 1
                } else {
                    snapshot.reconfigureItems([item])
                }
                model.versions[item, default: 0] += 1
            }
            for section in shown where snapshot.contains(section: section) && random.chance(oneIn: 8) {
                snapshot.reloadSections([section])
                for item in snapshot.itemIdentifiers(inSection: section) {
                    model.versions[item, default: 0] += 1
                    model.sizes[item, default: 0] += 1
                }
            }
        }

        /// The fault in what is shown.
        func fault() -> String? {
            if let fault = ledger.fault { return fault }
            if let first = view.diagnostics.recent.first { return "\(first)" }
            let sections = model.sections.map(\.items)
            guard shown() == sections else { return "the data source has \(shown()), the model \(sections)" }
            if !isEstimated {
                guard
                    let fresh = try? view.collectionViewLayout.layout(
                        itemCounts: sections.map(\.count), in: ListContainer(size: view.bounds.size))
                else { return "no fresh layout" }
                guard view.contentSize == fresh.contentSize else {
                    return "content \(view.contentSize), fresh \(fresh.contentSize)"
                }
                let visible = fresh.layoutAttributes(in: view.viewport)
                let shown = view.visibleElements
                if let place = shown.indices.first(where: { $0 >= visible.count || shown[$0] != visible[$0] }) {
                    return "of \(shown.count) elements, \(shown[place]) is shown, "
                        + "of \(visible.count) \(visible.dropFirst(place).first as Any) is visible"
                }
            }
            let visible = view.layout.layoutAttributes(in: view.viewport)
            guard view.visibleElements == visible else {
                return "shown \(view.visibleElements.map(\.path)), of the layout \(visible.map(\.path))"
            }
            let items = visible.filter { $0.category == .item }.map { sections[$0.section][$0.item] }
            let cells = view.visibleCells.compactMap { $0 as? ItemCell }
            guard cells.map(\.item) == items else { return "shown \(cells.map(\.item)), of the model \(items)" }
            if let stale = cells.first(where: { $0.version != model.versions[$0.item] ?? 0 }) {
                return "\(stale.item) shows version \(stale.version) of \(model.versions[stale.item] ?? 0)"
            }
            model.selected.formIntersection(model.items)
            let chosen = Set(view.indexPathsForSelectedItems.map { sections[$0.section][$0.item] })
            guard chosen == model.selected else { return "selected \(chosen), of the model \(model.selected)" }
            guard cells.allSatisfy({ $0.isSelected == model.selected.contains($0.item) }) else {
                return "a cell does not know whether it is selected"
            }
            let known = Set(cells.map(ObjectIdentifier.init))
            guard known.count == cells.count else { return "a cell in two places" }
            let announced = ledger.shown.filter { $0.value != "header" }.keys
            guard known == Set(announced) else {
                return "\(announced.count) cells were announced, \(cells.count) are shown"
            }
            let headers = view.visibleSupplementaryViews(ofKind: .header)
            guard Set(headers.map(ObjectIdentifier.init)) == Set(ledger.shown.filter { $0.value == "header" }.keys)
            else {
                return "headers were announced that are not shown"
            }
            for (cell, element) in zip(cells, visible.filter { $0.category == .item }) {
                guard recorder.screen[RecorderHost.name(of: cell)] == element.frame else {
                    return "\(element.path) stands at \(element.frame), and was placed elsewhere"
                }
            }
            return nil
        }
    }

    // MARK: One data source

    final class Source: DiffableDataSource<String, Int>, CollectionViewDelegate {
        var ledger: Ledger?
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            let item = itemIdentifier(for: indexPath) ?? -1
            ledger?.will(cell, "\(item)")
        }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { ledger?.end(cell, "\((cell as? ItemCell)?.item ?? -2)") }
        func collectionView(
            _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) { ledger?.will(view, "header") }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) { ledger?.end(view, "header") }
    }

    private func snapshot(
        _ sections: [(name: String, items: [Int])], after old: DiffableSnapshot<String, Int>, _ random: inout TestRandom
    ) -> DiffableSnapshot<String, Int> {
        // Built from scratch, based on the current snapshot, or an edited copy of it.
        var snapshot =
            random.chance(oneIn: 2) ? DiffableSnapshot<String, Int>() : DiffableSnapshot<String, Int>(basedOn: old)
        snapshot.appendSections(sections.map(\.name))
        for (name, items) in sections { snapshot.appendItems(items, toSection: name) }
        return snapshot
    }

    private func seeds(_ count: Int) -> ClosedRange<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let only = environment["LE_SEED"].flatMap(UInt64.init) { return only...only }
        return 1...UInt64(max(1, Double(count) * (environment["LE_CASES"].flatMap(Double.init) ?? 1)))
    }

    @Test func aDiffableDataSourceShowsTheModel() {
        for seed in seeds(80) {
            var random = TestRandom(seed: seed)
            let stage = Stage(&random)
            let scheduler = random.chance(oneIn: 3) ? UpdateScheduler.manual() : .immediate
            let source = Source(collectionView: stage.view, scheduler: scheduler) {
                [unowned stage] _, indexPath, item in
                stage.cell(indexPath, item)
            }
            source.supplementaryViewProvider = { [unowned stage] _, kind, indexPath in stage.header(kind, indexPath) }
            source.ledger = stage.ledger
            stage.view.delegate = source
            stage.shown = { [unowned source] in
                let shown = source.snapshot()
                return (0..<shown.numberOfSections).map { shown.itemIdentifiers(inSectionAt: $0) }
            }
            stage.view.layoutIfNeeded()
            var handedIn = 0
            var ended: [Int: Int] = [:]
            for step in 0..<50 {
                var act = stage.act(&random)
                if act == nil {
                    act = "apply"
                    // Several may be pending, and are shown together.
                    let waiting = 1 + random.below(scheduler === UpdateScheduler.immediate ? 1 : 3)
                    for _ in 0..<waiting {
                        stage.model.change(&random)
                        let number = handedIn
                        handedIn += 1
                        let end: @MainActor @Sendable (UpdateResult) -> Void = { result in
                            if case .failed = result { return }
                            ended[number, default: 0] += 1
                        }
                        let isAnimated = random.chance(oneIn: 2)
                        var marked = snapshot(stage.model.sections, after: source.snapshot(), &random)
                        if random.chance(oneIn: 2) {
                            let sections = waiting == 1 ? source.snapshot().sectionIdentifiers : []
                            stage.mark(&marked, sectionsOf: sections, &random)
                        }
                        let next = marked
                        if random.chance(oneIn: 8) {
                            act = "apply by reload"
                            for item in stage.model.items { stage.model.versions[item, default: 0] += 1 }
                            source.applySnapshotUsingReloadData(next, completion: end)
                        } else if random.chance(oneIn: 4), waiting == 1 {
                            act = "edit"
                            source.edit(animatingDifferences: isAnimated, { $0 = next }, completion: end)
                        } else {
                            source.apply(next, animatingDifferences: isAnimated, completion: end)
                        }
                    }
                    scheduler.runPending()
                }
                stage.view.layoutIfNeeded()
                if let fault = stage.fault() {
                    Issue.record("LE_SEED=\(seed), step \(step), after \(act ?? ""): \(fault)")
                    return
                }
            }
            stage.recorder.endAnimations()
            #expect(ended.count == handedIn && ended.values.allSatisfy { $0 == 1 }, "LE_SEED=\(seed)")
        }
    }

    // MARK: Providers

    /// Shows some of the model's sections.
    final class Part: SectionProvider {
        unowned let stage: Stage
        var snapshot = DiffableSnapshot<String, Int>()
        var isInList = false
        /// What was reported to this provider, by its own index paths.
        var announced: Set<ObjectIdentifier> = []

        init(_ stage: Stage) { self.stage = stage }

        private func item(_ indexPath: IndexPath) -> Int {
            snapshot.itemIdentifier(at: ItemIndexPath(section: indexPath.section, item: indexPath.item))
        }
        func didMove(to list: SectionProviderList?) { isInList = list != nil }
        func numberOfSections(in collectionView: CollectionView) -> Int { snapshot.numberOfSections }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            snapshot.numberOfItems(inSectionAt: section)
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell { stage.cell(indexPath, item(indexPath)) }
        func collectionView(
            _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
            at indexPath: IndexPath
        ) -> CollectionReusableView? { stage.header(kind, indexPath) }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { stage.ledger.will(cell, "\(item(indexPath))") }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { stage.ledger.end(cell, "\((cell as? ItemCell)?.item ?? -2)") }
        func collectionView(
            _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) { stage.ledger.will(view, "header") }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) { stage.ledger.end(view, "header") }
    }

    @Test func aListOfProvidersShowsTheModel() {
        for seed in seeds(80) {
            var random = TestRandom(seed: seed)
            let stage = Stage(&random)
            let list = SectionProviderList()
            list.attach(to: stage.view)
            // Separate models, which are combined.
            var models: [ObjectIdentifier: Model] = [:]
            stage.shown = { [unowned list] in
                list.providers.compactMap { $0 as? Part }.flatMap { part in
                    (0..<part.snapshot.numberOfSections).map { part.snapshot.itemIdentifiers(inSectionAt: $0) }
                }
            }
            stage.view.layoutIfNeeded()
            var count = 0
            for step in 0..<50 {
                var act = stage.act(&random)
                if act == nil {
                    act = "update"
                    var parts = list.providers.compactMap { $0 as? Part }
                    for _ in 0..<random.below(3) where random.chance(oneIn: 3) && !parts.isEmpty {
                        parts.remove(at: random.below(parts.count))
                    }
                    for _ in 0..<random.below(3) where random.chance(oneIn: 2) && parts.count < 7 {
                        let part = Part(stage)
                        count += 1
                        var model = Model()
                        model.nextItem = count * 100_000
                        if random.chance(oneIn: 2) { model.change(&random) }
                        models[ObjectIdentifier(part)] = model
                        part.snapshot = snapshot(model.sections, after: part.snapshot, &random)
                        parts.insert(part, at: random.below(parts.count + 1))
                    }
                    if parts.count > 1, random.chance(oneIn: 3) {
                        let part = parts.remove(at: random.below(parts.count))
                        parts.insert(part, at: random.below(parts.count + 1))
                    }
                    let old = Set(list.providers.map { ObjectIdentifier($0) })
                    var next: [(Part, DiffableSnapshot<String, Int>)] = []
                    for part in parts where old.contains(ObjectIdentifier(part)) && random.chance(oneIn: 2) {
                        models[ObjectIdentifier(part)]?.change(&random)
                        let sections = models[ObjectIdentifier(part)]?.sections ?? []
                        var after = snapshot(sections, after: part.snapshot, &random)
                        if random.chance(oneIn: 2) {
                            stage.mark(&after, sectionsOf: part.snapshot.sectionIdentifiers, &random)
                        }
                        next.append((part, after.adopted(by: part.snapshot)))
                    }
                    let isAnimated = random.chance(oneIn: 2)
                    stage.model.sections = parts.flatMap { models[ObjectIdentifier($0)]?.sections ?? [] }
                    list.update(animated: isAnimated) { [parts, next] update in
                        update.providers = parts
                        for (part, after) in next {
                            update.change(part, after.changeset(from: part.snapshot))
                            part.snapshot = after
                            part.snapshot.settle()
                        }
                    }
                    let sections = parts.map { list.sections(of: $0)?.count }
                    guard sections == parts.map(\.snapshot.numberOfSections), parts.allSatisfy(\.isInList) else {
                        Issue.record("LE_SEED=\(seed), step \(step): sections of providers \(sections)")
                        return
                    }
                }
                stage.view.layoutIfNeeded()
                if let fault = stage.fault() {
                    Issue.record("LE_SEED=\(seed), step \(step), after \(act ?? ""): \(fault)")
                    return
                }
            }
        }
    }
}
