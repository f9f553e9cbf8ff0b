#!/usr/bin/env python3
"""Counts how the Swift modules are ordered, and fails if a limit is exceeded. Documentation/Architecture.md draws the rooms.

    Scripts/structure.py            prints what exceeds a limit
    Scripts/structure.py table      prints the counts
    Scripts/structure.py table DIR  prints the counts of another checkout
    Scripts/structure.py --test     plants an arrow upward in each module with rooms, and fails unless it is found

It reads the text of the files, without a compiler.

- The stored properties of each class, without static ones. A property whose type is a structure of the same module counts as many as
  the structure has fields that are not private, because the reader has to know them all.
- The files side by side in a folder.
- The names: a file names another one if it uses a type that the other one declares outside of all types. Nested types do not count,
  because whoever uses one names the outer type too.
- The circles: files that name each other, directly or through others."""
import os
import re
import shutil
import sys
import tempfile

MODULES = [
    "ListEngine", "ListEngineLayout", "ListEngineDiff", "ListEngineCompatibility", "ListEngineAdapters", "ListEngineGTK", "ListEngineSQLite", "ListEngineGRDB", "ListEnginePostgres",
    "GLibMainActor", "ListEngineTerminal", "ListEngineData", "ListEngineDataTesting", "ListEngineUIKit", "ListEngineAppKit", "ListEngineSwiftUI", "ListEngineCompatibilityUIKit", "ListEngineTrace",
    "ListEngineReference",
]

# The rooms of a module. A room names only rooms before it.
ROOMS = {
    "ListEngine": ["Updates", "View", "Contents", "Sections", "DiffableDataSource", "Hosts"],
    "ListEngineLayout": ["Geometry", "Reports", "SectionRecipes", "Bridge", "Positions", "CollectionViewLayout", "Columns",
        "Layouts", "Edits"],
    "ListEngineDiff": [
        "Changeset", "Bridge", "Matching", "TokenStore/Identifiers", "TokenStore/Order", "Snapshot", "BatchUpdates"],
    "ListEngineData": ["Rows", "Bridge", "Pages", "Live", "Section", "Sources"],
}

# The parts of a facade name it, and it names its parts. Circles are counted without it.
FACADES = ["View/CollectionView.swift", "CollectionView/CollectionView.swift"]

# The limits. Lower them when a count has become smaller.
MOST_FILES = 20
MOST_PAIRS = 0
MOST_STORED = 15
MOST_STORED_IN = {
    "CollectionView": 25, "ScrollingHost": 28, "ClosureSection": 30, "SectionProviderList": 18, "CollectionReusableView": 22,
    "CompositionInfo": 25, "LayoutStorage": 19, "SharedEdit": 17, "CompositionDescription": 21, "CollectionLayoutVisibleItem": 17,
    "ListAdapter": 19, "SectionDescription": 26, "ContentCell": 20, "ContentView": 20, "TerminalHost": 19, "Follower": 32, "PostgresFollower": 24,
}
MOST_IN_CIRCLE = {
    "ListEngine": 14, "ListEngineLayout": 6, "ListEngineDiff": 5, "ListEngineCompatibility": 7, "ListEngineAdapters": 2,
    "ListEngineTerminal": 2, "ListEngineUIKit": 6, "ListEngineAppKit": 3, "ListEngineSwiftUI": 2, "ListEngineData": 2, "ListEngineTrace": 2, "ListEngineReference": 2,
}


def without_comments_and_text(source):
    """The source with comments and the text of literals replaced by spaces. Line breaks stay."""
    out, place, end = [], 0, len(source)
    depth = []  # Open interpolations: the parentheses open in each.
    pattern = re.compile(r'//[^\n]*|/\*|"""|#*"|\(|\)')

    def blank(text):
        out.append(re.sub(r"[^\n]", " ", text))

    def literal(place, closing, escape):
        while place < end:
            if source.startswith(closing, place):
                blank(closing)
                return place + len(closing), False
            if source.startswith(escape + "(", place):
                blank(escape + "(")
                depth.append([0, closing, escape])
                return place + len(escape) + 1, True
            if escape == "\\" and source[place] == "\\":
                blank(source[place : place + 2])
                place += 2
                continue
            blank(source[place])
            place += 1
        return place, False

    while place < end:
        match = pattern.search(source, place)
        if not match:
            out.append(source[place:])
            break
        out.append(source[place : match.start()])
        token, place = match.group(), match.end()
        if token.startswith("//"):
            blank(token)
        elif token == "/*":
            level, start = 1, match.start()
            while level and place < end:
                if source.startswith("/*", place):
                    level, place = level + 1, place + 2
                elif source.startswith("*/", place):
                    level, place = level - 1, place + 2
                else:
                    place += 1
            blank(source[start:place])
        elif token.endswith('"'):
            blank(token)
            hashes = "#" * token.count("#")
            place, _ = literal(place, token.lstrip("#") + hashes, "\\" + hashes)
        elif token == "(":
            if depth:
                depth[-1][0] += 1
            out.append("(")
        elif depth and depth[-1][0] == 0:
            _, closing, escape = depth.pop()
            blank(")")
            place, _ = literal(place, closing, escape)
        else:
            if depth:
                depth[-1][0] -= 1
            out.append(")")
    return "".join(out)


