// A program of a terminal needs one import.
@_exported import ListEngine
