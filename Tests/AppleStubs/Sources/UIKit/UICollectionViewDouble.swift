import CollectionViewRules

// An executable stand-in for UICollectionView. It enforces the rules that Apple documents; Documentation/Apple.md names the
// page of each. It has no animations: the completion of a batch is called by `finishAnimations()`.
@MainActor
open class UICollectionView: ScrollDouble {
    public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
    public class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }

    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            oldValue.prepareForTransition(to: collectionViewLayout)
            oldValue.collectionView = nil
            collectionViewLayout.collectionView = self
            forgetData()
            setNeedsLayout()
        }
    }
    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { forgetData() } }
    open weak var delegate: (any UICollectionViewDelegate)?

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    // MARK: Cells

    private var makers: [String: UICollectionReusableView.Type] = [:]
    private var pool: [String: [UICollectionReusableView]] = [:]
    /// How many views were made, for tests.
    public private(set) var viewsMade = 0

    open func register(_ cellClass: UICollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String) {
        makers[identifier] = cellClass
    }
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
    ) {
        makers[kind + "/" + identifier] = viewClass as? UICollectionReusableView.Type
    }
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        dequeue(identifier) as! UICollectionViewCell
    }
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        dequeue(elementKind + "/" + identifier)
    }
    private func dequeue(_ identifier: String) -> UICollectionReusableView {
        if let view = pool[identifier]?.popLast() {
            view.prepareForReuse()
            return view
        }
        guard let type = makers[identifier] else {
            Rule.broken("a cell or view is registered before it is dequeued: \(identifier)")
        }
        viewsMade += 1
        let view = type.init(frame: .zero)
        view.reuseIdentifier = identifier
        return view
    }

    struct Key: Hashable {
        var kind: String?
        var path: IndexPath
    }
    private var shown: [Key: UICollectionReusableView] = [:]
    open var indexPathsForVisibleItems: [IndexPath] { shown.keys.filter { $0.kind == nil }.map(\.path).sorted() }
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        shown[Key(kind: nil, path: indexPath)] as? UICollectionViewCell
    }
    open var isPrefetchingEnabled = true
    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        shown.keys.filter { $0.kind == elementKind }.map(\.path)
    }
    /// For tests: the items that the user has selected.
    public private(set) var selected: Set<IndexPath> = []
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { selected.remove(indexPath) }
    public func tap(_ indexPath: IndexPath) {
        selected = [indexPath]
        delegate?.collectionView(self, didSelectItemAt: indexPath)
    }
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    { shown[Key(kind: elementKind, path: indexPath)] }

    private func hideAll() {
        for view in shown.values { recycle(view) }
        shown = [:]
    }
    private func recycle(_ view: UICollectionReusableView) {
        view.removeFromSuperview()
        pool[view.reuseIdentifier ?? "", default: []].append(view)
    }

    // MARK: Counts

    private var counts: [Int]?
    private func forgetData() {
        counts = nil
        isPrepared = false
        hideAll()
    }
    private func askedCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
    }
    private var knownCounts: [Int] {
        if counts == nil { counts = askedCounts() }
        return counts!
    }
    open var numberOfSections: Int { knownCounts.count }
    open func numberOfItems(inSection section: Int) -> Int { knownCounts[section] }

    // MARK: Layout

    private var isPrepared = false
    private var isPreparing = false
    private var lastBounds: CGRect?

    func invalidated(by context: UICollectionViewLayoutInvalidationContext) {
        if isPreparing { Rule.broken("a layout is not invalidated while it prepares") }
        if context.invalidateDataSourceCounts { counts = nil }
        bounds.origin.x += context.contentOffsetAdjustment.x
        bounds.origin.y += context.contentOffsetAdjustment.y
        lastBounds = bounds
        isPrepared = false
        setNeedsLayout()
    }

    open override var bounds: CGRect {
        didSet {
            guard let lastBounds, bounds != lastBounds else { return }
            self.lastBounds = bounds
            setNeedsLayout()
            if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
                collectionViewLayout.invalidateLayout(
                    with: collectionViewLayout.invalidationContext(forBoundsChange: bounds))
            }
        }
    }

    private func prepareLayout() {
        guard !isPrepared else { return }
        _ = knownCounts
        isPreparing = true
        collectionViewLayout.prepare()
        isPreparing = false
        isPrepared = true
        contentSize = collectionViewLayout.collectionViewContentSize
    }

    open override func layoutSubviews() {
        lastBounds = bounds
        // Cells that state another size invalidate the layout. After some rounds a layout has to rest.
        for _ in 0..<20 where !layOutOnce() {}
    }

    /// Returns whether all cells have the sizes that they prefer.
    private func layOutOnce() -> Bool {
        prepareLayout()
        let elements = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
        var next: [Key: UICollectionReusableView] = [:]
        var isSettled = true
        for element in elements {
            let key = Key(kind: element.representedElementKind, path: element.indexPath)
            if next[key] != nil { Rule.broken("an element has one set of attributes: \(key)") }
            check(element, key)
            if element.representedElementCategory == .decorationView { continue }
            let view = shown.removeValue(forKey: key) ?? next[key] ?? made(element)
            view.frame = element.frame
            view.apply(element)
            next[key] = view
        }
        for view in shown.values { recycle(view) }
        shown = next
        for element in elements {
            guard let view = shown[Key(kind: element.representedElementKind, path: element.indexPath)] else { continue }
            let preferred = view.preferredLayoutAttributesFitting(element.double())
            guard
                collectionViewLayout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: element)
            else { continue }
            collectionViewLayout.invalidateLayout(
                with: collectionViewLayout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: element))
            isSettled = false
            break
        }
        return isSettled
    }

    private func made(_ element: UICollectionViewLayoutAttributes) -> UICollectionReusableView {
        guard let dataSource else { Rule.broken("elements exist only with a data source") }
        let view =
            switch element.representedElementKind {
            case nil: dataSource.collectionView(self, cellForItemAt: element.indexPath)
            case let kind?:
                dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: element.indexPath)
            }
        if view.reuseIdentifier == nil { Rule.broken("views come from the collection view's dequeue methods") }
        addSubview(view)
        return view
    }

    private func check(_ element: UICollectionViewLayoutAttributes, _ key: Key) {
        if key.kind == nil {
            guard element.indexPath.count == 2, knownCounts.indices.contains(element.indexPath[0]),
                element.indexPath[1] < knownCounts[element.indexPath[0]]
            else {
                Rule.broken(
                    "a layout has attributes for items of the data only: \(element.indexPath) of \(knownCounts)")
            }
            let single = collectionViewLayout.layoutAttributesForItem(at: element.indexPath)
            if single?.frame != element.frame {
                Rule.broken("attributes of one item and of a rectangle are the same: \(element.indexPath)")
            }
        }
        if !element.frame.intersects(bounds), element.frame.width > 0, element.frame.height > 0 {
            Rule.broken("attributes for a rectangle are of elements that intersect it: \(element.frame), \(bounds)")
        }
    }

    // MARK: Updates

    open func reloadData() {
        if batch != nil { Rule.broken("reloadData is not called in the middle of a batch") }
        counts = nil
        hideAll()
        let type =
            Swift.type(of: collectionViewLayout).invalidationContextClass
            as! UICollectionViewLayoutInvalidationContext.Type
        let context = type.init()
        context.invalidateEverything = true
        context.invalidateDataSourceCounts = true
        collectionViewLayout.invalidateLayout(with: context)
    }

    private var batch: Batch?
    public var preparesBeforeUpdates = false
    private var completions: [(Bool) -> Void] = []
    /// For tests: the batches that were performed.
    public private(set) var batchCount = 0
    /// For tests: the items that the last batch configured again.
    public private(set) var reconfigured: [IndexPath] = []

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if batch != nil { Rule.broken("one batch at a time: a batch is performed in the middle of another") }
        if movement != nil { Rule.broken("no batch while the data source changes for a movement") }
        // "If the collection view's layout is not up to date before you call this method, a reload may occur."
        layoutIfNeeded()
        let before = knownCounts
        batch = Batch()
        updates?()
        let performed = batch!
        batch = nil
        perform(performed, before, completion)
    }

    private func perform(_ performed: Batch, _ before: [Int], _ completion: ((Bool) -> Void)?) {
        let after = askedCounts()
        Rule.check(performed, before, after)
        counts = after
        batchCount += 1
        if let completion { completions.append(completion) }
        let tracks = move(performed, before, after)
        let type =
            Swift.type(of: collectionViewLayout).invalidationContextClass
            as! UICollectionViewLayoutInvalidationContext.Type
        let context = type.init()
        context.invalidateDataSourceCounts = true
        collectionViewLayout.invalidateLayout(with: context)
        counts = after
        // The documentation does not say which of the two is called first, so tests do both.
        if preparesBeforeUpdates { prepareLayout() }
        collectionViewLayout.prepare(forCollectionViewUpdates: items(of: performed))
        prepareLayout()
        contentSize = collectionViewLayout.collectionViewContentSize
        let target = collectionViewLayout.targetContentOffset(forProposedContentOffset: contentOffset)
        if target != contentOffset { bounds.origin = target }
        collectionViewLayout.finalizeCollectionViewUpdates()
        setNeedsLayout()
        reconfigured = performed.reconfiguredItems
        for path in performed.reconfiguredItems { if let now = tracks[path] { refill(now) } }
    }

    open func finishAnimations() {
        let ended = completions
        completions = []
        for completion in ended { completion(true) }
    }

    // MARK: Movements by the user

    private var moved: IndexPath?
    private var target: IndexPath?
    private var movement: IndexPath?

    /// uicollectionview/begininteractivemovementforitem(at:): "This method asks the data source whether the item can be moved."
    open func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
        guard let dataSource, dataSource.collectionView(self, canMoveItemAt: indexPath) else { return false }
        (moved, target) = (indexPath, indexPath)
        return true
    }
    open func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
        if moved == nil { Rule.broken("a movement begins before it is updated") }
        let place = CGRect(origin: targetPosition, size: CGSize(width: 1, height: 1))
        let elements = collectionViewLayout.layoutAttributesForElements(in: place)
        if let path = elements?.first(where: { $0.representedElementCategory == .cell })?.indexPath { target = path }
    }
    /// uicollectionview/endinteractivemovement(): the data source takes the move, and the item is there.
    open func endInteractiveMovement() {
        guard let from = moved, let to = target else { Rule.broken("a movement begins before it ends") }
        (moved, target) = (nil, nil)
        guard from != to, let dataSource else { return }
        let before = knownCounts
        movement = from
        dataSource.collectionView(self, moveItemAt: from, to: to)
        movement = nil
        var batch = Batch()
        batch.movedItems = [(from, to)]
        perform(batch, before, nil)
    }
    open func cancelInteractiveMovement() { (moved, target) = (nil, nil) }

    /// For tests: the user chooses a title in the index. The titles are those of uicollectionviewdatasource/indextitles(for:).
    public func chooseIndexTitle(_ index: Int) {
        guard let dataSource, let titles = dataSource.indexTitles(for: self) else {
            Rule.broken("there is an index if the data source has titles")
        }
        let path = dataSource.collectionView(self, indexPathForIndexTitle: titles[index], at: index)
        guard let element = collectionViewLayout.layoutAttributesForItem(at: path) else {
            Rule.broken("a title leads to an item of the list: \(path)")
        }
        contentOffset.y = min(element.frame.minY, max(0, contentSize.height - bounds.height))
    }

    private func add(_ change: @escaping (inout Batch) -> Void) {
        guard batch != nil else { return performBatchUpdates { change(&self.batch!) } }
        change(&batch!)
    }
    open func deleteSections(_ sections: IndexSet) { add { $0.deletedSections.formUnion(sections) } }
    open func insertSections(_ sections: IndexSet) { add { $0.insertedSections.formUnion(sections) } }
    open func reloadSections(_ sections: IndexSet) { add { $0.reloadedSections.formUnion(sections) } }
    open func moveSection(_ section: Int, toSection newSection: Int) {
        add { $0.movedSections.append((section, newSection)) }
    }
    open func deleteItems(at indexPaths: [IndexPath]) { add { $0.deletedItems += indexPaths } }
    open func insertItems(at indexPaths: [IndexPath]) { add { $0.insertedItems += indexPaths } }
    open func reloadItems(at indexPaths: [IndexPath]) { add { $0.reloadedItems += indexPaths } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        add { $0.movedItems.append((indexPath, newIndexPath)) }
    }
    open func reconfigureItems(at indexPaths: [IndexPath]) { add { $0.reconfiguredItems += indexPaths } }

    private func items(of batch: Batch) -> [UICollectionViewUpdateItem] {
        batch.updates.map { update in
            let action: UICollectionViewUpdateItem.Action =
                switch update.action {
                case .insert: .insert
                case .delete: .delete
                case .reload: .reload
                case .move: .move
                }
            return UICollectionViewUpdateItem(action, from: update.from, to: update.to)
        }
    }

    /// Visible views go along with their items.
    private func move(_ batch: Batch, _ before: [Int], _ after: [Int]) -> [IndexPath: IndexPath] {
        let tracks = Rule.tracks(batch, before, after)
        let old = shown
        shown = [:]
        for (key, view) in old {
            if key.kind == nil, let path = tracks[key.path] {
                shown[Key(kind: nil, path: path)] = view
            } else {
                recycle(view)
            }
        }
        return tracks
    }
    private func refill(_ path: IndexPath) {
        // The data source configures the existing cell; the double dequeues a cell and shows it in the place of the old one.
        let key = Key(kind: nil, path: path)
        guard let old = shown[key], let dataSource else { return }
        recycle(old)
        let cell = dataSource.collectionView(self, cellForItemAt: path)
        addSubview(cell)
        shown[key] = cell
    }
}