DECLARATION = re.compile(
    r"\b(class|struct|enum|protocol|actor|extension)\s+(?!(?:func|var|let|subscript|init)\b)([A-Z][\w.]*)|\btypealias\s+([A-Z]\w*)")
PROPERTY = re.compile(r"((?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\((?:set|unsafe|safe)\))?)\s+)*)\b(var|let)\s+([^\n]*)")


def closing_brace(text, opening):
    level = 0
    for match in re.compile(r"[{}]").finditer(text, opening):
        level += 1 if match.group() == "{" else -1
        if level == 0:
            return match.start()
    return len(text)


class Type:
    def __init__(self, kind, name, module, path):
        self.kind, self.name, self.module, self.path = kind, name, module, path
        self.fields = []  # Of stored properties: name, type, `let` or `var`, and whether it is private.


def read_types(text, module, path, outer, found, start, end):
    """Types declared between two places, and those in them. Returns the ranges of their bodies."""
    bodies, place = [], start
    while True:
        match = DECLARATION.search(text, place, end)
        if not match:
            return bodies
        place = match.end()
        if match.group(3):
            found.append(Type("typealias", outer + match.group(3), module, path))
            continue
        kind, name = match.group(1), match.group(2)
        # `class func`, and the keyword of a protocol's inheritance list, declare nothing.
        opening = text.find("{", place, end)
        if opening < 0:
            continue
        closing = closing_brace(text, opening)
        type = Type(kind, outer + name, module, path)
        inner = read_types(text, module, path, type.name + ".", found, opening + 1, closing)
        if kind != "protocol":
            type.fields = list(read_fields(text, opening + 1, closing, inner))
        found.append(type)
        bodies.append((opening, closing))
        place = closing


def own_text(text, start, end, inner):
    """The text of a body at its own depth: braces and parentheses are kept, and what is in them is replaced by spaces."""
    out, level = [], 0
    for place in range(start, end):
        character = text[place]
        if character in "{([":
            out.append(character if level == 0 else " ")
            level += 1
        elif character in "})]":
            level -= 1
            out.append(character if level == 0 else " ")
        else:
            out.append(character if level == 0 or character == "\n" else " ")
    return "".join(out)


def read_fields(text, start, end, inner):
    own = own_text(text, start, end, inner)
    for match in PROPERTY.finditer(own):
        before = match.group(1).split()
        if "static" in before or "class" in before or own[match.start() - 1 : match.start()] == ".":
            continue
        is_private = "private" in before or "fileprivate" in before
        rest_start = match.start(3)
        # To the end of the declaration: the first line break at which nothing is open or continued.
        rest_end = rest_start
        while True:
            line_end = own.find("\n", rest_end)
            line_end = len(own) if line_end < 0 else line_end
            line = own[rest_start:line_end].rstrip()
            next_line = own[line_end + 1 : own.find("\n", line_end + 1)].strip() if line_end < len(own) else ""
            is_open = any(line.count(a) > line.count(b) for a, b in ["()", "[]", "{}"])
            if line_end >= len(own) or not (is_open or line.endswith(("=", ",", ":", "&")) or next_line.startswith("{")):
                rest_end = line_end
                break
            rest_end = line_end + 1
        rest = own[rest_start:rest_end]
        full = text[start + rest_start : start + rest_end]
        brace = rest.find("{")
        equals = rest.find("=")
        if brace >= 0 and (equals < 0 or brace < equals):
            if not re.match(r"\{\s*(@\w+\s+)*(didSet|willSet)\b", full[brace:]):
                continue
        # One declaration can name several properties.
        if full.startswith("("):
            yield from ((name.strip(), "", match.group(2), is_private) for name in full[1 : full.index(")")].split(","))
            continue
        for part in split(full):
            named = re.match(r"(\w+)\s*(?::\s*([^={]+))?(?:=\s*([A-Z][\w.]*)\s*\()?", part.strip())
            if named:
                yield named.group(1), (named.group(2) or named.group(3) or "").strip(), match.group(2), is_private


