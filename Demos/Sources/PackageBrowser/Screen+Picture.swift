import ListEngineTerminal

extension TextStyle {
    /// Foreground and background in a picture.
    fileprivate var colours: (text: String, background: String?) {
        switch self {
        case .dim: ("#7b8596", nil)
        case .bold: ("#ffffff", nil)
        case .focused: ("#10141b", "#7fc4c9")
        case .header: ("#e6c07b", "#232936")
        case .reversed: ("#10141b", "#b8c0cc")
        default: ("#d8dee9", nil)
        }
    }
}

extension Screen {
    /// A picture of the screen.
    public func svg() -> String {
        let (cellWidth, lineHeight) = (8.4, 18.0)
        let (pictureWidth, pictureHeight) = (
            Double(width) * cellWidth + 24, Double(height) * lineHeight + 24
        )
        func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(pictureWidth)) \(number(pictureHeight))" \
            font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, monospace" font-size="14">
            <rect width="100%" height="100%" rx="8" fill="#171b22"/>

            """
        for y in 0..<height {
            let top = 12 + Double(y) * lineHeight
            for run in runs(inRow: y) {
                let (colour, background) = run.style.colours
                let (x, length) = (12 + Double(run.x) * cellWidth, Double(run.columns) * cellWidth)
                if let background {
                    svg += "<rect x=\"\(number(x))\" y=\"\(number(top))\" width=\"\(number(length))\" "
                    svg += "height=\"\(number(lineHeight))\" fill=\"\(background)\"/>\n"
                }
                guard run.text.contains(where: { $0 != " " }) else { continue }
                let weight = run.style.isBold ? " font-weight=\"bold\"" : ""
                svg +=
                    "<text x=\"\(number(x))\" y=\"\(number(top + 13.5))\" textLength=\"\(number(length))\" "
                svg += "xml:space=\"preserve\" fill=\"\(colour)\"\(weight)>\(escaped(run.text))</text>\n"
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
