/// Memory for segments. Those of the usual size are cut from slabs, and kept for other ones.
struct SegmentMemory {
    private static let usualSize = 8192
    private static let largePage = 1 << 21

    private var slabs: [UnsafeMutableRawPointer] = []
    private var free: [UnsafeMutablePointer<UInt64>] = []

    /// A segment of zeros.
    /// - Parameter more: So many of the usual size will be taken from here on.
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

    /// Places of a table are visited in no order: where it is large, it stands in large pages where there are such. With small
    /// ones most visits would wait for the address as well.
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