def split(text):
    """Splits at commas outside of brackets."""
    parts, level, last = [], 0, 0
    for place, character in enumerate(text):
        if character in "([{<":
            level += 1
        elif character in ")]}" or character == ">" and text[place - 1] != "-":
            level -= 1
        elif character == "," and level == 0:
            parts.append(text[last:place])
            last = place + 1
    parts.append(text[last:])
    return parts


class Module:
    def __init__(self, root, name):
        self.name = name
        base = os.path.join(root, "Sources", name)
        self.texts = {}
        for folder, folders, files in os.walk(base):
            folders[:] = [each for each in folders if not each.endswith(".docc")]
            for file in files:
                if file.endswith(".swift"):
                    path = os.path.relpath(os.path.join(folder, file), base)
                    with open(os.path.join(folder, file)) as handle:
                        self.texts[path] = without_comments_and_text(handle.read())
        self.types = []
        for path, text in sorted(self.texts.items()):
            read_types(text, name, path, "", self.types, 0, len(text))
        self.structures = {type.name: type for type in self.types if type.kind == "struct"}
        self.classes = [type for type in self.types if type.kind in ("class", "actor")]
        self.names = self.read_names()

    def read_names(self):
        """For each file, the files that it names."""
        homes = {}
        for type in self.types:
            if type.kind != "extension" and "." not in type.name:
                homes.setdefault(type.name, set()).add(type.path)
        names = {}
        for path, text in self.texts.items():
            words = set(re.findall(r"(?<![\w.])[A-Z]\w*", text))
            names[path] = {home for word in words for home in homes.get(word, ()) if home != path}
        return names

    def structure(self, name, owner):
        """The structure that a property has as its type, seen from the type that declares it."""
        name = re.sub(r"\bany\b|\bsome\b|[?!\s]", "", name)
        while True:
            if (owner + "." if owner else "") + name in self.structures:
                return self.structures[(owner + "." if owner else "") + name]
            if not owner:
                return None
            owner = owner.rpartition(".")[0]

    def fields(self, type, seen=()):
        """Stored properties, those of structures counted."""
        count = 0
        for _, name, _, is_private in type.fields:
            if seen and is_private:
                continue
            structure = self.structure(name, type.name)
            if structure and structure.name not in seen:
                count += max(1, self.fields(structure, seen + (type.name,)))
            else:
                count += 1
        return count

    def parts(self, name):
        """A class and the classes of its constant properties, directly or through others."""
        found = [type for type in self.classes if type.name == name]
        for type in found:
            for _, property, keyword, _ in type.fields:
                held = [other for other in self.classes if other.name == property.strip()]
                if keyword == "let":
                    found += [other for other in held if other not in found]
        return found

    def circles(self, without=()):
        """Sets of more than one file that name each other, the largest first."""
        names = {path: named - set(without) for path, named in self.names.items() if path not in without}
        index, low, stack, on_stack, circles = {}, {}, [], set(), []

        def visit(path):
            index[path] = low[path] = len(index)
            stack.append(path)
            on_stack.add(path)
            for named in sorted(names[path]):
                if named not in index:
                    visit(named)
                    low[path] = min(low[path], low[named])
                elif named in on_stack:
                    low[path] = min(low[path], index[named])
            if low[path] == index[path]:
                circle = set()
                while True:
                    last = stack.pop()
                    on_stack.discard(last)
                    circle.add(last)
                    if last == path:
                        break
                if len(circle) > 1:
                    circles.append(circle)

        for path in sorted(names):
            if path not in index:
                visit(path)
        return sorted(circles, key=len, reverse=True)

    def largest_circle(self):
        return max(map(len, self.circles(FACADES)), default=0)

    def folders(self):
        count = {}
        for path in self.texts:
            count[os.path.dirname(path)] = count.get(os.path.dirname(path), 0) + 1
        return count

    def arrows_upward(self):
        """Files that name a file in a room after their own: pairs of paths."""
        rooms = ROOMS.get(self.name, [])
        order = {path: rooms.index(room) for path in self.texts for room in rooms if path.startswith(room + "/")}
        return sorted((a, b) for a in order for b in self.names[a] if order.get(b, -1) > order[a])

    def pairs(self):
        """Pairs of rooms that name each other; of folders where a module has no rooms."""
        def room(path):
            rooms = [each for each in ROOMS.get(self.name, []) if path.startswith(each + "/")]
            return rooms[0] if rooms else path.split("/")[0] if self.name in ROOMS else os.path.dirname(path)

        named = {(room(a), room(b)) for a, all in self.names.items() for b in all}
        return sorted((a, b) for a, b in named if a < b and (b, a) in named)


