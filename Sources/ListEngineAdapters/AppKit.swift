// The names of AppKit, and its differences from UIKit: see UIKit.swift. Mac Catalyst has some of AppKit, but not its views.
#if canImport(AppKit) && (LISTENGINE_APPKIT || !canImport(UIKit))
    import AppKit
    import ListEngineLayout

    // The names of the toolkit's types: those of AppKit.
    public typealias ToolkitCollectionView = NSCollectionView
    public typealias ToolkitSupplementaryView = NSView
    public typealias ToolkitDataSource = NSCollectionViewDataSource
    public typealias ToolkitFlowLayoutDelegate = NSCollectionViewDelegateFlowLayout
    public typealias ToolkitLayout = NSCollectionViewLayout
    public typealias ToolkitAttributes = NSCollectionViewLayoutAttributes
    public typealias ToolkitAttributesOfElements = [NSCollectionViewLayoutAttributes]
    public typealias ToolkitInvalidationContext = NSCollectionViewLayoutInvalidationContext
    public typealias ToolkitUpdateItem = NSCollectionViewUpdateItem
    typealias ToolkitInsets = NSEdgeInsets
    typealias ToolkitIndexPaths = Set<IndexPath>

    extension AdaptedView {
        /// Takes the bounds that a layout is called with. The documentation does not say whether these are the bounds of the
        /// collection view, which is as long as its content, or of the clip view. Both have the same extent across the list; the
        /// rest is that of the clip view.
        mutating func move(to newBounds: CGRect, _ direction: ScrollDirection) {
            if direction == .vertical {
                bounds.size.width = newBounds.width
            } else {
                bounds.size.height = newBounds.height
            }
        }
    }

    extension NSCollectionView {
        /// The collection view is the document of a scroll view, whose clip view is the visible part.
        var visiblePart: AdaptedView {
            AdaptedView(
                bounds: enclosingScrollView?.contentView.bounds ?? bounds,
                insets: SectionInsets(enclosingScrollView?.contentInsets ?? NSEdgeInsetsZero),
                isRightToLeft: userInterfaceLayoutDirection == .rightToLeft,
                displayScale: window?.backingScaleFactor ?? 1)
        }

        package var visibleItemPaths: [IndexPath] { Array(indexPathsForVisibleItems()) }

        /// A batch is animated if the animator of the view performs it.
        package func performBatch(
            animated: Bool, _ updates: @escaping () -> Void, completion: ((Bool) -> Void)?
        ) {
            (animated ? animator() : self).performBatchUpdates(updates, completionHandler: completion)
        }

        /// AppKit cannot reconfigure an item.
        func reconfigure(_ items: ToolkitIndexPaths) { reloadItems(at: items) }
    }

    extension NSCollectionViewLayoutAttributes {
        static func item(at path: IndexPath) -> ToolkitAttributes { ToolkitAttributes(forItemWith: path) }

        /// What a view with these attributes can measure; nil for decorations.
        var measured: AdaptedLayout.MeasuredElement? {
            switch representedElementCategory {
            case .item: .item
            case .supplementaryView: .boundary
            default: nil
            }
        }
    }
#endif
