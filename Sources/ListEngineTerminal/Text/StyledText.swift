import ListEngine

/// The colour of characters or of their background.
public enum TerminalColor: Sendable, Hashable {
    /// One of the sixteen colours of the terminal's theme: 0 to 7 are black, red, green, yellow, blue, magenta, cyan and white,
    /// 8 to 15 are bright.
    case palette(UInt8)
    /// A terminal without these colours shows the nearest of 256.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    public init(_ color: ItemColor) {
        switch color {
        case .accent: self = .palette(6)
        case .success: self = .palette(2)
        case .warning: self = .palette(3)
        case .error: self = .palette(1)
        case .neutral: self = .palette(8)
        case .rgb(let red, let green, let blue): self = .rgb(red: red, green: green, blue: blue)
        }
    }
}

/// How characters are shown.
public struct TextStyle: Sendable, Hashable {
    /// Nil is the colour of the terminal.
    public var foreground: TerminalColor?
    public var background: TerminalColor?
    public var isBold = false
    public var isDim = false
    public var isUnderlined = false
    /// Whether foreground and background change places.
    public var isReversed = false

    public init(foreground: TerminalColor? = nil, background: TerminalColor? = nil) {
        self.foreground = foreground
        self.background = background
    }

    public static let plain = TextStyle()
    public static let bold = {
        var style = TextStyle()
        style.isBold = true
        return style
    }()
    public static let dim = {
        var style = TextStyle()
        style.isDim = true
        return style
    }()
    /// Bars above and below a list.
    public static let reversed = {
        var style = TextStyle()
        style.isReversed = true
        return style
    }()
    /// Titles of sections.
    public static let header = {
        var style = TextStyle(foreground: .palette(3))
        style.isBold = true
        return style
    }()
    /// The item with the focus.
    public static let focused = TextStyle(foreground: .palette(0), background: .palette(6))
}

/// A run of text in one style.
public struct StyledText: Sendable, Hashable {
    public var text: String
    public var style: TextStyle

    public init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }
}
