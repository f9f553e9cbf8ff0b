import Foundation

extension ItemIdentifying {
    /// Where items are, for lists that keep no index of them: each item is asked for its identity.
    /// - Parameters:
    ///   - identities: Of the items that are looked for.
    ///   - counts: Items of each section.
    ///   - identity: Who an item is.
    /// - Returns: For each identity the index path; nil where it is not in the list. Of more than 65,536 items nothing is
    ///   looked for.
    /// - Complexity: O(items + identities).
    func indexPaths(
        ofItemsWith identities: [AnyHashable], counts: [Int], _ identity: (IndexPath) -> AnyHashable?
    ) -> [IndexPath?] {
        var found = [IndexPath?](repeating: nil, count: identities.count)
        guard !identities.isEmpty, counts.reduce(0, +) <= 1 << 16 else { return found }
        let places = Dictionary(identities.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for (section, count) in counts.enumerated() {
            for item in 0..<count {
                let indexPath = IndexPath(item: item, section: section)
                if let place = identity(indexPath).flatMap({ places[$0] }) { found[place] = indexPath }
            }
        }
        return found
    }
}
