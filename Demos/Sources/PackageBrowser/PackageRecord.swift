import Foundation

/// A package as apt describes it.
public struct PackageRecord: Sendable, Hashable {
    public var name = ""
    public var version = ""
    /// The section of the archive: "games", "libs".
    public var section = ""
    /// One line.
    public var summary = ""
    /// Other fields, in the order in which they are shown.
    public var details: [Detail] = []

    /// In kB; 0 if apt does not say it.
    public var installedSize: Int {
        details.first { $0.name == "Installed size" }.flatMap { Int($0.value.prefix { $0.isNumber }) } ?? 0
    }

    public struct Detail: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    /// Reads paragraphs of "Field: value" lines, as `apt-cache dumpavail` writes them. A line that begins with a space
    /// continues the previous field. Paragraphs without a package are skipped, and so are later ones with a name
    /// already read.
    public static func parse(_ text: [UInt8]) -> [PackageRecord] {
        var records: [PackageRecord] = []
        var names: Set<String> = []
        var record = PackageRecord()
        func endRecord() {
            if !record.name.isEmpty, names.insert(record.name).inserted { records.append(record) }
            record = PackageRecord()
        }
        text.withUnsafeBytes { text in
            guard let base = text.baseAddress else { return }
            var start = 0
            var fieldStart = 0
            /// The lines of a field, from its name to its last continuation line.
            func take(_ field: Range<Int>) {
                if field.isEmpty { return }
                record.take(UnsafeRawBufferPointer(rebasing: text[field]))
            }
            while start < text.count {
                let rest = text.count - start
                let end = memchr(base + start, 10, rest).map { UnsafeRawPointer($0) - base } ?? text.count
                if end == start {
                    take(fieldStart..<start)
                    fieldStart = end + 1
                    endRecord()
                } else if text[start] != 0x20, text[start] != 0x09 {
                    take(fieldStart..<start)
                    fieldStart = start
                }
                start = end + 1
            }
            take(fieldStart..<text.count)
            endRecord()
        }
        return records
    }

    private mutating func take(_ field: UnsafeRawBufferPointer) {
        guard let colon = field.firstIndex(of: 0x3A) else { return }
        func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
            func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
            // Nearly all fields have one line.
            let lines = bytes.split(separator: 0x0A).map { line in
                let start = line.firstIndex { !isBlank($0) } ?? line.endIndex
                let end = line.lastIndex { !isBlank($0) } ?? start
                return String(decoding: start < line.endIndex ? line[start...end] : line[start..<start], as: UTF8.self)
            }
            return lines.count == 1 ? lines[0] : lines.joined(separator: " ")
        }
        func isCalled(_ name: StaticString) -> Bool {
            name.utf8CodeUnitCount == colon && memcmp(name.utf8Start, field.baseAddress!, colon) == 0
        }
        let value = field[(colon + 1)...]
        if isCalled("Package") {
            name = text(value)
        } else if isCalled("Version") {
            version = text(value)
        } else if isCalled("Section") {
            section = text(value)
        } else if isCalled("Description") || isCalled("Description-en") {
            summary = text(value)
        } else if isCalled("Installed-Size") {
            details.append(Detail(name: "Installed size", value: text(value) + " KiB"))
        } else if isCalled("Homepage") || isCalled("Depends") || isCalled("Suggests") {
            details.append(Detail(name: String(decoding: field[..<colon], as: UTF8.self), value: text(value)))
        }
    }
}
