import Foundation
import ListEngine
import ListEngineLayout

/// Shows the headers of all sections, and the items of at most one section. A tap on a header opens its section and
/// closes the section that was open.
///
/// While a section is open, its items are at the top of the visible area and scrolling is turned off.
@MainActor
open class AccordionListAdapter: ListAdapter {
    /// The section whose items are shown; nil if all sections are closed.
    public private(set) weak var expandedSection: SectionDescription?

    private var isHoldingScrolling = false

    /// Called with the section that was opened, or with nil when the open section was closed or removed.
    open var onToggle: (@MainActor (SectionDescription?) -> Void)?

    /// Whether opening and closing a section animates the inserted and deleted items and the scrolling. True by
    /// default.
    open var animatesToggling = true

    open override func showsItems(of section: SectionDescription) -> Bool { section === expandedSection }

    /// Opens a section, or closes it if it is open.
    open func toggle(_ section: SectionDescription) { expand(section === expandedSection ? nil : section) }

    /// Closes the open section.
    open func collapseAccordion() { if expandedSection != nil { expand(nil) } }

    private func expand(_ section: SectionDescription?) {
        list.update(animated: animatesToggling) { [weak self] update in
            guard let self else { throw UpdateError.dataSourceReleased }
            let (old, new) = (expandedSection, section)
            guard old !== new, new == nil || new?.adapter === self else { return }
            if let old, let provider = old.provider {
                update.change(provider, section: 0, deleting: IndexSet(integersIn: 0..<shownCount(of: old)))
            }
            if let new, let provider = new.provider {
                update.change(provider, section: 0, inserting: IndexSet(integersIn: 0..<new.numberOfItems))
            }
            expandedSection = new
            update.afterwards { [weak self] in
                guard let self, let collectionView else { return }
                isHoldingScrolling = expandedSection != nil
                collectionView.isScrollEnabled = !isHoldingScrolling
                scroll(collectionView)
                onToggle?(expandedSection)
            }
        }
    }

    override func sectionsDidChange() {
        guard isHoldingScrolling, expandedSection.map({ $0.adapter !== self }) ?? true else { return }
        // The open section was removed.
        expandedSection = nil
        isHoldingScrolling = false
        collectionView?.isScrollEnabled = true
        onToggle?(nil)
    }

    private func shownCount(of section: SectionDescription) -> Int {
        guard let index = section.sectionIndex, let layout = collectionView?.layout, index < layout.numberOfSections
        else { return 0 }
        return layout.numberOfItems(inSection: index)
    }

    /// Scrolls to the items of the open section, or to the start if all sections are closed.
    private func scroll(_ collectionView: CollectionView) {
        let isVertical = scrollDirection == .vertical
        let insets = collectionView.adjustedContentInset
        var main = -(isVertical ? insets.top : insets.leading)
        if let index = expandedSection?.sectionIndex, index < collectionView.layout.numberOfSections,
            let header = collectionView.layout.frameForHeader(inSection: index)
        {
            main +=
                isVertical
                ? header.maxY : collectionView.isMirrored ? collectionView.contentSize.width - header.minX : header.maxX
        }
        let offset = collectionView.contentOffset(atMainOffset: main)
        collectionView.setContentOffset(collectionView.clamped(offset), animated: animatesToggling)
    }

    open override func supplementaryView(
        of section: SectionDescription, ofKind kind: ElementKind, at indexPath: IndexPath,
        in collectionView: CollectionView
    ) -> CollectionReusableView? {
        let view = super.supplementaryView(of: section, ofKind: kind, at: indexPath, in: collectionView)
        guard kind == .header, let view else { return view }
        view.tapHandler = { [weak self, weak section] in
            guard let self, let section else { return false }
            toggle(section)
            return true
        }
        return view
    }
}
