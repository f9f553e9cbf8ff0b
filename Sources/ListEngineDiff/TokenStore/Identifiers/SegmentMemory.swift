/// Memory for the segments of a table, all of one size. They are cut from slabs, and reused.
struct SegmentMemory {
    private static let largePage = 1 << 21

    /// The number of places of a segment.
    private let size: Int
    private var slabs: [UnsafeMutableRawPointer] = []
    private var free: [UnsafeMutablePointer<UInt32>] = []

    init(size: Int) { self.size = size }

    /// Returns a segment that is filled with zeros.
    /// - Parameter more: The number of segments that will be taken, this one included.
    mutating func take(expecting more: Int = 1) -> UnsafeMutablePointer<UInt32> {
        if free.isEmpty {
            let count = max(1, more)
            let slab = Self.allocate(count * size)
            slabs.append(slab)
            let places = slab.bindMemory(to: UInt32.self, capacity: count * size)
            for number in (0..<count).reversed() { free.append(places + number * size) }
        }
        let segment = free.removeLast()
        segment.initialize(repeating: 0, count: size)
        return segment
    }

    mutating func giveBack(_ segment: UnsafeMutablePointer<UInt32>) { free.append(segment) }

    /// Ends the memory of all segments.
    func deallocate() {
        for slab in slabs { slab.deallocate() }
    }

    /// The places of a table are visited in random order. So a large table is allocated in large pages, if the system
    /// has them. With small pages most visits would also wait for the translation of the address.
    private static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let byteCount = size * MemoryLayout<UInt32>.stride
        let isLarge = byteCount >= largePage
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: isLarge ? largePage : 64)
        if isLarge { preferLargePages(memory, byteCount: byteCount) }
        return memory
    }
}
