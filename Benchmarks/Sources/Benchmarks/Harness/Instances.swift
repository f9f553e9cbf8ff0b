/// Instances of one thing that take turns, so that no cache and no trained branch predictor flatters a measure.
final class Instances<Value> {
    private(set) var values: [Value]
    private var next = 0

    init(_ values: [Value]) {
        precondition(!values.isEmpty, "Instances: at least one is needed")
        self.values = values
    }

    /// As many as suit a size: 256 of a thousand items, 4 of a million.
    convenience init(of n: Int, _ make: () throws -> Value) rethrows {
        try self.init((0..<Self.count(of: n)).map { _ in try make() })
    }

    static func count(of n: Int) -> Int {
        switch n {
        case ...2_000: 256
        case ...20_000: 64
        case ...200_000: 16
        case ...2_000_000: 4
        default: 2
        }
    }

    /// Lends the next instance.
    @inline(__always)
    func withNext<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let index = next
        next = index &+ 1 == values.count ? 0 : index &+ 1
        return try body(&values[index])
    }

    /// Lends every instance.
    func forEach(_ body: (inout Value) throws -> Void) rethrows {
        for index in values.indices { try body(&values[index]) }
    }
}

/// What a measured loop computed goes here, so that the loop is not optimised away.
@inline(never)
func keep(_ value: Int) {
    Sink.total &+= value
}

@inline(never)
func keep(_ value: Double) {
    Sink.total &+= Int(truncatingIfNeeded: value.bitPattern)
}

private enum Sink {
    nonisolated(unsafe) static var total = 0
}
