import ListEngine

/// The lines of a ready-made cell, and where its controls are.
@MainActor
struct ContentLines {
    private(set) var lines: [[StyledText]] = []
    /// The columns of controls in the first line, with their indices in the content.
    private(set) var controls: [(index: Int, columns: Range<Int>)] = []

    /// Whether there was no room for the expander.
    private var isLeadCut = false
    /// The columns at which nothing is cut or wrapped, if there were enough of them.
    private var natural = 0

    /// The most lines of a title and of a subtitle, whatever the content says: an item that is higher than any screen cannot be
    /// read.
    private static let lineLimit = 500
    /// The columns before a content, for the sign of the focus and the selection.
    static let gutter = 2

    /// - Parameters:
    ///   - title: The title that the user is typing.
    ///   - edited: The text that the user is typing in the control with an index.
    init(_ cell: ContentCell, width: Int, title: String? = nil, edited: (index: Int, text: String)? = nil) {
        var content = cell.content
        if let title {
            // The end of the text, where the user types.
            var shown = String(title.suffix(width))
            while shown.columns() > max(0, width / 2) { shown.removeFirst() }
            content.title = shown + "▏"
            content.titleLineLimit = 1
        }
        var base = TextStyle.plain
        base.background = content.background.map { TerminalColor($0) }
        if content.isDimmed { base.isDim = true }
        if cell.isSelected { base.isBold = true }
        var weak = base
        weak.isDim = true
        var tinted = base
        tinted.foreground = TerminalColor(content.tint ?? .accent)
        if cell.isFocused { (base, weak, tinted) = (.focused, .focused, .focused) }
        if cell.isHighlighted || cell.isReordering { base.isReversed.toggle() }
        let sign = cell.isFocused ? "❯ " : cell.isSelected ? "• " : "  "
        let gutter = width >= 8 ? Self.gutter : width >= 2 ? 1 : 0
        compose(
            content, width: width, gutter: [StyledText(sign.cut(to: gutter).padded(to: gutter), tinted)],
            lead: [StyledText(Self.lead(of: cell), base)], (base, weak, tinted), Self.controls(of: cell), edited,
            isSelected: cell.isSelected)
        addExpander(of: cell, after: gutter)
    }

    /// The space and the expander before the content of an item in an outline.
    private static func lead(of cell: ContentCell) -> String {
        let space = String(repeating: "  ", count: min(cell.indentation, 40))
        guard cell.content.accessories.contains(where: { $0.kind == .outline }) else { return space }
        guard let state = cell.outlineState, state.isExpandable else { return space + "  " }
        return space + (state.isExpanded ? "▾ " : "▸ ")
    }

    /// The accessories at the end of a content.
    private static func controls(of cell: ContentCell) -> [(index: Int, accessory: ItemAccessory)] {
        cell.shownAccessories.filter { $0.accessory.kind != .outline }
    }

    private mutating func addExpander(of cell: ContentCell, after gutter: Int) {
        guard !isLeadCut, let outline = cell.shownAccessories.first(where: { $0.accessory.kind == .outline }) else {
            return
        }
        let start = gutter + 2 * min(cell.indentation, 40)
        controls.append((outline.index, start..<start + 2))
    }

    /// The lines of a field of an item.
    init(
        field cell: ContentCell, width: Int, _ alignment: ColumnAlignment, inCells: Bool = false,
        edited: (index: Int, text: String)? = nil
    ) {
        let content = cell.content
        var base = Self.style(of: cell, inCells: inCells)
        let isFocused = inCells ? cell.fieldState.contains(.focused) : cell.isFocused
        if content.isDimmed { base.isDim = true }
        if let background = content.background, !isFocused { base.background = TerminalColor(background) }
        var weak = base
        if !isFocused { weak.isDim = true }
        var tinted = base
        if !isFocused, let tint = content.tint { tinted.foreground = TerminalColor(tint) }
        let lead = Self.lead(of: cell)
        compose(
            content, width: width, gutter: [], lead: lead.isEmpty ? [] : [StyledText(lead, base)],
            (base, weak, tinted), Self.controls(of: cell), edited, alignment, isSelected: cell.isSelected)
        addExpander(of: cell, after: 0)
    }

    /// The lines of a field of a header.
    init(field view: ContentView, width: Int, _ alignment: ColumnAlignment) {
        compose(view.content, width: width, gutter: [], lead: [], (.header, .header, .header), [], nil, alignment)
    }

