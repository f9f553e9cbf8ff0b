#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    import ListEngineUIKit
    import SwiftUI

    /// A cell whose view is a SwiftUI view.
    final class HostingCell: UIKitCell {
        /// Shows a row.
        /// - Parameters:
        ///   - id: Views of another item have no state of the last one.
        ///   - heightChanged: Called when the height that the row needs has changed.
        func show<Row: View>(_ row: Row, id: some Hashable, heightChanged: @escaping @MainActor (CGFloat) -> Void) {
            contentConfiguration = UIHostingConfiguration {
                row.fixedSize(horizontal: false, vertical: true)
                    .onGeometryChange(for: CGFloat.self, of: { $0.size.height }, action: heightChanged)
                    .id(id)
            }
            .margins(.all, 0)
            // Otherwise the system has a minimum.
            .minSize(width: 0, height: 0)
        }
    }
#endif
