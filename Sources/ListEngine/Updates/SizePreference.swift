import Foundation
import ListEngineLayout

/// The preferred size of an element.
struct SizePreference {
    var path: ElementPath
    /// The kind of a supplementary view of an item or a group.
    var kind: ElementKind = .item
    var size: CGSize
    /// Whether the layout reports the size as an estimate. If false, the size may still have been one, and the layout
    /// may refuse the new size without an error.
    var isEstimated: Bool
    /// The extent across the scroll axis at the measurement; nil if the element was not measured now.
    var fittedExtent: CGFloat?
}
