/// `ListDataSource.diagnostics` and `Broken.count` exist.
/// `Broken.total` must fail, and so must the next line.
/// `ListDataSource.numberOfRowsInRope`: must fail
/// ``Broken/count(limit:)`` exists, and ``Broken/sum(of:)`` must fail.
struct Broken {
    /// Counts what `limit` allows, which is a parameter here. `neverDeclaredHere(_:)`: must fail
    func count(limit: Int) -> Int { limit }
}
