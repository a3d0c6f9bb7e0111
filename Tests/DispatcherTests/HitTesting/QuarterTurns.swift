import TestTables

/// Quarter turns are exact: of a view's edges, those at its least coordinates are inside, and the others are not.
@Suite("Quarter turns") struct QuarterTurns {
  @Test("Any number of them, from any way of saying it", arguments: -9...9)
  func exact(turns: Int) {
    for angle in [Double(turns) * .pi / 2, Double(turns) * 90 * .pi / 180, Double(turns) * 90 / 180 * .pi] {
      let turn = AffineTransform(rotation: angle)
      let expected = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][((turns % 4) + 4) % 4]
      #expect((turn.a, turn.b) == expected && (turn.c, turn.d) == (-expected.1, expected.0))
    }
  }

  @Test("An angle beside one is not taken for it")
  func beside() {
    #expect(AffineTransform(rotation: .pi / 2 + 1e-12).a != 0)
    #expect(AffineTransform(rotation: 1e-300).b == 1e-300)
  }

  struct Row: TableRow {
    var what = ""
    /// Quarter turns of the view, and of the one that it lies in.
    let turns: Int
    var outer = 0
    /// Points on the edges of the square from 100 to 200, and whether they are on the view.
    let inside: (left: Bool, top: Bool, right: Bool, bottom: Bool)
  }

  static let rows: Table<Row> = [
    "upright": Row(turns: 0, inside: (true, true, false, false)),
    "a quarter": Row(turns: 1, inside: (false, true, true, false)),
    "a half": Row(turns: 2, inside: (false, false, true, true)),
    "three quarters": Row(turns: 3, inside: (true, false, false, true)),
    "back": Row(turns: -1, inside: (true, false, false, true)),
    "a quarter in three quarters is upright": Row(turns: 1, outer: 3, inside: (true, true, false, false)),
    "a quarter in a quarter is a half": Row(turns: 1, outer: 1, inside: (false, false, true, true)),
    "seven quarters in two": Row(turns: 7, outer: 2, inside: (false, true, true, false)),
  ]

  @Test("Edges, by the recursion and by the row of views", arguments: rows, [0.0, 0.1])
  func edges(_ row: Row, offset: Double) {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    // Beside the view, so that a point beyond its edges hits something else of the same window.
    let outer = View(frame: Rect(x: 50, y: 50, width: 200, height: 200))
    let view = View(frame: Rect(x: 50, y: 50, width: 100, height: 100))
    outer.transform = AffineTransform(rotation: Double(row.outer) * .pi / 2)
    view.transform = AffineTransform(rotation: Double(row.turns) * .pi / 2)
    outer.addSubview(view)
    window.addSubview(outer)
    for index in 0..<20 {
      window.insertSubview(View(frame: Rect(x: Double(index), y: 390, width: 1, height: 1)), at: 0)
    }
    application.addWindow(window)
    let points = [Point(x: 100, y: 150), Point(x: 150, y: 100), Point(x: 200, y: 150), Point(x: 150, y: 200)]
    let inside = [row.inside.left, row.inside.top, row.inside.right, row.inside.bottom]
    for (point, isInside) in zip(points, inside) {
      for _ in 0..<60 { #expect((application.hitTest(point, with: nil) === view) == isInside, "\(point)") }
      #expect((application.recursiveHitTest(point, with: nil) === view) == isInside, "\(point)")
    }
    // A step inside the edges, all around.
    let steps = [Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -1, y: 0), Point(x: 0, y: -1)]
    for (point, step) in zip(points, steps) where offset > 0 {
      let near = point + Point(x: step.x * offset, y: step.y * offset)
      #expect(application.hitTest(near, with: nil) === view, "\(near)")
    }
  }
}
