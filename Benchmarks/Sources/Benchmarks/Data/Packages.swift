import Foundation

/// The packages in the machine's Debian or Ubuntu archive, without and with its security updates.
struct Packages {
    struct Package: Hashable {
        let name: String
        var version: String
    }

    /// Sorted by name.
    let released: [Package]
    /// The same, with newer versions and new packages from the security archive.
    let secured: [Package]

    /// Reads apt's lists once; later calls return the same value or throw the same `Skipped`.
    static func load() throws -> Packages { try loaded.get() }

    private static let loaded = Result { try Packages() }

    private init() throws {
        var released: [String: String] = [:]
        var updates: [String: String] = [:]
        for target in try Shell.output(
            "apt-get", "indextargets", "--format", "$(FILENAME) $(RELEASE)", "Identifier: Packages"
        )
        .lines {
            let words = target.split(separator: " ")
            guard let file = words.first, let release = words.last, words.count == 2 else { continue }
            let text = try Shell.output("/usr/lib/apt/apt-helper", "cat-file", String(file))
            for package in Self.parse([UInt8](text)) {
                if release.contains("security") {
                    Self.offer(package, to: &updates)
                } else {
                    Self.offer(package, to: &released)
                }
            }
        }
        guard released.count > 1_000, !updates.isEmpty else {
            throw Skipped("apt knows \(released.count) packages and \(updates.count) security updates (apt-get update)")
        }
        var secured = released
        for (name, version) in updates { Self.offer(Package(name: name, version: version), to: &secured) }
        self.released = Self.sorted(released)
        self.secured = Self.sorted(secured)
    }

    /// Replaces a version if this one is newer.
    private static func offer(_ package: Package, to versions: inout [String: String]) {
        if let known = versions[package.name], !DebianVersion.isOlder(known, package.version) { return }
        versions[package.name] = package.version
    }

    private static func sorted(_ versions: [String: String]) -> [Package] {
        versions.map { Package(name: $0.key, version: $0.value) }.sorted { $0.name < $1.name }
    }

    /// The records of an index: paragraphs of "Field: value" lines.
    private static func parse(_ text: [UInt8]) -> [Package] {
        var packages: [Package] = []
        var name: String?
        var start = 0
        text.withUnsafeBufferPointer { text in
            func value(_ field: StaticString, _ line: Range<Int>) -> String? {
                guard line.count > field.utf8CodeUnitCount,
                    memcmp(text.baseAddress! + line.lowerBound, field.utf8Start, field.utf8CodeUnitCount) == 0
                else { return nil }
                return String(
                    decoding: text[(line.lowerBound + field.utf8CodeUnitCount)..<line.upperBound], as: UTF8.self)
            }
            while start < text.count {
                let rest = text.baseAddress! + start
                let end = memchr(rest, 10, text.count - start).map {
                    start + (UnsafeRawPointer($0) - UnsafeRawPointer(rest))
                }
                let line = start..<(end ?? text.count)
                if let found = value("Package: ", line) { name = found }
                if let version = value("Version: ", line), let known = name {
                    packages.append(Package(name: known, version: version))
                    name = nil
                }
                start = line.upperBound + 1
            }
        }
        return packages
    }
}

/// Versions as Debian orders them (deb-version(7)): "[epoch:]upstream[-revision]".
enum DebianVersion {
    static func isOlder(_ a: String, _ b: String) -> Bool {
        let first = parts(a)
        let second = parts(b)
        if first.epoch != second.epoch { return first.epoch < second.epoch }
        let upstream = compare(first.upstream, second.upstream)
        return upstream == 0 ? compare(first.revision, second.revision) < 0 : upstream < 0
    }

    private static func parts(_ version: String) -> (epoch: Int, upstream: Substring, revision: Substring) {
        var rest = version[...]
        var epoch = 0
        if let colon = rest.firstIndex(of: ":") {
            epoch = Int(rest[..<colon]) ?? 0
            rest = rest[rest.index(after: colon)...]
        }
        guard let dash = rest.lastIndex(of: "-") else { return (epoch, rest, "") }
        return (epoch, rest[..<dash], rest[rest.index(after: dash)...])
    }

    /// Compares alternating parts of non-digits and numbers. A tilde sorts before the end, the end before letters,
    /// letters before everything else.
    private static func compare(_ a: Substring, _ b: Substring) -> Int {
        var first = a.utf8[...]
        var second = b.utf8[...]
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        func rank(_ byte: UInt8?) -> Int {
            guard let byte, !isDigit(byte) else { return 0 }
            if byte == UInt8(ascii: "~") { return -1 }
            return byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A ? Int(byte) : Int(byte) + 256
        }
        while !first.isEmpty || !second.isEmpty {
            while first.first.map(isDigit) == false || second.first.map(isDigit) == false {
                let difference = rank(first.first) - rank(second.first)
                if difference != 0 { return difference }
                first = first.dropFirst()
                second = second.dropFirst()
            }
            let numbers = (first.prefix(while: isDigit), second.prefix(while: isDigit))
            first = first.dropFirst(numbers.0.count)
            second = second.dropFirst(numbers.1.count)
            let digits = (numbers.0.drop { $0 == 0x30 }, numbers.1.drop { $0 == 0x30 })
            if digits.0.count != digits.1.count { return digits.0.count - digits.1.count }
            if digits.0.lexicographicallyPrecedes(digits.1) { return -1 }
            if digits.1.lexicographicallyPrecedes(digits.0) { return 1 }
        }
        return 0
    }
}
