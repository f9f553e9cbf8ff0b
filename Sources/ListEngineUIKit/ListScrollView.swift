#if canImport(UIKit)
    import ListEngine
    import UIKit

    /// Receives the events that UIKit reports to views only.
    @MainActor
    final class ListScrollView: UIScrollView {
        weak var host: UIKitHost?

        override func layoutSubviews() {
            super.layoutSubviews()
            host?.layOut()
        }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            host?.windowChanged()
        }

        override func adjustedContentInsetDidChange() {
            super.adjustedContentInsetDidChange()
            setNeedsLayout()
        }

        override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            setNeedsLayout()
        }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesBegan(touches, with: event)
            host?.began(touches, event)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesMoved(touches, with: event)
            host?.report(.moved, touches, event)
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesEnded(touches, with: event)
            host?.report(.ended, touches, event)
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesCancelled(touches, with: event)
            host?.report(.cancelled, touches, event)
        }

        override var canBecomeFirstResponder: Bool { true }

        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            let rest = host?.unhandled(presses) ?? presses
            if !rest.isEmpty { super.pressesBegan(rest, with: event) }
        }

        override var preferredFocusEnvironments: [any UIFocusEnvironment] {
            host?.focusedView.map { [$0] } ?? super.preferredFocusEnvironments
        }

        override func didUpdateFocus(
            in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
        ) {
            super.didUpdateFocus(in: context, with: coordinator)
            if let view = context.nextFocusedView { host?.didMoveFocus(to: view) }
        }

        override var accessibilityElements: [Any]? {
            get { host?.describedViews }
            set {}
        }
    }
#endif
