import Foundation
import ListEngineLayout

// A facade: public members, which are forwarded to the parts of the list. Documentation/Architecture.md draws the parts.

/// A list without drawing. It gets the number of items from a data source and their positions from a layout, and
/// keeps a view for each visible element.
///
///     let collectionView = CollectionView()
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

    /// The data source. Setting it causes a full reload.
    ///
    /// A ``DiffableDataSource`` or ``ListDataSource`` that is replaced keeps its own data up to date, and no longer changes
    /// the list. One that belongs to another collection view is shown as it is now: its updates change the other view only,
    /// which is reported as ``CollectionViewDiagnostic/Code/sharedDataSource``.
    public var dataSource: (any CollectionViewDataSource)? {
        get { attached.dataSource }
        set {
            let old = attached.dataSource
            attached.dataSource = newValue
            due.interruption.dataSource = newValue
            due.interruption.sections = newValue as? any SectionLayoutObjects
            attached.positionalSource = newValue as? any PositionalDataSource
            CollectionView.storedPartnerChanges &+= 1
            attached.hasDataSource = newValue != nil
            if newValue !== old {
                attached.keptSource = nil
                attached.answering = []
                setNeedsReload()
            }
            watchFirstScreen()
        }
    }

    /// The delegate. If it also conforms to `CollectionViewFlowLayoutDelegate`, a flow layout without its own
    /// delegate uses it.
    public var delegate: (any CollectionViewDelegate)? {
        get { attached.delegate }
        set {
            let old = attached.delegate
            attached.delegate = newValue
            attached.positionalDelegate = newValue as? any PositionalDelegate
            CollectionView.storedPartnerChanges &+= 1
            attached.hasDelegate = newValue != nil
            if newValue !== old { giveLayoutDelegate(insteadOf: old) }
        }
    }

    /// Called after each pass.
    package var passObserver: (any PassObserver)? {
        get { attached.passObserver }
        set { attached.passObserver = newValue }
    }

    /// The host that draws the list; nil if the list is not drawn. A new host gets views for all visible elements, and
    /// the next pass lets the data source configure them.
    public var host: (any CollectionViewHost)? {
        get { attached.host }
        set {
            let old = attached.host
            attached.host = newValue
            CollectionView.storedPartnerChanges &+= 1
            attached.hasHost = newValue != nil
            if newValue !== old {
                moveViews(from: old)
                keyboard.fields.hostDidChange()
                leaveGestures()
            }
            watchFirstScreen()
        }
    }

    /// The origin of placements. See ``ElementPlacement/origin``.
    public var placementOrigin: CGPoint { hosting.placementOrigin }

    // MARK: Layout

    var recipe: any CollectionViewLayoutRecipe

    /// The current layout of the sections. It is a value that can be stored, copied and queried on any thread.
    ///
    /// It is the result of the last pass. ``layoutIfNeeded()`` brings it up to date.
    public internal(set) var layout: CollectionViewLayout {
        get { storedLayout }
        set {
            storedLayout = newValue
            sizing.layoutVersion &+= 1
        }
    }
    private var storedLayout: CollectionViewLayout

    // MARK: Parts

    let attached = AttachedObjects()
    let geometry: Geometry
    let display = DisplayedCells()
    let registry = ReuseRegistry()
    let reuse = ReusePool()
    let hosting = HostState()
    let sizing = Sizing()
    let anchoring = Anchoring()
    let scrolling = Scrolling()
    let selection = Selection()
    let touches = Touches()
    let keyboard = Keyboard()
    let swipes = Swipes()
    let menus = Menus()
    let reorderer = Reorderer()
    let itemDrags = ItemDrags()
    let prefetching = Prefetching()
    let loading = Loading()
    let emptyViews = EmptyViews()

    /// All parts, in the order in which they follow a change. User code is notified in this order.
    private var parts: [ViewPart] {
        [
            reorderer, swipes, display, itemDrags, menus, selection.gestures, prefetching, selection, touches, keyboard,
            keyboard.fields, scrolling, anchoring, sizing, loading, emptyViews, display.columns,
        ]
    }

    // MARK: Changes

    /// The current pass, batch or update.
    let transaction = ListTransaction()
    /// The work of the next pass.
    let due: DueWork
    /// Moves all positions that parts store.
    let positions = PositionTracker()
    let log = DiagnosticLog()

    /// - Parameters:
    ///   - frame: The frame in points. Its size is the size of the visible bounds; its origin is ignored.
    ///   - layout: The layout of the items.
    public init(frame: CGRect, collectionViewLayout layout: any CollectionViewLayoutRecipe) {
        let isUsable = Self.areUsable(CGRect(origin: .zero, size: frame.size))
        let size = isUsable ? frame.size : .zero
        geometry = Geometry(size: size)
        recipe = layout
        storedLayout = CollectionViewLayout(
            container: ListContainer(size: size), scrollDirection: layout.scrollDirection)
        due = DueWork(transaction)
        let parts = parts
        due.interruption.collectionView = self
        for part in parts { part.list = self }
        positions.parts = parts.map { Unmanaged.passUnretained($0) }
        positions.areCurrent = { [unowned self] in
            checkDataSource()
            return !loadsEverything
        }
        if !isUsable { reportBounds(frame) }
    }

    /// - Parameters:
    ///   - size: The size of the visible bounds, in points. A host that knows its size sets it.
    ///   - layout: The layout of the items. By default each section states its own, and items of a section without one are
    ///     rows that are as high as their cells: see ``ListSection/layout(in:)``.
    public convenience init(size: CGSize = .zero, collectionViewLayout layout: (any CollectionViewLayoutRecipe)? = nil)
    {
        let stated = StatedLayout()
        self.init(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout ?? stated.recipe)
        stated.list = self
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
        if due.reload != .everything { due.reload = .layout }
        setNeedsLayout()
    }

    /// Requests a pass, and a frame from the host to run it in.
    public func setNeedsLayout() {
        guard !due.needsPass else { return }
        due.needsPass = true
        if !isBusy { host?.requestFrame() }
    }

    /// Performs a full reload in the next pass: counts, layout and all cells.
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
        due.needsPass = true
    }

    private func markReload() {
        due.reload = .everything
        // The data already changed, so operations on single items in a callback end here.
        touches.forget()
        positions.forgetFollowed()
    }
}
