// This module exports ListEngine, so that a program written in the words of another library needs only `import
// ListEngineCompatibility`.
@_exported import ListEngine
