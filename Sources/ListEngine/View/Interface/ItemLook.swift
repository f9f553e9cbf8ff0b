import Foundation

/// A picture that each host can draw or replace.
public struct ItemImage: Sendable, Equatable {
    public enum Source: Sendable, Equatable {
        /// An icon of the platform: of the icon theme in GTK, a system symbol on Apple's platforms.
        case name(String)
        /// The bytes of a file in a format that the platform knows, such as PNG.
        case data([UInt8])
        /// The path of such a file.
        case file(String)
    }

    /// Nil shows ``text`` in every host.
    public var source: Source?

    /// A character or two, such as an emoji, for hosts that cannot draw pictures. Nil shows nothing there.
    public var text: String?

    public init(_ source: Source? = nil, text: String? = nil) {
        self.source = source
        self.text = text
    }

    /// An icon of the platform.
    public static func icon(_ name: String, text: String? = nil) -> ItemImage { ItemImage(.name(name), text: text) }

    /// A character or two instead of a picture, such as an emoji.
    public static func text(_ text: String) -> ItemImage { ItemImage(text: text) }
}

/// A colour by its meaning, which each platform has, or by its parts.
public enum ItemColor: Sendable, Hashable {
    case accent, success, warning, error, neutral
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How the line below an item differs from those of the list's appearance: see `CollectionLayoutListConfiguration`.
public enum ItemSeparator: Sendable, Hashable {
    /// There is no line.
    case hidden
    /// Space before and after the line, in points, in addition to that of the appearance.
    case inset(leading: CGFloat = 0, trailing: CGFloat = 0)
}
