import Foundation
import ListEngineLayout

/// Dots that show which page of a section is visible, and how many there are. A tap on the leading half of the view scrolls
/// to the page before, one on the trailing half to the next page.
///
///     let section = CollectionLayoutSection.banner(height: .absolute(200))
///     section.boundarySupplementaryItems = [PageDots.item()]
///
/// The list creates the view, and the data source is not called for it, as for separators. A section that can rest anywhere,
/// or that has one page, shows no dots. Where there are too many for the view, it shows numbers instead.
///
/// Assistive technologies read the number of the page, and offer the other pages as actions.
open class PageDots: CollectionReusableView, OrnamentView {
    /// The kind of the supplementary item.
    public static let kind = "pageDots"

    /// Returns a supplementary item with the dots of a section, below the section.
    /// - Parameter height: The height of the dots. It does not change while the section scrolls.
    public static func item(height: CollectionLayoutDimension = .estimated(20))
        -> CollectionLayoutBoundarySupplementaryItem
    {
        CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: height),
            elementKind: kind, alignment: .bottom)
    }

    /// The ornament that the host has drawn.
    private var shown: ListOrnament?

    private var scrolling: (section: Int, of: OrthogonalScrolling)? {
        guard let list = collectionView, let section = layoutAttributes?.section,
            (0..<list.numberOfSections).contains(section),
            let scrolling = list.layout.orthogonalScrolling(ofSection: section)
        else { return nil }
        return (section, scrolling)
    }

    /// The number of pages of the section, and the visible one. Nil outside of a section that scrolls independently.
    public var pages: (count: Int, current: Int)? {
        guard let collectionView, let (section, scrolling) = scrolling else { return nil }
        let offset = collectionView.sectionOffsets[section]
        if scrolling.loops { return (scrolling.pageCount, scrolling.page(at: offset)) }
        // The last pages can be visible together: the section then ends at the first of them.
        let last = scrolling.page(at: scrolling.offsetRange.upperBound)
        return (last + 1, min(scrolling.page(at: offset), last))
    }

    public var ornament: ListOrnament {
        guard let pages, pages.count > 1 else { return .pages(count: 0, current: 0) }
        return .pages(count: pages.count, current: pages.current)
    }

    open override func apply(_ layoutAttributes: LayoutAttributes) {
        super.apply(layoutAttributes)
        (collectionView?.host as? ScrollingHost)?.panning.dots.append(self)
    }

    /// Lets the host draw other pages.
    func refresh() {
        let ornament = ornament
        guard shown != ornament else { return }
        shown = ornament
        ornamentDidChange()
    }

    /// Scrolls the section by a number of pages, as far as its ends. A section that loops has none.
    private func turn(by count: Int) {
        guard let host = collectionView?.host as? ScrollingHost, let pages, let (section, scrolling) = scrolling else {
            return
        }
        let page = pages.current + count
        host.showPage(scrolling.loops ? page : min(max(page, 0), pages.count - 1), ofSection: section)
    }

    open override func handleTap(at point: CGPoint) -> Bool {
        guard let list = collectionView, let pages, pages.count > 1 else { return false }
        let isVertical = list.layout.scrollDirection == .vertical
        let (place, extent) = isVertical ? (point.x, frame.width) : (point.y, frame.height)
        // Assistive technologies tap the middle, which shows the next page.
        let isMirrored = isVertical && list.flowDirection == .rightToLeft
        turn(by: (isMirrored ? extent - place : place) < extent / 2 ? -1 : 1)
        return true
    }

    open override var accessibilityRole: AccessibilityRole { .button }

    override var ownAccessibility: AccessibilityDescription? {
        guard let pages, pages.count > 1 else { return nil }
        return AccessibilityDescription(
            label: ListText.page.text("\(pages.current + 1)", "\(pages.count)"),
            actions: [
                AccessibilityAction(ListText.nextPage.text) { [weak self] in self?.turn(by: 1) },
                AccessibilityAction(ListText.previousPage.text) { [weak self] in self?.turn(by: -1) },
            ])
    }
}
