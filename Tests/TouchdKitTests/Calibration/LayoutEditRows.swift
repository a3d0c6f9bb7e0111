import TestTables

@testable import TouchdKit

/// Layouts before and after a calibration was written into them.
extension LayoutEditRules {
  /// A layout without its version, and its change.
  struct Row: TableRow {
    var what = ""
    /// Instead of each line feed, also after the last line.
    var lineBreak = "\n"
    /// What ends the last line, instead of a line break.
    var end: String?
    /// Lines that go begin with `-`, those that come with `+`, all others with a blank.
    let change: String
    var keys = CalibrationKeys(rotation: .quarter, flipsX: true)

    /// Lines that change below the size of a screen that `views` follow.
    static func inScreen(
      _ change: String, keys: CalibrationKeys = CalibrationKeys(rotation: .quarter, flipsX: true)
    ) -> Row {
      Row(change: " screen:\n   size: [8, 6]\n\(change)\n views: []", keys: keys)
    }

    var before: String { lines(without: "+") }
    var after: String { lines(without: "-") }

    private func lines(without sign: Character) -> String {
      change.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.first != sign }
        .map { $0.dropFirst() }.joined(separator: "\n")
    }

    /// As a file has it.
    func file(_ text: String) -> String {
      let version = text.contains("version") ? "" : "version: 1\n"
      return (version + text).replacing("\n", with: lineBreak) + (end ?? lineBreak)
    }
  }

  static let rows: Table<Row> = [
    "no touchscreen: a block below the screen's last key": Row(
      change: """
         screen:
           size: [8, 6]  # points
        +  touchscreen:
        +    rotate: 90
        +    flip: [x]
         # end
         views: []
        """),
    "the indentation of the file": Row(
      change: """
         screen:
             size: [8, 6]
        +    touchscreen:
        +        rotate: 90
        +        flip: [x]
         views: []
        """),
    "a screen in braces": Row(
      change: """
        -screen: { size: [8, 6] } # s
        +screen: { size: [8, 6], touchscreen: { rotate: 90, flip: [x] } } # s
         views: []
        """),
    "new keys stand behind match, and before the others": .inScreen(
      """
         touchscreen:
           match: { name: a }  # ours
      +    rotate: 90
      +    flip: [x]
           stuck_after: 3s
      """),
    "values change where they stand, with their comments and blanks": Row(
      change: """
         screen:
           touchscreen:
        -    flip:   [ y ]   # was y
        -    rotate: 270 # turned
        +    flip:   [x]   # was y
        +    rotate: 90 # turned
           size: [8, 6]
         views: []
        """),
    "a value that is right stays as it is written": .inScreen(
      """
         touchscreen:
           rotate: 0x5a
           flip: [ 'x' ]
      """),
    "a list of several lines becomes one line": .inScreen(
      """
         touchscreen:
           rotate: 90
      -    flip:
      -      - x
      -      - y
      +    flip: [x]
           # filters
           stuck_after: 3s
      """),
    "a key that goes takes its line along, and leaves a comment": .inScreen(
      """
         touchscreen:
           match: {}
      -    calibration: [1, 0, 0, 0, 1, 0] # 2024
      -    rotate: 90
      +    # 2024
      """, keys: CalibrationKeys()),
    "a key that changes nothing stays where it is not needed": .inScreen(
      """
         touchscreen: # the new one
           rotate: 0
      -    flip: [x]
      +    flip: [y]
           match: {}
      """, keys: CalibrationKeys(flipsY: true)),
    "the last key of a block makes way for another": .inScreen(
      """
         touchscreen:
      -    rotate: 90
      +    flip: [y]
      """, keys: CalibrationKeys(flipsY: true)),
    "an only calibration leaves an empty mapping: one without effect would leave udev's out": .inScreen(
      """
      -  touchscreen:
      -    calibration: [1, 0, 0, 0, 1, 0]
      +  touchscreen: {}
      """, keys: CalibrationKeys()),
    "the last keys of a block are set to what changes nothing": .inScreen(
      """
         touchscreen:
      -    rotate: 90
      -    flip: [x]
      +    rotate: 0
      +    flip: []
      """, keys: CalibrationKeys()),
    "braces: a new key behind the last": .inScreen(
      """
      -  touchscreen: { match: { name: a } }
      +  touchscreen: { match: { name: a }, rotate: 90, flip: [x] }
      """),
    "empty braces": .inScreen(
      """
      -  touchscreen: {}
      +  touchscreen: { rotate: 90, flip: [x] }
      """),
    "braces: keys go with their commas": .inScreen(
      """
      -  touchscreen: { rotate: 90, match: {}, flip: [y], calibration: [1,0,0,0,1,0] }
      +  touchscreen: { match: {} }
      """, keys: CalibrationKeys()),
    "braces: all keys may go": .inScreen(
      """
      -  touchscreen: { rotate: 90 }
      +  touchscreen: {  }
      """, keys: CalibrationKeys()),
    "braces over several lines: a new key in a line of its own, and comments stay": .inScreen(
      """
         touchscreen: {
           # ours
      +    flip: [x],
      +    rotate: 90,
           match: { name: a } # a
         }
      """),
    "braces over several lines: a key goes with its line": .inScreen(
      """
         touchscreen: {
      -    rotate: 90, # r
      -    match: {},
      -    flip: [x]
      +    # r
      +    match: {}
         }
      """, keys: CalibrationKeys()),
    "JSON stays JSON": Row(
      end: "",
      change: """
        -{"version": 1, "screen": {"size": [8, 6]}, "views": []}
        +{"version": 1, "screen": {"size": [8, 6], "touchscreen": { "rotate": 90, "flip": ["x"] }}, "views": []}
        """),
    "line breaks of Windows": Row(
      lineBreak: "\r\n",
      change: """
         screen:
           size: [8, 6]
           touchscreen:
        -    flip: [y]
        +    flip: [x]
        +    rotate: 90
         views: []
        """),
    "no line break at the end": Row(
      end: "",
      change: """
         views: []
         screen:
           size: [8, 6]
           touchscreen:
             match: {}
        +    rotate: 90
        +    flip: [x]
        """),
    "no line break at the end, and the last line goes": Row(
      lineBreak: "\r\n", end: "",
      change: """
         views: []
         screen:
           size: [8, 6]
           touchscreen:
             match: {}
        -    rotate: 90
        """, keys: CalibrationKeys()),
    "letters of several bytes, and a block scalar": Row(
      change: """
         screen:
           name: größe ✓
           size: [8, 6]
           touchscreen:
             match:
               name: >-
                 é

        +    rotate: 90
        +    flip: [x]
         views: []
        """),
  ]
}
