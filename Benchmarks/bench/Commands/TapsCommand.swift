import ArgumentParser
internal import CAllocationCounter

/// `bench taps`: one finger rests, and others tap beside it, for a profiler.
///
/// What the taps in the end cost more than those in the beginning is the difference of runs with several counts.
struct TapsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "taps",
    abstract: "Taps so many times beside a finger that rests, for callgrind or perf.")

  @Option(help: "How many taps.")
  var count = 1000

  @Option(help: "The views and their recognizers, in the language of the tests' scenes.")
  var views = "V(0,0,400,400)<multi,pan>"

  @Option(help: "How the recognizers stand with each other, in the same language.")
  var relations = ""

  func validate() throws {
    if count < 0 { throw ValidationError("--count is 0 or more") }
  }

  func run() throws {
    let scene = TapScene(views: views, relations: relations)
    let before = (count: allocation_count(), bytes: allocated_bytes())
    scene.tap(count)
    print(
      "\(count) taps, \(allocation_count() - before.count) allocations, \(allocated_bytes() - before.bytes) bytes held"
    )
  }
}
