import Foundation
import ListEngine
import ListEngineDiff
import TestSupport

extension HostileSession {
    /// Changes the data of the current data source.
    func performEdit() {
        if let source = shownSource { apply(anySnapshot(of: source, refreshes: true), to: source) } else { edit() }
    }

    // MARK: By position

    /// An insertion that is reported to the list outside of a batch.
    func insertOne() {
        guard program.isPositional, let section = program.sections.indices.randomElement(using: &random) else { return }
        let item = random.below(program.sections[section].count + 1)
        program.sections[section].insert(newNames(1)[0], at: item)
        program.model.step.origins = program.sections.indices.map { $0 }
        program.view.insertItems(at: [IndexPath(item: item, section: section)])
    }

    /// A random legal batch.
    private func edit() {
        // The owner can go away in a callback of the batch.
        guard let program, program.isPositional else { return }
        let view = program.view
        program.batch(animated: random.chance(oneIn: 2)) {
            let old = program.sections
            var new = old
            // Where sections were before, by their index after the batch.
            var origins: [Int?] = Array(old.indices)
            let section = random.below(old.count)
            switch random.below(9) {
            case 0:
                let place = random.below(old.count + 1)
                new.insert(newNames(random.below(12)), at: place)
                origins.insert(nil, at: place)
                view.insertSections([place])
            case 1 where !old.isEmpty:
                new.remove(at: section)
                origins.remove(at: section)
                view.deleteSections([section])
            case 2 where !old.isEmpty:
                new[section] = newNames(random.below(10))
                origins[section] = nil
                view.reloadSections([section])
                // The model does not say whether a reloaded section keeps its offset.
                program.model.step.origins = nil
                program.sections = new
                return
            case 3 where !old.isEmpty:
                let place = random.below(old.count)
                new.insert(new.remove(at: section), at: place)
                origins.insert(origins.remove(at: section), at: place)
                view.moveSection(section, toSection: place)
            case 4 where !old.isEmpty && !old[section].isEmpty:
                let source = IndexPath(item: random.below(old[section].count), section: section)
                let name = new[section].remove(at: source.item)
                let other = random.below(old.count)
                let target = IndexPath(item: random.below(new[other].count + 1), section: other)
                new[other].insert(name, at: target.item)
                view.moveItem(at: source, to: target)
            default:
                guard !old.isEmpty else { break }
                changeItems(of: section, &new)
                if random.chance(oneIn: 4) { touchGeometry() }
            }
            program.model.step.origins = origins
            program.sections = new
        }
    }

    private func changeItems(of section: Int, _ sections: inout [[String]]) {
        let view = program.view
        let old = sections[section]
        let gone = random.range(within: old.count)
        let come = newNames(random.below(4))
        let place = random.below(old.count - gone.count + 1)
        sections[section].removeSubrange(gone)
        sections[section].insert(contentsOf: come, at: place)
        view.deleteItems(at: gone.map { IndexPath(item: $0, section: section) })
        view.insertItems(at: come.indices.map { IndexPath(item: place + $0, section: section) })
        guard let item = old.indices.filter({ !gone.contains($0) }).randomElement(using: &random) else { return }
        let path = IndexPath(item: item, section: section)
        refresh([old[item]])
        if random.chance(oneIn: 2) { view.reconfigureItems(at: [path]) } else { view.reloadItems(at: [path]) }
    }

    /// The program moves a section as the user wants.
    func moveSection(_ section: Int, to target: Int) {
        program.model.step.origins = nil
        guard let source = shownSource else {
            guard program.isPositional, program.sections.indices.contains(section) else { return }
            program.batch(animated: random.chance(oneIn: 2)) {
                program.sections.insert(program.sections.remove(at: section), at: target)
                program.view.moveSection(section, toSection: target)
            }
            return
        }
        var snapshot = source.snapshot()
        let sections = snapshot.sectionIdentifiers
        guard sections.indices.contains(section), sections.indices.contains(target), section != target else { return }
        if target > section {
            snapshot.moveSection(sections[section], afterSection: sections[target])
        } else {
            snapshot.moveSection(sections[section], beforeSection: sections[target])
        }
        let end = program.completion()
        source.apply(snapshot, animatingDifferences: random.chance(oneIn: 2)) { _ in end(.applied) }
    }

