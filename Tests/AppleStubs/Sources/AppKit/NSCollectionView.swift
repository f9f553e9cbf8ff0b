import CollectionViewRules

@MainActor public protocol NSCollectionViewElement: AnyObject {
    var identifier: NSUserInterfaceItemIdentifier? { get }
    func prepareForReuse()
    func apply(_ layoutAttributes: NSCollectionViewLayoutAttributes)
    func preferredLayoutAttributesFitting(_ layoutAttributes: NSCollectionViewLayoutAttributes)
        -> NSCollectionViewLayoutAttributes
}
extension NSCollectionViewElement {
    public func prepareForReuse() {}
    public func apply(_ layoutAttributes: NSCollectionViewLayoutAttributes) {}
    public func preferredLayoutAttributesFitting(_ layoutAttributes: NSCollectionViewLayoutAttributes)
        -> NSCollectionViewLayoutAttributes
    { layoutAttributes }
}

@MainActor
open class NSCollectionViewItem: NSViewController, NSCollectionViewElement {
    public internal(set) var identifier: NSUserInterfaceItemIdentifier?
    open var isSelected = false
    open var representedObject: Any?
    public required override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func prepareForReuse() {}
    open func apply(_ layoutAttributes: NSCollectionViewLayoutAttributes) {}
    open func preferredLayoutAttributesFitting(_ layoutAttributes: NSCollectionViewLayoutAttributes)
        -> NSCollectionViewLayoutAttributes
    { layoutAttributes }
}

@MainActor public protocol NSCollectionViewDataSource: AnyObject {
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath)
        -> NSCollectionViewItem
    func numberOfSections(in collectionView: NSCollectionView) -> Int
    func collectionView(
        _ collectionView: NSCollectionView,
        viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView
}
extension NSCollectionViewDataSource {
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }
    public func collectionView(
        _ collectionView: NSCollectionView,
        viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView {
        fatalError("the layout has supplementary views, the data source has none")
    }
}

