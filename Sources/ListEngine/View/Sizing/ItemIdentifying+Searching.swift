import Foundation

extension ItemIdentifying {
    /// Returns the positions of items, for lists without an index of identities. It reads the identity of every item.
    /// - Parameters:
    ///   - identities: The identities to search for.
    ///   - counts: The number of items in each section.
    ///   - identity: Returns the identity of an item.
    /// - Returns: The index path for each identity; nil if it is not in the list. If the list has more than 65,536
    ///   items, there is no search.
    /// - Complexity: O(items + identities).
    package func indexPaths(
        ofItemsWith identities: [AnyHashable], counts: [Int], _ identity: (IndexPath) -> AnyHashable?
    ) -> [IndexPath?] {
        var found = [IndexPath?](repeating: nil, count: identities.count)
        guard !identities.isEmpty, counts.reduce(0, +) <= 1 << 16 else { return found }
        let places = Dictionary(identities.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for (section, count) in counts.enumerated() {
            for item in 0..<count {
                let indexPath = IndexPath(item, inSection: section)
                if let place = identity(indexPath).flatMap({ places[$0] }) { found[place] = indexPath }
            }
        }
        return found
    }
}
