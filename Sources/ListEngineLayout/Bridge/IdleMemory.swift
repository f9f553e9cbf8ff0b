internal import CListEngine

/// The memory that ListEngine keeps for reuse, in all lists of the program.
///
/// Nodes of released layouts are used again by the next ones, and so is the memory in which differences were found. A program
/// that has released large lists and expects no others gives the memory back, for example when the system reports that memory
/// is short:
///
/// ```swift
/// IdleMemory.trim()
/// ```
public enum IdleMemory {
    /// The bytes that ``trim()`` would free, including those that waiting threads keep. A thread that edits a layout at this
    /// moment keeps up to 80 nodes, which do not count. Any thread may ask. Counting takes the free nodes of all threads, which
    /// then fetch others: ask now and then, not in each frame. Cost: O(threads that have used layouts).
    public static var bytes: Int { Int(le_pool_idle_bytes()) }

    /// Frees the idle memory. Any thread may call it, while others use layouts. The allocator of the system decides when it
    /// unmaps what was freed. Cost: O(threads that have used layouts + idle memory).
    public static func trim() { le_pool_trim() }
}
