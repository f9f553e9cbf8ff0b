/// The items of a section that the user has seen. Outlives the section in the list.
@MainActor
final class Impressions<ItemIdentifier: Hashable> {
    private var seen: Set<ItemIdentifier> = []

    /// False: it has been seen already.
    func insert(_ identifier: ItemIdentifier) -> Bool { seen.insert(identifier).inserted }
}
