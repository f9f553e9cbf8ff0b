import Foundation
import ListEngineLayout

/// A list that does everything but draw: it asks a data source how many items there are, a layout where they stand, and
/// keeps a view for each element that is visible.
///
///     let collectionView = CollectionView(
///         frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: CollectionViewFlowLayout())
///     collectionView.register(TitleCell.self)
///     collectionView.dataSource = self
///     collectionView.host = terminal
///     collectionView.layoutIfNeeded()
///
/// Changes are collected and done in one pass: by ``layoutIfNeeded()``, which a host calls before each frame that it was
/// asked for, or when the host scrolls. A pass asks the layout what is visible. Views whose elements have left go back
/// into the pool, views for those that came are asked of the data source; what stays is not touched. A step that changes
/// nothing visible allocates nothing and calls nobody but those who observe scrolling.
///
/// What cannot be used is reported in ``diagnostics`` and leaves the list whole.
///
/// In what the documentation says of costs, *v* is the number of visible elements and *S* the number of sections.
@MainActor
open class CollectionView {
    // MARK: Who is asked and told

    /// Setting it loads everything again.
    public weak var dataSource: (any CollectionViewDataSource)? {
        didSet {
            hasDataSource = dataSource != nil
            if dataSource !== oldValue { setNeedsReload() }
        }
    }
    /// A data source was given; it may have been released since.
    private var hasDataSource = false

    /// One that is also a `CollectionViewFlowLayoutDelegate` answers for a flow layout that has no delegate of its own.
    public weak var delegate: (any CollectionViewDelegate)? {
        didSet { if delegate !== oldValue { giveLayoutDelegate(insteadOf: oldValue) } }
    }

    /// Where the list is drawn; nil: nowhere. A new host gets views for all that is shown.
    public weak var host: (any CollectionViewHost)? {
        didSet { if host !== oldValue { moveViews(from: oldValue) } }
    }

    var scrollObservers: [WeakScrollObserver] = []

    // MARK: Geometry

    var storedBounds: CGRect
    var storedContentInset = SectionInsets.zero
    var storedContainerInsets = ContainerInsets.zero
    var storedFlowDirection = FlowDirection.leftToRight
    var storedDisplayScale: CGFloat = 1
    var storedSectionOffsets = SectionOffsets()
    var storedContentAlignment = ContentAlignment.start
    var storedAnchorPolicy = ContentAnchorPolicy.firstVisible

    /// What becomes of a kept item that an update moves. ``MovedAnchorPolicy/follow`` by default.
    public var movedAnchorPolicy = MovedAnchorPolicy.follow

    /// What was measured of items, by who they are.
    public var measuredSizes = MeasuredSizes()
    var pendingMeasurements = PendingMeasurements()

    /// How far the list was scrolled when its content changed last; nil before it ever did.
    public internal(set) var lastContentChange: ContentChange?
    /// The sum of changes while they are counted.
    var runningContentChange: ContentChange?

    /// What was kept when the bounds became others, until the layout is made for them.
    var placeBeforeLayout: KeptPlace?

    /// What placements are counted from. See ``ElementPlacement/origin``.
    public internal(set) var placementOrigin = CGPoint.zero

    // MARK: Layout

    var recipe: any CollectionViewLayoutRecipe

    /// The sections as they are laid out: a value that can be kept, copied and asked on any thread.
    ///
    /// It is as the last pass left it; ``layoutIfNeeded()`` brings it up to date.
    public internal(set) var layout: CollectionViewLayout {
        didSet { layoutVersion &+= 1 }
    }

    /// Counts the changes of the layout.
    private(set) var layoutVersion = 0

    /// Changes where elements are shown. It is not kept alive.
    public weak var elementsAdjuster: (any VisibleElementsAdjuster)? {
        didSet { if elementsAdjuster !== oldValue { setNeedsLayout() } }
    }

    /// The user can scroll the list; a host that scrolls heeds it. True by default.
    public var isScrollEnabled = true

    var cursor = LayoutCursor()

    // MARK: What is shown

    /// What is shown, in the order of queries.
    var displayed: [DisplayedElement] = []
    /// What the last query found. Kept for its memory, as the two below.
    var found: [LayoutAttributes] = []
    var foundPlaces: [ElementKey: Int] = [:]
    var isDisplayed: [Bool] = []
    /// The views of what comes into sight, by its place in `found`, and the places in `displayed` of what has left.
    var made: [CollectionReusableView?] = []
    var left: [Int] = []
    /// Displayed, and estimates again: measured by the next pass where they stay in view.
    var unmeasured: Set<ElementKey> = []

    var registry = ReuseRegistry()
    /// Views that were handed out while the data source is asked for one.
    var handedOut: [CollectionReusableView] = []
    var isAskingForView = false
    /// Most elements that were shown at once: as many views are worth keeping.
    var mostDisplayed = 0

    // MARK: What the user does

    var canSelect = true
    var canSelectMany = false
    var selection = SelectionModel()
    var highlighted: ElementPath?
    /// The item that the touch under way began on.
    var touched: ElementPath?
    /// Its cell keeps it.
    var isTouchKept = false
    var focus: ElementPath?
    /// The characters that lead to an item together.
    var typed = ""
    /// Where sections stood when the user began to drag them.
    var sectionDragStarts = SectionOffsets()
    var editing = EditingState()
    var reordering: Reordering?
    var swiping: Swiping?
    var swipes = 0
    var menu: ShownMenu?
    var manySelection: ManySelection?
    /// What the pass under way scrolls to, whatever is measured on the way.
    var scrollTarget: ScrollTarget?
    /// What the host is scrolling to smoothly.
    var animatedTarget: ScrollTarget?
    /// Medians are made of what is measured, which ``reestimateItems()`` gives to items that were never shown. False by default.
    public var learnsSizes = false {
        didSet { if !learnsSizes { layout.tracksMeasuredItems = false } }
    }
    /// Which items are alike; without one all are. It is not kept alive.
    public weak var sizeKindSource: (any CollectionViewSizeKindSource)?
    /// What was learnt.
    public internal(set) var sizeEstimates = SizeEstimates()
    /// Kept while updates are prepared.
    var sizesSince: SizesSince?
    /// Rounds of measuring that there were, in all passes.
    var measuringRounds = 0

