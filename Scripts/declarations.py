"""Reads which names Swift files declare, without a compiler: types with their members and bases, functions with the labels of
their arguments, and which of them are public or tests. Scripts/pages.py compares pages with them.
"""

import re
from pathlib import Path

TOKEN = re.compile(
    r"[{}]|\b(?:(?P<type>class|struct|enum|actor|protocol|extension)\s+(?!func\b|var\b|let\b|subscript\b)(?P<name>[\w.`]+)"
    r"|(?P<value>var|let)\s+|func\s+(?P<func>[^\s(<]+|<[<=]?)|(?P<init>init)\b[?!]?|(?P<sub>subscript)\b"
    r"|(?:typealias|associatedtype)\s+(?P<alias>\w+)|case\s+(?P<case>[^\n}]*))"
)


COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|#+"(?!"").*?"#+|#*"""(?:\\.|.)*?"""#*|"(?:[^"\\\n]|\\[^(])*(?:"|\\\(|\n)', re.DOTALL)


def without_comments(text):
    """Comments become spaces, and strings become empty ones."""
    result, position = [], 0
    while match := COMMENT_OR_STRING.search(text, position):
        end = match.end()
        while text[end - 2 : end] == "\\(" and match[0][0] == '"' and not match[0].startswith('"""'):
            # A string with code inside, which may hold strings.
            depth = 1
            while depth and end < len(text):
                if text[end] == '"':
                    end += len(re.compile(r'"(?:[^"\\\n]|\\.)*"?').match(text, end)[0])
                else:
                    depth += {"(": 1, ")": -1}.get(text[end], 0)
                    end += 1
            end = re.compile(r'(?:[^"\\\n]|\\[^(])*(?:"|\\\(|\n|$)').match(text, end).end()
        result += [text[position : match.start()], " " if match[0][0] == "/" else '""']
        position = end
    return "".join(result) + text[position:]


def balanced(text, start, opening="(", closing=")"):
    depth = 0
    for index in range(start, len(text)):
        if text[index] == opening:
            depth += 1
        elif text[index] == closing:
            depth -= 1
            if depth == 0:
                return index
    return len(text)


