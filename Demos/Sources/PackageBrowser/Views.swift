import ListEngineTerminal

/// A package: its name, version and summary in a line, and further details below it if it is unfolded.
final class PackageCell: CollectionViewCell, TerminalView {
    var record = PackageRecord()
    var isUnfolded = false

    func lines(width: Int) -> [[StyledText]] {
        let nameWidth = min(33, max(13, width / 3))
        let versionWidth = min(20, max(0, width / 5))
        let summaryWidth = max(0, width - nameWidth - versionWidth - 2)
        let name = (isSelected ? "❯" : " ") + (isUnfolded ? "▾ " : "▸ ") + record.name
        let first = [
            StyledText(TerminalText.fitted(name, to: nameWidth) + " ", isSelected ? .focused : .bold),
            StyledText(
                TerminalText.fitted(record.version, to: versionWidth) + " ", isSelected ? .focused : .dim),
            StyledText(
                TerminalText.fitted(record.summary, to: summaryWidth), isSelected ? .focused : .plain),
        ]
        return isUnfolded ? [first] + details(width: width) : [first]
    }

    private func details(width: Int) -> [[StyledText]] {
        var lines = TerminalText.wrapped(record.summary, to: width - 6).map {
            [StyledText("    " + $0)]
        }
        for detail in record.details {
            let label = TerminalText.fitted(detail.name + ":", to: 16)
            for (number, text) in TerminalText.wrapped(detail.value, to: max(8, width - 22)).enumerated() {
                lines.append([
                    StyledText("    " + (number == 0 ? label : String(repeating: " ", count: 16)), .dim),
                    StyledText(text),
                ])
            }
        }
        return lines
    }
}

/// The title of a section.
final class SectionHeader: CollectionReusableView, TerminalView {
    var title = ""
    var count: @MainActor () -> Int = { 0 }

    func lines(width: Int) -> [[StyledText]] {
        let number = "\(count())"
        let room = max(0, width - number.count - 3)
        return [[StyledText(" " + TerminalText.fitted(title, to: room) + " " + number + " ", .header)]]
    }
}
