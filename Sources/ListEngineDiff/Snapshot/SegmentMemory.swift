/// Memory for the segments of a table. Segments of the usual size are cut from slabs, and reused.
struct SegmentMemory {
    private static let usualSize = 8192
    private static let largePage = 1 << 21

    private var slabs: [UnsafeMutableRawPointer] = []
    private var free: [UnsafeMutablePointer<UInt64>] = []

    /// Returns a segment that is filled with zeros.
    /// - Parameter more: The number of segments of the usual size that will be taken, this one included.
    mutating func take(_ size: Int, expecting more: Int = 1) -> UnsafeMutablePointer<UInt64> {
        guard size == Self.usualSize else { return Self.zeros(Self.allocate(size), size) }
        if free.isEmpty {
            let count = max(1, more)
            let slab = Self.allocate(count * size)
            slabs.append(slab)
            for number in (0..<count).reversed() {
                free.append((slab + number * size * MemoryLayout<UInt64>.stride).assumingMemoryBound(to: UInt64.self))
            }
        }
        return Self.zeros(UnsafeMutableRawPointer(free.removeLast()), size)
    }

    mutating func giveBack(_ segment: UnsafeMutablePointer<UInt64>, _ size: Int) {
        if size == Self.usualSize {
            free.append(segment)
        } else {
            UnsafeMutableRawPointer(segment).deallocate()
        }
    }

    func deallocate() {
        for slab in slabs { slab.deallocate() }
    }

    /// The places of a table are visited in random order. So a large table is allocated in large pages, if the system
    /// has them. With small pages most visits would also wait for the translation of the address.
    private static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let byteCount = size * MemoryLayout<UInt64>.stride
        let isLarge = byteCount >= largePage
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: isLarge ? largePage : 64)
        if isLarge { preferLargePages(memory, byteCount: byteCount) }
        return memory
    }

    private static func zeros(_ memory: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutablePointer<UInt64> {
        let segment = memory.bindMemory(to: UInt64.self, capacity: size)
        segment.initialize(repeating: 0, count: size)
        return segment
    }
}
