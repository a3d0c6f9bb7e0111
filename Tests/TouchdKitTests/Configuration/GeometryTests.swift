import TestTables
import YAML

@testable import TouchdKit

@Suite("Geometry: where a frame is, and what does not work out")
struct GeometryTests {
  /// The frame of a view, in a superview of 200 × 100 points with 2 points a millimetre across and 4 down.
  private func resolve(_ frame: String, pointsPerMillimetre: (x: Double, y: Double)? = (2, 4)) throws -> Rect
  {
    let frame = try layout(layoutOfView("frame: \(frame)")).allViews[0].frame
    return try frame.resolve(in: Size(width: 200, height: 100), pointsPerMillimetre: pointsPerMillimetre)
  }

  @Test(
    "its forms",
    arguments: [
      ("full", Rect(x: 0, y: 0, width: 200, height: 100)),
      ("[1, 2, 3, 4]", Rect(x: 1, y: 2, width: 3, height: 4)),
      ("[-1, .5, 0, 1e2]", Rect(x: -1, y: 0.5, width: 0, height: 100)),
      ("[10%, 10%, 50%, 50%]", Rect(x: 20, y: 10, width: 100, height: 50)),
      ("[1mm, 1mm, 5mm, 2.5mm]", Rect(x: 2, y: 4, width: 10, height: 10)),
      ("[-1mm, +1mm, 5, 5]", Rect(x: -2, y: 4, width: 5, height: 5)),
      ("{}", Rect(x: 0, y: 0, width: 200, height: 100)),
      ("{ left: 10 }", Rect(x: 10, y: 0, width: 190, height: 100)),
      ("{ right: 10 }", Rect(x: 0, y: 0, width: 190, height: 100)),
      ("{ width: 10 }", Rect(x: 0, y: 0, width: 10, height: 100)),
      ("{ left: 10, width: 20 }", Rect(x: 10, y: 0, width: 20, height: 100)),
      ("{ right: 10, width: 20 }", Rect(x: 170, y: 0, width: 20, height: 100)),
      ("{ left: 10, right: 20 }", Rect(x: 10, y: 0, width: 170, height: 100)),
      ("{ top: 10 }", Rect(x: 0, y: 10, width: 200, height: 90)),
      ("{ bottom: 10 }", Rect(x: 0, y: 0, width: 200, height: 90)),
      ("{ height: 10 }", Rect(x: 0, y: 0, width: 200, height: 10)),
      ("{ top: 10, bottom: 20 }", Rect(x: 0, y: 10, width: 200, height: 70)),
      ("{ bottom: 10, height: 20 }", Rect(x: 0, y: 70, width: 200, height: 20)),
      ("{ top: 0, right: 0, width: 96, height: 96 }", Rect(x: 104, y: 0, width: 96, height: 96)),
      ("{ left: 25%, right: 25%, bottom: 1mm, height: 10% }", Rect(x: 50, y: 86, width: 100, height: 10)),
      ("{ left: 50%, right: 50% }", Rect(x: 100, y: 0, width: 0, height: 100)),
    ])
  func forms(frame: String, rect: Rect) throws { #expect(try resolve(frame) == rect) }

  @Test("millimetres without a scale are an error at the length")
  func noScale() {
    #expect {
      try resolve("[1, 2mm, 3, 4]", pointsPerMillimetre: nil)
    } throws: { error in
      (error as? GeometryError)?.mark.column == 16
    }
  }

  @Test("an outset grows each edge by its own length")
  func outset() throws {
    let outset = try #require(try layout(layoutOfView("hit_outset: [1, 2mm, 3, 4]")).allViews[0].hitOutset)
    #expect(
      try outset.resolve(pointsPerMillimetre: (2, 4)) == EdgeInsets(top: 1, left: 4, bottom: 3, right: 4))
  }

  private static let flat =
    "warning: this transform flattens the view to a line or a point, so no touch can reach it"
  private static let isBounded =
    "it goes from 0 to 100, by `content_size`, `content_inset` and the frame"

  /// Lengths in millimetres on a screen without a size: one warning for the file.
  private static func millimetres(_ place: String, _ more: Int) -> String {
    "\(place): warning: this length in millimetres (and \(more) more in this file) needs a panel that tells its "
      + "resolution (say how large the screen is: `size_mm: [WIDTH, HEIGHT]` under `screen`)"
  }

  static let rows: Table<Mistake> = [
    // Edges that cross are an error at the frame.
    "frame: { left: 60, right: 50 }": .inView(
      "6:12: error: the edges of this frame leave a width of -10 points: its superview has 100"),
    "frame: { left: 27.8%, right: 72.2% }": .inView(),
    "frame: [0, 0, 10, 10]\n    children: [{ frame: { top: 1mm, bottom: 5 } }]": .inView(
      "7:25: error: the edges of this frame leave a height of -5 points: its superview has 10"),
    // An offset beyond the content is an error at the number.
    "type: scroll\n    scroll: { content_size: [100, 300], content_offset: [0, 101] }": .inView(
      "7:61: error: the content cannot be scrolled to y = 101: \(isBounded)"),
    "type: scroll\n    scroll: { content_offset: [-1, 0], content_inset: [0, 0, 5, 0] }": .inView(
      "7:32: error: the content cannot be scrolled to x = -1: \(isBounded.replacing("100", with: "0"))"),
    // A transform that cannot be undone is a warning.
    "transform: { scale: 0 }": .inView("6:16: \(flat)"),
    "transform: { matrix: [1, 2, 2, 4, 0, 0] }": .inView("6:16: \(flat)"),
    "touchscreen: { calibration: [0, 0, 0, 0, 1, 0] }": .inScreen(
      "2:53: warning: this matrix maps the whole panel to a line or a point"),
    // Millimetres of frames, outsets, scroll views and filters.
    "version: 1\nscreen: { size: [100, 100] }\nviews: [{ frame: [0, 0, 1mm, 2mm], hit_outset: 2mm, "
      + "children: [{ frame: { left: 5mm, right: 200 } }] }]": .inFile(millimetres("3:25", 3)),
    "version: 1\nscreen: { size: [100, 100] }\nviews: [{ type: scroll, scroll: { content_size: [1mm, 2mm], "
      + "content_offset: [0, 3mm], content_inset: 4mm } }]": .inFile(millimetres("3:50", 3)),
    "touchscreen: { filters: [{ hysteresis: 0.3mm }, { edge: 2 }, { size: 40mm }] }": .inScreen(
      millimetres("2:64", 1)),
    "size_mm: [1, 1], touchscreen: { filters: [{ edge: 2mm }] }": .inScreen(),
    // A decimal vendor is a warning.
    "touchscreen: { match: { vendor: 1234 } }": .inScreen(
      "2:57: warning: `vendor` 1234 is read as a decimal number, which is 0x04d2 (if it is hexadecimal, write 0x1234)"
    ),
  ]

  @Test("What is said", arguments: rows)
  func said(mistake: Mistake) { mistake.check() }

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
}
