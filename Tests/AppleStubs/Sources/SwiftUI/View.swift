// A stub of the part of SwiftUI that this package uses, written from Apple's public documentation. All pages are below
// developer.apple.com/documentation/swiftui/. It evaluates bodies without a layout: a view that wraps one of UIKit is as
// large as the screen, and the text of a row is counted. Rules.md says what it cannot show.
//
// It is built twice, as SwiftUI over UIKit and over AppKit: see Package.swift. This file and Hierarchy.swift are in both.
import CollectionViewRules

#if LISTENGINE_APPKIT
    @_exported import AppKit
#else
    @_exported import UIKit
#endif

/// view
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a primitive view has no body") }
}

/// A view of the stub without a body.
@MainActor
protocol PrimitiveView {
    var children: [any View] { get }
    /// For rows: what the view shows itself.
    var text: String? { get }
    /// Changes the environment of the children.
    var environment: ((inout EnvironmentValues) -> Void)? { get }
    func laidOut(_ size: CGSize, in row: HostedParts)
}
extension PrimitiveView {
    var text: String? { nil }
    var environment: ((inout EnvironmentValues) -> Void)? { nil }
    func laidOut(_ size: CGSize, in row: HostedParts) {}

    /// The bodies of the children are evaluated in their environment.
    func forEachChild(_ visit: (Int, any View) -> Void) {
        let outer = Updating.environment
        environment?(&Updating.environment)
        for (index, child) in children.enumerated() { visit(index, child) }
        Updating.environment = outer
    }
}

/// viewbuilder
@MainActor
@resultBuilder
public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        var views: [any View] = []
        repeat views.append(each content)
        return TupleView(views)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(second)
    }
}

public struct EmptyView: View, PrimitiveView {
    public init() {}
    public var body: Never { fatalError() }
    var children: [any View] { [] }
}
public struct TupleView<T>: View, PrimitiveView {
    let children: [any View]
    init(_ views: [any View]) { children = views }
    public var body: Never { fatalError() }
}
public struct _ConditionalContent<First: View, Second: View>: View, PrimitiveView {
    let children: [any View]
    init(_ view: any View) { children = [view] }
    public var body: Never { fatalError() }
}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}
extension Optional: PrimitiveView where Wrapped: View {
    var children: [any View] { map { [$0] } ?? [] }
}

/// text: characters of the stub are 10 points wide, and lines 20 points high.
public struct Text: View, PrimitiveView {
    let text: String?
    public init(_ content: String) { text = content }
    public var body: Never { fatalError() }
    var children: [any View] { [] }
}
/// vstack
public struct VStack<Content: View>: View, PrimitiveView {
    let children: [any View]
    public init(@ViewBuilder content: () -> Content) { children = [content()] }
    public var body: Never { fatalError() }
}
/// hstack
public struct HStack<Content: View>: View, PrimitiveView {
    let children: [any View]
    public init(@ViewBuilder content: () -> Content) { children = [content()] }
    public var body: Never { fatalError() }
}
/// button
public struct Button<Label: View>: View, PrimitiveView {
    let title: String
    let action: @MainActor () -> Void
    public var body: Never { fatalError() }
    var text: String? { title }
    var children: [any View] { [] }
}
extension Button where Label == Text {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {
        (self.title, self.action) = (title, action)
    }
}
/// textfield
public struct TextField<Label: View>: View, PrimitiveView {
    let value: Binding<String>
    public var body: Never { fatalError() }
    var children: [any View] { [] }
}
extension TextField where Label == Text {
    public init(_ title: String, text: Binding<String>) { value = text }
}

// MARK: Modifiers

/// geometryproxy
public struct GeometryProxy: Sendable {
    public let size: CGSize
}

struct Modified: View, PrimitiveView {
    let children: [any View]
    var environment: ((inout EnvironmentValues) -> Void)?
    var action: ((CGSize, HostedParts) -> Void)?
    var body: Never { fatalError() }
    func laidOut(_ size: CGSize, in row: HostedParts) { action?(size, row) }
}

extension View {
    /// view/fixedsize(horizontal:vertical:)
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { Modified(children: [self]) }
    /// view/id(_:)
    public func id<ID: Hashable>(_ id: ID) -> some View { Modified(children: [self]) }
    /// view/environment(_:_:): "Sets the environment value of the specified key path to the given value."
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        Modified(children: [self], environment: { $0[keyPath: keyPath] = value })
    }
    /// view/environmentobject(_:)
    public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
        Modified(children: [self], environment: { $0.objects[ObjectIdentifier(T.self)] = object })
    }
    /// view/ongeometrychange(for:of:action:): called when the value has changed, and for the first one.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T, action: @escaping (T) -> Void
    ) -> some View {
        Modified(children: [self], environment: nil) { size, row in
            let value = transform(GeometryProxy(size: size))
            guard row.geometry as? T != value else { return }
            row.geometry = value
            action(value)
        }
    }
}

// MARK: Environment

/// layoutdirection
public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }

/// environmentvalues
public struct EnvironmentValues {
    public var layoutDirection = LayoutDirection.leftToRight
    var objects: [ObjectIdentifier: AnyObject] = [:]
    public init() {}
}

/// environment: the value of the view whose body is evaluated.
@MainActor @preconcurrency
@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
    public var wrappedValue: Value { Updating.environment[keyPath: keyPath] }
}

/// On Apple's systems it is in Combine.
public protocol ObservableObject: AnyObject {}

/// environmentobject: "Be sure to set a corresponding model object on an ancestor view".
@MainActor @preconcurrency
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject> {
    public init() {}
    public var wrappedValue: ObjectType {
        guard let object = Updating.environment.objects[ObjectIdentifier(ObjectType.self)] as? ObjectType else {
            Rule.broken("no ObservableObject of type \(ObjectType.self) found")
        }
        return object
    }
}

// MARK: State

/// For tests: the current update of views.
@MainActor
public enum Updating {
    public internal(set) static var isRunning = false
    /// "Modifying state during view update, this will cause undefined behavior": a message of Apple's, not in the documentation.
    static func check() { if isRunning { Rule.broken("state was modified during a view update") } }
    static var transaction = Transaction()
    static var environment = EnvironmentValues()
}

/// binding
@MainActor @preconcurrency
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
        (self.get, self.set) = (get, set)
    }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set {
            Updating.check()
            set(newValue)
        }
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
    }
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }
}

/// state. SwiftUI keeps the state of a view in the body of a different one; the stub does not.
@MainActor @preconcurrency
@propertyWrapper
public struct State<Value> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
    private let box: Box
    public init(wrappedValue value: Value) { box = Box(value) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set {
            Updating.check()
            box.value = newValue
        }
    }
    public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}

/// animation
public struct Animation: Sendable {
    public static let `default` = Animation()
}
/// transaction
public struct Transaction: Sendable {
    public var animation: Animation?
    public var disablesAnimations = false
    public init() {}
}
/// withanimation(_:_:)
@MainActor
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    Updating.transaction.animation = animation
    return try body()
}
