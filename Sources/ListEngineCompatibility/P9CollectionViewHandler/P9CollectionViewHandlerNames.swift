import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Names for programs that were written for P9CollectionViewHandler. Each one calls the method that replaces it.

public typealias P9CollectionViewHandler = CollectionViewHandler
public typealias P9CollectionViewCellProtocol = RecordView
public typealias P9CollectionViewCellDelegate = RecordViewDelegate
public typealias P9CollectionViewHandlerDelegate = CollectionViewHandlerDelegate

extension CollectionViewHandler {
    @available(*, deprecated, renamed: "registerCallback(callback:forCellIdentifier:withEventIdentifier:)")
    public func registCallback(
        callback: @escaping Callback, forCellIdentifier cellIdentifier: String,
        withEventIdentifier eventIdentifier: String? = nil
    ) {
        registerCallback(
            callback: callback, forCellIdentifier: cellIdentifier, withEventIdentifier: eventIdentifier)
    }

    @available(*, deprecated, renamed: "unregisterCallback(forCellIdentifier:withEventIdentifier:)")
    public func unregistCallback(
        forCellIdentifier cellIdentifier: String, withEventIdentifier eventIdentifier: String? = nil
    ) { unregisterCallback(forCellIdentifier: cellIdentifier, withEventIdentifier: eventIdentifier) }

    @available(*, deprecated, renamed: "unregisterAllCallbacks()")
    public func unregistAllCallbacks() { unregisterAllCallbacks() }
}

extension CollectionViewHandlerDelegate {
    /// `UIEdgeInsets` without its prefix.
    public typealias EdgeInsets = SectionInsets
}
