import Foundation

/// The state that the current host has received.
@MainActor
final class HostState {
    /// The number of hosts so far. A view that another host created is not reused.
    var generation = 0
    /// The host whose views the data source has configured.
    var filledGeneration = 0
    /// The content size that was last passed to the host.
    var contentSize: CGSize?
    /// The origin of placements. See ``ElementPlacement/origin``.
    var placementOrigin = CGPoint.zero
    /// The update that is being shown.
    var update: ShownUpdate?
    /// The offset at which the shown elements were drawn, if the next update itself may change it.
    var offsetBefore: CGPoint?
    /// The running animations.
    var runningAnimations: [AnimationToken] = []
}
