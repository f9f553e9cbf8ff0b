import ListEngineLayout

extension CollectionView {
    /// The measured sizes of items, by the items' identities.
    public var measuredSizes: MeasuredSizes {
        get { sizing.measuredSizes }
        set { sizing.measuredSizes = newValue }
    }

    /// Whether medians of measured sizes are kept. ``reestimateItems()`` applies them to items that were never shown.
    /// The default is false.
    public var learnsSizes: Bool {
        get { sizing.learns }
        set {
            sizing.learns = newValue
            sizing.hasUnmarkedSizes = true
            if !newValue { layout.tracksMeasuredItems = false }
        }
    }

    /// Groups items into kinds of similar size. Without it, all items are one kind. The reference is weak.
    public var sizeKindSource: (any CollectionViewSizeKindSource)? {
        get { sizing.kindSource }
        set { sizing.kindSource = newValue }
    }

    /// The learnt estimates.
    public var sizeEstimates: SizeEstimates { sizing.estimates }
}

/// Measured sizes, and what is learnt from them.
@MainActor
final class Sizing: ViewPart {
    var measuredSizes = MeasuredSizes()
    var pendingMeasurements = PendingMeasurements()
    var learns = false
    /// Whether sizes may be stored that were measured before sizes were learnt.
    var hasUnmarkedSizes = false
    weak var kindSource: (any CollectionViewSizeKindSource)?
    var estimates = SizeEstimates()
    /// Counts the changes of the layout.
    var layoutVersion = 0
    /// Sizes recorded while updates are prepared.
    var sizesSince: SizesSince?
    /// The number of measuring rounds in all passes.
    var rounds = 0

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        if !pendingMeasurements.items.isEmpty { changePending { $0.follow(edit) } }
    }

    // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
    func changePending<Result>(_ body: (inout PendingMeasurements) -> Result) -> Result {
        var pending = pendingMeasurements
        pendingMeasurements = PendingMeasurements()
        defer { pendingMeasurements = pending }
        return body(&pending)
    }
}

// MARK: - Updates that are being prepared

/// The sizes measured since the preparation of an update started. The layout of the update takes over these sizes.
struct SizesSince {
    /// The largest number of sizes. If there are more, the layout is edited when the update is shown.
    private static let capacity = 4096

    private let start: CollectionViewLayout
    /// The version of the list's layout after the last measured sizes.
    private var version: Int
    private var preferences: [SizePreference] = []

    init(start: CollectionViewLayout, version: Int) {
        self.start = start
        self.version = version
    }

    /// Records sizes that the layout took over. Returns false if the layout had changed in another way, or if there
    /// are too many sizes.
    mutating func add(_ more: [SizePreference], from before: Int, to after: Int) -> Bool {
        guard before == version, preferences.count + more.count <= Self.capacity else { return false }
        preferences += more
        version = after
        return true
    }

    /// All sizes measured since a layout was the list's; nil if they are unknown or not the only change.
    func preferences(since layout: CollectionViewLayout, version: Int) -> [SizePreference]? {
        version == self.version && start.isIdentical(to: layout) ? preferences : nil
    }
}

extension CollectionView {
    /// Starts recording sizes, because an update is being prepared for the current layout.
    func noteSizesFromHere() { sizing.sizesSince = SizesSince(start: layout, version: sizing.layoutVersion) }

    /// Returns a prepared layout with the sizes measured since; nil if it no longer fits the list.
    func upToDate(_ prepared: PreparedLayout?) -> PreparedLayout? {
        guard var prepared else { return nil }
        if prepared.before.isIdentical(to: layout) { return prepared }
        guard let preferences = sizing.sizesSince?.preferences(since: prepared.before, version: sizing.layoutVersion)
        else {
            return nil
        }
        prepared.since = preferences
        return prepared
    }

    /// Takes over the sizes that were measured in the old list, for elements that the update does not change. The
    /// layout is that after the update. Items that moved to another section, and items of sections that were laid out
    /// from scratch, get their sizes as in any other update.
    func takeAgain(_ plan: UpdatePlan) {
        var latest: [ElementPath: SizePreference] = [:]
        // Badges on the screen are measured again.
        for preference in plan.measuredSince where preference.path.category != .supplementary {
            guard let path = plan.edit.samePlace(preference.path), plan.relaidOut?.contains(path.section) == false
            else { continue }
            latest[path] = SizePreference(path: path, size: preference.size, isEstimated: preference.isEstimated)
        }
        applySizes(latest.values.sorted { $0.path < $1.path }, notes: false)
    }
}

extension SharedEdit {
    /// The new position of an element in a section that is not deleted. Nil if the element was deleted, changed or
    /// moved to another section.
    fileprivate func samePlace(_ path: ElementPath) -> ElementPath? {
        // Elements of the whole list are not changed.
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
