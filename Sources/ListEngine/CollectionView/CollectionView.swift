import Foundation
import ListEngineLayout

// This file has the state of a collection view. Extensions do the work, one file a topic:
//
// - Geometry, Visible, SectionScrolling, TypeAhead, Diagnostics: questions and settings of programs.
// - Updates: batches and plans; LayoutEdits edits the layout by a plan, Animations describes the movements to the host.
// - Pass: loads, finds what is visible, makes, measures and places views; Scrolling and SelfSizing are steps of it.
// - Positions: everything that is stored by position, which `PositionTracker` moves.
// - Events: what a host reports. Selection, Reordering, Swiping, Menus and Editing (in other folders) act on it.
//
// `ListTransaction` is what the list is doing while it changes. Documentation/Architecture.md has the whole picture.

/// A list without drawing. It gets the number of items from a data source and their positions from a layout, and
/// keeps a view for each visible element.
///
///     let collectionView = CollectionView(
///         frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: CollectionViewFlowLayout())
///     collectionView.register(TitleCell.self)
///     collectionView.dataSource = dataSource
///     collectionView.host = terminal
///     collectionView.layoutIfNeeded()
///
/// Changes are collected and made in one pass. ``layoutIfNeeded()`` runs the pass; a host calls it before each
/// requested frame. Scrolling by the host runs it too. A pass queries the layout for the visible elements. Views of
/// elements that are no longer visible go back into the reuse pool. The data source supplies views for elements that
/// became visible. All other views stay untouched. A scroll step that changes no visible element allocates nothing,
/// and calls only scroll observers.
///
/// Values that cannot be used are reported in ``diagnostics``; the list stays consistent.
///
/// In statements of complexity, *v* is the number of visible elements and *S* is the number of sections.
@MainActor
open class CollectionView {
    // MARK: Data source, delegate and host

    /// The data source. Setting it loads everything again.
    public var dataSource: (any CollectionViewDataSource)? {
        get { storedDataSource }
        set {
            let old = storedDataSource
            storedDataSource = newValue
            sourceForwarder = newValue as? any CellSourceForwarding
            partnerChanges &+= 1
            attached.hasDataSource = newValue != nil
            if newValue !== old { setNeedsReload() }
            watchFirstScreen()
        }
    }
    // These three references are read for each cell. A public stored property would be checked for overlapping accesses
    // at run time.
    private weak var storedDataSource: (any CollectionViewDataSource)?
    private weak var storedDelegate: (any CollectionViewDelegate)?
    private weak var storedHost: (any CollectionViewHost)?
    /// The data source and the delegate, if they are of these kinds.
    private(set) weak var sourceForwarder: (any CellSourceForwarding)?
    private(set) weak var delegateForwarder: (any CellDelegateForwarding)?
    /// Counts the times that one of the three was set, or an object that they pass calls on to.
    var partnerChanges = 0
    /// Which objects were set. They may have been released since.
    var attached = Attached()

    /// The delegate. If it also conforms to `CollectionViewFlowLayoutDelegate`, a flow layout without its own
    /// delegate uses it.
    public var delegate: (any CollectionViewDelegate)? {
        get { storedDelegate }
        set {
            let old = storedDelegate
            storedDelegate = newValue
            delegateForwarder = newValue as? any CellDelegateForwarding
            partnerChanges &+= 1
            attached.hasDelegate = newValue != nil
            if newValue !== old { giveLayoutDelegate(insteadOf: old) }
        }
    }

