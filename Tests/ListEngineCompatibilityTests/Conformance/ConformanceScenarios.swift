// The scenarios. Five items fill the list; a cell that leaves is reported before one that appears.
extension ConformanceScenario {
    static let all: [ConformanceScenario] = [
        ConformanceScenario(
            "shown, scrolled and scrolled back",
            .show(
                "a: a0 a1 a2", "b: b0 b1 b2 b3", visible: "a0@0 a1@20 a2@40 b0@60 b1@80",
                events: "+a0 +a1 +a2 +b0 +b1"),
            .scroll(to: 30, visible: "a1@20 a2@40 b0@60 b1@80 b2@100 b3@120", events: "-a0 +b2 +b3"),
            .scroll(to: 40, visible: "a2@40 b0@60 b1@80 b2@100 b3@120", events: "-a1"),
            .scroll(to: 0, visible: "a0@0 a1@20 a2@40 b0@60 b1@80", events: "-b2 -b3 +a0 +a1")),

        ConformanceScenario(
            "items come, go and move",
            .show("a: a0 a1 a2", visible: "a0@0 a1@20 a2@40", events: "+a0 +a1 +a2"),
            .show("a: a0 n a1 a2", visible: "a0@0 n@20 a1@40 a2@60", events: "+n"),
            .show("a: a2 n a1", visible: "a2@0 n@20 a1@40", events: "-a0"),
            .show("a: a2 n a1", visible: "a2@0 n@20 a1@40", events: ""),
            .show("a:", visible: "", events: "-a2 -n -a1"),
            .show("a: z", visible: "z@0", events: "+z")),

        ConformanceScenario(
            "sections come, go and move",
            .show("a: a0", "b: b0 b1", visible: "a0@0 b0@20 b1@40", events: "+a0 +b0 +b1"),
            .show("b: b0 b1", "c: c0", "a: a0", visible: "b0@0 b1@20 c0@40 a0@60", events: "+c0"),
            .show("c: c0", visible: "c0@0", events: "-b0 -b1 -a0"),
            .show("d:", "c: c0", "e: e0", visible: "c0@0 e0@20", events: "+e0")),

        ConformanceScenario(
            "an insertion above leaves what is visible in its place",
            .show(
                "a: a0 a1 a2 a3", "b: b0 b1 b2 b3 b4 b5", visible: "a0@0 a1@20 a2@40 a3@60 b0@80",
                events: "+a0 +a1 +a2 +a3 +b0"),
            .scroll(to: 80, visible: "b0@80 b1@100 b2@120 b3@140 b4@160", events: "-a0 -a1 -a2 -a3 +b1 +b2 +b3 +b4"),
            .show(
                "a: n a0 a1 a2 a3", "b: b0 b1 b2 b3 b4 b5",
                visible: "b0@100 b1@120 b2@140 b3@160 b4@180", events: "")),

        ConformanceScenario(
            "taps select",
            .show("a: a0 a1", "b: b0", visible: "a0@0 a1@20 b0@40", events: "+a0 +a1 +b0"),
            .tap(y: 25, visible: "a0@0 a1@20 b0@40", events: "*a1"),
            .tap(y: 45, visible: "a0@0 a1@20 b0@40", events: "*b0"),
            .tap(y: 70, visible: "a0@0 a1@20 b0@40", events: "")),

        ConformanceScenario(
            "a smaller list shows less",
            .show("a: a0 a1 a2 a3", visible: "a0@0 a1@20 a2@40 a3@60", events: "+a0 +a1 +a2 +a3"),
            .resize(height: 30, visible: "a0@0 a1@20", events: "-a2 -a3"),
            .resize(height: 50, visible: "a0@0 a1@20 a2@40", events: "+a2")),
    ]
}
