// The parts of the C library that are used: a lock, comparing memory, and memory of zeros. Foundation has both, and loading all of it would cost every
// program that links the differ.
#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#endif

/// A lock that its holder may take again. Whoever makes it ends it with ``destroy()``.
@usableFromInline
struct RecursiveLock: @unchecked Sendable {
    /// A `pthread_mutex_t`, which must not move.
    private let memory: UnsafeMutableRawPointer

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> { memory.assumingMemoryBound(to: pthread_mutex_t.self) }

    @usableFromInline
    init() {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
        let code = pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
        guard code == 0 else { fatalError("no lock could be made: error \(code)") }
        memory = UnsafeMutableRawPointer(mutex)
    }

    @usableFromInline
    func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline
    func unlock() { pthread_mutex_unlock(mutex) }

    /// To be called once, by the last one that has it.
    @usableFromInline
    func destroy() {
        pthread_mutex_destroy(mutex)
        memory.deallocate()
    }
}

/// Both places hold the same tokens.
func areEqual(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, count: Int) -> Bool {
    memcmp(a, b, count * MemoryLayout<UInt32>.stride) == 0
}

/// Memory filled with zeros, which a system supplies when it is written to.
/// - Parameter preferringLargePages: Whether it will be visited in random order. With small pages most visits would also wait for the
///   translation of the address.
func allocateZeros<Number: FixedWidthInteger>(_ count: Int, preferringLargePages: Bool) -> UnsafeMutablePointer<Number>
{
    guard let memory = calloc(count, MemoryLayout<Number>.stride) else { fatalError("no memory for \(count) integers") }
    #if os(Linux)
        let largePage = 1 << 21
        let start = memory.alignedUp(toMultipleOf: largePage)
        let byteCount = count * MemoryLayout<Number>.stride - (start - memory)
        // MADV_HUGEPAGE is 14. It is advice, which may be ignored.
        if preferringLargePages, byteCount >= largePage { _ = madvise(start, byteCount & -largePage, 14) }
    #endif
    return memory.bindMemory(to: Number.self, capacity: count)
}

/// Ends memory of ``allocateZeros(_:preferringLargePages:)``.
func deallocateZeros(_ memory: UnsafeMutableRawPointer) { free(memory) }
