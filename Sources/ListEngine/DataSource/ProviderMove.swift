import Foundation

/// An item that goes from one provider of sections to another. Both hear of it, the one it leaves first.
@MainActor
public struct ProviderMove {
    /// The provider that the item leaves.
    public var source: any SectionProvider
    /// Where the item was, counted from the source's first section.
    public var sourceIndexPath: IndexPath

    /// The provider that the item comes to.
    public var destination: any SectionProvider
    /// Where the item is to be, counted from the destination's first section.
    public var destinationIndexPath: IndexPath
}
