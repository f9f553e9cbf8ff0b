import Foundation
import ListEngine

/// A cell, a header or a footer that shows a view model, or a view that does so within a ``WrapperCell``.
@MainActor
public protocol ListComponent: AnyObject {
    /// Shows a view model. One of another type than expected is to be left alone.
    func setUp(with viewModel: Any)
}

/// A component that raises the selection of its item itself, from any of its parts.
@MainActor
public protocol SelectableComponent: AnyObject {
    /// Hands over what is called when the component is selected: ``SectionDescription/onSelect`` with where the component
    /// is then.
    func setSelection(_ select: @escaping @MainActor () -> Void)
}

/// A component that raises actions: by a button, a switch.
@MainActor
public protocol ActionComponent: AnyObject {
    /// Hands over an action, to be called when it is raised. Called for each registered action whenever the component is
    /// made or used again; of one name the last counts.
    func attach(_ action: ComponentAction)
}

/// A component whose content can stand in.
@MainActor
public protocol IndentableComponent: AnyObject {
    /// Points at the leading edge.
    var indentation: CGFloat { get set }
}

/// What an action is registered for.
public enum ComponentPlace: Sendable, Hashable { case cell, header, footer }

/// An action as a component gets it.
@MainActor
public struct ComponentAction {
    public let name: String
    private let raise: @MainActor (Any?) -> Void

    init(name: String, raise: @escaping @MainActor (Any?) -> Void) {
        self.name = name
        self.raise = raise
    }

    /// Raises the action.
    /// - Parameter value: Handed on.
    public func callAsFunction(_ value: Any? = nil) { raise(value) }
}

/// An action that was raised.
@MainActor
public struct ComponentActionEvent {
    public let name: String
    /// The cell, header or footer, or the view within the cell.
    public let component: CollectionReusableView
    /// Where it is when the action is raised: of a header or footer, its section's.
    public let indexPath: IndexPath
    public let value: Any?
}

/// By what the items, the header or the footer of a section are shown.
@MainActor
public enum ComponentKind {
    /// A class of cells, or of headers and footers. It needs not be registered.
    case type(CollectionReusableView.Type)
    /// What is registered with the collection view.
    case identifier(String)
    /// A class of views, each within a ``WrapperCell``.
    case view(CollectionReusableView.Type)
    /// A view that is registered with the adapter, within a ``WrapperCell``.
    case viewIdentifier(String)
}
