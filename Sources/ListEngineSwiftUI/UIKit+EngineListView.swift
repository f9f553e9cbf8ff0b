// See AppKit+EngineListView.swift.
#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !LISTENGINE_APPKIT
    import ListEngine
    import ListEngineUIKit
    import SwiftUI
    import UIKit

    /// Shows the list in the host of UIKit.
    struct EngineListView<Item: Identifiable, Row: View>: UIViewRepresentable where Item.ID: Sendable {
        let state: EngineListState<Item, Row>

        func makeCoordinator() -> EngineListCoordinator<Item, Row> { EngineListCoordinator(state) }

        func makeUIView(context: Context) -> UIView {
            let host = UIKitHost(context.coordinator.list)
            context.coordinator.host = host
            return host.view
        }

        func updateUIView(_ view: UIView, context: Context) {
            let isRightToLeft = context.environment.layoutDirection == .rightToLeft
            if isRightToLeft != (view.effectiveUserInterfaceLayoutDirection == .rightToLeft) {
                view.semanticContentAttribute = isRightToLeft ? .forceRightToLeft : .forceLeftToRight
                view.setNeedsLayout()
            }
            context.coordinator.update(state, context.environment, context.transaction)
        }

        static func dismantleUIView(_ view: UIView, coordinator: EngineListCoordinator<Item, Row>) {
            coordinator.end()
        }
    }
#endif
