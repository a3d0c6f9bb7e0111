import TestTables

/// Arbitration, exhaustively in a small scope: two fingers, five frames; two where the build is not optimised.
/// `Tests/arbitration/run` has eight.
@Suite("All short scripts of two fingers") struct AllShortScripts {
  static let frames = Build.isOptimised ? 5 : 2

  @Test(
    "each began has one end, one winner, calls are delivered or dropped as recognizers decide",
    arguments: stride(from: 0, to: Arrangement.all.count, by: 11).map { Arrangement.all[$0] })
  func hold(_ arrangement: Arrangement) {
    let exploration = Exploration(arrangement, frames: Self.frames)
    #expect(exploration.breach == nil)
    #expect(exploration.depth == Self.frames)
  }
}
