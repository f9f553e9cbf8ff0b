import Foundation
import ListEngineLayout

extension CollectionView {
    private var identifying: (any ItemIdentifying)? { dataSource as? any ItemIdentifying }

    /// Looking items up one by one is worth it for so many, rather than where those are that were measured. Of numbered items
    /// a look at a bit is enough for most.
    private func isWorthAsking(_ count: Int) -> Bool {
        count <= (dataSource is any ItemNumbering ? 64 : 4) * measuredSizes.count + 64
    }

    func crossExtent(of size: CGSize) -> CGFloat { recipe.scrollDirection == .vertical ? size.width : size.height }

    // MARK: What is measured

    /// Notes what was measured of items. Those that never come to rest keep what they had.
    func noted(_ wishes: [SizeWish]) -> [SizeWish] {
        guard let identifying else { return wishes }
        let numbering = identifying as? any ItemNumbering
        if let numbering { measuredSizes.follow(numbering, coming: 0) }
        var wishes = wishes
        for place in wishes.indices where wishes[place].path.category == .item {
            let (path, size, asked) = (wishes[place].path, wishes[place].size, wishes[place].asked)
            guard let asked, let identity = identifying.collectionView(self, identityOfItemAt: path.indexPath)
            else { continue }
            if let number = numbering?.number(of: path) { measuredSizes.numbers.insert(number) }
            if case .frozen(let kept, let isNew) = measuredSizes.note(size, of: identity, asked: asked) {
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
        return identifying?.collectionView(self, identityOfItemAt: path.indexPath).map { measuredSizes.isUnseen($0) }
            ?? false
    }

    // MARK: What comes back

    /// Gives items that an update has brought what was measured of them, and forgets what was measured of those that it has
    /// changed. The layout is that after the update.
    /// - Parameter anew: Sections that were laid out anew, as numbered after it.
    func restoreMeasuredSizes(after plan: UpdatePlan, anew: Set<Int>) {
        guard measuredSizes.count > 0, let identifying else { return }
        var changed = plan.reconfiguredItems.compactMap { plan.newPath($0) }
        for (section, items) in plan.reloadedItems {
            changed += items.compactMap { plan.newPath(.item($0, inSection: section)) }
        }
        for path in changed {
            identifying.collectionView(self, identityOfItemAt: path.indexPath).map { measuredSizes.forget($0) }
        }
        let reloaded = Set(plan.reloadedSections.compactMap { plan.newSection($0) })
        forEachMeasured(inSections: reloaded, identifying) { _, identity in measuredSizes.forget(identity) }
        var wishes: [SizeWish] = []
        for (old, map) in plan.items where !plan.reloadedSections.contains(old) && !map.come.isEmpty {
            guard let section = plan.newSection(old), !anew.contains(section) else { continue }
            let numbers = plan.comingNumbers[old]
            for path in mayBeMeasured(map.come, numbers, inSection: section, identifying)
            where plan.isComing(path, to: old) {
                identifying.collectionView(self, identityOfItemAt: path.indexPath)
                    .flatMap { measuredWish(path, $0) }.map { wishes.append($0) }
            }
        }
        let whole = anew.union(plan.insertedSections).subtracting(reloaded)
        forEachMeasured(inSections: whole, identifying) { path, identity in
            measuredWish(path, identity).map { wishes.append($0) }
        }
        restore(wishes)
    }

    /// Everything was laid out anew: what was measured is given back, where it was measured at the extent that the layout
    /// has now.
    func restoreMeasuredSizes() {
        guard measuredSizes.count > 0, let identifying else { return }
        var wishes: [SizeWish] = []
        forEachMeasured(inSections: Set(0..<layout.numberOfSections), identifying) { path, identity in
            measuredWish(path, identity).map { wishes.append($0) }
        }
        restore(wishes)
    }

    private func restore(_ wishes: [SizeWish]) {
        take(wishes.sorted { $0.path < $1.path }, notes: false)
    }

    /// What was measured of an item; nil where nothing was, or at another extent, or where it is as the layout has it.
    private func measuredWish(_ path: ElementPath, _ identity: AnyHashable) -> SizeWish? {
        guard let entry = measuredSizes.entries[identity] else { return nil }
        let attributes = layout.layoutAttributesForItem(path.item, inSection: path.section)
        let size = attributes.frame.size
        guard attributes.isEstimated, crossExtent(of: size) == entry.asked, size != entry.size else { return nil }
        measuredSizes.noteRestored(identity)
        return SizeWish(path: path, size: entry.size, isEstimated: true)
    }

    /// Of some items of a section, ascending, those of which a size may be kept; nil: of all. Others are not asked who they
    /// are, where the data source numbers them.
    /// - Parameter numbers: Those of the items, where they are at hand.
    private func mayBeMeasured(
        _ items: ArraySlice<Int>?, _ numbers: [UInt32]?, inSection section: Int, _ identifying: any ItemIdentifying
    ) -> [ElementPath] {
        guard let numbering = identifying as? any ItemNumbering else {
            return (items ?? Array(0..<layout.numberOfItems(inSection: section))[...])
                .map { .item($0, inSection: section) }
        }
        let numbers = numbers ?? numbering.numbers(ofItems: items, inSection: section)
        measuredSizes.follow(numbering, coming: numbers.count)
        let measured = measuredSizes.numbers
        var paths: [ElementPath] = []
        for (place, number) in numbers.enumerated() where measured.mayHold(number) {
            paths.append(.item(items.map { $0[$0.startIndex + place] } ?? place, inSection: section))
        }
        return paths
    }

    /// Items of some sections of which a size is kept: found from the items where these are few, else from what is kept.
    private func forEachMeasured(
        inSections sections: Set<Int>, _ identifying: any ItemIdentifying,
        _ body: (ElementPath, AnyHashable) -> Void
    ) {
        guard !sections.isEmpty else { return }
        var count = 0
        for section in sections { count += layout.numberOfItems(inSection: section) }
        if isWorthAsking(count) {
            for section in sections {
                for path in mayBeMeasured(nil, nil, inSection: section, identifying) {
                    identifying.collectionView(self, identityOfItemAt: path.indexPath).map { body(path, $0) }
                }
            }
            return
        }
        let identities = Array(measuredSizes.entries.keys)
        let indexPaths = identifying.collectionView(self, indexPathsOfItemsWithIdentities: identities)
        for (identity, indexPath) in zip(identities, indexPaths) {
            guard let indexPath, let path = ElementPath(indexPath), sections.contains(path.section), isInList(path)
            else { continue }
            body(path, identity)
        }
    }
}

extension UpdatePlan {
    /// An item comes to a section that stays, from elsewhere or anew, and has not changed as well. What moves within its
    /// section the layout moves with its size.
    /// - Parameter section: Before.
    func isComing(_ path: ElementPath, to section: Int) -> Bool {
        guard !itemSources.isEmpty, let source = itemSources[path] else { return true }
        return source.section != section && !isReloaded(source)
    }
}
