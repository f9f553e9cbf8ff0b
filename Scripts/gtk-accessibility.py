#!/usr/bin/python3
"""Reads a list through the accessibility bus, as a screen reader does: gtk-accessibility.py PROGRAM.

Runs in a session bus of its own (dbus-run-session) on a display: see Scripts/gtk.sh.
"""
import os, subprocess, sys, time

# The bus of assistive technologies, which a desktop starts.
launcher = subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
os.environ["GTK_A11Y"] = "atspi"
program = subprocess.Popen([sys.argv[1], "--accessible"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
failures = 0


def expect(is_true, what):
    global failures
    if not is_true:
        failures += 1
        print(f"✘ accessibility: {what}")


def find(node, role, child_role=None):
    """The first node with a role, and with a child of another one if that is given."""
    if node is None: return None
    children = [node.getChildAtIndex(i) for i in range(node.childCount)]
    has_child = child_role is None or any(child and child.getRole() == child_role for child in children)
    if node.getRole() == role and has_child: return node
    return next((found for child in children if (found := find(child, role, child_role))), None)


try:
    assert program.stdout.readline().strip() == "ready"
    import pyatspi
    pyatspi.setTimeout(2000, 10000)

    def actions_of(node):
        try: action = node.queryAction()
        except NotImplementedError: return []
        return [action.getName(i) for i in range(action.nActions)]

    def everything(node):
        """A node and all nodes below it."""
        yield node
        for i in range(node.childCount):
            child = node.getChildAtIndex(i)
            if child: yield from everything(child)

    def roots():
        desktop = pyatspi.Registry.getDesktop(0)
        return [desktop.getChildAtIndex(i) for i in range(desktop.childCount)]

    def node(role, name, below=None):
        """The first visible node with a role and a name."""
        for root in [below] if below else roots():
            for found in everything(root):
                if found.getRole() == role and found.name == name and found.getState().contains(pyatspi.STATE_VISIBLE):
                    return found
        expect(False, f"there is no {role} {name!r}")
        return None

    def log():
        names = [found.name for root in roots() for found in everything(root) if found.getRole() == pyatspi.ROLE_LABEL]
        return next((name for name in names if name.startswith("log:")), "")

    def act(found, name, effect):
        """Performs an action of a node, whose effect the program writes to its label."""
        if not found: return
        names = actions_of(found)
        expect(name in names, f"the actions of {found.name!r} are {names}")
        if name not in names: return
        found.queryAction().doAction(names.index(name))
        for _ in range(50):
            if effect in log(): return
            time.sleep(0.1)
        expect(False, f"{name!r} of {found.name!r}: {effect!r} is not in {log()!r}")

    def check_controls():
        button, item = pyatspi.ROLE_PUSH_BUTTON, pyatspi.ROLE_LIST_ITEM
        # A menu is open, with a checked entry and one that cannot be chosen.
        # It has the focus, which the list had before.
        for name, is_checked in [("Starred", True), ("Muted", False)]:
            entry = node(pyatspi.ROLE_MENU_ITEM, name)
            if not entry: continue
            for state in (pyatspi.STATE_CHECKED, pyatspi.STATE_FOCUSED, pyatspi.STATE_SENSITIVE):
                expect(entry.getState().contains(state) == is_checked, f"{name}: {state} is {not is_checked}")
        expect(listed.getState().contains(pyatspi.STATE_FOCUSABLE), "the list cannot have the focus")
        # An edited row: its buttons, its handle and its mark, which the row's own action changes.
        row = node(item, "first")
        if row:
            act(node(button, "Delete", row), "click", "deleted first")
            act(node(button, "Insert", row), "click", "inserted first")
            node(pyatspi.ROLE_IMAGE, "Move", row)
            node(pyatspi.ROLE_IMAGE, "Not selected", row)
            act(row, "item.Move to the next place", "moved first to 1")
            row = node(item, "second")
            row.queryAction().doAction(actions_of(row).index("row.activate"))
            for _ in range(50):
                if row.getState().contains(pyatspi.STATE_SELECTED): break
                time.sleep(0.1)
            node(pyatspi.ROLE_IMAGE, "Selected", row)
        # Items that are loaded, or could not be.
        for name, title, effect in [("Reading", "Cancel", "cancelled"), ("No answer", "Try again", "tried again")]:
            row = node(item, name)
            if row:
                act(node(button, title, row), "click", effect)
                expect(f"item.{title}" in actions_of(row), f"the actions of {name!r} are {actions_of(row)}")
        # The expander, by the widget and by the action of the row.
        row = node(item, "fruit")
        if row:
            expander = node(button, "Expand", row)
            if expander: expander.queryAction().doAction(0)
            for _ in range(50):
                if "item.Collapse" in actions_of(row): break
                time.sleep(0.1)
            expect("item.Collapse" in actions_of(row), f"the actions of 'fruit' are {actions_of(row)}")
            node(item, "apple")
        # An empty list.
        node(pyatspi.ROLE_LABEL, "The server is away")
        act(node(button, "Try again", node(pyatspi.ROLE_LABEL, "The server is away").parent), "click", "asked again")
        # Buttons of a swipe, page dots, and the entry of a title.
        act(node(button, "Archive"), "click", "archived swiped")
        dots = node(button, "Page 1 of 3")
        if dots:
            dots.queryAction().doAction(actions_of(dots).index("item.Next page"))
            for _ in range(50):
                if dots.name == "Page 2 of 3": break
                time.sleep(0.1)
            expect(dots.name == "Page 2 of 3", f"the dots are {dots.name!r}")
        entry = next((found for root in roots() for found in everything(root)
                      if found.name == "old name" and found.getRole() in (pyatspi.ROLE_TEXT, pyatspi.ROLE_ENTRY)), None)
        expect(entry, "there is no entry for the title")
        if entry:
            text = next((found for found in everything(entry) if "EditableText" in pyatspi.listInterfaces(found)), None)
            expect(text, "the entry cannot be edited")
            if text: text.queryEditableText().setTextContents("new name")

    listed = None
    for _ in range(100):
        desktop = pyatspi.Registry.getDesktop(0)
        for i in range(desktop.childCount):
            # If a list becomes a table when it is in a window, the widget around it is a list without rows.
            listed = listed or find(desktop.getChildAtIndex(i), pyatspi.ROLE_LIST, pyatspi.ROLE_LIST_ITEM)
        if listed: break
        time.sleep(0.1)
    expect(listed, "there is no list on the bus")
    if listed:
        rows = [listed.getChildAtIndex(i) for i in range(listed.childCount)]
        rows = [row for row in rows if row.getRole() == pyatspi.ROLE_LIST_ITEM]
        shown = [row for row in rows if row.getState().contains(pyatspi.STATE_VISIBLE)]
        expect(len(shown) > 5, f"{len(rows)} rows, {len(shown)} of them shown")
        for number, row in enumerate(shown):
            # The program states what row 5 says; the others are named after their content.
            name, value = ("the fifth row", "unread") if number == 5 else (f"row {number}", "")
            expect(row.name == name, f"the name of row {number} is {row.name!r}")
            expect(row.description == value, f"the description of row {number} is {row.description!r}")
            # GTK 4.8 does not pass them on.
            attributes = dict(text.split(":", 1) for text in row.getAttributes())
            expect(attributes.get("posinset", str(number + 1)) == str(number + 1), f"row {number}: {attributes}")
            expect(attributes.get("setsize", "1000") == "1000", f"row {number}: {attributes}")
            expect(row.getState().contains(pyatspi.STATE_SELECTABLE), f"row {number} cannot be selected")
            outline = (pyatspi.STATE_EXPANDABLE, pyatspi.STATE_EXPANDED)
            is_open = all(row.getState().contains(state) for state in outline)
            expect(is_open == (number == 5), f"row {number} shows children: {is_open}")
            is_selected = row.getState().contains(pyatspi.STATE_SELECTED)
            expect(is_selected == (number == 2), f"row {number} is selected: {is_selected}")
        def perform(row, name):
            actions = row.queryAction()
            names = [actions.getName(i) for i in range(actions.nActions)]
            expect(name in names, f"the actions of {row.name!r} are {names}")
            if name in names: actions.doAction(names.index(name))

        # Row 4 is activated, and the program's own action of row 5 selects row 6.
        perform(shown[4], "row.activate")
        perform(shown[5], "item.Mark")
        # Row 3 has the focus, and offers its swipe action, which selects row 7.
        perform(shown[3], "item.Pin")
        others = shown[2].queryAction()
        expect("item.Pin" not in [others.getName(i) for i in range(others.nActions)], "row 2 has no focus, but actions")
        for _ in range(50):
            chosen = [n for n, row in enumerate(shown) if row.getState().contains(pyatspi.STATE_SELECTED)]
            if chosen == [2, 4, 6, 7]: break
            time.sleep(0.1)
        expect(chosen == [2, 4, 6, 7], f"after actions these rows are selected: {chosen}")
        table = next((found for i in range(desktop.childCount) if (found := find(desktop.getChildAtIndex(i), pyatspi.ROLE_TABLE))), None)
        expect(table, "there is no table on the bus")
        if table:
            def all_of(node, role):
                children = [node.getChildAtIndex(i) for i in range(node.childCount)]
                return [child for child in children if child.getRole() == role] + [n for child in children for n in all_of(child, role)]
            expect(table.getState().contains(pyatspi.STATE_FOCUSABLE), "the widget that receives keys is no table")
            # The rows are in a widget in it.
            header = all_of(table, pyatspi.ROLE_TABLE_ROW)[0]
            # GTK 4.8 passes column headers on as fillers, without their order.
            titles = [title for title in (header.getChildAtIndex(i) for i in range(header.childCount))]
            expect(all(title.getRole() in (pyatspi.ROLE_FILLER, pyatspi.ROLE_TABLE_COLUMN_HEADER) for title in titles), f"{titles}")
            titles = [title.name for title in titles if title.getState().contains(pyatspi.STATE_VISIBLE)]
            expect(titles == ["Name", "Age", "Number"], f"the titles are {titles}")
            rows = [row for row in all_of(table, pyatspi.ROLE_TABLE_ROW) if all_of(row, pyatspi.ROLE_TABLE_CELL)]
            rows = [row for row in rows if row.getState().contains(pyatspi.STATE_VISIBLE)]
            cells = [[cell.name for cell in all_of(row, pyatspi.ROLE_TABLE_CELL)] for row in rows]
            expect(len(cells) > 5 and cells[1] == ["tree 1", "919", "1"], f"the rows are {cells}")
            expect(rows[1].name == "tree 1" and rows[1].description == "919, 1", f"row 1 is {rows[1].name!r}, {rows[1].description!r}")
            chosen = [n for n, row in enumerate(rows) if row.getState().contains(pyatspi.STATE_SELECTED)]
            expect(chosen == [2], f"these rows are selected: {chosen}")
        check_controls()
finally:
    program.stdin.close()
    program.wait()
    launcher.terminate()
if not failures: print("✔ aListIsOnTheAccessibilityBus")
sys.exit(1 if failures else 0)
