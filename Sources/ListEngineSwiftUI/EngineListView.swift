#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    import ListEngine
    import ListEngineUIKit
    import SwiftUI
    import UIKit

    /// Shows the list in the host of UIKit.
    struct EngineListView<Item: Identifiable, Row: View>: UIViewRepresentable where Item.ID: Sendable {
        let state: EngineListState<Item, Row>

        func makeCoordinator() -> EngineListCoordinator<Item, Row> { EngineListCoordinator(state) }

        func makeUIView(context: Context) -> UIView {
            let coordinator = context.coordinator
            let host = UIKitHost(coordinator.list)
            coordinator.host = host
            return host.view
        }

        func updateUIView(_ view: UIView, context: Context) {
            let transaction = context.transaction
            var state = state
            state.environment = context.environment
            let isRightToLeft = state.environment.layoutDirection == .rightToLeft
            if isRightToLeft != (view.effectiveUserInterfaceLayoutDirection == .rightToLeft) {
                view.semanticContentAttribute = isRightToLeft ? .forceRightToLeft : .forceLeftToRight
                view.setNeedsLayout()
            }
            context.coordinator.update(
                state, animated: transaction.animation != nil && !transaction.disablesAnimations)
        }

        static func dismantleUIView(_ view: UIView, coordinator: EngineListCoordinator<Item, Row>) {
            coordinator.end()
        }
    }
#endif
