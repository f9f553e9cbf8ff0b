#!/usr/bin/env python3
"""A dry run of the workflows without a Mac. Needs PyYAML.

    Scripts/workflow.py

For each step: its folder exists, its shell text can be parsed, each scheme is one that Xcode makes for the package in that folder and has tests
if it is tested, a simulator that has a name was created with it, the runner's Swift can read the manifests, and each command is known. What `xcodebuild` and `xcrun` do is not checked. A planted
fault of each kind must be found.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import yaml

# On each runner with macOS.
OF_APPLE = {"xcodebuild", "xcrun"}
BUILTINS = {"set"}
# The Swift of the Xcode that a job uses if it selects no other: Xcode 16.4 (github.com/actions/runner-images/issues/14165) and Xcode 26.6
# (github.com/actions/runner-images/issues/14344).
SWIFT = {"macos-15": (6, 1), "macos-26": (6, 2)}


def schemes(folder, is_tested):
    """Xcode makes a scheme for each product. If there are several, another one for the package has the tests."""
    manifest = (folder / "Package.swift").read_text()
    products = set(re.findall(r'\.(?:library|executable)\(\s*name: "([^"]+)"', manifest))
    if len(products) < 2:
        return products
    package = re.search(r'Package\(\s*name: "([^"]+)"', manifest).group(1) + "-Package"
    return {package} if is_tested else products | {package}


def tools(folder):
    """The newest version of Swift that the manifest of a package, or of one that it uses by a path, states."""
    manifest = (folder / "Package.swift").read_text()
    version = re.match(r"// swift-tools-version: *(\d+)\.(\d+)", manifest)
    return max([tuple(map(int, version.groups()))] + [tools(folder / path) for path in re.findall(r'\.package\([^)]*path: "([^"]+)"', manifest)])


def faults(text, root):
    found = []
    document = yaml.safe_load(text)
    for job_name, job in document["jobs"].items():
        swift = SWIFT.get(job.get("runs-on"))
        if not swift:
            found.append(f"{job_name}: does not run on a version of macOS whose Swift is known")
        simulators = set()
        for number, step in enumerate(job["steps"], 1):
            place = f"{job_name}, step {number}"
            if "run" not in step:
                if not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "")):
                    found.append(f"{place}: neither a command nor an action with a version")
                continue
            folder = root / step.get("working-directory", ".")
            if not folder.is_dir():
                found.append(f"{place}: there is no folder {folder}")
                continue
            if swift and swift < tools(folder):
                found.append(f"{place}: {folder} needs Swift %d.%d" % tools(folder))
            run = re.sub(r"\$\{\{ *matrix\.(\w+) *\}\}", lambda match: matrix_value(job, match.group(1), place, found), step["run"])
            if subprocess.run(["bash", "-n"], input=run, text=True, capture_output=True).returncode:
                found.append(f"{place}: the shell cannot parse it")
                continue
            for line in run.strip().splitlines():
                for part in line.split("|") if "'" not in line.split("|")[-1] else [line]:
                    words = shlex.split(part)
                    if words[0] not in OF_APPLE | BUILTINS and not shutil.which(words[0]):
                        found.append(f"{place}: {words[0]} is not known")
                    if words[:3] == ["xcrun", "simctl", "create"]:
                        simulators.add(words[3])
                    for name in re.findall(r"platform=iOS Simulator,name=(\S.*)", "\n".join(words)):
                        if name not in simulators:
                            found.append(f"{place}: no step before it creates the simulator {name}")
                    if "-scheme" in words and words[words.index("-scheme") + 1] not in schemes(folder, "test" in words):
                        found.append(f"{place}: no package in {folder} has the scheme {words[words.index('-scheme') + 1]}, or it has no tests")
    return found


def matrix_value(job, name, place, found):
    values = job.get("strategy", {}).get("matrix", {}).get(name, [])
    if not values:
        found.append(f"{place}: the matrix has no {name}")
        return ""
    return str(values[0])


PLANTED = [
    ("runs-on: macos-26", "runs-on: ubuntu-24.04"),
    ("runs-on: macos-26", "runs-on: macos-15"),
    ("working-directory: Examples/ios-app", "working-directory: Examples/no-app"),
    ("-scheme UIKitProbes", "-scheme UIKitProbe"),
    ("-scheme ListEngineExamples", "-scheme ListEngineExamples-Package"),
    ("test -scheme ListEngine-Package", "test -scheme ListEngine"),
    ("swift --version", "swifty --version"),
    ("matrix.destination", "matrix.destinations"),
    ("name=Probes' | tee", "name=Probes | tee"),
    ("simctl create Tests", "simctl create Test"),
    ("matrix.device ", "matrix.devices "),
    ("working-directory: Examples/mac-app", "working-directory: Examples/mac"),
    ("actions/checkout@v4", "actions/checkout"),
]


def main():
    root = pathlib.Path(__file__).parent.parent
    failures = []
    for path in sorted((root / ".github/workflows").glob("*.yml")):
        text = path.read_text()
        failures += [f"{path.relative_to(root)}: {fault}" for fault in faults(text, root)]
    text = (root / ".github/workflows/apple.yml").read_text()
    for before, after in PLANTED:
        if before not in text or not faults(text.replace(before, after), root):
            failures.append(f"the planted fault {after!r} was not found")
    for failure in failures:
        print(failure)
    if failures:
        sys.exit(1)
    print(f"workflow: each step of .github/workflows can be parsed and names what exists; {len(PLANTED)} planted faults found")


main()
