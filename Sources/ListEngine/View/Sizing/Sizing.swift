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

    override func follow(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        if !pendingMeasurements.items.isEmpty { changePending { $0.follow(change) } }
    }

    // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
    func changePending<Result>(_ body: (inout PendingMeasurements) -> Result) -> Result {
        var pending = pendingMeasurements
        pendingMeasurements = PendingMeasurements()
        defer { pendingMeasurements = pending }
        return body(&pending)
    }
}
