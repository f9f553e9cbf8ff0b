/// Types of content, developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct.
public struct UTType: Hashable, Sendable {
    public let identifier: String
    private static let media = [
        "text/plain": "public.plain-text", "image/png": "public.png", "image/jpeg": "public.jpeg",
        "application/pdf": "com.adobe.pdf",
    ]
    private static let parents = [
        "public.utf8-plain-text": "public.plain-text", "public.plain-text": "public.text",
        "public.file-url": "public.url",
        "public.png": "public.image", "public.jpeg": "public.image",
    ]
    private init(_ identifier: String) { self.identifier = identifier }
    /// A media type that no one has declared has a dynamic identifier.
    public init?(mimeType: String) {
        guard mimeType.contains("/") else { return nil }
        identifier = Self.media[mimeType] ?? "dyn." + mimeType
    }
    public static let plainText = UTType("public.plain-text")
    public static let url = UTType("public.url")
    /// For the stubs of the toolkits.
    public static func conforms(_ identifier: String, to other: String) -> Bool {
        identifier == other || parents[identifier].map { conforms($0, to: other) } ?? false
    }
}
