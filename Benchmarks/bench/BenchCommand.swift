import ArgumentParser

/// `bench`: measures touchd beside what it is compared with.
@main struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures touchd beside what it is compared with (docs/benchmarks.md).",
    subcommands: [RunCommand.self, FramesCommand.self, ReadCommand.self, WearCommand.self])
}
