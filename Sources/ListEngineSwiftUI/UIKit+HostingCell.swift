// See AppKit+HostingCell.swift.
#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !LISTENGINE_APPKIT
    import ListEngineUIKit
    import SwiftUI

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