def check(modules):
    """What exceeds a limit."""
    faults = []

    def limit(what, count, most):
        if count > most:
            faults.append("%s: %d, at most %d" % (what, count, most))

    for module in modules:
        for folder, count in sorted(module.folders().items()):
            limit("files in %s/%s" % (module.name, folder), count, MOST_FILES)
        for path, named in module.arrows_upward():
            faults.append("%s/%s names %s, which is in a later room" % (module.name, path, named))
        limit("files of %s in one circle" % module.name, module.largest_circle(), MOST_IN_CIRCLE.get(module.name, 1))
        limit("pairs of folders of %s that name each other" % module.name, len(module.pairs()), MOST_PAIRS)
        for type in module.classes:
            limit("stored properties of %s" % type.name, module.fields(type), MOST_STORED_IN.get(type.name, MOST_STORED))
    return faults


def print_table(modules):
    row = "%-24s %6s %8s %8s %6s  %-20s %s"
    print(row % ("module", "files", "folders", "largest", "pairs", "circles of files", "without the facade"))
    for module in modules:
        folders = module.folders()
        circles = [" ".join(str(len(each)) for each in module.circles(without)) for without in ([], FACADES)]
        print(row % (module.name, len(module.texts), len(folders), max(folders.values()), len(module.pairs()), *circles))
    print()
    print("%-28s %6s %8s" % ("object of the view", "stored", "counted"))
    for type in modules[0].parts("CollectionView"):
        print("%-28s %6d %8d" % (type.name, len(type.fields), modules[0].fields(type)))
    extensions = [text for text in modules[0].texts.values() if re.search(r"\bextension CollectionView\b", text)]
    print("\nfiles of ListEngine with extensions of CollectionView: %d" % len(extensions))
    print("\nfiles in each folder of ListEngine, and what it names:")
    named = {}
    for path, all in modules[0].names.items():
        named.setdefault(os.path.dirname(path), set()).update(map(os.path.dirname, all))
    for folder, count in sorted(modules[0].folders().items()):
        others = ", ".join(sorted(each for each in named[folder] if each != folder))
        print("%4d  %-24s %s" % (count, folder or ".", others))


def test(root):
    """Plants an arrow upward and a large class in a copy of each module that has rooms. Returns 1 if one is not found."""
    for name, rooms in ROOMS.items():
        with tempfile.TemporaryDirectory() as copy:
            base = os.path.join(copy, "Sources", name)
            shutil.copytree(os.path.join(root, "Sources", name), base)
            for room, declared in [(rooms[0], "let planted: PlantedType"), (rooms[-1], "struct PlantedType {}")]:
                with open(os.path.join(base, room, "Planted%d.swift" % rooms.index(room)), "w") as file:
                    file.write(declared + "\n")
            fields = "".join("    var field%d = 0\n" % index for index in range(MOST_STORED))
            with open(os.path.join(base, rooms[-1], "PlantedClass.swift"), "w") as file:
                file.write("struct PlantedFields {\n%s}\nclass PlantedClass {\n    let more = 0\n    let fields: PlantedFields\n}\n" % fields)
            module = Module(copy, name)
            if "stored properties of PlantedClass: %d, at most %d" % (MOST_STORED + 1, MOST_STORED) not in check([module]):
                print("structure: a planted class of %s was not found" % name)
                return 1
            planted = [path for path, _ in module.arrows_upward()]
            if planted != [os.path.join(rooms[0], "Planted0.swift")]:
                print("structure: a planted arrow of %s was not found: %s" % (name, planted))
                return 1
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    root = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    if sys.argv[1:2] == ["--test"]:
        sys.exit(test(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")))
    modules = [Module(root, name) for name in MODULES]
    if sys.argv[1:2] == ["table"]:
        print_table(modules)
        sys.exit()
    faults = check(modules)
    for fault in faults:
        print("structure: " + fault)
    sys.exit(1 if faults else 0)
