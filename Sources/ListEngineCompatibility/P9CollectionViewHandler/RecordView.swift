import Foundation
import ListEngine

/// A cell, header or footer that a ``CollectionViewHandler`` fills.
///
/// The handler calls ``setData(_:extra:)``, ``setDelegate(_:)`` and ``setIndexPath(_:)``, in this order, whenever the view
/// is about to show something else.
@MainActor
public protocol RecordView: CollectionReusableView {
    /// What the view is registered as. The default is the name of the class.
    static func identifier() -> String

    /// Makes a view. The default makes one of the class itself; there are no archives to load one from.
    static func instanceFromNib() -> CollectionReusableView

    /// The size of a view that shows something, in points. Of headers and footers only the extent along the scroll axis
    /// counts. Asked of the class: no view is made for it.
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize

    /// Shows something.
    /// - Parameters:
    ///   - data: Of a record; of a header or footer.
    ///   - extra: Of the record; of the section.
    func setData(_ data: Any?, extra: Any?)

    /// Hands over who hears the view's own events. It is to be held weakly. Does nothing by default.
    func setDelegate(_ delegate: any RecordViewDelegate)

    /// Tells the view where it stands. Does nothing by default.
    func setIndexPath(_ indexPath: IndexPath)
}

extension RecordView {
    public static func identifier() -> String { String(describing: self) }
    public static func instanceFromNib() -> CollectionReusableView { Self(frame: .zero) }
    public func setDelegate(_ delegate: any RecordViewDelegate) {}
    public func setIndexPath(_ indexPath: IndexPath) {}
}

/// Hears the events that a cell, header or footer raises itself.
@MainActor
public protocol RecordViewDelegate: AnyObject {
    /// - Parameters:
    ///   - cellIdentifier: What the view is registered as.
    ///   - eventIdentifier: What happened.
    func collectionViewCellEvent(
        cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?, extra: Any?)
}
