import Testing

/// Arbitration, exhaustively in a small scope: two fingers, five frames. `make proof PARTS=scripts` has eight.
@Suite("All short scripts of two fingers") struct AllShortScripts {
  static let arrangements = Arrangement.pairs + Arrangement.triples

  @Test(
    "five frames: each began has one end, one winner, calls are delivered or dropped as recognizers decide",
    arguments: Array(stride(from: 1, to: arrangements.count, by: 8)))
  func hold(number: Int) {
    let exploration = Exploration(Self.arrangements[number], frames: 5)
    #expect(exploration.breach == nil)
    #expect(exploration.depth == 5)
  }
}
