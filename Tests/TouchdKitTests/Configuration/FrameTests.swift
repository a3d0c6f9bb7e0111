import TestTables
import YAML

@testable import TouchdKit

@Suite("Where a frame is")
struct FrameTests {
  /// The frame of a view, in a superview of 200 × 100 points with 2 points a millimetre across and 4 down.
  private func resolve(_ frame: String, pointsPerMillimetre: (x: Double, y: Double)? = (2, 4)) throws -> Rect
  {
    let frame = try #require(try layout(layoutOfView("frame: \(frame)")).windows.first?.views.first?.frame)
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
  func forms(frame: String, rect: Rect) throws {
    #expect(try resolve(frame) == rect)
  }

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
    let views = try layout(layoutOfView("hit_outset: [1, 2mm, 3, 4]")).windows.first?.views
    let outset = try #require(views?.first?.hitOutset)
    #expect(
      try outset.resolve(pointsPerMillimetre: (2, 4)) == EdgeInsets(top: 1, left: 4, bottom: 3, right: 4))
  }
}
