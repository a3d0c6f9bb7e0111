import Dispatcher
import TestTables

@testable import TouchdKit

/// Layouts before and after a calibration was written into them.
extension LayoutEditRules {
  /// A layout without its version, before and after.
  struct Row: TableRow {
    var what = ""
    /// Instead of each line feed, also after the last line.
    var lineBreak = "\n"
    /// What ends the last line, instead of a line break.
    var end: String?
    let before: String
    var keys = CalibrationKeys(rotation: .quarter, flipsX: true)
    let after: String

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
      before: """
        screen:
          size: [8, 6]  # points
        # end
        views: []
        """,
      after: """
        screen:
          size: [8, 6]  # points
          touchscreen:
            rotate: 90
            flip: [x]
        # end
        views: []
        """),
    "the indentation of the file": Row(
      before: """
        screen:
            size: [8, 6]
        views: []
        """,
      after: """
        screen:
            size: [8, 6]
            touchscreen:
                rotate: 90
                flip: [x]
        views: []
        """),
    "a screen in braces": Row(
      before: """
        screen: { size: [8, 6] } # s
        views: []
        """,
      after: """
        screen: { size: [8, 6], touchscreen: { rotate: 90, flip: [x] } } # s
        views: []
        """),
    "new keys stand behind match, and before the others": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            match: { name: a }  # ours
            stuck_after: 3s
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            match: { name: a }  # ours
            rotate: 90
            flip: [x]
            stuck_after: 3s
        views: []
        """),
    "values change where they stand, with their comments and blanks": Row(
      before: """
        screen:
          touchscreen:
            flip:   [ y ]   # was y
            rotate: 270 # turned
          size: [8, 6]
        views: []
        """,
      after: """
        screen:
          touchscreen:
            flip:   [x]   # was y
            rotate: 90 # turned
          size: [8, 6]
        views: []
        """),
    "a value that is right stays as it is written": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 0x5a
            flip: [ 'x' ]
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 0x5a
            flip: [ 'x' ]
        views: []
        """),
    "a list of several lines becomes one line": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 90
            flip:
              - x
              - y
            # filters
            stuck_after: 3s
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 90
            flip: [x]
            # filters
            stuck_after: 3s
        views: []
        """),
    "a key that goes takes its line along, and leaves a comment": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            match: {}
            calibration: [1, 0, 0, 0, 1, 0] # 2024
            rotate: 90
        views: []
        """, keys: CalibrationKeys(),
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            match: {}
            # 2024
        views: []
        """),
    "a key that changes nothing stays where it is not needed": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: # the new one
            rotate: 0
            flip: [x]
            match: {}
        views: []
        """, keys: CalibrationKeys(flipsY: true),
      after: """
        screen:
          size: [8, 6]
          touchscreen: # the new one
            rotate: 0
            flip: [y]
            match: {}
        views: []
        """),
    "the last key of a block makes way for another": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 90
        views: []
        """, keys: CalibrationKeys(flipsY: true),
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            flip: [y]
        views: []
        """),
    "a calibration that was alone leaves an empty mapping: one without effect would leave udev's out": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            calibration: [1, 0, 0, 0, 1, 0]
        views: []
        """, keys: CalibrationKeys(),
      after: """
        screen:
          size: [8, 6]
          touchscreen: {}
        views: []
        """),
    "the last keys of a block are set to what changes nothing": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 90
            flip: [x]
        views: []
        """, keys: CalibrationKeys(),
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            rotate: 0
            flip: []
        views: []
        """),
    "braces: a new key behind the last": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: { match: { name: a } }
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen: { match: { name: a }, rotate: 90, flip: [x] }
        views: []
        """),
    "empty braces": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: {}
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen: { rotate: 90, flip: [x] }
        views: []
        """),
    "braces: keys go with their commas": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: { rotate: 90, match: {}, flip: [y], calibration: [1,0,0,0,1,0] }
        views: []
        """, keys: CalibrationKeys(),
      after: """
        screen:
          size: [8, 6]
          touchscreen: { match: {} }
        views: []
        """),
    "braces: all keys may go": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: { rotate: 90 }
        views: []
        """, keys: CalibrationKeys(),
      after: """
        screen:
          size: [8, 6]
          touchscreen: {  }
        views: []
        """),
    "braces over several lines: a new key in a line of its own, and comments stay": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: {
            # ours
            match: { name: a } # a
          }
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen: {
            # ours
            flip: [x],
            rotate: 90,
            match: { name: a } # a
          }
        views: []
        """),
    "braces over several lines: a key goes with its line": Row(
      before: """
        screen:
          size: [8, 6]
          touchscreen: {
            rotate: 90, # r
            match: {},
            flip: [x]
          }
        views: []
        """, keys: CalibrationKeys(),
      after: """
        screen:
          size: [8, 6]
          touchscreen: {
            # r
            match: {}
          }
        views: []
        """),
    "JSON stays JSON": Row(
      end: "",
      before: """
        {"version": 1, "screen": {"size": [8, 6]}, "views": []}
        """,
      after: """
        {"version": 1, "screen": {"size": [8, 6], "touchscreen": { "rotate": 90, "flip": ["x"] }}, "views": []}
        """),
    "line breaks of Windows": Row(
      lineBreak: "\r\n",
      before: """
        screen:
          size: [8, 6]
          touchscreen:
            flip: [y]
        views: []
        """,
      after: """
        screen:
          size: [8, 6]
          touchscreen:
            flip: [x]
            rotate: 90
        views: []
        """),
    "no line break at the end": Row(
      end: "",
      before: """
        views: []
        screen:
          size: [8, 6]
          touchscreen:
            match: {}
        """,
      after: """
        views: []
        screen:
          size: [8, 6]
          touchscreen:
            match: {}
            rotate: 90
            flip: [x]
        """),
    "no line break at the end, and the last line goes": Row(
      lineBreak: "\r\n", end: "",
      before: """
        views: []
        screen:
          size: [8, 6]
          touchscreen:
            match: {}
            rotate: 90
        """, keys: CalibrationKeys(),
      after: """
        views: []
        screen:
          size: [8, 6]
          touchscreen:
            match: {}
        """),
    "a byte order mark": Row(
      before: """
        \u{feff}screen:
          size: [8, 6]
        views: []
        """,
      after: """
        \u{feff}screen:
          size: [8, 6]
          touchscreen:
            rotate: 90
            flip: [x]
        views: []
        """),
    "letters of several bytes, and a block scalar": Row(
      before: """
        screen:
          name: größe ✓
          size: [8, 6]
          touchscreen:
            match:
              name: >-
                é

        views: []
        """,
      after: """
        screen:
          name: größe ✓
          size: [8, 6]
          touchscreen:
            match:
              name: >-
                é

            rotate: 90
            flip: [x]
        views: []
        """),
  ]
}
