import Foundation
import ListEngineLayout

/// The collection view of a toolkit, as its layout sees it.
package struct AdaptedView {
    /// The visible part of the content.
    package var bounds: CGRect
    /// What bars cover.
    package var insets: SectionInsets
    package var flowDirection: FlowDirection
    package var displayScale: CGFloat

    package init(bounds: CGRect, insets: SectionInsets, isRightToLeft: Bool, displayScale: CGFloat) {
        self.bounds = bounds
        self.insets = insets
        flowDirection = isRightToLeft ? .rightToLeft : .leftToRight
        self.displayScale = displayScale
    }
}

/// An element of the layout, with the toolkit's name of its kind.
package struct AdaptedElement {
    package var category: ElementCategory
    package var kind: String
    package var path: IndexPath
    package var frame: CGRect
    package var zIndex: Int
    package var alpha: CGFloat
}

/// A layout object of a toolkit, which owns an ``AdaptedLayout`` and translates its calls.
@MainActor
package protocol LayoutAdapter: AnyObject, CollectionViewFlowLayoutDelegate {
    /// Nil while the layout belongs to no collection view.
    var adaptedView: AdaptedView? { get }
    /// The number of items of each section.
    var itemCounts: [Int] { get }
    /// The data source of the collection view.
    var adaptedDataSource: AnyObject? { get }
}

