import ListEngineData

extension RowCount {
    /// The count in words: "about 1,000 rows".
    /// - Parameter what: What is counted.
    public func text(_ what: String) -> String {
        switch self {
        case .unknown(let least): "\(least.grouped) \(what) or more"
        case .estimated(let number, _): "about \(number.grouped) \(what)"
        case .exact(let number): "\(number.grouped) \(what)"
        }
    }
}

extension Int {
    /// The number with a comma before each three digits.
    public var grouped: String {
        let digits = Array(String(self))
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0, digits[place - 1] != "-" { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
