import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

final class Context {}
