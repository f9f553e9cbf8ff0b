import Foundation
import ListEngineLayout

extension CollectionView {
    private var identifying: (any ItemIdentifying)? { dataSource as? any ItemIdentifying }

    /// Looking items up one by one is worth it for so many, rather than where those are that were measured. Numbered items
    /// are looked up without asking.
    private func isWorthAsking(_ count: Int) -> Bool {
        count <= (dataSource is any ItemNumbering ? 64 : 4) * measuredSizes.count + 64
    }

    func crossExtent(of size: CGSize) -> CGFloat { recipe.scrollDirection == .vertical ? size.width : size.height }

    // MARK: What is measured

    /// Notes what was measured of items. Those that never come to rest keep what they had.
    func noted(_ wishes: [SizeWish]) -> [SizeWish] {
        guard let names = itemNames() else { return wishes }
        var wishes = wishes
        for place in wishes.indices where wishes[place].path.category == .item {
            let (path, size, asked) = (wishes[place].path, wishes[place].size, wishes[place].asked)
            guard let asked, let item = names(path) else { continue }
            if case .frozen(let kept, let isNew) = measuredSizes.note(size, of: item, asked: asked) {
                wishes[place].size = kept
                guard isNew else { continue }
                report(
                    .oscillatingSize, path,
                    "the size \(size) is ignored, and so is every other than \(kept): it was a different one each time. "
                        + "Answer one size for one content, or reconfigure the item when its content changes.")
            }
        }
        return wishes
    }

    /// An item has the size that it had when it was in the list before, and is shown for the first time since.
    func isUnseen(_ path: ElementPath) -> Bool {
        guard measuredSizes.hasUnseen, path.category == .item else { return false }
        return itemNames()?(path).map { measuredSizes.isUnseen($0) } ?? false
    }

    /// Who the items of the list are; nil where the data source does not say so.
    private func itemNames() -> ((ElementPath) -> KnownItem?)? {
        // Where everything is to be loaded again the data source has others.
        guard !loadsEverything, let identifying else { return nil }
        guard let numbering = identifying as? any ItemNumbering else {
            return { identifying.collectionView(self, identityOfItemAt: $0.indexPath).map { .name($0) } }
        }
        measuredSizes.follow(numbering.numbering)
        return { numbering.number(of: $0).map { .number($0) } }
    }

    // MARK: What comes back

    /// Gives items that an update has brought what was measured of them, and forgets what was measured of those that it has
    /// changed. The layout is that after the update.
    /// - Parameter relaidOut: Sections that were laid out from scratch, as numbered after it.
    func restoreMeasuredSizes(after plan: UpdatePlan, relaidOut: Set<Int>) {
        guard measuredSizes.count > 0, let names = itemNames() else { return }
        var changed = plan.reconfiguredItems.compactMap { plan.newPath($0) }
        for (section, items) in plan.reloadedItems {
            changed += items.compactMap { plan.newPath(.item($0, inSection: section)) }
        }
        for path in changed { names(path).map { measuredSizes.forget($0) } }
        let reloaded = Set(plan.reloadedSections.compactMap { plan.newSection($0) })
        forEachMeasured(inSections: reloaded, names) { _, item in measuredSizes.forget(item) }
        var wishes: [SizeWish] = []
        for (old, map) in plan.items where !plan.reloadedSections.contains(old) && !map.come.isEmpty {
            guard let section = plan.newSection(old), !relaidOut.contains(section) else { continue }
            forEachMeasured(map.come, plan.comingNumbers[old], inSection: section, names) { path, item in
                if plan.isComing(path, to: old) { measuredWish(path, item).map { wishes.append($0) } }
            }
        }
        let whole = relaidOut.union(plan.insertedSections).subtracting(reloaded)
        forEachMeasured(inSections: whole, names) { path, item in
            measuredWish(path, item).map { wishes.append($0) }
        }
        restore(wishes)
    }

