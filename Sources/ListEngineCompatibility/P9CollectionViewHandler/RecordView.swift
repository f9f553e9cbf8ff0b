import Foundation
import ListEngine

/// A cell, header or footer that a ``CollectionViewHandler`` fills.
///
/// Whenever the view is about to show something else, the handler calls
/// ``setData(_:extra:)``, ``setDelegate(_:)`` and ``setIndexPath(_:)``, in this order.
@MainActor
public protocol RecordView: CollectionReusableView {
    /// The reuse identifier of the view. The default is the name of the class, and remembers the class: a handler finds
    /// it by this identifier. If two classes have one name, the handler finds the one that was asked last, and reports it. A
    /// class with an identifier of its own must be registered: see ``CollectionViewHandler/register(_:)``.
    static func identifier() -> String

    /// Makes a view. The default uses the factory with the name of the class, or makes an instance of the class. See
    /// ``NibFactories``.
    static func instanceFromNib() -> CollectionReusableView

    /// Returns the size of a view that shows some data, in points. For headers and footers only the extent along the
    /// scroll axis counts. This is a method of the class: no view is made for it.
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize

    /// Shows data.
    /// - Parameters:
    ///   - data: The data of a record, a header or a footer.
    ///   - extra: The extra data of the record, or of the section for a header or footer.
    func setData(_ data: Any?, extra: Any?)

    /// Passes the delegate that receives the view's own events. Hold it weakly. Does nothing by default.
    func setDelegate(_ delegate: any RecordViewDelegate)

    /// Passes the index path of the view. Does nothing by default.
    func setIndexPath(_ indexPath: IndexPath)
}

extension RecordView {
    public static func identifier() -> String {
        let name = String(describing: self)
        RecordViewClasses.note(self, name)
        return name
    }
    public static func instanceFromNib() -> CollectionReusableView { NibFactories.make(self) }
    public func setDelegate(_ delegate: any RecordViewDelegate) {}
    public func setIndexPath(_ indexPath: IndexPath) {}
}

/// The classes that were asked for their identifier, by identifier.
@MainActor
enum RecordViewClasses {
    private(set) static var named: [String: any RecordView.Type] = [:]
    /// Two classes with the same name, by name.
    private(set) static var ambiguous: [String: (any RecordView.Type, any RecordView.Type)] = [:]

    static func note(_ type: any RecordView.Type, _ name: String) {
        let known = named.updateValue(type, forKey: name)
        if let known, known != type { ambiguous[name] = (known, type) }
    }
}

/// Receives the events that a cell, header or footer raises itself.
@MainActor
public protocol RecordViewDelegate: AnyObject {
    /// - Parameters:
    ///   - cellIdentifier: The reuse identifier of the view.
    ///   - eventIdentifier: The event.
    func collectionViewCellEvent(
        cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?, extra: Any?)
}
