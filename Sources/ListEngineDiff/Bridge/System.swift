// What is taken from the C library: a lock, comparing memory, and memory of zeros. Foundation has both, and loading all of it would cost every
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

/// Advises the system to back memory with large pages, where there are such.
func preferLargePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
        // MADV_HUGEPAGE is 14. It is advice: what comes of it does not matter.
        _ = madvise(memory, byteCount, 14)
    #endif
}

/// Memory filled with zeros, which a system supplies when it is written to.
func allocateZeros(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    guard let memory = calloc(count, MemoryLayout<UInt32>.stride) else { fatalError("no memory for \(count) integers") }
    return memory.bindMemory(to: UInt32.self, capacity: count)
}

/// Ends memory of ``allocateZeros(_:)``.
func deallocateZeros(_ memory: UnsafeMutablePointer<UInt32>) { free(memory) }
