/// Instances of one thing that take turns, so that no cache and no trained branch predictor flatters a measure.
final class Instances<Value: ~Copyable> {
    private let boxes: [Box]
    private var next = 0

    private final class Box {
        var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    /// As many as suit a size, unless `count` says how many: 256 of a thousand items, 4 of a million.
    init(of n: Int, count: Int? = nil, _ make: () throws -> Value) rethrows {
        boxes = try (0..<(count ?? Self.count(of: n))).map { _ in try Box(make()) }
    }

    var count: Int { boxes.count }

    private static func count(of n: Int) -> Int {
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
    func withNext<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let index = next
        next = index &+ 1 == boxes.count ? 0 : index &+ 1
        return try body(&boxes[index].value)
    }

    /// Lends every instance.
    func withEach(_ body: (inout Value) throws -> Void) rethrows {
        for box in boxes { try body(&box.value) }
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