    // MARK: Prefetching

    /// Hears what will soon be shown.
    public weak var prefetchDataSource: (any CollectionViewDataSourcePrefetching)?

    /// True by default.
    public var isPrefetchingEnabled = true

    /// How far ahead is looked, in screens, when the list is scrolled slowly. Quick scrolling looks up to four times as far.
    public var prefetchDistance: CGFloat = 1

    var prefetching = PrefetchState()

    // MARK: State of a pass

    enum Reload {
        case none
        /// Other bounds: items stay what they are, and what they are told to be.
        case container
        /// Another layout: items stay what they are.
        case layout
        /// Another data source, or other data.
        case everything
    }

    var pendingReload = Reload.everything
    var needsPass = true
    /// The pass, batch or update under way.
    let transaction = ListTransaction()
    /// Everything that is remembered by position.
    let positions = PositionTracker()
    /// Animations that have not ended.
    var runningAnimations: [RunningAnimation] = []
    /// Counts hosts: a view that was made by another one is not shown by this one.
    var hostGeneration = 0
    /// The content size that the host knows.
    var hostContentSize: CGSize?
    /// Told after each pass.
    package weak var passObserver: (any PassObserver)?

    /// What could not be used.
    public var diagnostics = CollectionViewDiagnostics()

    /// - Parameters:
    ///   - frame: Its size is that of the visible bounds, in points; its origin means nothing here.
    ///   - layout: Says where the items stand.
    public init(frame: CGRect, collectionViewLayout layout: any CollectionViewLayoutRecipe) {
        let isUsable = Self.areUsable(CGRect(origin: .zero, size: frame.size))
        storedBounds = CGRect(origin: .zero, size: isUsable ? frame.size : .zero)
        recipe = layout
        self.layout = CollectionViewLayout(
            container: ListContainer(size: storedBounds.size), scrollDirection: layout.scrollDirection)
        registerPositions()
        if !isUsable { reportBounds(frame) }
    }

    /// The layout of the whole list. Setting it lays everything out from scratch and keeps cells whose items stay visible, with
    /// the first visible item where it is on screen.
    open var collectionViewLayout: any CollectionViewLayoutRecipe {
        get { recipe }
        set {
            recipe = newValue
            giveLayoutDelegate(insteadOf: nil)
            invalidateLayout()
        }
    }

    private func giveLayoutDelegate(insteadOf old: (any CollectionViewDelegate)?) {
        guard let flow = recipe as? CollectionViewFlowLayout, flow.delegate == nil || flow.delegate === old else {
            return
        }
        flow.delegate = delegate as? any CollectionViewFlowLayoutDelegate
    }

    /// Lays everything out from scratch in the next pass, with the same items: after properties of the layout have changed.
    open func invalidateLayout() {
        if pendingReload != .everything { pendingReload = .layout }
        setNeedsLayout()
    }

    /// Asks for a pass, and the host for a frame to do it in.
    public func setNeedsLayout() {
        guard !needsPass else { return }
        needsPass = true
        if !isBusy { host?.requestFrame() }
    }

    /// Loads everything again in the next pass: counts, layout and all cells.
    open func reloadData() {
        setNeedsReload()
    }

    func setNeedsReload() {
        markReload()
        setNeedsLayout()
    }

    /// As ``setNeedsReload()``, for an update that follows at once. The host is not asked for a frame: it could lay the list
    /// out with the data of before the update, and nothing would be left to load when the data changes.
    func reloadWithNextUpdate() {
        markReload()
        needsPass = true
    }

    private func markReload() {
        pendingReload = .everything
        // The data is another one already: what is done with single items in the middle of a callback ends here.
        touched = nil
        positions.forgetFollowed()
    }

    /// A data source that was released has no items any more.
    func checkDataSource() {
        guard hasDataSource, dataSource == nil else { return }
        hasDataSource = false
        setNeedsReload()
    }

    package func report(_ code: CollectionViewDiagnostic.Code, _ element: ElementPath? = nil, _ message: String) {
        let diagnostic = CollectionViewDiagnostic(code: code, element: element, message: message)
        let isFirst = diagnostics.record(diagnostic)
        diagnostic.tell(diagnostics.handler, isFirst: isFirst)
    }
}

/// The name of an element: kinds tell several supplementary items of one item apart.
struct ElementKey: Hashable {
    var path: ElementPath
    var kind: ElementKind

    init(path: ElementPath, kind: ElementKind) {
        self.path = path
        self.kind = kind
    }

    init(_ attributes: LayoutAttributes) { self.init(path: attributes.path, kind: attributes.kind) }
}

/// An element that is shown.
struct DisplayedElement {
    var key: ElementKey
    var attributes: LayoutAttributes
    var view: CollectionReusableView
    /// In a batch of updates: the element is still in the list, and out of view.
    var isMovingOut = false
}

struct WeakScrollObserver {
    weak var observer: (any CollectionViewScrollDelegate)?
}
