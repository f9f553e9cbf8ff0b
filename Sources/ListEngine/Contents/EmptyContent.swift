import Foundation
import ListEngineLayout

/// The ready-made content of a list without items: that there are none yet, that they are being loaded, that a search found none,
/// or that something failed.
///
///     view.emptyContent = .loading()
///     view.emptyContent = .noResults(for: text)
///     view.emptyContent = EmptyContent("No messages yet", text: "New messages appear here.", image: .text("✉"))
///     view.emptyContent = .failed("The server does not answer") { render() }
///
/// It is a value that needs no toolkit. Every host draws it in the middle of the list, as long as the list has no items. So a program
/// sets it whenever its state changes, and needs not look whether the list is empty.
@MainActor
public struct EmptyContent {
    /// A button below the text.
    @MainActor
    public struct Action {
        public var title: String
        public var perform: @MainActor () -> Void

        public init(_ title: String, perform: @escaping @MainActor () -> Void) {
            self.title = title
            self.perform = perform
        }
    }

    public var title: String
    /// Text in weaker letters below the title. It wraps.
    public var text: String?
    /// The picture above the title.
    public var image: ItemImage?
    /// Whether a sign of activity is shown above the title.
    public var isLoading: Bool
    public var action: Action?

    public init(
        _ title: String, text: String? = nil, image: ItemImage? = nil, isLoading: Bool = false, action: Action? = nil
    ) {
        self.title = title
        self.text = text
        self.image = image
        self.isLoading = isLoading
        self.action = action
    }

    /// Items are being loaded.
    /// - Parameter cancel: Stops loading when the user presses a button. Nil shows none.
    public static func loading(
        _ title: String = ListText.loading.text, cancel: (@MainActor () -> Void)? = nil
    ) -> EmptyContent {
        EmptyContent(title, isLoading: true, action: cancel.map { Action(ListText.cancel.text, perform: $0) })
    }

    /// Items could not be loaded.
    /// - Parameters:
    ///   - text: The reason.
    ///   - retry: Loads again when the user presses a button. Nil shows none.
    public static func failed(
        _ title: String = ListText.notLoaded.text, text: String? = nil, retry: (@MainActor () -> Void)? = nil
    ) -> EmptyContent {
        EmptyContent(
            title, text: text, image: .icon("dialog-warning-symbolic", text: "!"),
            action: retry.map { Action(ListText.tryAgain.text, perform: $0) })
    }

    /// A search or a filter found nothing.
    /// - Parameter searched: The text of the search. Nil or an empty text is not shown.
    public static func noResults(for searched: String? = nil) -> EmptyContent {
        let text = searched.flatMap { $0.isEmpty ? nil : ListText.noMatch.text($0) }
        return EmptyContent(ListText.noResults.text, text: text, image: .icon("system-search-symbolic"))
    }
}

/// A host's view that draws the content of a list without items.
@MainActor
public protocol EmptyContentDisplay: AnyObject {
    func show(_ content: EmptyContent, of view: EmptyContentView)
}

/// The view of an ``EmptyContent``. See ``CollectionView/emptyContent``.
public final class EmptyContentView: CollectionReusableView {
    /// The content that is shown.
    public internal(set) var content: EmptyContent {
        didSet {
            (hostView as? any EmptyContentDisplay)?.show(content, of: self)
            collectionView?.host?.requestFrame()
        }
    }

    public init(_ content: EmptyContent) {
        self.content = content
        super.init(frame: .zero)
    }

    public required init(frame: CGRect) {
        content = EmptyContent("")
        super.init(frame: frame)
    }

    override var ownAccessibility: AccessibilityDescription? {
        AccessibilityDescription(label: content.title, value: content.text)
    }
}

extension CollectionView {
    /// A ready-made view that is shown while the list has no items. Setting it replaces the ``emptyView``. Nil if there is none, or if the
    /// program has set a view of a different class.
    public var emptyContent: EmptyContent? {
        get { (emptyView as? EmptyContentView)?.content }
        set {
            if let newValue, let view = emptyView as? EmptyContentView {
                view.content = newValue
            } else {
                emptyView = newValue.map { EmptyContentView($0) }
            }
        }
    }

    /// The empty content that the user sees now.
    public var shownEmptyContent: EmptyContent? { (emptyViews.shown as? EmptyContentView)?.content }
}
