import ListEngineLayout

/// What has been measured since an update is being prepared for the list as it was then: the layout that comes of it takes the
/// same sizes.
struct SizesSince {
    /// More than these, and the layout is edited when the update is shown.
    private static let capacity = 4096

    private let start: CollectionViewLayout
    /// Of the list's layout after what was measured last.
    private var version: Int
    private var wishes: [SizeWish] = []

    init(start: CollectionViewLayout, version: Int) {
        self.start = start
        self.version = version
    }

    /// Notes what the layout has taken. False: it had changed otherwise before, or there is too much.
    mutating func add(_ more: [SizeWish], from before: Int, to after: Int) -> Bool {
        guard before == version, wishes.count + more.count <= Self.capacity else { return false }
        wishes += more
        version = after
        return true
    }

    /// All that was measured since a layout was the list's; nil where that is not known, or not all that has changed.
    func wishes(since layout: CollectionViewLayout, version: Int) -> [SizeWish]? {
        version == self.version && start.isIdentical(to: layout) ? wishes : nil
    }
}

extension CollectionView {
    /// An update is being prepared for the layout as it is.
    func noteSizesFromHere() { sizesSince = SizesSince(start: layout, version: layoutVersion) }

    /// A layout that was prepared for the list, with what was measured since; nil where it does not fit any more.
    func upToDate(_ prepared: PreparedLayout?) -> PreparedLayout? {
        guard var prepared else { return nil }
        if prepared.before.isIdentical(to: layout) { return prepared }
        guard let wishes = sizesSince?.wishes(since: prepared.before, version: layoutVersion) else { return nil }
        prepared.since = wishes
        return prepared
    }

    /// Takes what was measured of the list before an update, of what is the same after it. The layout is that after it. Items
    /// that went to another section, and those of sections that were laid out from scratch, get their sizes as in any update.
    func takeAgain(_ prepared: PreparedLayout, after plan: UpdatePlan) {
        var latest: [ElementPath: SizeWish] = [:]
        for wish in prepared.since {
            guard let path = plan.samePlace(wish.path), !prepared.relaidOut.contains(path.section) else { continue }
            latest[path] = SizeWish(path: path, size: wish.size, isEstimated: wish.isEstimated)
        }
        take(latest.values.sorted { $0.path < $1.path }, notes: false)
    }
}

extension UpdatePlan {
    /// An element of a section that stays, where it is after the update; nil where it has gone, has changed or has gone to
    /// another section.
    fileprivate func samePlace(_ path: ElementPath) -> ElementPath? {
        // What is of the whole list stays.
        guard path.section >= 0 else { return path }
        guard let section = newSection(path.section), !reloadedSections.contains(path.section) else { return nil }
        if path.category == .item {
            return isReloaded(path) ? nil : newPath(path).flatMap { $0.section == section ? $0 : nil }
        }
        var after = path
        after.section = section
        return after
    }
}