def split(text):
    """The parts between commas that stand outside of brackets."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[index - 1] != "-"):
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return parts + [text[start:]] if text.strip() else []


def labels(parameters, unnamed=False, of_case=False):
    """(label, may be left out) for each parameter of a declaration. A subscript's are unnamed; a case's may have only a type."""
    result = []
    for parameter in split(parameters):
        name = re.match(r"\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(\w+|`\w+`)?", parameter)
        outside = re.sub(r"[(\[{<][^()\[\]{}<>]*[)\]}>]", "", parameter).replace("==", "")
        is_unnamed = unnamed or not name[1] or (of_case and not re.match(r"\s*\w+\s*:", parameter))
        result.append(("_" if is_unnamed else name[1].strip("`"), "=" in outside or "..." in parameter))
    return result


class Names:
    """All names that are declared. A signature is a list of (label, may be left out), or None for what has no arguments."""

    def __init__(self):
        self.members = {}  # type: {name: [signatures]}
        self.bases = {}  # type: what it derives from and conforms to
        self.aliases = {}  # type: its aliases, which extensions may name
        self.names = {}  # name: [signatures], of all types and of the top level
        self.labels = set()
        self.public = set()  # names and labels that a program can use
        self.tests = set()  # test functions and suites

    def declare(self, type, name, signature=None, public=False):
        name = name.strip("`")
        labels = {label for label, _ in signature or ()}
        self.labels |= labels
        if public:
            self.public |= labels | {name}
        self.names.setdefault(name, []).append(signature)
        if type:
            self.members.setdefault(type, {}).setdefault(name, []).append(signature)

    def read(self, path, is_product, is_test):
        """Reads a file. What a product declares may be public."""
        text = without_comments(Path(path).read_text())
        opened = set()  # protocols and extensions: their members are as public as they are
        stack, pending = [], None  # the type whose braces are open, or None for other braces
        position = 0
        while match := TOKEN.search(text, position):
            token = match[0]
            type = stack[-1] if stack else ""
            if token == "{":
                stack.append(pending)
                pending = None
            elif token == "}":
                stack = stack[:-1]
            if type is None or token in "{}":
                position = match.start() + 1
                continue
            position = match.end()
            line = text[max(text.rfind(mark, 0, match.start()) for mark in "\n{};") + 1 : match.start()]
            levels = re.findall(r"\b(open|public|package|internal|fileprivate|private)\b(?!\(set)", line)
            public = is_product and (levels[-1] in ("open", "public") if levels else type in opened)
            if match["type"]:
                pending, position = self.type(text, match, type, public, is_test)
                if public and match["type"] in ("protocol", "extension"):
                    opened.add(pending)
            elif function := match["func"] or match["init"] or match["sub"]:
                start = text.find("(", position)
                position = balanced(text, start)
                self.declare(type, function, labels(text[start + 1 : position], unnamed=match["sub"]), public)
                if is_test and re.search(r"@Test\b[^{}]*$", text[max(0, match.start() - 4000) : match.start()]):
                    self.tests.add(function.strip("`"))
                if is_test and function.startswith("test"):
                    self.tests.add(function)
            elif match["value"]:
                for part in split(text[position : text.find("\n", position)].split("{")[0]):
                    if name := re.match(r"\s*\(?(\w+|`\w+`)", part):
                        self.declare(type, name[1], None, public)
            elif alias := match["alias"]:
                self.declare(type, alias, None, public)
                # An alias has the members of what it names.
                if other := re.match(r"\s*(?:<[^=]*>)?\s*=\s*(?:[\w.]+\.)?(\w+)", text[position : position + 200]):
                    self.bases.setdefault(alias, set()).add(other[1])
                    self.aliases.setdefault(other[1], set()).add(alias)
            elif match["case"]:
                self.cases(text, match, type, is_product and type in self.public)

    def type(self, text, match, outer, public, is_test):
        """Declares a type or reads the head of an extension; returns its name and where its body begins."""
        name = match["name"].split(".")[-1].strip("`")
        end = text.find("{", match.end())
        clause = re.match(r"\s*(?:<[^{]*?>)?\s*:([^{]*)", text[match.end() : end])
        bases = re.findall(r"[\w.]+", re.sub(r"\bwhere\b.*", "", clause[1], flags=re.DOTALL)) if clause else []
        self.bases.setdefault(name, set()).update(base.split(".")[-1] for base in bases)
        if match["type"] != "extension":
            self.declare(outer, name, None, public)
            self.members.setdefault(name, {})
            if is_test:
                self.tests.add(name)
        return name, end

    def cases(self, text, match, type, public):
        start, lines = match.start("case"), match["case"]
        while lines.rstrip().endswith(","):
            lines = text[start : text.find("\n", start + len(lines) + 1)]
        for part in split(lines):
            if name := re.match(r"\s*(\w+|`\w+`)\s*(\(.*)?", part, re.DOTALL):
                values = name[2] and name[2][1 : balanced(name[2], 0)]
                self.declare(type, name[1], labels(values, of_case=True) if values else None, public)

    def has(self, type, name, signature, seen=()):
        """Whether a type has a member by itself, or by what it derives from and conforms to."""
        if type in seen:
            return False
        if fits(self.members.get(type, {}).get(name), signature):
            return True
        others = [*self.bases.get(type, ()), *self.aliases.get(type, ())]
        return any(self.has(other, name, signature, (*seen, type)) for other in others)


def fits(declared, used):
    """Whether one of the declared signatures is what a page writes: labels, or None for a name alone."""
    if declared is None:
        return False
    if used is None:
        return True
    for signature in declared:
        remaining = list(used)
        for label, optional in signature or []:
            if remaining and remaining[0] == label:
                remaining.pop(0)
            elif not optional:
                break
        else:
            # A stored closure is called without labels; a name without arguments takes none.
            if not remaining or (signature is None and all(label == "_" for label in remaining)):
                return True
    return False
