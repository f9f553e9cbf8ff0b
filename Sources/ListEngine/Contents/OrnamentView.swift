import Foundation
import ListEngineLayout

/// The look of a ready-made ornament.
public enum ListOrnament: Sendable, Hashable {
    /// A line across the view. Nil is the colour of the platform's lines.
    case line(ItemColor?, insets: SectionInsets = .zero)
    /// A sign that something is being loaded. It is not drawn while it is not running.
    case activity(isRunning: Bool)
    /// A dot for each of some pages, with one of them filled. Nothing if there are no pages.
    case pages(count: Int, current: Int)

    /// The text that stands for pages whose dots need more room than there is.
    package static func pageNumbers(_ count: Int, _ current: Int) -> String { "\(current + 1) / \(count)" }
}

/// A supplementary view or a decoration that every host draws: a line, or a sign of activity.
///
/// A class that conforms calls ``ornamentDidChange()`` when its ornament changes. The case of the ornament stays the same.
@MainActor
public protocol OrnamentView: CollectionReusableView {
    var ornament: ListOrnament { get }
}

/// A host's view that draws an ornament. A host with widgets creates it in ``CollectionViewHost/makeView(for:)``.
@MainActor
public protocol OrnamentDisplay: AnyObject {
    func show(_ ornament: ListOrnament)
}

extension OrnamentView {
    /// Lets the host draw the new ornament.
    public func ornamentDidChange() {
        (hostView as? any OrnamentDisplay)?.show(ornament)
        collectionView?.host?.requestFrame()
    }
}

/// The line below an item of a list with an appearance: see `CollectionLayoutListConfiguration`. A ``ScrollingHost`` registers it.
public final class ItemSeparatorView: CollectionReusableView, OrnamentView {
    public private(set) var ornament = ListOrnament.line(nil)

    public override var accessibilityRole: AccessibilityRole { .ornament }

    public override func apply(_ layoutAttributes: LayoutAttributes) {
        let item = ElementPath.item(layoutAttributes.item, inSection: layoutAttributes.section)
        // Longer than any line.
        let hidden = SectionInsets(leading: 1e9)
        var insets = hidden
        if let cell = collectionView?.shownCell(item) {
            insets =
                switch cell.separator {
                case .inset(let leading, let trailing): SectionInsets(leading: leading, trailing: trailing)
                case .hidden: hidden
                case nil: .zero
                }
        }
        let new = ListOrnament.line(nil, insets: insets)
        guard new != ornament else { return }
        ornament = new
        ornamentDidChange()
    }
}

extension CollectionView {
    /// The separator of a cell on the screen has changed.
    func separatorDidChange(below cell: CollectionViewCell) {
        guard let path = cell.layoutAttributes?.path else { return }
        for element in display.elements
        where element.view is ItemSeparatorView && element.attributes.item == path.item
            && element.attributes.section == path.section
        {
            element.view.apply(element.attributes)
        }
    }

    /// A cell is shown at a place among the shown elements. If it replaces another cell of its item, the line below is there
    /// already, after the cell.
    func separatorMayChange(belowCellAt place: Int) {
        let shown = display.elements
        let path = shown[place].key.path
        var next = place + 1
        while next < shown.count, shown[next].key.path.category == .supplementary,
            shown[next].key.path.item == path.item, shown[next].key.path.section == path.section
        {
            if shown[next].view is ItemSeparatorView { shown[next].view.apply(shown[next].attributes) }
            next += 1
        }
    }
}
