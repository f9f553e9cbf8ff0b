import Foundation

testRules()
testWrites()
testOtherObservers()
testLifetimes()
testSchemas()
testErrors()
try? FileManager.default.removeItem(atPath: folder)
endCases()