    /// An item is renamed in place. The program gives it another identity, refuses, or does something else.
    func rename() {
        let view = program.view
        if random.chance(oneIn: 2) { view.removeColumns() }
        guard view.beginFieldEdit(TableField.title, at: anyPath()) else { return }
        view.hostChangeFieldEdit(random.chance(oneIn: 4) ? oldName() ?? "?" : newNames(1)[0])
        if random.chance(oneIn: 4) { performEdit() }
        view.hostEndFieldEdit(cancelled: random.chance(oneIn: 4))
    }

    private func rename(_ name: String, to new: String, in source: HostileSources.Source) -> Bool {
        program?.reach(.commitField)
        var snapshot = source.snapshot()
        guard snapshot.contains(item: name), !snapshot.contains(item: new) else { return false }
        snapshot.insertItems([new], afterItem: name)
        snapshot.deleteItems([name])
        source.apply(snapshot, animatingDifferences: random.chance(oneIn: 2))
        return true
    }

    /// Children that arrive later are requested, cancelled and requested again.
    func changeLoads() {
        guard let source = shownSource, let item = source.snapshot().itemIdentifiers.randomElement(using: &random)
        else { return }
        program.model.step.origins = nil
        switch random.below(4) {
        case 0: source.cancelLoading(childrenOf: item)
        case 1: source.loadAgain(childrenOf: item)
        case 2:
            // As an outline, in which it can be expanded.
            guard let section = source.snapshot().sectionIdentifier(containingItem: item) else { return }
            source.apply(source.snapshot(for: section), to: section, animatingDifferences: false)
            source.expand(item)
        default: source.expand(item)
        }
    }

    private func loadChildren(of name: String) async throws -> SectionSnapshot<String> {
        for _ in 0..<random.below(4) { await Task.yield() }
        program?.reach(.loadChildren)
        if random.chance(oneIn: 3) { throw HostileFailure() }
        var children = SectionSnapshot<String>()
        children.append(random.chance(oneIn: 4) ? oldName().map { [$0] } ?? [] : newNames(random.below(5)))
        return children
    }

    private struct HostileFailure: Error {}

    /// The content of items changes, of which the list is notified.
    private func refresh(_ names: [String]) {
        program.model.sizes.change(names)
        program.model.step.refreshed.formUnion(names)
    }

    /// Changes inside of a batch that are not changes of the data.
    private func touchGeometry() {
        let view = program.view
        program.model.step.touch(.geometry)
        if random.chance(oneIn: 2) { view.bounds.size.width = 50 + CGFloat(random.below(100)) }
        if random.chance(oneIn: 4) { view.contentInset.top = CGFloat(random.below(40)) }
        if random.chance(oneIn: 6) { view.invalidateLayout() }
    }

    // MARK: With identifiers

    /// The data source with identifiers that the list has now.
    var shownSource: HostileSources.Source? { program.view.dataSource as? HostileSources.Source }

    /// Gives the list a data source with identifiers.
    func useIdentifiers() {
        let source = HostileSources.Source(collectionView: program.view, scheduler: sources.scheduler) {
            [weak program] view, path, name in
            let cell = view.dequeueReusableCell(HostileCell.self, for: path)
            cell.show(name, program)
            program?.reach(.cell)
            return cell
        }
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.sectionSnapshotHandlers.shouldExpandItem = { [weak program] _ in
            program?.reach(.shouldExpand)
            return true
        }
        source.sectionSnapshotHandlers.willExpandItem = { [weak program] _ in program?.reach(.willExpand) }
        source.sectionSnapshotHandlers.willCollapseItem = { [weak program] _ in program?.reach(.willExpand) }
        source.sectionSnapshotHandlers.canLoadChildren = { [weak program] name in
            program?.reach(.canLoadChildren)
            return name.hasSuffix("7") || name.hasSuffix("9")
        }
        source.sectionSnapshotHandlers.loadChildren = { [weak self] name in
            guard let self, name.hasSuffix("9") else { throw CancellationError() }
            return try await loadChildren(of: name)
        }
        source.sectionSnapshotHandlers.loadingItem = { $0 + " loads" }
        source.sectionSnapshotHandlers.failedItem = { name, _ in name + " failed" }
        source.fieldProvider = { [weak self, weak source] _, name in
            TableField(name) { text in
                guard let self, let source else { return false }
                return self.rename(name, to: text, in: source)
            }
        }
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { [weak self] name, below in
            self?.program?.reach(.loadChildren)
            guard let self, below.count == 0, name.hasSuffix("7") else { return below }
            var children = SectionSnapshot<String>()
            // Some are in the list already.
            children.append(random.chance(oneIn: 4) ? oldName().map { [$0] } ?? [] : newNames(random.below(5)))
            return children
        }
        sources.add(source, keepsOld: random.chance(oneIn: 2))
    }

