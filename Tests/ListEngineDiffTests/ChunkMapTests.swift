import TestSupport
import XCTest

@testable import ListEngineDiff

/// Maps from tokens to their holders, against a dictionary.
final class ChunkMapTests: XCTestCase {
    private struct Model {
        var map = ChunkMap()
        var holders: [Token: UInt32] = [:]

        mutating func set(_ tokens: [Token], _ holder: UInt32) {
            ContiguousArray(tokens).withRun { map.set($0, to: holder) }
            for token in tokens { holders[token] = holder }
        }

        /// Returns whether the map has claimed as many tokens as it should.
        mutating func claim(_ tokens: [Token], _ holder: UInt32, _ leaves: inout ChunkMap.UniqueLeaves) -> Bool {
            let claimed = ContiguousArray(tokens).withRun { map.claim($0, holder, &leaves) }
            var expected = 0
            while expected < tokens.count, holders[tokens[expected], default: 0] == 0 {
                holders[tokens[expected]] = holder
                expected += 1
            }
            return claimed == expected
        }

        /// The first token whose holder is wrong, read in three ways.
        func firstFault(upTo end: Token) -> Token? {
            var last = ChunkMap.LastLeaf()
            for token in 0..<end {
                let holder = holders[token, default: 0]
                if map[token] != holder || map.holder(of: token, reading: &last) != holder { return token }
            }
            var fault: Token?
            let backwards = ContiguousArray((0..<end).reversed())
            backwards.withRun { tokens in
                map.forEach(tokens) { index, holder in
                    if holder != holders[tokens[index], default: 0] { fault = tokens[index] }
                }
            }
            return fault
        }
    }

    func testATokenIsClaimedOnceWhereverChunksStart() {
        for length in [448, 512, 1024, 5000] as [Token] {
            var model = Model()
            var leaves = ChunkMap.UniqueLeaves()
            for (chunk, start) in stride(from: 0, to: 70_000, by: Int(length)).enumerated() {
                let tokens = Array(Token(start)..<Token(start) + length)
                XCTAssertTrue(model.claim(tokens, UInt32(chunk + 1), &leaves))
                XCTAssertTrue(model.claim(tokens, 7, &leaves), "claimed twice")
            }
            let copy = model
            model.set(Array(448 * 50..<448 * 60), 0)
            model.set([30_000], 5)
            XCTAssertNil(model.firstFault(upTo: 80_000))
            XCTAssertNil(copy.firstFault(upTo: 80_000))
        }
    }

    /// Random edits of a map and its copies.
    func testRandomEditsMatchADictionary() {
        for seed in Law.seeds(9) {
            var random = TestRandom(seed: seed)
            let end: Token = seed % 3 == 0 ? 140_000 : 9_000
            var models = [Model()]
            for _ in 0..<40 {
                let number = Int(random.next() % UInt64(models.count))
                var model = models[number]
                if random.next() % 4 == 0, models.count < 5 { models.append(model) }
                let start = Token(random.next() % UInt64(end))
                let longest = [1, 3, 40, 600, 3_000][Int(random.next() % 5)] as UInt64
                let count = Token(1 + random.next() % longest)
                let holder = UInt32(random.next() % 5)
                var tokens = Array(start..<min(start + count, end))
                switch random.next() % 6 {
                case 0: tokens.shuffle(using: &random)
                case 1: tokens.swapAt(0, tokens.count - 1)
                default: break
                }
                switch random.next() % 4 {
                case 0:
                    model.map[start] = holder
                    model.holders[start] = holder
                case 1:
                    ContiguousArray(tokens).withRun { model.map.update($0) { _, value in value = holder } }
                    for token in tokens { model.holders[token] = holder }
                case 2: model.set(tokens, holder)
                default:
                    var leaves = ChunkMap.UniqueLeaves()
                    for part in stride(from: 0, to: tokens.count, by: 448) {
                        let piece = Array(tokens[part..<min(part + 448, tokens.count)])
                        XCTAssertTrue(model.claim(piece, holder + 1, &leaves), "seed \(seed)")
                    }
                }
                models[number] = model
            }
            for model in models { XCTAssertNil(model.firstFault(upTo: end), "seed \(seed)") }
        }
    }
}
