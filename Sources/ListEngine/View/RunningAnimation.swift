import Foundation

/// The animations of an update that a host runs, and the work to do when they end.
///
/// They end once: when the host reports the end, when the host or the collection view releases its token
/// (`AnimationToken`), or when another host takes over.
@MainActor
final class RunningAnimation {
    private var departing: [CollectionReusableView]
    private var completion: (@MainActor () -> Void)?
    private weak var view: CollectionView?

    init(_ departing: [CollectionReusableView], in view: CollectionView, _ completion: @escaping @MainActor () -> Void)
    {
        self.departing = departing
        self.completion = completion
        self.view = view
    }

    func end() {
        guard let completion else { return }
        self.completion = nil
        releaseViews()
        view?.hosting.runningAnimations.removeAll { $0.animation === self }
        completion()
    }

    /// Removes the views of deleted elements from the screen.
    func releaseViews() {
        let views = departing
        departing = []
        for departed in views where departed.use == .departing { view?.pool(departed) }
    }
}

/// Held by the completion that a host receives, and another one by the collection view. If the host is released, or
/// drops the completion, or if the collection view is released, releasing the token ends the animation.
@MainActor
final class AnimationToken {
    let animation: RunningAnimation

    init(_ animation: RunningAnimation) { self.animation = animation }

    func end() { animation.end() }

    #if canImport(Darwin)
        // The oldest supported systems have no isolated deinitializers. The main thread always runs the main actor.
        deinit {
            let animation = animation
            if Thread.isMainThread {
                MainActor.assumeIsolated { animation.end() }
            } else {
                Task { @MainActor in animation.end() }
            }
        }
    #else
        isolated deinit { animation.end() }
    #endif
}
