import ListEngine
import ListEngineLayout

// Names for programs that were written for ListKit.

extension ListAdapter {
    /// ListKit's main layout, which is attached to the collection view. Inside a subclass the name needs no prefix.
    ///
    ///     collectionView.collectionViewLayout = ListAdapter.CollectionViewLayout()
    ///
    /// `ListEngineLayout.CollectionViewLayout`, the value with the frames of a list, is a different type.
    public typealias CollectionViewLayout = CollectionViewMainLayout
}
