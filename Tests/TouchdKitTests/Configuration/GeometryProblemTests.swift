import TestTables

@testable import TouchdKit

@Suite("Geometry that does not work out")
struct GeometryProblemTests {
  @Test("edges that cross are an error at the frame")
  func crossing() {
    check(
      "frame: { left: 60, right: 50 }",
      .inView("6:12: error: the edges of this frame leave a width of -10 points: its superview has 100"))
    check(
      "frame: [0, 0, 10, 10]\n    children: [{ frame: { top: 1mm, bottom: 5 } }]",
      .inView("7:25: error: the edges of this frame leave a height of -5 points: its superview has 10"))
  }

  @Test(
    "an offset beyond the content is an error at the number",
    arguments: [
      "type: scroll\n    scroll: { content_size: [100, 300], content_offset: [0, 101] }": .inView(
        "7:61: error: the content cannot be scrolled to y = 101: it goes from 0 to 100, by `content_size`, "
          + "`content_inset` and the frame"),
      "type: scroll\n    scroll: { content_offset: [-1, 0], content_inset: [0, 0, 5, 0] }": .inView(
        "7:32: error: the content cannot be scrolled to x = -1: it goes from 0 to 0, by `content_size`, "
          + "`content_inset` and the frame"),
    ] as Table<Mistake>)
  func beyondContent(mistake: Mistake) { mistake.check() }

  @Test(
    "an offset at the very ends is no error, also by the size of the children",
    arguments: [
      "content_size: [100, 300], content_offset: [0, 100]",
      "content_size: [100, 300%], content_offset: [0, 200]",
      "content_offset: [0, 30]", "content_inset: [7, 0, 5, 0], content_offset: [0, -7]",
      "content_inset: [7, 0, 5, 0], content_offset: [0, 35]",
    ])
  func atTheEnds(scroll: String) throws {
    _ = try layout(
      layoutOfView("type: scroll\n    scroll: { \(scroll) }\n    children: [{ frame: [0, 50, 10, 180] }]"))
  }

  @Test(
    "a transform that cannot be undone is a warning",
    arguments: [
      "transform: { scale: 0 }": .inView(
        "6:16: warning: this transform flattens the view to a line or a point, so no touch can reach it"),
      "transform: { matrix: [1, 2, 2, 4, 0, 0] }": .inView(
        "6:16: warning: this transform flattens the view to a line or a point, so no touch can reach it"),
      "touchscreen: { calibration: [0, 0, 0, 0, 1, 0] }": .inScreen(
        "2:53: warning: this matrix maps the whole panel to a line or a point"),
    ] as Table<Mistake>)
  func flat(mistake: Mistake) throws {
    mistake.check()
    _ = try layout(mistake.layout)
  }

  @Test("millimetres on a screen without a size are one warning for the file")
  func millimetres() throws {
    let text = """
      version: 1
      screen: { size: [100, 100], touchscreen: { filters: [{ hysteresis: 0.3mm }, { edge: 2 }] } }
      views:
        - frame: [0, 0, 1mm, 2mm]
          hit_outset: 2mm
          children: [{ frame: { left: 5mm, right: 200 } }]
        - type: scroll
          scroll: { content_size: [1mm, 2mm], content_offset: [0, 3mm], content_inset: 4mm }
      """
    check(
      text,
      .inFile(
        "2:68: warning: this length in millimetres (and 8 more in this file) needs a panel that tells its resolution "
          + "(say how large the screen is: `size_mm: [WIDTH, HEIGHT]` under `screen`)"))
    _ = try layout(text)
    check("size_mm: [1, 1], touchscreen: { filters: [{ edge: 2mm }] }", .inScreen())
  }

  @Test("a decimal vendor is a warning")
  func decimalVendor() {
    check(
      "touchscreen: { match: { vendor: 1234 } }",
      .inScreen(
        "2:57: warning: `vendor` 1234 is read as a decimal number, which is 0x04d2 (if it is hexadecimal, write 0x1234)"
      ))
  }
}
