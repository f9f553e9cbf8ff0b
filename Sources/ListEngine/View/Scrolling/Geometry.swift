import Foundation
import ListEngineLayout

/// The visible bounds and what surrounds the content.
@MainActor
final class Geometry {
    var bounds: CGRect
    var minimumCrossExtent: CGFloat = 0
    var contentInset = SectionInsets.zero
    var containerInsets = ContainerInsets.zero
    var flowDirection = FlowDirection.leftToRight
    var displayScale: CGFloat = 1
    var contentAlignment = ContentAlignment.start
    var isScrollEnabled = true
    /// The visible bounds and the container for which the sections were described.
    var described: (size: CGSize, container: ListContainer)?

    init(size: CGSize) { bounds = CGRect(origin: .zero, size: size) }
}
