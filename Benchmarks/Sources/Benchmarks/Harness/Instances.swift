/// Instances of one value that take turns, so that no cache and no trained branch predictor flatters a measure.
final class Instances<Value: ~Copyable> {
    let count: Int
    // Plain memory, so that a measure does not pay for the exclusivity checks of a class property.
    private let values: UnsafeMutablePointer<Value>
    private let next: UnsafeMutablePointer<Int>

    /// A suitable number for a size, unless `count` is given: 256 of a thousand items, 4 of a million.
    init(of n: Int, count: Int? = nil, _ make: () throws -> Value) rethrows {
        self.count = count ?? Self.count(of: n)
        values = .allocate(capacity: self.count)
        next = .allocate(capacity: 1)
        next.initialize(to: 0)
        for index in 0..<self.count { try (values + index).initialize(to: make()) }
    }

    deinit {
        values.deinitialize(count: count)
        values.deallocate()
        next.deallocate()
    }

    private static func count(of n: Int) -> Int {
        switch n {
        case ...2_000: 256
        case ...20_000: 64
        case ...200_000: 16
        case ...2_000_000: 4
        default: 2
        }
    }

    /// Passes the next instance to the closure.
    @inline(__always)
    func withNext<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let index = next.pointee
        next.pointee = index &+ 1 == count ? 0 : index &+ 1
        return try body(&values[index])
    }

    /// Passes every instance to the closure.
    func withEach(_ body: (inout Value) throws -> Void) rethrows {
        for index in 0..<count { try body(&values[index]) }
    }
}

/// Consumes the result of a measured loop, so that the loop is not optimised away.
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