    /// The style of a cell that has a state and no content.
    /// - Parameter inCells: Whether a single field of the table has the focus.
    static func style(of cell: CollectionViewCell, inCells: Bool = false) -> TextStyle {
        let isFocused = inCells ? cell.fieldState.contains(.focused) : cell.isFocused
        var style = isFocused ? TextStyle.focused : .plain
        if cell.fieldState.contains(.selected), !isFocused { style.isReversed = true }
        if cell.isSelected { style.isBold = true }
        if cell.isHighlighted || cell.isReordering { style.isReversed.toggle() }
        return style
    }

    /// The columns of the first line of a content if there is room for all of it.
    static func naturalColumns(_ content: ItemContent) -> Int {
        let limit = 10_000
        var columns = content.title.columns(upTo: limit)
        if content.mark != nil { columns += 2 }
        if let text = content.image?.text, !text.isEmpty { columns += text.columns(upTo: 4) + 1 }
        for text in [content.trailing, content.badge].compactMap(\.self) where !text.isEmpty {
            columns += text.columns(upTo: limit) + 1
        }
        return max(columns, content.subtitle?.columns(upTo: limit) ?? 0)
    }

    /// The columns of a cell at which nothing of it is cut or wrapped.
    static func naturalColumns(of cell: ContentCell) -> Int {
        cell.isField
            ? max(2 * lead(of: cell).columns(), lead(of: cell).columns() + naturalColumns(cell.content))
            : max(8, ContentLines(cell, width: 10_000).natural)
    }

    /// The columns of a header, a footer or a badge. A wide one begins with a blank.
    static func naturalColumns(of view: ContentView) -> Int {
        let columns = naturalColumns(view.content)
        return view.isField || columns < widthWithBlank ? columns : columns + 1
    }

    /// The width from which on a header begins with a blank.
    private static let widthWithBlank = 8

    /// The lines of a header, a footer or a badge.
    init(_ view: ContentView, width: Int) {
        let content = view.content
        var base = content.title.isEmpty ? TextStyle.dim : .header
        base.background = content.background.map { TerminalColor($0) }
        var tinted = base
        if let tint = content.tint { tinted.foreground = TerminalColor(tint) }
        var weak = base
        weak.isDim = true
        compose(
            content, width: width, gutter: [], lead: [StyledText(width >= Self.widthWithBlank ? " " : "", base)],
            (base, weak, tinted),
            [], nil)
    }

    private mutating func compose(
        _ content: ItemContent, width: Int, gutter: [StyledText], lead: [StyledText],
        _ styles: (base: TextStyle, weak: TextStyle, tinted: TextStyle),
        _ accessories: [(index: Int, accessory: ItemAccessory)], _ edited: (index: Int, text: String)?,
        _ alignment: ColumnAlignment = .leading, isSelected: Bool = false
    ) {
        guard width > 0 else {
            lines = [[StyledText("", styles.base)]]
            return
        }
        var first = gutter + lead
        if let mark = content.mark { first.append(StyledText(mark.sign + " ", styles.tinted)) }
        if let text = content.image?.text, !text.isEmpty {
            first.append(StyledText(text.cut(to: 4) + " ", styles.tinted))
        }
        // Half of the line belongs to the title.
        var start = first.reduce(0) { $0 + $1.text.columns() }
        if start > width / 2 {
            first = gutter
            isLeadCut = !lead.isEmpty
            start = gutter.reduce(0) { $0 + $1.text.columns() }
        }
        let end = trailing(content, styles, accessories, edited, room: width / 2, isSelected)
        let endColumns = end.reduce(0) { $0 + $1.text.columns() }
        let room = max(1, width - start - endColumns)
        let limit = { (stated: Int) in stated <= 0 ? Self.lineLimit : min(stated, Self.lineLimit) }
        var titles = content.title.wrapped(to: room, limit: limit(content.titleLineLimit))
        var subtitles = (content.subtitle ?? "").wrapped(
            to: max(1, width - start), limit: limit(content.subtitleLineLimit))
        if content.subtitle == nil { subtitles = [] }
        if content.title.isEmpty, !subtitles.isEmpty, end.isEmpty { titles = [] }
        func longest(_ texts: [String]) -> Int { texts.reduce(0) { max($0, $1.columns(upTo: width)) } }
        // Each side has half of the line.
        natural = max(2 * start, 2 * endColumns, start + longest(titles) + endColumns, start + longest(subtitles))
        let blanks = StyledText(String(repeating: " ", count: start), styles.base)
        for (number, title) in titles.enumerated() {
            let text = StyledText(title.placed(alignment, in: room), styles.base)
            lines.append(number == 0 ? first + [text] + end : [blanks, text])
        }
        for subtitle in subtitles { lines.append([blanks, StyledText(subtitle, styles.weak)]) }
        if lines.isEmpty { lines = [first + [StyledText("", styles.base)]] }
        controls = controls.map {
            ($0.index, $0.columns.lowerBound + width - endColumns..<$0.columns.upperBound + width - endColumns)
        }
    }

