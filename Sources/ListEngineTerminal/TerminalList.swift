import Foundation
import ListEngine

/// A list in a terminal: the host, the list and its data source in one object, which keeps all of them alive.
///
///     import ListEngineTerminal
///
///     let list = TerminalList("Fruits") {
///         ListBlock("fruits", ["Apple", "Pear", "Plum"])
///     }
///     await list.run()
///
/// The closure describes the sections. After a change of the data, ``update()`` shows the differences:
///
///     import ListEngineTerminal
///
///     var done: Set<String> = []
///     let list = TerminalList("To do") {
///         ListBlock("tasks", ["Write", "Test"], id: \.self) { task in
///             ItemContent(task, mark: done.contains(task) ? .checked : .unchecked)
///         }
///         .onDidSelect { task, _ in
///             done.formSymmetricDifference([task])
///             list.update()
///         }
///     }
///     await list.run()
///
/// The keys are those of ``TerminalHost``.
@MainActor
public final class TerminalList {
    public let host: TerminalHost
    public let dataSource: ListDataSource
    private let content: @MainActor (String) -> [any ListSection]

    /// - Parameters:
    ///   - title: Shown in a bar above the list. Nil shows no bar.
    ///   - content: Returns the sections. Called in ``run(_:)`` and ``update()``.
    public init(_ title: String? = nil, @ListBuilder _ content: @escaping @MainActor () -> [any ListSection]) {
        host = TerminalHost()
        dataSource = ListDataSource(in: host.list)
        self.content = { _ in content() }
        host.title = title
    }

    /// Creates a list that the user can filter: after the key `/`, the closure is called for each change of the text.
    ///
    ///     let list = TerminalList("Fruits") { filter in
    ///         ListBlock("fruits", fruits.filter { filter.isEmpty || $0.contains(filter) })
    ///     }
    /// - Parameter content: Returns the sections for a text; an empty text means that all items are shown.
    public init(
        _ title: String? = nil,
        @ListBuilder filtered content: @escaping @MainActor (_ filter: String) -> [any ListSection]
    ) {
        host = TerminalHost()
        dataSource = ListDataSource(in: host.list)
        self.content = content
        host.title = title
        host.filterHandler = { [weak self] _ in self?.update() }
    }

    /// The collection view.
    public var view: CollectionView { host.list }

    /// Calls the closure and shows the differences.
    ///
    /// If the closure reads models that are `@Observable`, it is called again after each of their changes, without a call of this method.
    public func update() {
        if #available(iOS 17, macCatalyst 17, macOS 14, tvOS 17, visionOS 1, *) {
            dataSource.observe { [weak self] _ in self?.build() }
        } else {
            build()
        }
    }

    private func build() {
        let filter = host.filterText
        dataSource.build(animatingDifferences: false) { content(filter) }
    }

    /// Shows the list until the user ends it. See ``TerminalHost/run(_:)``.
    @discardableResult
    public func run(_ device: TerminalHost.Device = .standard) async -> TerminalHost.End {
        update()
        return await host.run(device)
    }

    /// Ends ``run(_:)``.
    public func end() { host.end() }
}
