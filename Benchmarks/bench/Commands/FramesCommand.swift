import ArgumentParser
internal import CAllocationCounter
import Dispatcher
import LinuxInput

/// `bench frames`: only plays frames, for a profiler.
///
/// The instructions of a frame are the difference of two runs with two counts, by the difference of the counts.
struct FramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Moves fingers for so many frames, for callgrind or perf.")

  @Option(help: "How many frames, at most \(FrameScene.frameLimit - FrameScene.warmUp).")
  var count = 1000

  @Option(help: "How many fingers, one on each of ten views.")
  var fingers = 10

  @Option(help: "How many recognizers on each view: tap, long press, tap, …")
  var recognizers = 0

  @Option(help: "What gets the moves: override, plugin, nobody or page.")
  var listener = Listener.override

  @Flag(help: "Remember the frames, as the daemon does.")
  var recorder = false

  @Flag(help: "Land and lift the fingers in turn, in the place of moving them.")
  var taps = false

  @Flag(help: "Take notes for statistics.")
  var statistics = false

  func validate() throws {
    guard (1...FrameScene.frameLimit - FrameScene.warmUp).contains(count), (1...10).contains(fingers),
      recognizers >= 0
    else {
      throw ValidationError(
        "--count is 1 to \(FrameScene.frameLimit - FrameScene.warmUp), --fingers 1 to 10, --recognizers 0 or more"
      )
    }
  }

  func run() throws {
    let ring = recorder ? try FrameRing(size: 8 << 20, keep: .seconds(300)) : nil
    let scene = FrameScene(
      fingers: fingers, recognizers: recognizers, listener: listener, taps: taps, in: ring)
    if statistics { scene.takeNotes() }
    scene.play(FrameScene.warmUp)
    let before = allocation_count()
    scene.play(count)
    let allocations = allocation_count() - before
    print("\(count) frames, \(scene.moves) moves delivered, \(allocations) allocations")
  }
}

extension Listener: ExpressibleByArgument {}