    /// The host that draws the list; nil if the list is not drawn. A new host gets views for all visible elements, and
    /// the next pass lets the data source configure them.
    public var host: (any CollectionViewHost)? {
        get { storedHost }
        set {
            let old = storedHost
            storedHost = newValue
            partnerChanges &+= 1
            attached.hasHost = newValue != nil
            if newValue !== old { moveViews(from: old) }
            watchFirstScreen()
        }
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

    /// The treatment of the anchor item if an update moves it. The default is ``MovedAnchorPolicy/follow``.
    public var movedAnchorPolicy: MovedAnchorPolicy {
        get { storedMovedAnchorPolicy }
        set { storedMovedAnchorPolicy = newValue }
    }
    // This and the stored properties below are read in each pass or update. A public stored property would be checked for
    // overlapping accesses.
    private var storedMovedAnchorPolicy = MovedAnchorPolicy.follow

    /// The measured sizes of items, by the items' identities.
    public var measuredSizes = MeasuredSizes()
    var pendingMeasurements = PendingMeasurements()

    /// The distance that the list was scrolled at the last change of its content; nil before the first change.
    public internal(set) var lastContentChange: ContentChange?
    /// The sum of changes while they are counted.
    var runningContentChange: ContentChange?

    /// The place to keep after a change of the bounds, until the layout is made for the new bounds.
    var placeBeforeLayout: KeptPlace?

    /// The origin of placements. See ``ElementPlacement/origin``.
    public var placementOrigin: CGPoint { storedPlacementOrigin }
    var storedPlacementOrigin = CGPoint.zero

    // MARK: Layout

    var recipe: any CollectionViewLayoutRecipe

    /// The current layout of the sections. It is a value that can be stored, copied and queried on any thread.
    ///
    /// It is the result of the last pass. ``layoutIfNeeded()`` brings it up to date.
    public internal(set) var layout: CollectionViewLayout {
        get { storedLayout }
        set {
            storedLayout = newValue
            layoutVersion &+= 1
        }
    }
    // A public stored property would be checked for overlapping accesses.
    private var storedLayout: CollectionViewLayout

    /// Counts the changes of the layout.
    private(set) var layoutVersion = 0

    /// Changes the positions of shown elements. The reference is weak.
    public var elementsAdjuster: (any VisibleElementsAdjuster)? {
        get { storedElementsAdjuster }
        set {
            let old = storedElementsAdjuster
            storedElementsAdjuster = newValue
            if newValue !== old { setNeedsLayout() }
        }
    }
    private weak var storedElementsAdjuster: (any VisibleElementsAdjuster)?

    /// Whether the user can scroll the list. A host that scrolls must respect it. The default is true.
    public var isScrollEnabled = true

    var cursor = LayoutCursor()

    // MARK: Shown elements

    /// The shown elements, in the order of queries. Change it with ``changeDisplayed(_:)``.
    var displayed: [DisplayedElement] = []
    /// The memory that passes work in. A pass takes it out, and puts it back when it ends.
    var passMemory = PassMemory()
    /// Shown elements whose size is an estimate again. The next pass measures those that stay visible.
    var unmeasured: Set<ElementKey> = []

    let registry = ReuseRegistry()
    /// The classes of delegates and providers that are not called, because they implement nothing.
    let defaults = CellDefaults()
    /// The view that was dequeued while the data source is called for one, and those that were dequeued after it.
    var handedOut: CollectionReusableView?
    var handedOutLater: [CollectionReusableView] = []
    var isRequestingView = false
    /// The largest number of elements shown at once. The pool keeps as many views.
    var mostDisplayed = 0

    // MARK: Parts

    let touches = Touches()
    let keyboard = Keyboard()
    let selectionGestures = SelectionGestures()
    let swipes = Swipes()
    let menus = Menus()
    let reorderer = Reorderer()
    let prefetching = Prefetching()
    let loadingMore = LoadingMore()
    let refreshing = Refreshing()
    let emptyViews = EmptyViews()

    /// All parts, in the order in which they follow a change. User code is notified in this order.
    private var parts: [ViewPart] {
        [
            reorderer, swipes, menus, selectionGestures, prefetching, touches, keyboard, loadingMore, refreshing,
            emptyViews,
        ]
    }

    // MARK: User input

    var canSelect = true
    var canSelectMany = false
    var selection = SelectionModel()
    /// The other end of a range that the user selects.
    var selectionPivot: ElementPath?
    /// The offsets of sections when the user began to drag them.
    var sectionDragStarts = SectionOffsets()
    var editing = EditingState()
    var storedHeldItem: ElementPath?
    /// The items that the user drags out of the list.
    var itemDrag: CollectionDrag?
    /// Earlier drags whose index paths still follow the list. Those that were released are removed with the next change.
    var endedDrags: [WeakDrag] = []
    var storedDropTarget: CollectionDropTarget?
    /// The scroll target of the current pass, which stays the target while items are measured.
    var scrollTarget: ScrollTarget?
    /// The target of the host's current smooth scroll.
    var animatedTarget: ScrollTarget?
    /// Whether medians of measured sizes are kept. ``reestimateItems()`` applies them to items that were never shown.
    /// The default is false.
    public var learnsSizes = false {
        didSet { if !learnsSizes { layout.tracksMeasuredItems = false } }
    }
    /// Groups items into kinds of similar size. Without it, all items are one kind. The reference is weak.
    public weak var sizeKindSource: (any CollectionViewSizeKindSource)?
    /// The learnt estimates.
    public internal(set) var sizeEstimates = SizeEstimates()
    /// Sizes recorded while updates are prepared.
    var sizesSince: SizesSince?
    /// The number of measuring rounds in all passes.
    var measuringRounds = 0

    // MARK: State of a pass

    enum Reload {
        case none
        /// The bounds changed. Items and their state stay.
        case container
        /// The layout changed. Items stay.
        case layout
        /// The data source or its data changed.
        case everything
    }

    var pendingReload = Reload.everything {
        didSet { interruption.isOutdated = isBusy && pendingReload == .everything }
    }
    /// Stops the layout from requesting more sections when everything will be loaded again.
    let interruption = RecipeInterruption()
    var needsPass = true
    /// The current pass, batch or update.
    let transaction = ListTransaction()
    /// All values that are stored by position.
    let positions = PositionTracker()
    /// The running animations.
    var runningAnimations: [AnimationToken] = []
    /// The number of hosts so far. A view that another host created is not reused.
    var hostGeneration = 0
    /// The host whose views the data source has configured.
    var filledGeneration = 0
    /// Whether a shown view is to be measured again.
    var hasInvalidMeasurements = false
    /// The next pass configures the supplementary views again.
    var hasOutdatedSupplementaryViews = false
    /// The content size that was last passed to the host.
    var hostContentSize: CGSize?
    /// Called after each pass.
    package weak var passObserver: (any PassObserver)?

    /// Reports about values that could not be used and about blank screens, from the list, its data source and its layout.
    public var diagnostics = CollectionViewDiagnostics()
    /// How many diagnostics of the layout are among them.
    var knownLayoutDiagnostics = 0

    /// - Parameters:
    ///   - frame: The frame in points. Its size is the size of the visible bounds; its origin is ignored.
    ///   - layout: The layout of the items.
    public init(frame: CGRect, collectionViewLayout layout: any CollectionViewLayoutRecipe) {
        let isUsable = Self.areUsable(CGRect(origin: .zero, size: frame.size))
        storedBounds = CGRect(origin: .zero, size: isUsable ? frame.size : .zero)
        recipe = layout
        storedLayout = CollectionViewLayout(
            container: ListContainer(size: storedBounds.size), scrollDirection: layout.scrollDirection)
        for part in parts { part.list = self }
        registerPositions()
        positions.parts = parts
        if !isUsable { reportBounds(frame) }
    }

    /// The layout of the whole list. Setting it lays out everything from scratch. Cells of items that stay visible
    /// are kept, and the first visible item keeps its place on screen.
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

    /// Lays out everything from scratch in the next pass, with the same items. Call it after changing properties of
    /// the layout.
    open func invalidateLayout() {
        if pendingReload != .everything { pendingReload = .layout }
        setNeedsLayout()
    }

    /// Requests a pass, and a frame from the host to run it in.
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

    /// Does the same as ``setNeedsReload()`` for an update that follows immediately, but does not request a frame. In
    /// that frame the host could lay out the list with the old data, and nothing would be left to load when the data
    /// changes.
    func reloadWithNextUpdate() {
        markReload()
        needsPass = true
    }

    private func markReload() {
        pendingReload = .everything
        // The data already changed, so operations on single items in a callback end here.
        touches.forget()
        positions.forgetFollowed()
    }
}

struct WeakScrollObserver {
    weak var observer: (any CollectionViewScrollDelegate)?
}