@MainActor public protocol NSCollectionViewDelegate: AnyObject {}
/// `delegate.collectionView?(…)` calls the methods of this value: a protocol in Swift cannot have optional requirements.
@MainActor public protocol NSCollectionViewDelegateFlowLayout: NSCollectionViewDelegate {
    var collectionView: FlowLayoutMethods? { get }
}
extension NSCollectionViewDelegateFlowLayout {
    public var collectionView: FlowLayoutMethods? { nil }
}
@MainActor public struct FlowLayoutMethods {
    public var size: (IndexPath) -> NSSize = { _ in NSSize(width: 50, height: 50) }
    public var inset: (Int) -> NSEdgeInsets = { _ in NSEdgeInsetsZero }
    public var lineSpacing: (Int) -> CGFloat = { _ in 0 }
    public var interitemSpacing: (Int) -> CGFloat = { _ in 0 }
    public var header: (Int) -> NSSize = { _ in .zero }
    public var footer: (Int) -> NSSize = { _ in .zero }
    public init() {}
    public func callAsFunction(_: NSCollectionView, layout: NSCollectionViewLayout, sizeForItemAt path: IndexPath)
        -> NSSize
    { size(path) }
    public func callAsFunction(_: NSCollectionView, layout: NSCollectionViewLayout, insetForSectionAt section: Int)
        -> NSEdgeInsets
    { inset(section) }
    public func callAsFunction(
        _: NSCollectionView, layout: NSCollectionViewLayout, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { lineSpacing(section) }
    public func callAsFunction(
        _: NSCollectionView, layout: NSCollectionViewLayout, minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { interitemSpacing(section) }
    public func callAsFunction(
        _: NSCollectionView, layout: NSCollectionViewLayout, referenceSizeForHeaderInSection section: Int
    ) -> NSSize { header(section) }
    public func callAsFunction(
        _: NSCollectionView, layout: NSCollectionViewLayout, referenceSizeForFooterInSection section: Int
    ) -> NSSize { footer(section) }
}

/// A view whose class is registered. On Apple's systems each view has this initializer, and a subclass need not have it.
@MainActor public protocol NSViewOfClass: NSView {
    init(frame frameRect: NSRect)
}

/// An executable stand-in for NSCollectionView. It is the document of a scroll view, and as long as its content. It enforces the
/// rules that Apple documents; Documentation/Apple.md names the page of each.
@MainActor
open class NSCollectionView: NSView {
    public typealias SupplementaryElementKind = String
    public typealias DecorationElementKind = String
    public enum UpdateAction: Int, Sendable { case insert, delete, reload, move, none }
    public class var elementKindSectionHeader: SupplementaryElementKind { "UICollectionElementKindSectionHeader" }
    public class var elementKindSectionFooter: SupplementaryElementKind { "UICollectionElementKindSectionFooter" }

    open override var isFlipped: Bool { true }
    open var collectionViewLayout: NSCollectionViewLayout? {
        didSet {
            collectionViewLayout?.collectionView = self
            isPrepared = false
        }
    }
    open weak var dataSource: (any NSCollectionViewDataSource)? {
        didSet {
            counts = nil
            isPrepared = false
            hideAll()
        }
    }
    open weak var delegate: (any NSCollectionViewDelegate)?

    // MARK: Items

    private var newElements: [String: () -> any NSCollectionViewElement] = [:]
    private var pool: [String: [any NSCollectionViewElement]] = [:]
    private var madeHere: Set<ObjectIdentifier> = []
    private var all: [any NSCollectionViewElement] = []
    /// How many items and views were made, for tests.
    public var elementsMade: Int { all.count }

    open func register(
        _ itemClass: NSCollectionViewItem.Type?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier
    ) {
        newElements[identifier.rawValue] = itemClass.map { type in
            {
                let item = type.init()
                item.identifier = identifier
                return item
            }
        }
    }
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
        withIdentifier identifier: NSUserInterfaceItemIdentifier
    ) {
        guard let type = viewClass as? (NSViewOfClass & NSCollectionViewElement).Type else { return }
        newElements[kind + "/" + identifier.rawValue] = {
            let view = type.init(frame: .zero)
            view.identifier = NSUserInterfaceItemIdentifier(kind + "/" + identifier.rawValue)
            return view
        }
    }
    open func makeItem(withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath)
        -> NSCollectionViewItem
    {
        make(identifier.rawValue) as! NSCollectionViewItem
    }
    open func makeSupplementaryView(
        ofKind elementKind: SupplementaryElementKind, withIdentifier identifier: NSUserInterfaceItemIdentifier,
        for indexPath: IndexPath
    ) -> NSView {
        make(elementKind + "/" + identifier.rawValue) as! NSView
    }
    private func make(_ identifier: String) -> any NSCollectionViewElement {
        if let element = pool[identifier]?.popLast() {
            element.prepareForReuse()
            return element
        }
        guard let new = newElements[identifier] else {
            Rule.broken("an item or view is registered before it is made: \(identifier)")
        }
        let element = new()
        all.append(element)
        madeHere.insert(ObjectIdentifier(element))
        return element
    }

    struct Key: Hashable {
        var kind: String?
        var path: IndexPath
    }
    private var shown: [Key: any NSCollectionViewElement] = [:]
    open func indexPathsForVisibleItems() -> Set<IndexPath> {
        Set(shown.keys.filter { $0.kind == nil }.map(\.path))
    }
    open func item(at indexPath: IndexPath) -> NSCollectionViewItem? {
        shown[Key(kind: nil, path: indexPath)] as? NSCollectionViewItem
    }
    open func supplementaryView(forElementKind elementKind: SupplementaryElementKind, at indexPath: IndexPath)
        -> NSView?
    { shown[Key(kind: elementKind, path: indexPath)] as? NSView }

    private static func view(of element: any NSCollectionViewElement) -> NSView {
        (element as? NSCollectionViewItem)?.view ?? element as! NSView
    }
    private func hideAll() {
        for element in shown.values { recycle(element) }
        shown = [:]
    }
    private func recycle(_ element: any NSCollectionViewElement) {
        Self.view(of: element).removeFromSuperview()
        pool[element.identifier?.rawValue ?? "", default: []].append(element)
    }

    // MARK: Counts

    private var counts: [Int]?
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
    /// The documentation does not say which bounds a layout receives, so tests use both.
    public var passesOwnBounds = false
    private var clipView: NSClipView? { enclosingScrollView?.contentView }
    private var visible: NSRect { clipView?.bounds ?? bounds }
    private var lastVisible: NSRect?

    func invalidated(by context: NSCollectionViewLayoutInvalidationContext) {
        if isPreparing { Rule.broken("a layout is not invalidated while it prepares") }
        if context.invalidateDataSourceCounts { counts = nil }
        let adjustment = context.contentOffsetAdjustment
        if adjustment != .zero, let clipView {
            lastVisible = clipView.bounds.offsetBy(dx: adjustment.x, dy: adjustment.y)
            clipView.scroll(to: lastVisible!.origin)
        }
        isPrepared = false
        needsLayout = true
    }

    func clipViewMoved() {
        needsLayout = true
        guard let lastVisible, visible != lastVisible, let layout = collectionViewLayout else { return }
        self.lastVisible = visible
        let newBounds =
            passesOwnBounds
            ? NSRect(origin: bounds.origin, size: NSSize(width: visible.width, height: bounds.height)) : visible
        if layout.shouldInvalidateLayout(forBoundsChange: newBounds) {
            layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: newBounds))
        }
    }

    private func prepareLayout() {
        guard !isPrepared, let layout = collectionViewLayout else { return }
        _ = knownCounts
        isPreparing = true
        layout.prepare()
        isPreparing = false
        isPrepared = true
        // The view is as large as its content, and at least as large as the visible part.
        let content = layout.collectionViewContentSize
        frame.size = NSSize(width: max(content.width, visible.width), height: max(content.height, visible.height))
    }

    public override init(frame frameRect: NSRect) { super.init(frame: frameRect) }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    open override func layout() {
        lastVisible = visible
        // Items that prefer another size invalidate the layout. After some rounds a layout has to rest.
        for _ in 0..<20 where !layOutOnce() {}
    }

    /// Returns whether all items have the sizes that they prefer.
    private func layOutOnce() -> Bool {
        guard let layout = collectionViewLayout else { return true }
        prepareLayout()
        let elements = layout.layoutAttributesForElements(in: visible)
        var next: [Key: any NSCollectionViewElement] = [:]
        for element in elements {
            guard let path = element.indexPath else { Rule.broken("attributes have an index path") }
            let key = Key(kind: element.representedElementKind, path: path)
            if next[key] != nil { Rule.broken("an element has one set of attributes: \(key)") }
            check(element, key)
            if element.representedElementCategory == .decorationView { continue }
            let shown = shown.removeValue(forKey: key) ?? made(key)
            Self.view(of: shown).frame = element.frame
            shown.apply(element)
            next[key] = shown
        }
        for element in shown.values { recycle(element) }
        shown = next
        for element in elements {
            let key = Key(kind: element.representedElementKind, path: element.indexPath!)
            guard let shown = shown[key] else { continue }
            let preferred = shown.preferredLayoutAttributesFitting(element.double())
            guard
                layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: element)
            else { continue }
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: element))
            return false
        }
        return true
    }

    private func made(_ key: Key) -> any NSCollectionViewElement {
        guard let dataSource else { Rule.broken("elements exist only with a data source") }
        let element: (any NSCollectionViewElement)?
        if let kind = key.kind {
            element =
                dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: key.path)
                as? any NSCollectionViewElement
        } else {
            element = dataSource.collectionView(self, itemForRepresentedObjectAt: key.path)
        }
        guard let element, madeHere.contains(ObjectIdentifier(element)) else {
            Rule.broken("items and views come from makeItem and makeSupplementaryView")
        }
        addSubview(Self.view(of: element))
        return element
    }

    private func check(_ element: NSCollectionViewLayoutAttributes, _ key: Key) {
        if key.kind == nil {
            guard key.path.count == 2, knownCounts.indices.contains(key.path[0]), key.path[1] < knownCounts[key.path[0]]
            else { Rule.broken("a layout has attributes for items of the data only: \(key.path) of \(knownCounts)") }
            if collectionViewLayout?.layoutAttributesForItem(at: key.path)?.frame != element.frame {
                Rule.broken("attributes of one item and of a rectangle are the same: \(key.path)")
            }
        }
        if !element.frame.intersects(visible), element.frame.width > 0, element.frame.height > 0 {
            Rule.broken("attributes for a rectangle are of elements that intersect it: \(element.frame), \(visible)")
        }
    }

    // MARK: Updates

    private func context(everything: Bool) -> NSCollectionViewLayoutInvalidationContext {
        let layoutClass = collectionViewLayout.map { type(of: $0) } ?? NSCollectionViewLayout.self
        let context = (layoutClass.invalidationContextClass as! NSCollectionViewLayoutInvalidationContext.Type).init()
        context.invalidateEverything = everything
        context.invalidateDataSourceCounts = true
        return context
    }

    open func reloadData() {
        if batch != nil { Rule.broken("reloadData is not called in the middle of a batch") }
        counts = nil
        hideAll()
        collectionViewLayout?.invalidateLayout(with: context(everything: true))
    }

    private var batch: Batch?
    public var preparesBeforeUpdates = false
    private var completions: [(Bool) -> Void] = []
    private var isAnimator = false
    /// For tests: the batches that were performed, and how many of them by the animator.
    public private(set) var batchCount = 0
    public private(set) var animatedBatchCount = 0

    /// What is done with the animator is animated. The double is its own animator until the next batch.
    open override func animator() -> Self {
        isAnimator = true
        return self
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
        if batch != nil { Rule.broken("one batch at a time: a batch is performed in the middle of another") }
        batchCount += 1
        if isAnimator { animatedBatchCount += 1 }
        isAnimator = false
        layoutSubtreeIfNeeded()
        let before = knownCounts
        batch = Batch()
        updates?()
        let performed = batch!
        batch = nil
        let after = askedCounts()
        Rule.check(performed, before, after)
        if let completionHandler { completions.append(completionHandler) }
        move(performed, before, after)
        guard let layout = collectionViewLayout else { return }
        layout.invalidateLayout(with: context(everything: false))
        counts = after
        // The documentation does not say which of the two is called first, so tests do both.
        if preparesBeforeUpdates { prepareLayout() }
        layout.prepare(forCollectionViewUpdates: items(of: performed))
        prepareLayout()
        if let clipView {
            let target = layout.targetContentOffset(forProposedContentOffset: clipView.bounds.origin)
            if target != clipView.bounds.origin { clipView.scroll(to: target) }
        }
        layout.finalizeCollectionViewUpdates()
        needsLayout = true
    }

    open func finishAnimations() {
        let ended = completions
        completions = []
        for completion in ended { completion(true) }
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
    open func deleteItems(at indexPaths: Set<IndexPath>) { add { $0.deletedItems += indexPaths } }
    open func insertItems(at indexPaths: Set<IndexPath>) { add { $0.insertedItems += indexPaths } }
    open func reloadItems(at indexPaths: Set<IndexPath>) { add { $0.reloadedItems += indexPaths } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        add { $0.movedItems.append((indexPath, newIndexPath)) }
    }

    private func items(of batch: Batch) -> [NSCollectionViewUpdateItem] {
        batch.updates.map { update in
            let action: UpdateAction =
                switch update.action {
                case .insert: .insert
                case .delete: .delete
                case .reload: .reload
                case .move: .move
                }
            return NSCollectionViewUpdateItem(action, from: update.from, to: update.to)
        }
    }

    /// Visible items go along.
    private func move(_ batch: Batch, _ before: [Int], _ after: [Int]) {
        let tracks = Rule.tracks(batch, before, after)
        let old = shown
        shown = [:]
        for (key, element) in old {
            if key.kind == nil, let path = tracks[key.path] {
                shown[Key(kind: nil, path: path)] = element
            } else {
                recycle(element)
            }
        }
    }
}
