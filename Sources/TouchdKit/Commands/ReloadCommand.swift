import ArgumentParser

/// `touchd reload`: has the running daemon read its layouts again.
struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Has the running daemon read its layouts again, and use them if they are good.",
    discussion: """
      If there is an error in them, the daemon goes on with those it has; the errors are shown as `touchd check` shows \
      them, and the status is 1.
      """,
    examples: [
      "After a layout was changed": "touchd reload"
    ])

  @OptionGroup var control: ControlOptions

  func run() throws { try control.ask([("reload", .bool(true))]) }
}
