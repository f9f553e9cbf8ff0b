// See UIKit+HostingCell.swift.
#if canImport(SwiftUI) && canImport(AppKit) && (LISTENGINE_APPKIT || !canImport(UIKit))
    import AppKit
    import ListEngine
    import ListEngineAppKit
    import SwiftUI

    /// A cell whose view is a SwiftUI view.
    final class HostingCell<Row: View>: CollectionViewCell, NSViewMaking {
        private let controller = NSHostingController<EngineRow<Row>?>(rootView: nil)

        func show(_ row: EngineRow<Row>) { controller.rootView = row }

        override var isSelected: Bool { didSet { controller.view.setAccessibilitySelected(isSelected) } }

        func makeNSView() -> NSView {
            // The list sets the frame.
            controller.sizingOptions = []
            if #available(macOS 13.3, *) { controller.safeAreaRegions = [] }
            return controller.view
        }

        /// The view alone reports the size of its text in one line.
        override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
            var fitted = layoutAttributes
            let room = CGSize(width: layoutAttributes.frame.width, height: .greatestFiniteMagnitude)
            fitted.frame.size.height = controller.sizeThatFits(in: room).height
            return fitted
        }
    }
#endif
