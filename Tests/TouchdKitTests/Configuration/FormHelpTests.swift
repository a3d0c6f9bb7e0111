import Testing

@testable import TouchdKit

/// What is said to write where a value has another form than wanted: each help can be pasted.
@Suite("What to write instead") struct FormHelpTests {
  /// In the line of a view, from its column on: what `check` helps with.
  private func help(_ line: String) -> String? { help(in: layoutOfView(line)) }

  private func help(in text: String) -> String? {
    LayoutReader().read(Array(text.utf8), file: "f").diagnostics.first { $0.severity == .error }?.help
  }

  @Test(
    "A value without the key that it is meant for, and a list of one without its sign",
    arguments: [
      ("controller: main", "write `controller: { id: main }`"),
      ("gestures: [{ tap: five }]", "write `tap: { count: 5 }`"),
      ("gestures: [{ long_press: 2s }]", "write `long_press: { minimum: 2s }`"),
      ("gestures: [{ swipe: up }]", "write `swipe: { direction: up }`"),
      ("gestures: [{ edge_pan: left }]", "write `edge_pan: { edge: left }`"),
      ("gestures: [long press]", "write `- long_press: {}`"),
      ("gestures: [custom]", "write `- custom: { recognizer: NAME }`"),
      ("gestures: [edge pen]", "write `- edge_pan: { edge: left }`"),
      ("gestures: [{ tap: true }]", "write `tap: {}`"),
      ("gestures: [5]", "write `- tap: { count: 5 }`"), ("children: [menu]", "write `- id: menu`"),
      ("transform: 30deg", "write `transform: { rotate: 30deg }`"),
      ("children: menu", "write `children: [{ id: menu }]`"),
      ("gestures: tap", "write `gestures: [{ tap: { count: 5 } }]`"),
      ("gestures: { tap: {} }", "put brackets around it: `gestures: [{ tap: {} }]`"),
      (#"gestures: { name: 'a"\b' }"#, #"put brackets around it: `gestures: [{ name: "a\"\\b" }]`"#),
    ])
  func mapping(line: String, help: String) { #expect(self.help(line) == help) }

  @Test(
    "A program as one text",
    arguments: [
      ("/bin/true", "write `run: [/bin/true]`"), ("sleep 5", "write `run: [sleep, \"5\"]`"),
      ("ls -l --all", "write `run: [ls, \"-l\", --all]`"), ("'echo #1'", "write `run: [echo, \"#1\"]`"),
      ("sh -c \"exit 1\"", nil), ("sh -c 'exit 1'", nil),
    ] as [(String, String?)])
  func program(text: String, help: String?) {
    #expect(self.help(in: layoutWith("responders: { a: { plugin: exec, run: \(text) } }")) == help)
  }

  @Test(
    "Several numbers as one text, or one number as two",
    arguments: [
      ("size: 1920 × 1080", "write `size: [1920, 1080]`"),
      ("size: [1,920, 1,080]", "a decimal has a point, and thousands have no sign"),
      ("size: large", nil), ("size: [1920]", nil), ("size: 1920-1080", nil),
    ])
  func numbers(line: String, help: String?) {
    #expect(self.help(in: "version: 1\nscreen:\n  \(line)\nviews: []\n") == help)
  }

  @Test(
    "Numbers and words of a screen",
    arguments: [
      ("touchscreen: { calibration: 0 1 0 -1 0 1 }", "write `calibration: [0, 1, 0, -1, 0, 1]`"),
      ("touchscreen: { range: { x: '-100 4095' } }", "write `x: [-100, 4095]`"),
      (
        "touchscreen: { flip: true }",
        "write `flip: [x]` to swap left and right, `[y]` to swap top and bottom"
      ),
      (
        "touchscreen: { filters: { edge: 4, median: 3 } }",
        "each filter is an item: write `filters: [{ edge: 4 }, { median: 3 }]`"
      ),
      ("output: card1-HDMI-A-1", "write HDMI-A-1"), ("output: cardinal", nil),
    ])
  func ofScreen(line: String, help: String?) {
    #expect(self.help(in: "version: 1\nscreen:\n  size: [400, 300]\n  \(line)\nviews: []\n") == help)
  }

  @Test(
    "A key that swallowed its value",
    arguments: [
      ("on_touch:audit", "a blank is missing behind the colon: write `on_touch: audit`"),
      ("on_touch: { to:audit }", "a blank is missing behind the colon: write `to: audit`"),
    ])
  func swallowed(line: String, help: String) {
    let text = "version: 1\nscreen: { size: [1, 1] }\nviews: [{ id: a, \(line) }]\n"
    #expect(self.help(in: text) == help)
  }

  @Test(
    "Numbers with a unit, a comma or quotes",
    arguments: [
      ("frame: { width: 1,000 }", "a decimal has a point, and thousands have no sign"),
      ("frame: { width: 1, 5 }", "a decimal has a point, and thousands have no sign"),
      ("alpha: 50%", "write 0.5"), ("alpha: 150%", nil),
      ("hit_outset: 1in", "write 25.4mm"), ("hit_outset: 0.5\"", "write 12.7mm"),
      ("hit_outset: 1,5mm", "write 1.5mm"), ("hit_outset: 3 apples", nil),
      ("transform: { rotate: 90 degrees }", "write 90deg"),
      ("gestures: [{ tap: { within: 1 minute } }]", "write 1min"),
      ("gestures: [{ tap: { within: 200 msec } }]", "write 200ms"),
      ("gestures: [{ tap: { count: '5' } }]", "write 5 without quotes"),
    ])
  func units(line: String, help: String?) { #expect(self.help(line) == help) }

  @Test("Keys by their labels", arguments: [("Left", "KEY_LEFT"), ("F5", "KEY_F5"), ("a", "KEY_A")])
  func labels(label: String, key: String) {
    let text = layoutWith("responders: { a: { plugin: keys, press: [\(label)] } }")
    #expect(help(in: text) == "did you mean \"\(key)\"?")
  }

  @Test("Quotation marks of a text processor are letters of the name")
  func quotationMarks() {
    #expect(
      messages(about: "version: 1\nscreen: { size: [1, 1] }\nviews: [{ id: “page” }]\n") == [
        "3:15: warning: `id` begins with a quotation mark that is a letter here (YAML's are \" and ')"
      ])
  }

  @Test("A recording is no layout")
  func recording() {
    #expect(
      messages(about: "version: 1\nndevices: 1\ndevices: []\n").first?.contains("this is a recording") == true
    )
  }
}
