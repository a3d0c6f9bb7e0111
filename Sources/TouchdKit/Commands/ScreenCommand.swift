import ArgumentParser

/// `touchd screen dark|lit`: a program says that it has darkened the screen, or lit it.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen",
    abstract: "Tells the running daemon that the screen is dark, or lit again.",
    discussion: """
      For what the kernel does not know: a monitor in standby, a black window. It switches nothing. While the screen is \
      dark, a touch presses nothing; the first one sends the event `wake`, and ends the darkness.
      """,
    examples: [
      "When the monitor goes to standby": "touchd screen dark",
      "When one of two screens is lit again": "touchd screen lit --layout lobby",
    ])

  /// State of the screen.
  enum Light: String, CaseIterable, ExpressibleByArgument { case dark, lit }

  @Argument(help: "What the screen is now.")
  var light: Light

  @Option(
    help: ArgumentHelp("This screen only: the name of a layout's screen, or its file.", valueName: "name"))
  var layout: String?

  @OptionGroup var control: ControlOptions

  func validate() throws {
    guard let layout else { return }
    if layout.isEmpty || layout.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
      throw ValidationError("--layout needs the name of a layout's screen, or of its file")
    }
  }

  func run() throws {
    try control.ask(
      [("screen", .string(light.rawValue))] + (layout.map { [("layout", .string($0))] } ?? []))
  }
}
