#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
    import SwiftUI

    /// The view of an item, as high as it needs to be.
    struct EngineRow<Row: View>: View {
        let row: Row
        /// Views of another item have no state of the last one.
        let id: AnyHashable
        /// That of the list. Rows do not inherit it: SwiftUI does not know that they are in the list.
        let environment: EnvironmentValues
        /// Called when the height that the row needs has changed.
        let heightChanged: @MainActor (CGFloat) -> Void

        var body: some View {
            row.environment(\.self, environment)
                .fixedSize(horizontal: false, vertical: true)
                .onGeometryChange(for: CGFloat.self, of: { $0.size.height }, action: heightChanged)
                .id(id)
        }
    }
#endif