/// A layout that a toolkit's collection view drives: it prepares, invalidates and queries the layout, and announces updates.
/// ``EngineLayout`` is the object that the toolkit calls; this one needs no toolkit.
@MainActor
package final class AdaptedLayout {
    package weak var adapter: (any LayoutAdapter)? { didSet { giveDelegate() } }
    package var recipe: any CollectionViewLayoutRecipe { didSet { giveDelegate() } }
    package private(set) var error: LayoutError?

    package private(set) var current = CollectionViewLayout(width: 0)
    private var container: ListContainer?
    private weak var dataSource: AnyObject?
    /// The layout before counts changed, until the updates that changed them have edited it.
    private var before: (layout: CollectionViewLayout, sections: SectionScroller.State)?
    private var needs: Needs = .layout
    /// Returns the layout of a list that the collection view shows. It replaces this one's as soon as the collection view has the
    /// counts of the list; until then this one is edited.
    package var mirrored: (@MainActor () -> CollectionViewLayout)? { didSet { needs.insert(.mirror) } }
    /// How far an update moved the visible items.
    private var offsetAdjustment: CGFloat = 0
    private var cursor = LayoutCursor()
    /// The visible part when elements were last requested, and the first of them before the user scrolled on.
    /// That one stays in its place on screen while elements that scrolled in are measured.
    private let seen = Seen()
    private final class Seen {
        var lastVisible: Viewport?
        var steady: ElementPath?
    }
    /// The sections that scroll independently.
    package let sections = SectionScroller()

    /// The names of headers and footers in the toolkit.
    package var headerKind: String
    package var footerKind: String

    package init(_ recipe: any CollectionViewLayoutRecipe, headerKind: String, footerKind: String) {
        self.recipe = recipe
        self.headerKind = headerKind
        self.footerKind = footerKind
    }

    /// A flow layout without a delegate of its own reads sizes and spacings from that of the collection view.
    private func giveDelegate() {
        if let flow = recipe as? CollectionViewFlowLayout, flow.delegate == nil { flow.delegate = adapter }
    }

    // MARK: Preparing

    /// The parts that are out of date.
    private struct Needs: OptionSet {
        let rawValue: UInt8
        static let layout = Needs(rawValue: 1)
        static let counts = Needs(rawValue: 2)
        static let mirror = Needs(rawValue: 4)
    }

    package func prepare() {
        if container != adapter?.adaptedView.map(container(of:)) { needs.insert(.layout) }
        if dataSource !== adapter?.adaptedDataSource {
            dataSource = adapter?.adaptedDataSource
            invalidate(everything: true, counts: true)
        }
        // Changed counts wait for the updates that explain them. A query before those lays the list out from scratch.
        if !needs.contains(.counts) { makeCurrent() }
    }

    /// Bars that cover the start and the end of the list do not change its container: large titles and the keyboard do so
    /// while the user scrolls.
    private func container(of view: AdaptedView) -> ListContainer {
        var size = view.bounds.size
        if recipe.scrollDirection == .vertical {
            size.width = max(0, size.width - view.insets.leading - view.insets.trailing)
        } else {
            size.height = max(0, size.height - view.insets.top - view.insets.bottom)
        }
        return ListContainer(size: size, flowDirection: view.flowDirection, displayScale: view.displayScale)
    }

    package func makeCurrent() {
        if needs.contains(.mirror), takeMirrored() { return }
        guard !needs.isDisjoint(with: [.layout, .counts]), let adapter,
            let container = adapter.adaptedView.map(container(of:))
        else {
            return
        }
        if needs.contains(.counts), !needs.contains(.layout), before == nil {
            before = (current, sections.state)
        }
        let counts = adapter.itemCounts
        let isSameList = !needs.contains(.counts) && current.numberOfSections == counts.count
        needs.subtract([.layout, .counts])
        do throws(LayoutError) {
            if isSameList, self.container != nil, current.scrollDirection == recipe.scrollDirection {
                // The recipe may call back into this object, so a copy is changed.
                var next = current
                try next.relayout(in: container, by: recipe)
                current = next
            } else {
                current = try recipe.layout(itemCounts: counts, in: container)
            }
            error = nil
        } catch {
            current = CollectionViewLayout(container: container, scrollDirection: recipe.scrollDirection)
            self.error = error
        }
        self.container = container
        sections.adapt(to: current)
    }

    private func takeMirrored(after edit: ListEdit? = nil) -> Bool {
        guard let mirrored, let adapter, let container = adapter.adaptedView.map(container(of:)) else { return false }
        let next = mirrored()
        let counts = (0..<next.numberOfSections).map { next.numberOfItems(inSection: $0) }
        guard counts == adapter.itemCounts else { return false }
        current = next
        (needs, before, error) = ([], nil, nil)
        self.container = container
        if let edit { sections.follow(edit) }
        sections.adapt(to: current)
        return true
    }

    // MARK: Elements

    /// The visible part, without what bars cover.
    private var viewport: Viewport {
        adapter?.adaptedView.map {
            Viewport($0.bounds, adjustedInsets: $0.insets, sectionOffsets: sections.offsets)
        } ?? Viewport(.zero)
    }

    private func viewport(queried rect: CGRect) -> Viewport {
        var visible = viewport
        visible.rect = rect
        return visible
    }

    package func forEachElement(in rect: CGRect, _ body: (AdaptedElement) -> Void) {
        makeCurrent()
        seen.lastVisible = viewport
        current.forEachElement(in: viewport(queried: rect), cursor: &cursor) { element in
            if !element.isHidden { body(adapted(element)) }
        }
    }

    package func item(at path: IndexPath) -> AdaptedElement? {
        makeCurrent()
        guard contains(path) else { return nil }
        let item = current.layoutAttributesForItem(path[1], inSection: path[0])
        guard sections.offsets[path[0]] != 0 else { return adapted(item) }
        let frame = frame(ofItem: path)
        return element(near: [viewport.rect, frame.insetBy(dx: -1, dy: -1)]) {
            $0.category == .item && $0.indexPath == path
        } ?? adapted(item)
    }

    /// Where an item is drawn.
    private func frame(ofItem path: IndexPath) -> CGRect {
        current.frame(ofItem: path[1], inSection: path[0], sectionOffsets: sections.offsets)
    }

    /// The first element in rectangles that are searched one after the other.
    private func element(near rects: [CGRect], where isWanted: (LayoutAttributes) -> Bool) -> AdaptedElement? {
        var found: AdaptedElement?
        for rect in rects where found == nil {
            current.forEachElement(in: viewport(queried: rect), cursor: &cursor) { element in
                if found == nil, isWanted(element) { found = adapted(element) }
            }
        }
        return found
    }

    private func adapted(_ element: LayoutAttributes) -> AdaptedElement {
        AdaptedElement(
            category: element.category, kind: kind(of: element), path: element.indexPath, frame: element.frame,
            zIndex: element.zIndex, alpha: CGFloat(element.alpha))
    }

    private func kind(of element: LayoutAttributes) -> String {
        switch element.kind {
        case .header: headerKind
        case .footer: footerKind
        default: element.kind.name
        }
    }

    private func contains(_ path: IndexPath) -> Bool {
        hasSection(path) && (0..<current.numberOfItems(inSection: path[0])).contains(path[1])
    }

    private func hasSection(_ path: IndexPath) -> Bool {
        path.count == 2 && (0..<current.numberOfSections).contains(path[0])
    }

    /// The header, footer, supplementary item or decoration of a kind.
    package func element(ofKind kind: String, at path: IndexPath) -> AdaptedElement? {
        makeCurrent()
        guard hasSection(path) else { return nil }
        if kind == headerKind, let frame = current.frameForHeader(inSection: path[0], pinnedTo: viewport) {
            return AdaptedElement(category: .header, kind: kind, path: path, frame: frame, zIndex: 1, alpha: 1)
        }
        if kind == footerKind, let frame = current.frameForFooter(inSection: path[0], pinnedTo: viewport) {
            return AdaptedElement(category: .footer, kind: kind, path: path, frame: frame, zIndex: 1, alpha: 1)
        }
        // Most requested elements are visible, or near an item. A section may have a million items.
        var rects = [viewport.rect]
        if contains(path) {
            let frame = frame(ofItem: path)
            rects.append(frame.insetBy(dx: -frame.width, dy: -frame.height))
        }
        rects.append(current.frame(ofSection: path[0]))
        return element(near: rects) {
            $0.category != .item && $0.indexPath == path && self.kind(of: $0) == kind
        }
    }

    // MARK: Invalidation

    package func invalidate(everything: Bool, counts: Bool) {
        if mirrored != nil { needs.insert(.mirror) }
        if everything {
            needs.insert(.layout)
            before = nil
        }
        if counts { needs.insert(.counts) }
        if everything || counts {
            seen.lastVisible = nil
            seen.steady = nil
        }
    }

    /// Another width lays the list out again. Scrolling moves pinned headers and footers. One that is no longer visible was
    /// before its section's end, so it needs no new attributes until it is visible again.
    package func isInvalid(in view: AdaptedView, pins: Bool) -> Bool {
        if let lastVisible = seen.lastVisible, lastVisible.visibleBounds.origin != view.bounds.origin {
            seen.steady = current.scrollAnchor(in: lastVisible)?.path
            seen.lastVisible = nil
        }
        if container != container(of: view) { return true }
        var mayMove = false
        if pins { forEachBoundary(in: view.bounds) { _, _ in mayMove = true } }
        return mayMove
    }

    /// The headers and footers that a change of the bounds may move.
    package func forEachBoundary(in bounds: CGRect, _ body: (_ kind: String, _ path: IndexPath) -> Void) {
        var visible = viewport(queried: bounds)
        visible.visibleBounds = bounds
        current.forEachElement(in: visible, cursor: &cursor) { element in
            if element.category == .header || element.category == .footer {
                body(kind(of: element), element.indexPath)
            }
        }
    }

    /// Whether the recipe pins headers or footers, as far as is known.
    package var mayPin: Bool {
        guard let flow = recipe as? CollectionViewFlowLayout else { return true }
        return flow.sectionHeadersPinToVisibleBounds || flow.sectionFootersPinToVisibleBounds
    }

    // MARK: Self-sizing

    package enum MeasuredElement {
        case item, boundary
    }

    /// Whether a measured size changes the layout.
    package func changes(_ element: MeasuredElement, at path: IndexPath, to size: CGSize) -> Bool {
        var trial = current
        guard setMeasuredSize(element, path, size, &trial) else { return false }
        if trial.contentSize != current.contentSize { return true }
        return element == .item
            && trial.frame(ofItem: path[1], inSection: path[0]) != current.frame(ofItem: path[1], inSection: path[0])
    }

    /// Takes a measured size. The content offset moves by as much as the first visible item does.
    /// - Returns: By how much the offset has to move, and by how much the content grew.
    package func takeMeasured(
        _ element: MeasuredElement, at path: IndexPath, _ size: CGSize
    ) -> (offset: CGPoint, size: CGSize) {
        let old = current.contentSize
        var next = current
        let scroll = next.keeping(anchorForMeasuring) { layout in _ = setMeasuredSize(element, path, size, &layout) }
        current = next
        sections.adapt(to: current)
        let offset = point(along: scroll.scrollDelta)
        seen.lastVisible?.visibleBounds.origin.x += offset.x
        seen.lastVisible?.visibleBounds.origin.y += offset.y
        return (offset, CGSize(width: next.contentSize.width - old.width, height: next.contentSize.height - old.height))
    }

    private var anchorForMeasuring: ScrollAnchor? {
        let viewport = self.viewport
        if let steady = seen.steady, steady.category == .item,
            current.frame(ofItem: steady.item, inSection: steady.section).intersects(viewport.visibleBounds)
        {
            return ScrollAnchor(steady)
        }
        return current.scrollAnchor(in: viewport)
    }

    /// Gives an element of a layout its measured size. Returns false if the size is not an estimate, or cannot be used.
    private func setMeasuredSize(
        _ element: MeasuredElement, _ path: IndexPath, _ size: CGSize, _ layout: inout CollectionViewLayout
    ) -> Bool {
        guard hasSection(path) else { return false }
        do throws(LayoutError) {
            guard element == .item else {
                try layout.measure(boundarySupplementaryItem: path[1], inSection: path[0], size: size)
                return true
            }
            guard contains(path), layout.layoutAttributesForItem(path[1], inSection: path[0]).isEstimated else {
                return false
            }
            try layout.measure(item: path[1], inSection: path[0], size: size)
            return true
        } catch {
            return false
        }
    }

    // MARK: Updates

    /// Edits the layout as the updates say. The items that stay keep their sizes, and the first visible one keeps its
    /// place on screen.
    package func prepare(for updates: CalledUpdates) {
        let edit = ListEdit(updates)
        // The list has moved its offset itself.
        if mirrored != nil {
            needs.insert(.mirror)
            if takeMirrored(after: edit) { return }
        }
        let before = before ?? (needs.contains(.counts) ? (current, sections.state) : nil)
        guard let (old, offsets) = before, !needs.contains(.layout) else { return }
        self.before = nil
        guard let adapter else { return }
        let counts = adapter.itemCounts
        guard edit.leads(from: old, to: counts) else { return makeCurrent() }
        var edited = old
        let change = try? edit.apply(to: &edited, by: recipe, counts: EditCounts(counts))
        guard change != nil else { return makeCurrent() }
        current = edited
        needs.remove(.counts)
        // A query since the change of the counts has adapted the offsets to the new sections.
        sections.state = offsets
        let anchor = old.scrollAnchor(in: viewport)
        sections.follow(edit)
        sections.adapt(to: current)
        if let anchor,
            let (before, after) = edit.survivor(of: anchor.path, in: old, followingMoves: false)
        {
            offsetAdjustment +=
                edited.contentOffset(for: ScrollAnchor(after)) - old.contentOffset(for: ScrollAnchor(before))
        }
    }

    package func finishUpdates() {
        before = nil
        offsetAdjustment = 0
    }

    package func target(for proposed: CGPoint) -> CGPoint {
        let delta = point(along: offsetAdjustment)
        return CGPoint(x: proposed.x + delta.x, y: proposed.y + delta.y)
    }

    private func point(along distance: CGFloat) -> CGPoint {
        current.scrollDirection == .vertical ? CGPoint(x: 0, y: distance) : CGPoint(x: distance, y: 0)
    }
}
