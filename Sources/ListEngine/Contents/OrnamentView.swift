import Foundation
import ListEngineLayout

/// The look of a ready-made ornament.
public enum ListOrnament: Sendable, Hashable {
    /// A line across the view. Nil is the colour of the platform's lines.
    case line(ItemColor?, insets: SectionInsets = .zero)
    /// A sign that something is being loaded. It is not drawn while it is not running.
    case activity(isRunning: Bool)
}

/// A supplementary view or a decoration that every host draws: a line, or a sign of activity.
///
/// A class that conforms calls ``ornamentDidChange()`` when its ornament changes. The case of the ornament stays the same.
@MainActor
public protocol OrnamentView: CollectionReusableView {
    var ornament: ListOrnament { get }
}

/// A host's view that draws an ornament. A host with widgets creates it in ``CollectionViewHost/makeView(for:)``.
@MainActor
public protocol OrnamentDisplay: AnyObject {
    func show(_ ornament: ListOrnament)
}

extension OrnamentView {
    /// Lets the host draw the new ornament.
    public func ornamentDidChange() {
        (hostView as? any OrnamentDisplay)?.show(ornament)
        collectionView?.host?.requestFrame()
    }
}
