/// The files of a git repository at two of its commits.
struct FileLists {
    struct File: Hashable {
        let path: String
        /// The hash of the file's contents.
        let content: String
    }

    let old: [File]
    let new: [File]

    /// The files at two tags, or anything else that names a commit in git. Nothing is fetched.
    init(of repository: String, from old: String, to new: String) throws {
        func files(_ commit: String) throws -> [File] {
            let listing: [Substring]
            do {
                listing = try Shell.output("git", "-C", repository, "ls-tree", "-r", commit).lines
            } catch is Skipped {
                throw Skipped("\(repository) has no commit \(commit) here")
            }
            // "mode type hash<tab>path"
            return listing.compactMap { line in
                let halves = line.split(separator: "\t", maxSplits: 1)
                guard halves.count == 2, let content = halves[0].split(separator: " ").last else { return nil }
                return File(path: String(halves[1]), content: String(content))
            }
        }
        self.old = try files(old)
        self.new = try files(new)
    }

    /// The files of this project halfway through its history, and now.
    static func ofThisProject() throws -> FileLists {
        let commits = try Shell.output("git", "rev-list", "--first-parent", "HEAD").lines
        guard commits.count >= 20 else { throw Skipped("only \(commits.count) commits are here") }
        return try FileLists(of: ".", from: String(commits[commits.count / 2]), to: String(commits[0]))
    }
}
