// Shared with the tests of ListEngine, in all files.
@_exported import ListEngineTestSupport