    /// The runs at the end of the first line, each after a blank, as far as there is room: first accessories, then the badge, then
    /// the rest. Notes the columns of controls from the first of these runs.
    private mutating func trailing(
        _ content: ItemContent, _ styles: (base: TextStyle, weak: TextStyle, tinted: TextStyle),
        _ accessories: [(index: Int, accessory: ItemAccessory)], _ edited: (index: Int, text: String)?, room: Int,
        _ isSelected: Bool
    ) -> [StyledText] {
        var badge = styles.tinted
        badge.isReversed = true
        var parts: [(run: StyledText, index: Int?)] = []
        if let progress = content.shownProgress {
            let filled = Int((progress * 8).rounded())
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 8 - filled)
            parts.append(
                (StyledText(bar + " \(Int((progress * 100).rounded())) %".placed(.trailing, in: 6), styles.tinted), nil)
            )
        }
        if let text = content.trailing, !text.isEmpty {
            parts.append((StyledText(text.cut(to: room), styles.weak), nil))
        }
        if let text = content.badge, !text.isEmpty {
            parts.append((StyledText(" " + text.cut(to: 8) + " ", badge), nil))
        }
        for (index, accessory) in accessories {
            let typed = edited.flatMap { $0.index == index ? $0.text : nil }
            var style = accessory.isEnabled ? styles.tinted : styles.weak
            if typed != nil { style.isUnderlined = true }
            let text = accessory.text(typed, room: max(4, min(20, room - 2)), isSelected: isSelected)
            parts.append((StyledText(text, style), index))
        }
        var (left, kept) = (room, [] as [(run: StyledText, index: Int?)])
        for part in parts.reversed() {
            left -= part.run.text.columns() + 1
            guard left >= 0 else { break }
            kept.insert(part, at: 0)
        }
        var (runs, x) = ([] as [StyledText], 0)
        for (run, index) in kept {
            runs += [StyledText(" ", styles.base), run]
            let end = x + 1 + run.text.columns()
            if let index { controls.append((index, x + 1..<end)) }
            x = end
        }
        return runs
    }
}

extension ItemMark {
    fileprivate var sign: String {
        switch self {
        case .unread: "●"
        case .checked: "✓"
        case .unchecked: "○"
        }
    }
}

extension ItemAccessory {
    /// - Parameter typed: The text that the user is typing in the field.
    fileprivate func text(_ typed: String?, room: Int, isSelected: Bool) -> String {
        switch kind {
        case .disclosure: return "›"
        case .checkmark: return "✓"
        case .toggle(let isOn): return isOn ? "[x]" : "[ ]"
        case .button(let title): return "[" + title.cut(to: room) + "]"
        case .entry(let text, let placeholder):
            if let typed {
                // The end of the text, where the user types.
                var shown = String(typed.suffix(room))
                while shown.columns() > room - 3 { shown.removeFirst() }
                return "[" + (shown + "▏").padded(to: room - 2) + "]"
            }
            return "[" + (text.isEmpty ? placeholder : text).cut(to: room - 2).padded(to: room - 2) + "]"
        case .outline: return ""
        case .reorder: return "≡"
        case .activity: return "⋯"
        case .delete: return "[✕]"
        case .insert: return "[+]"
        case .selection: return isSelected ? "✓" : "○"
        }
    }
}

extension String {
    fileprivate func placed(_ alignment: ColumnAlignment, in width: Int) -> String {
        let blanks = max(0, width - columns(upTo: width))
        return switch alignment {
        case .leading: padded(to: width)
        case .center:
            String(repeating: " ", count: blanks / 2) + self + String(repeating: " ", count: blanks - blanks / 2)
        case .trailing: String(repeating: " ", count: blanks) + self
        }
    }
}
