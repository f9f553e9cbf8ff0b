/// Reads keys from the bytes that a terminal sends. Unknown sequences are ignored.
struct TerminalDecoder {
    private var bytes: [UInt8] = []
    /// The text of a paste that has not ended.
    private var paste: [UInt8]?

    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// No sequence is longer. A terminal that sends more sends no sequence.
    private static let longestSequence = 64
    private static let longestPaste = 1 << 20

    /// Whether bytes wait for more. A lone escape is one of these: it is the key if nothing follows.
    var isWaiting: Bool { !bytes.isEmpty && paste == nil }

    /// - Returns: The input that is complete.
    mutating func read(_ new: some Sequence<UInt8>) -> [TerminalInput] { decode(new, isLast: false) }

    /// Nothing followed in time.
    mutating func flush() -> [TerminalInput] { decode([], isLast: true) }

    private mutating func decode(_ new: some Sequence<UInt8>, isLast: Bool) -> [TerminalInput] {
        bytes += new
        var input: [TerminalInput] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if paste != nil {
                if let text = takePaste(&rest) { input.append(.paste(text)) } else { break }
            } else {
                let before = rest
                guard let read = Self.next(&rest, isLast) else {
                    rest = before
                    break
                }
                switch read {
                case .input(let one): input.append(one)
                case .beginPaste: paste = []
                case .nothing: break
                }
            }
        }
        bytes = Array(rest)
        return input
    }

    /// Moves bytes to the paste, and returns its text if it has ended.
    private mutating func takePaste(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard var text = paste else { return nil }
        while let byte = rest.first {
            if byte == 0x1B, rest.starts(with: Self.pasteEnd) {
                rest = rest.dropFirst(Self.pasteEnd.count)
                paste = nil
                return String(decoding: text, as: UTF8.self)
            }
            // The end may have arrived in part.
            if byte == 0x1B, Self.pasteEnd.starts(with: rest) { break }
            if text.count < Self.longestPaste { text.append(byte) }
            rest.removeFirst()
        }
        paste = text
        return nil
    }

    private enum Read {
        case input(TerminalInput)
        case beginPaste
        case nothing
    }

    private static func key(_ code: TerminalKey.Code, _ modifiers: TerminalKey.Modifiers = []) -> Read {
        .input(.key(TerminalKey(code, modifiers)))
    }

    /// Nil if more bytes are needed.
    private static func next(_ rest: inout ArraySlice<UInt8>, _ isLast: Bool) -> Read? {
        let byte = rest.removeFirst()
        switch byte {
        case 0x1B: return escape(&rest, isLast)
        case 0x0D, 0x0A: return key(.enter)
        case 0x09: return key(.tab)
        case 0x08, 0x7F: return key(.backspace)
        case 0x00: return key(.character(" "), .control)
        case 0x01...0x1A: return key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        case 0x1C...0x1F: return key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        case 0x20...0x7E: return key(.character(Character(Unicode.Scalar(byte))))
        case 0xC2...0xF4:
            let length = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
            guard rest.count >= length || isLast else { return nil }
            let character = String(decoding: [byte] + rest.prefix(length), as: UTF8.self)
            guard character.count == 1, let first = character.first, first != "\u{FFFD}" else { return .nothing }
            rest = rest.dropFirst(length)
            return key(.character(first))
        default: return .nothing
        }
    }

    /// The bytes after an escape.
    private static func escape(_ rest: inout ArraySlice<UInt8>, _ isLast: Bool) -> Read? {
        guard let kind = rest.first else { return isLast ? key(.escape) : nil }
        switch kind {
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            rest.removeFirst()
            if rest.isEmpty, isLast { return key(.character(Character(Unicode.Scalar(kind))), .alt) }
            return sequence(&rest, isLast)
        case 0x1B: return key(.escape)
        default:
            guard let read = next(&rest, isLast) else { return nil }
            if case .input(.key(let pressed)) = read {
                return key(pressed.code, pressed.modifiers.union(.alt))
            }
            return read
        }
    }

    private static func sequence(_ rest: inout ArraySlice<UInt8>, _ isLast: Bool) -> Read? {
        let parameters = rest.prefix { (0x20...0x3F).contains($0) }
        guard parameters.count <= longestSequence else {
            rest = rest.dropFirst(parameters.count)
            return .nothing
        }
        guard let final = rest.dropFirst(parameters.count).first else {
            if isLast { rest = rest.dropFirst(parameters.count) }
            return isLast ? .nothing : nil
        }
        guard (0x40...0x7E).contains(final) else {
            // Another sequence begins in this one.
            rest = rest.dropFirst(parameters.count)
            return .nothing
        }
        rest = rest.dropFirst(parameters.count + 1)
        let text = String(decoding: parameters, as: UTF8.self)
        if text.hasPrefix("<") { return mouse(text.dropFirst(), isRelease: final == UInt8(ascii: "m")) }
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
        let held = numbers.count > 1 ? numbers[1] - 1 : 0
        let modifiers = TerminalKey.Modifiers(rawValue: UInt8(truncatingIfNeeded: held & 7))
        switch final {
        case UInt8(ascii: "A"): return key(.up, modifiers)
        case UInt8(ascii: "B"): return key(.down, modifiers)
        case UInt8(ascii: "C"): return key(.right, modifiers)
        case UInt8(ascii: "D"): return key(.left, modifiers)
        case UInt8(ascii: "H"): return key(.home, modifiers)
        case UInt8(ascii: "F"): return key(.end, modifiers)
        case UInt8(ascii: "Z"): return key(.tab, .shift)
        case UInt8(ascii: "M"): return key(.enter, modifiers)
        case UInt8(ascii: "P")...UInt8(ascii: "S"): return key(.function(Int(final) - 0x4F), modifiers)
        case UInt8(ascii: "~"): return numbered(numbers.first ?? 0, modifiers)
        default: return .nothing
        }
    }

    private static func numbered(_ number: Int, _ modifiers: TerminalKey.Modifiers) -> Read {
        switch number {
        case 1, 7: key(.home, modifiers)
        case 2: key(.insert, modifiers)
        case 3: key(.delete, modifiers)
        case 4, 8: key(.end, modifiers)
        case 5: key(.pageUp, modifiers)
        case 6: key(.pageDown, modifiers)
        case 11...15: key(.function(number - 10), modifiers)
        case 17...21: key(.function(number - 11), modifiers)
        case 23, 24: key(.function(number - 12), modifiers)
        case 29: key(.function(16), modifiers)
        case 200: .beginPaste
        default: .nothing
        }
    }

    private static func mouse(_ text: Substring, isRelease: Bool) -> Read {
        let numbers = text.split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, (1...10_000).contains(numbers[1]), (1...10_000).contains(numbers[2]) else {
            return .nothing
        }
        let button = numbers[0]
        var modifiers: TerminalKey.Modifiers = []
        if button & 4 != 0 { modifiers.insert(.shift) }
        if button & 8 != 0 { modifiers.insert(.alt) }
        if button & 16 != 0 { modifiers.insert(.control) }
        let action: TerminalMouse.Action? =
            switch (button & 0b1100_0011, isRelease, button & 32 != 0) {
            case (0, false, false): .press
            case (0, false, true): .drag
            case (0, true, _): .release
            case (2, false, false): .secondaryPress
            case (64, false, _): .wheelUp
            case (65, false, _): .wheelDown
            case (66, false, _): .wheelLeft
            case (67, false, _): .wheelRight
            default: nil
            }
        guard let action else { return .nothing }
        return .input(.mouse(TerminalMouse(action, x: numbers[1] - 1, y: numbers[2] - 1, modifiers)))
    }
}
