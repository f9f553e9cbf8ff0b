import ListEngineLayout

/// The classes that leave a call to the default of its protocol, which does nothing.
///
/// Lists do not make such a call for objects of these classes: finding the owner of a cell and making its index path cost
/// more than most implementations. The default notes the class of its object when it is called. The note stays true,
/// because an implementation belongs to a conformance, and a class has one or inherits it.
@MainActor
final class DefaultCalls {
    // An object with instantaneous accesses: see "Overlapping accesses" in Documentation/Performance.md.
    private var classes: [ObjectIdentifier] = []
    /// The class that was found last. Lists mostly have one.
    private var last: ObjectIdentifier?

    nonisolated static func className(of object: AnyObject) -> ObjectIdentifier {
        ObjectIdentifier(type(of: object))
    }

    /// - Returns: Whether the class was not known.
    @discardableResult
    func note(_ object: AnyObject) -> Bool {
        let name = Self.className(of: object)
        last = name
        guard !classes.contains(name) else { return false }
        var more = classes
        more.append(name)
        classes = more
        return true
    }

    /// Whether the object's class leaves the call to the default.
    func contains(_ object: AnyObject) -> Bool { contains(classNamed: Self.className(of: object)) }

    func contains(classNamed name: ObjectIdentifier) -> Bool {
        if last == name { return true }
        var place = 0
        while place < classes.count {
            if classes[place] == name {
                last = name
                return true
            }
            place += 1
        }
        return false
    }
}

/// The calls about cells and items that are most often left to defaults.
@MainActor
final class CellDefaults {
    let willDisplay = DefaultCalls()
    let didEndDisplaying = DefaultCalls()
    let prefetch = DefaultCalls()
    /// Those of ``SectionProvider``, which call the ones above.
    let providerWillDisplay = DefaultCalls()
    let providerDidEndDisplaying = DefaultCalls()
}

extension CollectionViewDelegate {
    // These are not inlined. In the caller, the compiler would retain the delegate.

    /// Calls the delegate before a cell is shown, unless its class leaves the call to the default.
    @inline(never)
    package func callWillDisplay(_ cell: CollectionViewCell, at path: ElementPath, in list: CollectionView) {
        guard !list.reuse.defaults.willDisplay.contains(self) else { return }
        collectionView(list, willDisplay: cell, forItemAt: path.indexPath)
    }

    /// Calls the delegate after a cell was removed, unless its class leaves the call to the default.
    @inline(never)
    package func callDidEndDisplaying(_ cell: CollectionViewCell, at path: ElementPath, in list: CollectionView) {
        guard !list.reuse.defaults.didEndDisplaying.contains(self) else { return }
        collectionView(list, didEndDisplaying: cell, forItemAt: path.indexPath)
    }
}
