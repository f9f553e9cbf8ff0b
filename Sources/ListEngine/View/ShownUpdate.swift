import Foundation
import ListEngineLayout

/// The state of an animated update while it is being shown.
@MainActor
final class ShownUpdate {
    let edit: SharedEdit
    /// The layout as it was displayed. While an item is dragged, it includes the proposed move.
    let before: CollectionViewLayout
    let move: ItemMove?
    /// The displayed attributes, by view.
    let shown: [ObjectIdentifier: LayoutAttributes]
    /// They are kept, so that no other view gets the address of one.
    private let views: [CollectionReusableView]
    let offset: CGPoint
    /// Whether views of deleted elements stay on the screen until their animation ends. False as soon as everything
    /// is loaded again.
    var isAnimated = true
    /// Views that an animation still shows, with the names that their elements had.
    var departing: [DisplayedElement] = []

    init(
        _ edit: SharedEdit, before: CollectionViewLayout, move: ItemMove?, displayed: [DisplayedElement],
        offset: CGPoint
    ) {
        self.edit = edit
        self.before = before
        self.move = move
        self.offset = offset
        var shown: [ObjectIdentifier: LayoutAttributes] = [:]
        shown.reserveCapacity(displayed.count)
        for element in displayed where shown[ObjectIdentifier(element.view)] == nil {
            shown[ObjectIdentifier(element.view)] = element.attributes
        }
        self.shown = shown
        views = displayed.map(\.view)
    }

    /// Where an item was.
    func attributesBefore(of item: ElementPath) -> LayoutAttributes {
        let place = move?.applied(to: item) ?? item
        return before.layoutAttributesForItem(place.item, inSection: place.section)
    }
}
