#!/usr/bin/env python3
"""Copies the DocC catalogs of all modules, with the links that DocC needs.

    Scripts/catalogs.py FOLDER

A guide is read in the repository and in DocC. In the repository its links are those of any page: [Title](Page.md), and pictures in
Resources. In the copies, links to pages of the catalog are DocC's (<doc:Page>, which DocC shows with the page's title), pictures are
named as DocC names them, and links to files outside of the catalog, which the site does not have, are their text."""
import re
import shutil
import sys
from pathlib import Path


def converted(text, catalog):
    def link(match):
        words, target = match[1], match[2]
        if re.match(r"(https?|mailto):", target):
            return match[0]
        name, _, anchor = target.partition("#")
        if name.endswith(".md") and "/" not in name and (catalog / name).exists():
            return f"<doc:{name[:-3]}>"
        return words

    lines, fence = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fence = not fence
        if not fence:
            line = re.sub(r"(!\[[^\]]*\])\(Resources/([\w-]+)\.\w+\)", r"\1(\2)", line)
            line = re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", link, line)
        lines.append(line)
    return "\n".join(lines)


def main():
    target = Path(sys.argv[1])
    shutil.rmtree(target, ignore_errors=True)
    for catalog in sorted(Path("Sources").glob("*/*.docc")):
        copy = target / catalog.name
        shutil.copytree(catalog, copy)
        for page in copy.glob("*.md"):
            page.write_text(converted(page.read_text(), catalog))


if __name__ == "__main__":
    main()
