// The list and its rows in AppKit: see UIKit+EngineList.swift.
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

    /// A cell whose view is a SwiftUI view.
    final class HostingCell<Row: View>: CollectionViewCell, NSViewMaking {
        private let controller = NSHostingController<EngineRow<Row>?>(rootView: nil)

        func show(_ row: EngineRow<Row>) { controller.rootView = row }

        func makeNSView() -> NSView {
            // The list sets the frame.
            controller.sizingOptions = []
            if #available(macOS 13.3, *) { controller.safeAreaRegions = [] }
            return controller.view
        }

        /// The view by itself reports the size of its text in one line.
        override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
            var fitted = layoutAttributes
            let room = CGSize(width: layoutAttributes.frame.width, height: .greatestFiniteMagnitude)
            fitted.frame.size.height = controller.sizeThatFits(in: room).height
            return fitted
        }
    }
#endif
