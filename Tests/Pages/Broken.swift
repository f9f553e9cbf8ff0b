/// `ListDataSource.diagnostics` and `Broken.count` exist.
/// `Broken.total` must fail, and so must the next line.
/// `ListDataSource.numberOfRowsInRope`: must fail
/// ``Broken/count(limit:)`` exists, and ``Broken/sum(of:)`` must fail.
/// Counting takes 60 ns for each item: must fail. It needs 12 bytes for each.
struct Broken {
    /// Counts what `limit` allows, which is a parameter here. `neverDeclaredHere(_:)`: must fail
    func count(limit: Int) -> Int { limit }
}