    /// Everything was laid out from scratch: what was measured is given back, where it was measured at the extent that the layout
    /// has now.
    func restoreMeasuredSizes() {
        guard measuredSizes.count > 0, let names = itemNames() else { return }
        var wishes: [SizeWish] = []
        forEachMeasured(inSections: Set(0..<layout.numberOfSections), names) { path, item in
            measuredWish(path, item).map { wishes.append($0) }
        }
        restore(wishes)
    }

    private func restore(_ wishes: [SizeWish]) {
        take(wishes.sorted { $0.path < $1.path }, notes: false)
    }

    /// What was measured of an item; nil where nothing was, or at another extent, or where it is as the layout has it.
    private func measuredWish(_ path: ElementPath, _ item: KnownItem) -> SizeWish? {
        guard let entry = measuredSizes[item] else { return nil }
        let attributes = layout.layoutAttributesForItem(path.item, inSection: path.section)
        let size = attributes.frame.size
        guard attributes.isEstimated, crossExtent(of: size) == entry.asked, size != entry.size else { return nil }
        measuredSizes.noteRestored(item)
        return SizeWish(path: path, size: entry.size, isEstimated: true)
    }

    /// Calls `body` with those of some items of a section of which a size is kept.
    /// - Parameters:
    ///   - items: Nil: all.
    ///   - numbers: Those of the items, where they are at hand.
    private func forEachMeasured(
        _ items: IndexRuns?, _ numbers: [UInt32]?, inSection section: Int,
        _ names: (ElementPath) -> KnownItem?, _ body: (ElementPath, KnownItem) -> Void
    ) {
        if let numbering = dataSource as? any ItemNumbering {
            let numbers = numbers ?? numbering.numbers(ofItems: items, inSection: section)
            // Found in one call: most of what comes was never measured.
            for place in measuredSizes.positions(ofKnown: numbers) {
                let item = items.map { $0[place] } ?? place
                body(.item(item, inSection: section), .number(numbers[place]))
            }
            return
        }
        for range in items.map({ Array($0.ranges) }) ?? [0..<layout.numberOfItems(inSection: section)] {
            for item in range {
                let path = ElementPath.item(item, inSection: section)
                if let name = names(path), measuredSizes[name] != nil { body(path, name) }
            }
        }
    }

    /// Calls `body` with the items of some sections of which a size is kept: found from the items where these are few, else
    /// from what is kept.
    private func forEachMeasured(
        inSections sections: Set<Int>, _ names: (ElementPath) -> KnownItem?, _ body: (ElementPath, KnownItem) -> Void
    ) {
        guard !sections.isEmpty else { return }
        var count = 0
        for section in sections { count += layout.numberOfItems(inSection: section) }
        if isWorthAsking(count) {
            for section in sections { forEachMeasured(nil, nil, inSection: section, names, body) }
            return
        }
        let items = measuredSizes.items
        for (item, path) in zip(items, paths(of: items)) {
            guard let path, sections.contains(path.section), isInList(path) else { continue }
            body(path, item)
        }
    }

    private func paths(of items: [KnownItem]) -> [ElementPath?] {
        if let numbering = dataSource as? any ItemNumbering {
            return items.map { $0.number.flatMap { numbering.path(ofItemNumbered: $0) } }
        }
        let names = items.compactMap(\.name)
        let found = identifying?.collectionView(self, indexPathsOfItemsWithIdentities: names) ?? []
        guard found.count == items.count else { return items.map { _ in nil } }
        return found.map { $0.flatMap { ElementPath($0) } }
    }
}

extension UpdatePlan {
    /// An item comes to a section that stays, from elsewhere or newly inserted, and has not changed as well. What moves within its
    /// section the layout moves with its size.
    /// - Parameter section: Before.
    func isComing(_ path: ElementPath, to section: Int) -> Bool {
        guard !itemSources.isEmpty, let source = itemSources[path] else { return true }
        return source.section != section && !isReloaded(source)
    }
}
