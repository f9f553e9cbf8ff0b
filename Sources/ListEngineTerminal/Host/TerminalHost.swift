import Foundation
import ListEngine

/// A view that draws its own lines in a terminal.
///
///     final class MailCell: CollectionViewCell, TerminalView {
///         var mail = Mail()
///         func lines(width: Int) -> [[StyledText]] {
///             [[StyledText(mail.sender, isFocused ? .focused : .bold)], [StyledText(mail.subject, .dim)]]
///         }
///     }
///
/// An item with an estimated height is as high as it has lines. The host shows the text between the leading edge and the width:
/// nothing in it controls the terminal.
@MainActor
public protocol TerminalView: CollectionReusableView {
    /// - Parameter width: The columns of the view.
    func lines(width: Int) -> [[StyledText]]
}

/// Shows a list in a terminal, and lets the user work in it with keys and mouse.
///
///     let host = TerminalHost()
///     let list = ListDataSource(in: host.list)
///     await list.build { ListBlock("fruits", ["Apple", "Pear"]) }
///     await host.run()
///
/// A point is a column wide and a row high. Ready-made cells (`ContentCell`) and their headers are drawn, and views that are
/// ``TerminalView``. ``TerminalList`` attaches all objects in one line.
///
/// ## Keys
///
/// | key | effect |
/// |---|---|
/// | arrows, page keys, home, end, tab | move the focus |
/// | enter | chooses the item |
/// | space | uses the switch, field or button of the item; otherwise chooses it, or adds it to a selection of several |
/// | letters | go to the next item that begins with them |
/// | left, right | close and open an item of an outline; scroll content that is wider than the screen; otherwise show swipe actions |
/// | F10, control O | menu of the item |
/// | alt with up or down | moves the item, or all selected items, if the data source permits it |
/// | delete | uses the delete button of the item |
/// | delete, function keys, letters with control or alt | perform actions of the menu that have such a shortcut |
/// | `/` | filters the list, if there is a ``filterHandler`` |
/// | control L, control Z | draw the screen from scratch; stop the process |
/// | escape, control C | end; while the mouse drags, escape cancels the drag |
///
/// With shift, a key that moves the focus selects a range, if the list permits the selection of several items.
///
/// In a table:
///
/// | key | effect |
/// |---|---|
/// | F7, escape | move the focus to a single field, and back to the whole row |
/// | arrows, home, end, tab | move the focus between fields, with shift a range of fields; control home and end go to the first and the last row |
/// | F2 | edits the field, or the first field of the row that can be edited; so does enter on a field |
/// | enter, escape, tab | while a field is edited: commit, cancel, commit and edit the next field |
/// | alt C | copies the range of fields, the selected rows, or the row |
/// | F3, F4 | sort by the next column, and in the other direction; with the focus on a field, by its column |
/// | F9 | menu of the column |
/// | alt with left or right, plus or minus | moves the column of the focused field, makes it wider or narrower |
///
/// ## Mouse
///
/// In a table, a click on a title sorts, with shift by several columns, and the secondary button opens the menu of the column. Dragging
/// the edge of a column changes its width, a double click there fits it to its visible content, and dragging a title moves its
/// column. After F7, a click moves the focus to a field, dragging selects a range of fields, and a double click edits a field.
///
/// A click chooses an item or uses a control, a double click performs the primary action, the secondary button opens the menu, and the
/// wheel scrolls, with shift sideways. Dragging moves an item, or all selected items, if the data source permits it. Dragging from a mark of the selection selects all items up to the mouse. A drag that begins outside of all items, below the last one,
/// selects the items between, if the list permits the selection of several; with control it adds and removes them.
public final class TerminalHost: ScrollingHost {
    /// Shown in a bar above the list. Nil, the default, shows no bar.
    public var title: String? { didSet { requestFrame() } }

    /// Returns the bar above the list for a number of columns, instead of the ``title``. Called for each screen.
    public var topBar: (@MainActor (_ width: Int) -> [StyledText])? { didSet { requestFrame() } }

    /// Returns the bar below the list, as long as the user does not type a filter there.
    public var bottomBar: (@MainActor (_ width: Int) -> [StyledText])? { didSet { requestFrame() } }

