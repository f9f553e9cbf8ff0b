import Foundation

/// The requirements of a layout that is measured. This library, its rivals and the reference conform, and each measure
/// is written once. Everything is specialised for the conforming type, so the protocol costs nothing.
protocol MeasuredLayout: ~Copyable {
    /// Height of a row, or size of an item of a flow.
    associatedtype Size
    /// The input: an array of sizes, or a count of equal ones.
    associatedtype Input = [Size]
    /// The form in which it accepts a script.
    associatedtype Script = [ScatteredEdit<Size>]

    /// Lays out the input. An array reserves room for `spare` more items.
    init(_ input: Input, spare: Int)

    /// Whether `prepare` writes into existing memory, so that nothing is released afterwards.
    static var preparesInPlace: Bool { get }
    mutating func prepare(_ input: Input)

    var count: Int { get }
    var contentHeight: Double { get }

    /// Sum of the edges along the scroll axis of all frames that intersect the window: every frame is computed.
    mutating func sumOfVisible(from top: Double, to bottom: Double) -> Double
    borrowing func top(of index: Int) -> Double
    borrowing func writeFrames(to frames: UnsafeMutablePointer<CGRect>)
    borrowing func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint)

    mutating func resize(_ index: Int, to size: Size)
    mutating func insert(_ size: Size, at index: Int)
    mutating func remove(_ index: Int)
    mutating func move(_ index: Int, to target: Int)
    mutating func insert(contentsOf sizes: [Size], at index: Int)
    mutating func remove(_ range: Range<Int>)
    static func script(_ edits: [ScatteredEdit<Size>]) -> Script
    mutating func apply(_ script: Script)
    mutating func setWidth(_ width: Double)

    /// Keeps a copy of itself, changes one item, and releases the copy.
    mutating func copyAndEdit(_ index: Int, _ size: Size)
}

/// A layout that also returns all attributes of what is visible, as a host with views needs them.
protocol AttributedLayout: MeasuredLayout, ~Copyable {
    /// As `sumOfVisible`, of attributes that were written for each element.
    mutating func sumOfVisibleAttributes(from top: Double, to bottom: Double) -> Double
}

/// The attributes that a rival writes: the members of `LayoutAttributes`.
struct RivalAttributes {
    var minX = 0.0
    var minY = 0.0
    var maxX = 0.0
    var maxY = 0.0
    var item = 0
    var section: Int32 = 0
    var zIndex: Int32 = 0
    var kind: UInt16 = 0
    var category: UInt8 = 1
    var flags: UInt8 = 0
    var alpha: Float = 1
    var transform = (Float(1), Float(0), Float(0), Float(1), Float(0), Float(0))

    @inline(__always)
    init(_ item: Int, _ frame: CGRect) {
        minX = frame.origin.x
        minY = frame.origin.y
        maxX = minX + frame.size.width
        maxY = minY + frame.size.height
        self.item = item
    }
}

/// Writes attributes into a buffer, like the query of a cursor, and adds them up when it is full.
struct RivalAttributesWriter {
    static let capacity = 64
    let buffer: UnsafeMutablePointer<RivalAttributes>
    private var sum = 0.0
    private var count = 0

    init(_ buffer: UnsafeMutablePointer<RivalAttributes>) { self.buffer = buffer }

    static func allocate() -> UnsafeMutablePointer<RivalAttributes> { .allocate(capacity: capacity) }

    @inline(__always)
    mutating func write(_ item: Int, _ frame: CGRect) {
        if count == Self.capacity { read() }
        (buffer + count).initialize(to: RivalAttributes(item, frame))
        count &+= 1
    }

    private mutating func read() {
        for index in 0..<count { sum += buffer[index].minY + buffer[index].maxY }
        count = 0
    }

    mutating func finish() -> Double {
        read()
        return sum
    }
}

/// One edit of a script, at an index in the list before the script.
struct ScatteredEdit<Size> {
    enum Action {
        case resize(Size)
        case insert(Size)
        case delete
    }

    let index: Int
    let action: Action

    /// A script in ascending order that edits 1 % of the items: half of the edits are resizes, a quarter inserts, a
    /// quarter deletes, so that the count is unchanged.
    static func script(_ n: Int, from sizes: [Size], seed: UInt64 = 12) -> [ScatteredEdit] {
        let random = Random(seed: seed)
        let count = max(4, n / 100) / 4 * 4
        return (0..<count).map { index in
            let size = sizes[random.below(sizes.count)]
            let action: Action =
                switch index & 3 {
                case 0, 2: .resize(size)
                case 1: .insert(size)
                default: .delete
                }
            return ScatteredEdit(index: index * (n / count) + random.below(n / count), action: action)
        }
    }

    /// The sizes after a script.
    static func applying(_ edits: [ScatteredEdit], to old: UnsafeBufferPointer<Size>) -> [Size] {
        var new: [Size] = []
        new.reserveCapacity(old.count + edits.count)
        var source = 0
        for edit in edits {
            new.append(contentsOf: old[source..<edit.index])
            source = edit.index
            switch edit.action {
            case .resize(let size):
                new.append(size)
                source += 1
            case .insert(let size): new.append(size)
            case .delete: source += 1
            }
        }
        new.append(contentsOf: old[source...])
        return new
    }
}

extension MeasuredLayout where Self: ~Copyable {
    static var preparesInPlace: Bool { false }

    mutating func prepare(_ input: Input) { self = Self(input, spare: 0) }

    /// Applies a script as single edits, for contestants without a better way.
    mutating func applyOneByOne(_ edits: [ScatteredEdit<Size>]) {
        var shift = 0
        for edit in edits {
            switch edit.action {
            case .resize(let size):
                resize(edit.index + shift, to: size)
            case .insert(let size):
                insert(size, at: edit.index + shift)
                shift += 1
            case .delete:
                remove(edit.index + shift)
                shift -= 1
            }
        }
    }
}

extension MeasuredLayout where Self: ~Copyable, Script == [ScatteredEdit<Size>] {
    static func script(_ edits: [ScatteredEdit<Size>]) -> Script { edits }
}
