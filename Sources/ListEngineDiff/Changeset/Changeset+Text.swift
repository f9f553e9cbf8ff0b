extension Changeset: CustomStringConvertible {
    /// One line with the counts and the changes, for example `3 -> 3: deletes [2], inserts [0], moves [0->2]`.
    public var description: String {
        var parts: [String] = []
        if !deletes.isEmpty { parts.append("deletes \(deletes)") }
        if !inserts.isEmpty { parts.append("inserts \(inserts)") }
        if !moves.isEmpty { parts.append("moves \(moves)") }
        if !updates.isEmpty { parts.append("updates \(updates)") }
        if !isMinimal { parts.append("not proven minimal") }
        return "\(oldCount) -> \(newCount): " + (parts.isEmpty ? "no changes" : parts.joined(separator: ", "))
    }
}

extension Changeset.IndexList: CustomStringConvertible {
    /// Indices and ranges of them: `[2, 5...9]`.
    public var description: String {
        let parts = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound - 1)" }
        return "[" + parts.joined(separator: ", ") + "]"
    }
}

extension Changeset.PairList: CustomStringConvertible {
    /// Pairs and runs of pairs: `[4->0, 7...9->3...5]`. A reversed run is written as `[9...7->3...5]`.
    public var description: String {
        let parts = runs.map { run in
            let last = run.pair(at: run.count - 1)
            return run.count == 1
                ? "\(run.first.old)->\(run.first.new)"
                : "\(run.first.old)...\(last.old)->\(run.first.new)...\(last.new)"
        }
        return "[" + parts.joined(separator: ", ") + "]"
    }
}
