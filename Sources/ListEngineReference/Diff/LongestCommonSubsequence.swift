/// The length of the longest common subsequence of two lists, by the textbook table of n x m cells, one row at a time.
@inlinable
public func longestCommonSubsequenceLength<Element: Equatable>(_ old: [Element], _ new: [Element]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for element in old {
        var diagonal = 0
        for j in 0..<new.count {
            let above = row[j + 1]
            row[j + 1] = element == new[j] ? diagonal + 1 : max(above, row[j])
            diagonal = above
        }
    }
    return row[new.count]
}

/// The elements that two lists have in common when each is matched as often as both hold it.
@inlinable
public func matchedCount<Element: Hashable>(_ old: [Element], _ new: [Element]) -> Int {
    var counts: [Element: Int] = [:]
    for element in old { counts[element, default: 0] += 1 }
    var matched = 0
    for element in new where counts[element, default: 0] > 0 {
        counts[element]! -= 1
        matched += 1
    }
    return matched
}
