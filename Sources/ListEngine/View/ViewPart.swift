/// A part of a collection view: an object that does one task and has the state for it.
///
/// The list makes its parts, holds each in a constant, and outlives them. Reading a property of a part therefore costs what reading a
/// property of the list costs.
@MainActor
class ViewPart {
    /// The list that holds the part. It is set when the list is made.
    final unowned var list: CollectionView!

    init() {}

    /// Moves the positions that the part stores when the list has changed. The parts are called in the order of
    /// `CollectionView.parts`.
    ///
    /// - Parameter edit: Nil for a full reload, so that no item is known to be the same.
    ///
    /// It only changes state. Notifications of user code are added to the notices.
    func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {}
}

extension Unmanaged {
    /// Calls a closure without retaining the object, which the caller keeps alive.
    ///
    /// This function is nonisolated, because a closure of the main actor checks its actor at run time if it is passed to the
    /// standard library.
    @inlinable @inline(__always)
    package func uncounted<Result>(_ body: (Instance) -> Result) -> Result { _withUnsafeGuaranteedRef { body($0) } }
}
