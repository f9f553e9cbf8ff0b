import Foundation
import ListEngineLayout

// The menu of a header: sorting, widths, edges, and which columns are shown.

extension CollectionView {
    /// Changes the menu of a column's header. It receives the identifier of the column and the menu of the list, and
    /// returns the menu that is shown; nil shows none.
    ///
    ///     view.headerMenuHandler = { column, menu in
    ///         ItemMenu(menu.elements + [.action(ItemMenu.Action("About \(column)") { print(column) })])
    ///     }
    public var headerMenuHandler: (@MainActor (_ column: String, _ menu: ItemMenu) -> ItemMenu?)? {
        get {
            guard let handler = display.columns.headers.menuHandler else { return nil }
            return { column, menu in handler(column, CollectionContextMenu(menu))?.payload as? ItemMenu }
        }
        set {
            guard let handler = newValue else {
                display.columns.headers.menuHandler = nil
                return
            }
            display.columns.headers.menuHandler = { column, menu in
                guard let menu = menu.payload as? ItemMenu, let changed = handler(column, menu) else { return nil }
                return CollectionContextMenu(changed)
            }
        }
    }

    /// Reports that the user requests the menu of a header, with the secondary mouse button.
    /// - Parameter location: A point of the content.
    /// - Returns: The menu of the column at the point, which the host opens. Nil if no column has its header there.
    public func hostHeaderMenu(at location: CGPoint) -> ItemMenu? {
        guard isReadyForUser(), let column = columnTitle(at: location) else { return nil }
        return headerMenu(of: column)
    }

    /// The menu of a column's header, for a host that opens it by keys. Nil if the list has no such column.
    ///
    /// An action whose column has been removed since does nothing.
    public func headerMenu(of name: String) -> ItemMenu? {
        guard let columns, let column = columns[name] else { return nil }
        var elements: [ItemMenu.Element] = []
        if sortHandler != nil {
            let current = columns.sortOrder.first.flatMap { $0.column == name ? $0.isAscending : nil }
            let sorts = [(ListText.sortAscending.text, true), (ListText.sortDescending.text, false)].map {
                title, isAscending in
                ItemMenu.Element.action(
                    ItemMenu.Action(title, isChecked: current == isAscending) { [weak self] in
                        self?.sort(by: [ColumnSort(name, isAscending: isAscending)])
                    })
            }
            elements.append(.section(elements: sorts))
        }
        elements.append(
            .section(elements: [
                .action(ItemMenu.Action(ListText.fitColumn.text) { [weak self] in self?.fitColumn(name) }),
                pin(column, .leading, ListText.pinAtStart.text), pin(column, .trailing, ListText.pinAtEnd.text),
                .action(
                    ItemMenu.Action(ListText.hideColumn.text, isEnabled: columns.shownCount > 1) { [weak self] in
                        self?.changeByMenu { columns throws(ColumnError) in
                            // The last shown column stays, and with it the header.
                            if columns.shownCount > 1 { try columns.setHidden(true, name) }
                        }
                    }),
            ]))
        elements.append(.section(elements: [.submenu(ListText.columns.text, shownColumns(columns.columns))]))
        let menu = ItemMenu(elements)
        guard let handler = headerMenuHandler else { return menu }
        return handler(name, menu)
    }

    private func pin(_ column: Column, _ edge: ColumnEdge, _ title: String) -> ItemMenu.Element {
        let isPinned = column.pinnedEdge == edge
        return .action(
            ItemMenu.Action(title, isChecked: isPinned) { [weak self] in
                self?.changeByMenu { columns throws(ColumnError) in
                    _ = try columns.pin(column.id, at: isPinned ? nil : edge)
                }
            })
    }

    /// Changes the columns. An edit that fails, for example because pinned columns are too wide, is reported.
    private func changeByMenu(_ edit: (inout ColumnLayout) throws(ColumnError) -> Void) {
        do throws(ColumnError) {
            try editColumns(edit)
        } catch .unknownColumn {
            // It has been removed since the menu was made.
        } catch {
            report(.unusableColumns, nil, "the menu of a header changes nothing: \(error)")
        }
    }

    /// Actions that show and hide columns. Many columns are in submenus.
    private func shownColumns(_ columns: [Column]) -> [ItemMenu.Element] {
        let most = 50
        guard columns.count > most else {
            return columns.map { column in
                .action(
                    ItemMenu.Action(column.title, isChecked: !column.isHidden) { [weak self] in
                        _ = try? self?.editColumns { edited in
                            // The last shown column stays: without it there is no header to show others again.
                            guard column.isHidden || edited.shownCount > 1 else { return }
                            try edited.setHidden(!column.isHidden, column.id)
                        }
                    })
            }
        }
        var size = most
        while size * most < columns.count { size *= most }
        return stride(from: 0, to: columns.count, by: size).map { start in
            let part = Array(columns[start..<min(start + size, columns.count)])
            return .submenu("\(part[0].title) – \(part[part.count - 1].title)", shownColumns(part))
        }
    }
}
