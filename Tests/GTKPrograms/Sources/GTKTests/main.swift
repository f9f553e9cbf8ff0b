import GTKTestSupport
import ListEngineGTK

if CommandLine.arguments.contains("--accessible") { try showForAssistiveTechnologies() }
if CommandLine.arguments.contains("--drag-source") { try showDragSource() }

runCases {
    if CommandLine.arguments.contains("--no-display") { return testWithoutDisplay() }
    if CommandLine.arguments.contains("--scaled") { return testDisplayScale() }
    testLists()
    testDesktop()
    testFocus()
    testFaults()
    testDragging()
    testDropping()
    testTouch()
    testInterruptions()
    testBandSelection()
    testSettings()
    testDrawings()
    testBadTimes()
    testHastyPrograms()
    testBars()
    testAppearances()
    testContents()
    testContentPrograms()
    testListModels()
    testTables()
    testTableSections()
    testTransforms()
}
