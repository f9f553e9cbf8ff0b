import Foundation
import ListEngineLayout

/// The place that is kept during one change, as it was before the change.
struct KeptPlace {
    enum Subject {
        case offset
        /// `before` names the element in the shown list, `after` in the data. See ``Reordering``.
        case element(before: ScrollAnchor, after: ScrollAnchor)
        case end
    }

    var subject: Subject
    /// Whether the distance is counted from the end of the visible bounds.
    var isFromEnd = false
    /// Extent of the visible bounds without the inset at their end.
    var visibleEnd: CGFloat

    /// The same place, named as after an update that is about to be shown; nil if the update deletes it.
    func named(by plan: SharedEdit) -> KeptPlace? {
        guard case .element(let before, var after) = subject else { return self }
        let path = after.path
        let kind = path.category == .item ? ElementKind.item : path.category == .header ? .header : .footer
        let new =
            path.category == .item ? plan.newPath(path) : plan.survivor(of: ElementKey(path: path, kind: kind))?.path
        guard let new else { return nil }
        var place = self
        after.path = new
        place.subject = .element(before: before, after: after)
        return place
    }

    /// The same place in the list after a change; nil if the change deletes it.
    func following(_ edit: SharedEdit?) -> KeptPlace? {
        guard let plan = edit, var place = named(by: plan) else { return nil }
        if case .element(_, let after) = place.subject { place.subject = .element(before: after, after: after) }
        return place
    }
}
