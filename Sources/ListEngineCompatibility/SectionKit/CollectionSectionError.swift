/// The reason why a snapshot of a provider was not shown. The list is unchanged.
///
/// A provider is described by its type and its position in the controller, an identifier by its description.
public enum CollectionSectionError: Error, Hashable, Sendable {
    /// A section identifier is already in another provider's snapshot. Identifiers must be unique among all providers.
    case sectionInTwoProviders(identifier: String, owner: String, claimant: String)

    /// An item identifier is already in another provider's snapshot.
    case itemInTwoProviders(identifier: String, owner: String, claimant: String)

    /// The provider was deleted before its snapshot could be shown.
    case notInController(provider: String)
}

extension CollectionSectionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .sectionInTwoProviders(let identifier, let owner, let claimant):
            "section identifier \(identifier) of \(claimant) is one of \(owner) already"
        case .itemInTwoProviders(let identifier, let owner, let claimant):
            "item identifier \(identifier) of \(claimant) is one of \(owner) already"
        case .notInController(let provider): "\(provider) is not in the controller"
        }
    }
}
