// What the blocks of code about tests of sources use without declaring it: see Scripts/documentation-code.py.
import ListEngineData
import ListEngineDataTesting

final class Context {}

struct Store: Sendable {
    func write(_ number: Int) async throws {}
}

let store = Store()
let messages = ArrayRows<Int, Int, String>()