    /// Receives the text with which the user filters the list. Without it, `/` is a character like others.
    public var filterHandler: (@MainActor (String) -> Void)?

    /// Draws next to the list, and receives the mouse there. Nil, the default, gives the list all columns.
    public weak var surroundings: (any TerminalSurroundings)? { didSet { requestFrame() } }

    /// Whether the escape key ends ``run(_:)`` when nothing is open that it closes.
    public var endsOnEscape = true

    /// Receives each key before the host. Return true to keep the key from the host.
    public var keyHandler: (@MainActor (TerminalKey) -> Bool)?

    /// The colours that are used. By default the environment decides: see ``TerminalPalette/init(environment:)``.
    public var palette = TerminalPalette(environment: ProcessInfo.processInfo.environment)

    /// The text of the filter.
    public internal(set) var filterText = ""
    /// Whether the menu of an item or of a column is open. A ``keyHandler`` then leaves keys to the host.
    public var isMenuOpen: Bool { menu != nil }
    /// Whether typed characters change the filter.
    public internal(set) var isFiltering = false

    /// The columns and rows of the screen.
    public private(set) var size = (width: 80, height: 24)

    /// Whether ``end()`` was called, or the user ended the program.
    public private(set) var isDone = false

    // The state of keys: see TerminalHost+Keys.swift.
    var swiped: (cell: CollectionViewCell, swipe: CollectionSwipe, action: Int)?
    var menu: OpenMenu?
    var edited: (cell: ContentCell, index: Int, text: String)?
    let gesture = MouseGesture()
    let keys = KeyState()
    /// See TerminalHost+Tables.swift.
    let tables = TerminalTables()
    /// The terminal while ``run(_:)`` shows the list in it.
    var session: TerminalSession?

    public override init(_ list: CollectionView) {
        super.init(list)
        // Nothing moves between two screens.
        prefersReducedMotion = true
        scrollDuration = 0
        wheelDuration = 0
        list.displayScale = 1
    }

    /// Creates a host and its list.
    public convenience init() { self.init(CollectionView()) }

    /// Ends ``run(_:)``.
    public func end() {
        isDone = true
        session?.wake()
    }

    func begin() { isDone = false }

    // MARK: ScrollingHost

    /// A row.
    public override var usualItemExtent: CGFloat { 1 }

    public override func scheduleFrame() { session?.wake() }

    public override func makeView(for view: CollectionReusableView) -> AnyObject? {
        view is ContentCell || view is ContentView ? DrawnField() : nil
    }

