import Dispatcher
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

    var before: String { lines(without: "+") }
    var after: String { lines(without: "-") }

    private func lines(without sign: Character) -> String {
      change.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.first != sign }
        .map { $0.dropFirst() }.joined(separator: "\n")
    }

    /// As a file has it.
    func file(_ text: String) -> String {
      let mark = text.unicodeScalars.first == "\u{feff}" ? "\u{feff}" : ""
      let version = text.contains("version") ? "" : "version: 1\n"
      let rest = String(text.unicodeScalars.dropFirst(mark.unicodeScalars.count))
      return mark + (version + rest).replacing("\n", with: lineBreak) + (end ?? lineBreak)
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
    "new keys stand behind match, and before the others": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen:
             match: { name: a }  # ours
        +    rotate: 90
        +    flip: [x]
             stuck_after: 3s
         views: []
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
    "a value that is right stays as it is written": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen:
             rotate: 0x5a
             flip: [ 'x' ]
         views: []
        """),
    "a list of several lines becomes one line": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen:
             rotate: 90
        -    flip:
        -      - x
        -      - y
        +    flip: [x]
             # filters
             stuck_after: 3s
         views: []
        """),
    "a key that goes takes its line along, and leaves a comment": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen:
             match: {}
        -    calibration: [1, 0, 0, 0, 1, 0] # 2024
        -    rotate: 90
        +    # 2024
         views: []
        """, keys: CalibrationKeys()),
    "a key that changes nothing stays where it is not needed": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen: # the new one
             rotate: 0
        -    flip: [x]
        +    flip: [y]
             match: {}
         views: []
        """, keys: CalibrationKeys(flipsY: true)),
    "the last key of a block makes way for another": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen:
        -    rotate: 90
        +    flip: [y]
         views: []
        """, keys: CalibrationKeys(flipsY: true)),
    "a calibration that was alone leaves an empty mapping: one without effect would leave udev's out": Row(
      change: """
         screen:
           size: [8, 6]
        -  touchscreen:
        -    calibration: [1, 0, 0, 0, 1, 0]
        +  touchscreen: {}
         views: []
        """, keys: CalibrationKeys()),
    "the last keys of a block are set to what changes nothing": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen:
        -    rotate: 90
        -    flip: [x]
        +    rotate: 0
        +    flip: []
         views: []
        """, keys: CalibrationKeys()),
    "braces: a new key behind the last": Row(
      change: """
         screen:
           size: [8, 6]
        -  touchscreen: { match: { name: a } }
        +  touchscreen: { match: { name: a }, rotate: 90, flip: [x] }
         views: []
        """),
    "empty braces": Row(
      change: """
         screen:
           size: [8, 6]
        -  touchscreen: {}
        +  touchscreen: { rotate: 90, flip: [x] }
         views: []
        """),
    "braces: keys go with their commas": Row(
      change: """
         screen:
           size: [8, 6]
        -  touchscreen: { rotate: 90, match: {}, flip: [y], calibration: [1,0,0,0,1,0] }
        +  touchscreen: { match: {} }
         views: []
        """, keys: CalibrationKeys()),
    "braces: all keys may go": Row(
      change: """
         screen:
           size: [8, 6]
        -  touchscreen: { rotate: 90 }
        +  touchscreen: {  }
         views: []
        """, keys: CalibrationKeys()),
    "braces over several lines: a new key in a line of its own, and comments stay": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen: {
             # ours
        +    flip: [x],
        +    rotate: 90,
             match: { name: a } # a
           }
         views: []
        """),
    "braces over several lines: a key goes with its line": Row(
      change: """
         screen:
           size: [8, 6]
           touchscreen: {
        -    rotate: 90, # r
        -    match: {},
        -    flip: [x]
        +    # r
        +    match: {}
           }
         views: []
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
    "a byte order mark": Row(
      change: """
         \u{feff}screen:
           size: [8, 6]
        +  touchscreen:
        +    rotate: 90
        +    flip: [x]
         views: []
        """),
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
