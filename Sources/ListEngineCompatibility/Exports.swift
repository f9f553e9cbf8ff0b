// `import ListEngineCompatibility` is enough for a list in the words of another library: ListEngine comes with it.
@_exported import ListEngine