    public override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        lines(of: view, width: Self.columns(size.width)).map { CGSize(width: size.width, height: CGFloat($0.count)) }
    }

    public override func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
        guard let natural = naturalColumns(of: view) else { return nil }
        // A field is followed by a blank, or by the line between columns.
        let columns = min(view.isField ? natural + 1 : natural, Self.columns(width))
        return CGSize(width: columns, height: lines(of: view, width: columns)?.count ?? 0)
    }

    private func naturalColumns(of view: CollectionReusableView) -> Int? {
        switch view {
        case let cell as ContentCell: ContentLines.naturalColumns(of: cell)
        case let view as ContentView: ContentLines.naturalColumns(of: view)
        case let view as any TerminalView:
            view.lines(width: 10_000).reduce(0) { max($0, $1.reduce(0) { $0 + $1.text.columns(upTo: 10_000) }) }
        default: nil
        }
    }

    public override func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
        let action = swiped.map { $0.cell === cell ? $0.action : 0 } ?? 0
        swiped = swipe.phase == .closed ? nil : (cell, swipe, action)
        requestFrame()
    }

    public override func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat {
        CGFloat(actions.reduce(0) { $0 + Self.title(of: $1).columns() })
    }

    public override func copy(_ items: CollectionDrag) { if let text = items.text { session?.copy(text) } }

    public override func recycle(_ view: CollectionReusableView) {
        (view.hostView as? DrawnField)?.forget()
        if edited?.cell === view { edited = nil }
        if swiped?.cell === view { swiped = nil }
        super.recycle(view)
    }

    public override func remove(_ view: CollectionReusableView) {
        if edited?.cell === view { edited = nil }
        if swiped?.cell === view { swiped = nil }
        super.remove(view)
    }

    /// A number of columns that a terminal can have.
    static func columns(_ length: CGFloat) -> Int { length > 0 ? Int(min(length, 10_000)) : 0 }

    // MARK: The screen

    /// Sets the columns and rows of the screen.
    public func resize(width: Int, height: Int) {
        let new = (width: min(max(width, 1), 10_000), height: min(max(height, 1), 10_000))
        guard new != size else { return }
        size = new
        requestFrame()
    }

    private var showsFilter: Bool { isFiltering || !filterText.isEmpty }

    /// The rows of the list, between the bars.
    var listRows: Range<Int> {
        let top = (title != nil || topBar != nil) && size.height >= 3 ? 1 : 0
        let bottom = (showsFilter || bottomBar != nil) && size.height >= 2 ? 1 : 0
        return top..<max(top, size.height - bottom)
    }

    /// The columns of the list.
    var listColumns: Range<Int> {
        guard let margins = surroundings?.margins(width: size.width) else { return 0..<size.width }
        let leading = min(max(margins.leading, 0), size.width - 1)
        return leading..<max(leading + 1, size.width - max(margins.trailing, 0))
    }

    /// Brings the list up to date and draws it.
    ///
    /// A program that draws the screen itself calls this instead of ``run(_:)``, and ``handle(_:)``.
    public func screen() -> Screen {
        var screen = Screen(width: size.width, height: size.height)
        let rows = listRows
        let columns = listColumns
        let bounds = CGSize(width: CGFloat(columns.count), height: CGFloat(rows.count))
        if list.bounds.size != bounds {
            // A reader who has scrolled away from the focus keeps the place.
            let showsFocus = list.bounds.isEmpty || isFocusVisible
            list.bounds.size = bounds
            if showsFocus { showFocus() }
        }
        frame(at: 0)
        focusSomething()
        if let surroundings {
            var own = Screen(width: columns.count, height: screen.height)
            draw(into: &own, rows: rows)
            screen.write(own, rows: rows, x: columns.lowerBound)
            surroundings.draw(into: &screen, rows: rows, list: columns)
        } else {
            draw(into: &screen, rows: rows)
        }
        drawBars(&screen, rows)
        drawMenu(&screen, rows, columns)
        return screen
    }

    private var isFocusVisible: Bool {
        list.layoutIfNeeded()
        return list.focusedIndexPath.map(list.indexPathsForVisibleItems.contains) ?? false
    }

    private func showFocus() {
        list.layoutIfNeeded()
        guard let focus = list.focusedIndexPath else { return }
        list.scrollToItem(at: focus, at: .nearest, animated: false)
    }

    /// Keys need an item with the focus: the one that is nearest to where the last one was. The first is the first item on the screen,
    /// or the last one in a list that follows its end, whether its rows are already loaded or not.
    private func focusSomething() {
        noteFocusedRow()
        if list.focusedIndexPath != nil { return }
        let startsAtEnd = list.anchorPolicy == .endWhenAtEnd && list.isAtEnd
        let row = keys.focusedRow.map { CGFloat($0) } ?? (startsAtEnd ? list.bounds.height : 0)
        let visible = list.indexPathsForVisibleItems.map { ($0, list.cellForItem(at: $0)?.frame ?? .null) }
        let whole = visible.filter { list.bounds.contains($0.1) }
        let nearest = (whole.isEmpty ? visible : whole).min {
            abs($0.1.minY - list.bounds.minY - row) < abs($1.1.minY - list.bounds.minY - row)
        }
        guard let nearest else { return }
        list.focusedIndexPath = nearest.0
        frame(at: 0)
    }

    /// Remembers where the focus is: before each input too, because several can come between two screens.
    func noteFocusedRow() {
        guard let focus = list.focusedIndexPath, let cell = list.cellForItem(at: focus) else { return }
        keys.focusedRow = Self.columns(cell.frame.minY - list.bounds.minY)
    }

    /// Draws the list into some rows of a screen, for a program that draws the rest. The list's bounds must have the number of
    /// rows as their height. Call `frame(at:)` before.
    public func draw(into screen: inout Screen, rows: Range<Int>) {
        let columns = list.columns
        let count = list.numberOfReorderedItems
        let dragged = count > 1 ? list.reorderedItem.flatMap { list.cellForItem(at: $0.from) } : nil
        var actions: [(swipe: CollectionSwipe, columns: Range<Int>, y: Int)] = []
        for shown in viewsInDrawingOrder where !shown.placement.isHidden {
            let (x, width) = (Int(shown.frame.minX.rounded()), Self.columns(shown.frame.width))
            let (y, height) = (Int(shown.frame.minY.rounded()), Self.columns(shown.frame.height))
            guard width > 0, let lines = lines(of: shown, width: width, columns) else { continue }
            let swipe = swiped.flatMap { $0.cell === shown.owner ? $0.swipe : nil }
            let moved = Int((swipe?.offset ?? 0).rounded())
            for row in max(0, -y)..<max(max(0, -y), min(height, rows.count - y)) {
                let line = row < lines.count ? lines[row] : [StyledText("")]
                let target = rows.lowerBound + y + row
                screen.write(line, x: x + moved, y: target, to: x + width)
                if row == 0, let dragged, shown.owner === dragged {
                    let text = " \(count) "
                    screen.write([StyledText(text, .bold)], x: x + width - text.count, y: target, to: x + width)
                }
                if scrollsAcross, columns == nil { screen.markCut(line, x: x + moved, y: target) }
                if row == 0, shown.owner === shown.view, let swipe {
                    actions.append((swipe, visibleColumns(of: shown.frame), target))
                }
            }
        }
        // After the fields, which are drawn above their row.
        for (swipe, columns, y) in actions { drawActions(swipe, &screen, columns, y: y) }
        if let mark = list.sectionMoveMark {
            // The line at which the section is dropped.
            let y = Int((mark.midY - list.bounds.minY).rounded(.down))
            let line = StyledText(String(repeating: "─", count: listColumns.count), .focused)
            screen.write([line], y: rows.lowerBound + min(max(y, 0), max(0, rows.count - 1)), to: listColumns.count)
        }
    }

    /// The columns of the list's part of the screen that a row covers, which can be wider.
    func visibleColumns(of frame: CGRect) -> Range<Int> {
        let start = max(0, Int(frame.minX.rounded()))
        return start..<max(start, min(listColumns.count, Int(frame.minX.rounded()) + Self.columns(frame.width)))
    }

    /// The lines of a view on the screen. A field leaves a blank between it and the next one.
    private func lines(of shown: HostedView, width: Int, _ columns: ColumnLayout?) -> [[StyledText]]? {
        guard let column = shown.column else { return lines(of: shown.view, width: width) }
        let alignment = columns?[column]?.alignment ?? .leading
        let text = max(1, width - 1)
        var look = DrawnField.Look(width: width, alignment: alignment, separator: columnSeparator)
        switch shown.view {
        case let cell as ContentCell:
            look.inCells = list.focusedColumn != nil
            let typed = edited(in: cell)
            func compose() -> [[StyledText]] {
                let lines =
                    lines(ofEdited: cell, width: text)
                    ?? ContentLines(field: cell, width: text, alignment, inCells: look.inCells, edited: typed).lines
                return separated(lines, width, ContentLines.style(of: cell, inCells: look.inCells))
            }
            (look.isFocused, look.isSelected, look.isHighlighted, look.isReordering, look.state) = (
                cell.isFocused, cell.isSelected, cell.isHighlighted, cell.isReordering, cell.fieldState
            )
            // What the user types is no part of the content.
            guard typed == nil, !look.state.contains(.edited), let drawn = cell.hostView as? DrawnField else {
                return compose()
            }
            return drawn.lines(look, compose)
        case let view as ContentView:
            func compose() -> [[StyledText]] {
                separated(ContentLines(field: view, width: text, alignment).lines, width, .header)
            }
            return (view.hostView as? DrawnField)?.lines(look, compose) ?? compose()
        default: return lines(of: shown.view, width: width)
        }
    }

    func edited(in cell: ContentCell) -> (index: Int, text: String)? {
        edited.flatMap { $0.cell === cell ? ($0.index, $0.text) : nil }
    }

    /// The lines of a view. Nil for a view that this host cannot draw.
    func lines(of view: CollectionReusableView, width: Int) -> [[StyledText]]? {
        switch view {
        case let view as any TerminalView: view.lines(width: width)
        case let cell as ContentCell: contentLines(of: cell, width: width).lines
        case let view as ContentView: ContentLines(view, width: width).lines
        case let view as any OrnamentView: [line(of: view.ornament, width: width)]
        case let view as EmptyContentView:
            emptyLines(of: view.content, width: width, height: Self.columns(view.frame.height)).lines
        case let cell as TableCell:
            [[StyledText("", ContentLines.style(of: cell, inCells: list.focusedColumn != nil))]]
        case is TableHeaderView: [[StyledText("", .header)]]
        default: nil
        }
    }

    private func line(of ornament: ListOrnament, width: Int) -> [StyledText] {
        switch ornament {
        case .line(let color, let insets):
            let (start, end) =
                list.flowDirection == .leftToRight
                ? (insets.leading, insets.trailing) : (insets.trailing, insets.leading)
            let before = min(width, Self.columns(start.rounded()))
            let length = max(0, width - before - Self.columns(end.rounded()))
            var style = TextStyle.dim
            style.foreground = color.map { TerminalColor($0) } ?? style.foreground
            return [
                StyledText(String(repeating: " ", count: before)),
                StyledText(String(repeating: "─", count: length), style),
            ]
        case .activity(let isRunning):
            let sign = isRunning ? "⋯" : ""
            return [StyledText(String(repeating: " ", count: max(0, (width - 1) / 2))), StyledText(sign, .dim)]
        case .pages(let count, let current):
            // Numbers run from left to right, and dots in the direction of the list.
            var signs = (0..<min(count, width)).map { $0 == current ? "●" : "○" }
            if list.flowDirection == .rightToLeft { signs.reverse() }
            let text =
                2 * count - 1 <= width
                ? signs.joined(separator: " ") : ListOrnament.pageNumbers(count, current).cut(to: width)
            return [StyledText(String(repeating: " ", count: max(0, (width - text.columns()) / 2))), StyledText(text)]
        }
    }

    func contentLines(of cell: ContentCell, width: Int) -> ContentLines {
        ContentLines(
            cell, width: width, title: cell.fieldState.contains(.edited) ? list.fieldEdit?.text : nil,
            edited: edited(in: cell))
    }

    static func title(of action: CollectionSwipeAction) -> String {
        let sign = action.image?.text.map { $0.cut(to: 4) + " " } ?? ""
        return " " + sign + action.title.cut(to: 20) + " "
    }

    private func drawActions(_ swipe: CollectionSwipe, _ screen: inout Screen, _ columns: Range<Int>, y: Int) {
        let isAtEnd = swipe.offset < 0
        // The first action is nearest to the edge.
        let actions = Array(swipe.actions.enumerated())
        var x = isAtEnd ? columns.upperBound + Int(swipe.offset.rounded()) : columns.lowerBound
        for (index, action) in isAtEnd ? actions.reversed() : actions {
            let title = Self.title(of: action)
            let usual = TerminalColor.palette(action.style == .destructive ? 1 : 4)
            var style = TextStyle(foreground: .palette(15), background: action.color.map { TerminalColor($0) } ?? usual)
            if index == swiped?.action { (style.isReversed, style.isBold) = (true, true) }
            let end = min(columns.upperBound, x + title.columns())
            screen.write([StyledText(title, style)], x: x, y: y, to: end)
            x = end
        }
    }

    private func drawBars(_ screen: inout Screen, _ rows: Range<Int>) {
        if rows.lowerBound > 0 {
            screen.write(topBar?(size.width) ?? [StyledText(" " + (title ?? ""), .reversed)], y: 0)
        }
        guard rows.upperBound < size.height else { return }
        if !showsFilter, let bottomBar { return screen.write(bottomBar(size.width), y: size.height - 1) }
        // The end of a long filter is where the user types.
        var shown = String(filterText.suffix(size.width))
        while shown.columns() > max(0, size.width - 3) { shown.removeFirst() }
        screen.write(
            [StyledText("/", .bold), StyledText(shown + (isFiltering ? "▏" : ""))], y: size.height - 1)
    }
}