    /// Shows a section as a tree, or expands and collapses an item.
    func changeOutline() {
        guard let source = shownSource else { return }
        program.model.step.origins = nil
        let section = source.snapshot().sectionIdentifiers.randomElement(using: &random)
        let end = program.completion()
        let isAnimated = random.chance(oneIn: 2)
        if random.chance(oneIn: 3) {
            var tree = source.snapshot(for: section ?? "s")
            let doomed = tree.items.filter { _ in random.chance(oneIn: 10) }
            tree.delete(doomed)
            for _ in 0..<random.below(4) {
                tree.append(newNames(random.below(4)), to: tree.items.randomElement(using: &random))
            }
            // An item that another section may show.
            if random.chance(oneIn: 4), let other = oldName(), !tree.contains(other) { tree.append([other]) }
            tree.expand(tree.items.filter { _ in random.chance(oneIn: 4) })
            source.apply(tree, to: random.chance(oneIn: 10) ? "new" : section ?? "s", animatingDifferences: isAnimated)
            { _ in end(.applied) }
            return
        }
        let items = section.map { source.snapshot(for: $0).items } ?? []
        let item = random.chance(oneIn: 20) ? "?" : items.randomElement(using: &random) ?? "?"
        switch random.below(3) {
        case 0: source.expand(item, animatingDifferences: isAnimated) { _ in end(.applied) }
        case 1: source.collapse(item, animatingDifferences: isAnimated) { _ in end(.applied) }
        default:
            let begins = source.toggleExpansion(of: item, animatingDifferences: isAnimated) { _ in end(.applied) }
            if !begins { end(.applied) }
        }
    }

    /// The snapshot of a data source after a few edits.
    /// - Parameter refreshes: Whether the content of some items changes.
    func anySnapshot(of source: HostileSources.Source, refreshes: Bool) -> HostileSources.Snapshot {
        var snapshot = source.snapshot()
        for _ in 0..<1 + random.below(3) {
            let sections = snapshot.sectionIdentifiers
            let section = sections.randomElement(using: &random)
            let items = section.map { snapshot.itemIdentifiers(inSection: $0) } ?? []
            let item = items.randomElement(using: &random)
            switch random.below(9) {
            case 0: snapshot.appendSections(["s\(newNames(1)[0])"])
            case 1: if let section { snapshot.deleteSections([section]) }
            case 2:
                if let section, let other = sections.randomElement(using: &random), other != section {
                    snapshot.moveSection(section, beforeSection: other)
                }
            case 3, 4:
                guard let item, refreshes else { break }
                refresh([item])
                if random.chance(oneIn: 2) { snapshot.reloadItems([item]) } else { snapshot.reconfigureItems([item]) }
            case 5: snapshot.deleteItems(items.filter { _ in random.chance(oneIn: 3) })
            case 6:
                if let item, let other = snapshot.itemIdentifiers.randomElement(using: &random), other != item {
                    snapshot.moveItem(item, beforeItem: other)
                }
            default: if let section { snapshot.appendItems(newNames(random.below(8)), toSection: section) }
            }
        }
        return snapshot
    }

    private func apply(_ snapshot: HostileSources.Snapshot, to source: HostileSources.Source) {
        let before = source.snapshot()
        program.model.step.origins = snapshot.sectionIdentifiers.map { before.indexOfSection($0) }
        let end = program.completion()
        if random.chance(oneIn: 8) {
            source.applySnapshotUsingReloadData(snapshot) { _ in end(.applied) }
        } else {
            source.apply(snapshot, animatingDifferences: random.chance(oneIn: 2)) { _ in end(.applied) }
        }
    }

    /// A data source that the list no longer has shows another snapshot.
    func editOldSource() {
        guard let source = sources.old.randomElement(using: &random), source !== shownSource else { return }
        apply(anySnapshot(of: source, refreshes: false), to: source)
    }
}
