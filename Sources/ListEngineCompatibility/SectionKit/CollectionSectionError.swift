/// Why what a provider applied was not shown. The list is as it was.
///
/// Providers are called by their type and their position in the controller, identifiers by their description.
public enum CollectionSectionError: Error, Hashable, Sendable {
    /// A section is in another provider's snapshot already. Identifiers are one name space for all providers.
    case sectionInTwoProviders(identifier: String, owner: String, claimant: String)

    /// An item is in another provider's snapshot already.
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
