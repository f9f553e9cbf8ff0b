import Foundation
import XCTest

@testable import ListEngineDiff

/// Equal strings have one hash, however they are written and stored.
final class TextHashTests: XCTestCase {
    private let seeds: (UInt64, UInt64) = (0x1234_5678_9ABC_DEF1, 0xFEDC_BA98_7654_3211)

    private func hash(_ text: String) -> UInt32 { textHash(text, seeds) }

    /// Strings of several characters equal each other if their characters do, after decomposition.
    func testCharactersThatEqualOneOfASCIIHaveItsHash() {
        var found: Set<UInt32> = []
        let ascii = (0..<128 as Range<UInt8>).map { String(UnicodeScalar($0)) }
        let known = Set(ascii)
        for value in 128...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            guard known.contains(text) else { continue }
            found.insert(value)
            let equal = ascii.first { $0 == text }!
            for (before, after) in [("", ""), ("item-", ""), ("", "elvin"), ("a long beginning ", " and a long end")] {
                XCTAssertEqual(before + text + after, before + equal + after)
                XCTAssertEqual(
                    hash(before + text + after), hash(before + equal + after), "U+\(String(value, radix: 16))")
            }
        }
        XCTAssertEqual(found, [0x37E, 0x1FEF, 0x212A])
    }

    func testEachByteAndTheLengthCount() {
        var texts: Set<String> = [""]
        for length in 1...40 {
            let plain = String(repeating: "a", count: length)
            texts.insert(plain)
            texts.insert(String(repeating: "\0", count: length))
            for place in 0..<length {
                let start = plain.index(plain.startIndex, offsetBy: place)
                texts.insert(plain.replacingCharacters(in: start...start, with: "b"))
            }
        }
        XCTAssertEqual(Set(texts.map(hash)).count, texts.count)
        XCTAssertNotEqual(textHash("item", (1, 3)), textHash("item", (2, 3)))
    }

    /// Random strings of letters with and without marks, in both normal forms, short and long.
    func testEqualStringsHaveOneHashAndOneToken() {
        let parts = [
            "a", "K", "\u{212A}", "e\u{301}", "\u{E9}", ";", "\u{37E}", "`", "\u{1FEF}", "日本", "\u{1F469}", "-", "7",
        ]
        Law.run(cases: 200) { random in
            let interner = IdentifierInterner<String>()
            var known: [String: UInt32] = [:]
            for _ in 0..<100 {
                let text = (0..<random.below([3, 20][random.below(2)])).map { _ in parts[random.below(parts.count)] }
                    .joined()
                let forms = [
                    text, text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
                ]
                let tokens = random.below(2) == 0 ? interner.intern(forms) : forms.map { interner.intern($0) }
                for (form, token) in zip(forms, tokens) {
                    try require(form == text && hash(form) == hash(text), "\(form.debugDescription) has another hash")
                    try require(known[text] ?? token == token, "\(form.debugDescription) has another token")
                    try require(interner.token(for: form) == token, "\(form.debugDescription) is not found")
                    known[text] = token
                }
            }
            try require(interner.count == known.count, "\(interner.count) strings, not \(known.count)")
        }
    }

    /// Hashes of strings that programs use spread as random ones do.
    func testHashesSpread() {
        for make in [{ "item-\($0)" }, { "\($0)" }, { String(repeating: "x", count: $0 % 97) + "/\($0)" }]
            as [(Int) -> String]
        {
            let count = 20_000
            let hashes = (0..<count).map { textHash(make($0), seeds) }
            // Of 2^32 hashes, so many have 0.05 equal pairs on average.
            XCTAssertGreaterThan(Set(hashes).count, count - 4)
            var highest = [Int](repeating: 0, count: 256)
            for hash in hashes { highest[Int(hash >> 24)] += 1 }
            XCTAssertLessThan(highest.max()!, 160)
            XCTAssertGreaterThan(highest.min()!, 25)
        }
    }
}
