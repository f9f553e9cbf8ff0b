extension TextStyle {
    /// The escape code that turns the style on, after turning off all others.
    fileprivate var code: String {
        switch self {
        case .plain: "\u{1B}[0m"
        case .dim: "\u{1B}[0;2m"
        case .bold: "\u{1B}[0;1m"
        case .chosen: "\u{1B}[0;30;46m"
        case .header: "\u{1B}[0;1;33m"
        case .bar: "\u{1B}[0;7m"
        }
    }

    /// Foreground and background in a picture.
    fileprivate var colours: (text: String, background: String?) {
        switch self {
        case .plain: ("#d8dee9", nil)
        case .dim: ("#7b8596", nil)
        case .bold: ("#ffffff", nil)
        case .chosen: ("#10141b", "#7fc4c9")
        case .header: ("#e6c07b", "#232936")
        case .bar: ("#10141b", "#b8c0cc")
        }
    }
}

extension Screen {
    /// Runs of one style in a row, with the column at which each begins.
    private func stretches(_ y: Int) -> [(x: Int, columns: Int, text: String, style: TextStyle)] {
        var stretches: [(x: Int, columns: Int, text: String, style: TextStyle)] = []
        for (x, cell) in row(y).enumerated() {
            if let last = stretches.last, last.style == cell.style {
                stretches[stretches.count - 1].columns += 1
                if let character = cell.character { stretches[stretches.count - 1].text.append(character) }
            } else {
                stretches.append((x, 1, cell.character.map(String.init) ?? "", cell.style))
            }
        }
        return stretches
    }

    /// The escape codes that turn one screen of a terminal into this one: changed rows are replaced.
    public func escapeCodes(from old: Screen?) -> String {
        var codes = ""
        let isOther = old?.width != width || old?.height != height
        if isOther { codes += "\u{1B}[0m\u{1B}[2J" }
        for y in 0..<height where isOther || old?.row(y) != row(y) {
            codes += "\u{1B}[\(y + 1);1H"
            for stretch in stretches(y) { codes += stretch.style.code + stretch.text }
        }
        return codes
    }

    /// A picture of the screen.
    public func svg() -> String {
        let (cellWidth, lineHeight) = (8.4, 18.0)
        let (pictureWidth, pictureHeight) = (Double(width) * cellWidth + 24, Double(height) * lineHeight + 24)
        func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(pictureWidth)) \(number(pictureHeight))" \
            font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, monospace" font-size="14">
            <rect width="100%" height="100%" rx="8" fill="#171b22"/>

            """
        for y in 0..<height {
            let top = 12 + Double(y) * lineHeight
            for stretch in stretches(y) {
                let (colour, background) = stretch.style.colours
                let (x, length) = (12 + Double(stretch.x) * cellWidth, Double(stretch.columns) * cellWidth)
                if let background {
                    svg += "<rect x=\"\(number(x))\" y=\"\(number(top))\" width=\"\(number(length))\" "
                    svg += "height=\"\(number(lineHeight))\" fill=\"\(background)\"/>\n"
                }
                guard stretch.text.contains(where: { $0 != " " }) else { continue }
                let weight = stretch.style == .bold || stretch.style == .header ? " font-weight=\"bold\"" : ""
                svg += "<text x=\"\(number(x))\" y=\"\(number(top + 13.5))\" textLength=\"\(number(length))\" "
                svg += "xml:space=\"preserve\" fill=\"\(colour)\"\(weight)>\(escaped(stretch.text))</text>\n"
            }
        }
        return svg + "</svg>\n"
    }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
