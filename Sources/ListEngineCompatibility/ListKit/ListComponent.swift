import Foundation
import ListEngine

/// A cell, header or footer that shows a view model, or a view inside a ``WrapperCell`` that shows one.
@MainActor
public protocol ListComponent: AnyObject {
    /// Shows a view model. Ignore a view model of an unexpected type.
    func setUp(with viewModel: Any)
}

/// A component that selects its own item, for example from a button inside it.
@MainActor
public protocol SelectableComponent: AnyObject {
    /// Passes the closure that the component calls when it is selected. The closure calls
    /// ``SectionDescription/onSelect`` with the current index path of the component.
    func setSelection(_ select: @escaping @MainActor () -> Void)
}

/// A component that raises actions, for example from a button or a switch.
@MainActor
public protocol ActionComponent: AnyObject {
    /// Passes an action that the component calls to raise it. Called for each registered action whenever the component
    /// is made or reused. If two actions have the same name, the last one counts.
    func attach(_ action: ComponentAction)
}

/// A component whose content can be indented.
@MainActor
public protocol IndentableComponent: AnyObject {
    /// The indentation at the leading edge, in points.
    var indentation: CGFloat { get set }
}

/// The kind of component that an action is registered for.
public enum ComponentPlace: Sendable, Hashable { case cell, header, footer }

/// An action that a component can raise.
@MainActor
public struct ComponentAction {
    public let name: String
    private let raise: @MainActor (Any?) -> Void

    init(name: String, raise: @escaping @MainActor (Any?) -> Void) {
        self.name = name
        self.raise = raise
    }

    /// Raises the action.
    /// - Parameter value: Passed to the callback.
    public func callAsFunction(_ value: Any? = nil) { raise(value) }
}

/// Describes an action that was raised.
@MainActor
public struct ComponentActionEvent {
    public let name: String
    /// The cell, header or footer, or the view within the cell.
    public let component: CollectionReusableView
    /// The index path of the component when the action is raised. For a header or footer, it is the section's.
    public let indexPath: IndexPath
    public let value: Any?
}

/// How the items, the header or the footer of a section are shown.
@MainActor
public enum ComponentKind {
    /// A class of cells, or of headers and footers. It does not have to be registered.
    case type(CollectionReusableView.Type)
    /// A reuse identifier that is registered with the collection view.
    case identifier(String)
    /// A class of views. Each view is shown inside a ``WrapperCell``.
    case view(CollectionReusableView.Type)
    /// The identifier of a view that is registered with the adapter. Each view is shown inside a ``WrapperCell``.
    case viewIdentifier(String)
}
