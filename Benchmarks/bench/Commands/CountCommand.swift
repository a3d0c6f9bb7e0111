import ArgumentParser
internal import CBaselines

/// `bench count`: does each subject twice, and marks for callgrind where each run begins and ends. The harness starts
/// it.
struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Does what is counted in instructions, under callgrind.",
    shouldDisplay: false)

  @Option var only = ""
  @Flag var quick = false

  func run() throws {
    for subject in Counting(isQuick: quick).subjects where subject.name.hasPrefix(only) {
      let play = subject.prepare()
      play(subject.warmUp)
      bench_mark()
      play(subject.counts.few)
      bench_mark()
      play(subject.counts.many)
      bench_mark()
      print(subject.name)
    }
  }
}
