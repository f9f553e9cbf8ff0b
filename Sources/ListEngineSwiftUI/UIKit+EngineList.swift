// The list and its rows in UIKit: see AppKit+EngineList.swift.
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

    /// A cell whose view is a SwiftUI view.
    final class HostingCell<Row: View>: UIKitCell {
        func show(_ row: EngineRow<Row>) {
            contentConfiguration = UIHostingConfiguration { row }
                .margins(.all, 0)
                // Otherwise the system has a minimum.
                .minSize(width: 0, height: 0)
        }
    }
#endif
