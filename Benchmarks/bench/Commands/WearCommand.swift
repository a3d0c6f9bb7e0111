import ArgumentParser
internal import CAllocationCounter
internal import CBaselines

/// `bench wear`: repeats what a device can repeat, and looks at what one repetition costs early and late.
///
/// Tests/guards/wear.py runs it under callgrind, which writes down the instructions of each window.
struct WearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wear",
    abstract: "Repeats a gesture, and measures it after --early and after --late repetitions.",
    shouldDisplay: false)

  @Option(help: "Only the subjects whose names begin so.")
  var only = ""

  @Option(help: "How many repetitions come before the first window.")
  var early = 1000

  @Option(help: "How many repetitions come before the second window.")
  var late = 100_000

  @Option(help: "How many repetitions are a window.")
  var window = 200

  @Flag(help: "Only prints the names of the subjects.")
  var list = false

  func run() throws {
    for subject in Wear.subjects where subject.name.hasPrefix(only) {
      if list { print(subject.name) } else { measure(subject) }
    }
  }

  private func measure(_ subject: Wear.Subject) {
    let perform = subject.prepare()
    repeating(early / subject.rarity, perform)
    let first = measureWindow("\(subject.name) early", perform)
    repeating((late - early - window) / subject.rarity, perform)
    let last = measureWindow("\(subject.name) late", perform)
    print("\(subject.name)\t\(first.allocations)\t\(last.allocations)\t\(last.bytes - first.bytes)")
  }

  /// Allocations in the window, and the bytes that are held after it.
  private func measureWindow(_ name: String, _ perform: () -> Void) -> (allocations: UInt64, bytes: Int64) {
    let before = allocation_count()
    bench_count_begin()
    repeating(window, perform)
    bench_count_end(name)
    return (allocation_count() - before, allocated_bytes())
  }

  private func repeating(_ count: Int, _ perform: () -> Void) {
    for _ in 0..<count { perform() }
  }
}
