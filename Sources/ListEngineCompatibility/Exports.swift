// This module exports ListEngine. A program written in the words of another library needs only
// `import ListEngineCompatibility`.
@_exported import ListEngine
