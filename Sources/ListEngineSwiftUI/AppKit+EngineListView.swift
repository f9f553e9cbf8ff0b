// See UIKit+EngineListView.swift.
#if canImport(SwiftUI) && canImport(AppKit) && (LISTENGINE_APPKIT || !canImport(UIKit))
    import AppKit
    import ListEngine
    import ListEngineAppKit
    import SwiftUI

    /// Shows the list in the host of AppKit.
    struct EngineListView<Item: Identifiable, Row: View>: NSViewRepresentable where Item.ID: Sendable {
        let state: EngineListState<Item, Row>

        func makeCoordinator() -> EngineListCoordinator<Item, Row> { EngineListCoordinator(state) }

        func makeNSView(context: Context) -> NSView {
            let host = AppKitHost(context.coordinator.list)
            context.coordinator.host = host
            return host.view
        }

        func updateNSView(_ view: NSView, context: Context) {
            let isRightToLeft = context.environment.layoutDirection == .rightToLeft
            if isRightToLeft != (view.userInterfaceLayoutDirection == .rightToLeft) {
                view.userInterfaceLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
                context.coordinator.host?.requestFrame()
            }
            context.coordinator.update(state, context.environment, context.transaction)
        }

        static func dismantleNSView(_ view: NSView, coordinator: EngineListCoordinator<Item, Row>) {
            coordinator.end()
        }
    }
#endif
