import Foundation

/// A key of a keyboard.
public enum Key: Sendable, Hashable {
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, tab, backTab, escape, backspace, quit
    case character(Character)

    private static let names: [String: Key] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "pageup": .pageUp, "pagedown": .pageDown,
        "home": .home, "end": .end, "enter": .enter, "tab": .tab, "backtab": .backTab, "escape": .escape,
        "backspace": .backspace, "quit": .quit, "space": .character(" "),
    ]

    /// The key with this name in scripts.
    public init?(name: some StringProtocol) {
        guard let key = Self.names[name.lowercased()] else { return nil }
        self = key
    }

    /// The keys that a terminal sends as these bytes. Unknown sequences are ignored.
    public static func decode(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.first {
            rest.removeFirst()
            switch byte {
            case 0x03, 0x11: keys.append(.quit)  // control C and Q
            case 0x0A, 0x0D: keys.append(.enter)
            case 0x09: keys.append(.tab)
            case 0x08, 0x7F: keys.append(.backspace)
            case 0x1B: keys.append(contentsOf: sequence(&rest))
            case 0x20...0x7E: keys.append(.character(Character(UnicodeScalar(byte))))
            case 0xC2...0xF4:
                let length = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
                let character = String(decoding: [byte] + rest.prefix(length), as: UTF8.self)
                rest = rest.dropFirst(length)
                if let first = character.first, first != "\u{FFFD}" { keys.append(.character(first)) }
            default: break
            }
        }
        return keys
    }

    /// The bytes after an escape: a sequence, or nothing if escape was the key itself.
    private static func sequence(_ rest: inout ArraySlice<UInt8>) -> [Key] {
        guard let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return [.escape] }
        rest.removeFirst()
        var number: [UInt8] = []
        while let byte = rest.first, (0x20...0x3F).contains(byte) {
            number.append(byte)
            rest.removeFirst()
        }
        guard let final = rest.popFirst() else { return [] }
        switch (final, String(decoding: number, as: UTF8.self)) {
        case (UInt8(ascii: "A"), _): return [.up]
        case (UInt8(ascii: "B"), _): return [.down]
        case (UInt8(ascii: "C"), _): return [.right]
        case (UInt8(ascii: "D"), _): return [.left]
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): return [.home]
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): return [.end]
        case (UInt8(ascii: "Z"), _): return [.backTab]
        case (UInt8(ascii: "~"), "5"): return [.pageUp]
        case (UInt8(ascii: "~"), "6"): return [.pageDown]
        default: return []
        }
    }
}
