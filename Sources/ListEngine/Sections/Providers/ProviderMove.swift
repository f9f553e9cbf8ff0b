import Foundation

/// A move of an item from one section provider to another. Both are notified, first the one that the item leaves.
@MainActor
public struct ProviderMove {
    /// The provider that the item leaves.
    public var source: any SectionProvider
    /// The item's old position, relative to the source's first section.
    public var sourceIndexPath: IndexPath

    /// The provider that receives the item.
    public var destination: any SectionProvider
    /// The item's new position, relative to the destination's first section.
    public var destinationIndexPath: IndexPath
}
