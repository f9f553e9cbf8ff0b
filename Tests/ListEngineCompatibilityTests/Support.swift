// Shares the test support of ListEngine with all files.
@_exported import ListEngineTestSupport
