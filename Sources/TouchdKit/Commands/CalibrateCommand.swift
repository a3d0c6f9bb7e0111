import ArgumentParser
import Dispatcher
import LinuxInput

/// `touchd calibrate`: how a panel lies behind its screen, from touches in the corners, and the lines that say so.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Finds out how a panel is turned, mirrored or off, and the lines of a layout that mend it.",
    discussion: """
      Asks for a touch in each corner of the screen; nothing has to be shown there. Nothing is changed without --write, \
      and what was written --undo takes back. With several panels, the first that is touched is calibrated.
      """,
    examples: [
      "What is wrong with the first panel that is touched": "touchd calibrate",
      "The same, written into a layout": "touchd calibrate -c lobby.yaml --write",
      "The layout as it was": "touchd calibrate -c lobby.yaml --undo",
    ])

  @Option(name: .config, help: RunCommand.configHelp, completion: .file())
  var config: String?

  @Option(help: "The device; without it, the first touchscreen that is touched.", completion: .file())
  var device: String?

  @Option(help: "Take the touches from a recording.", completion: .file())
  var recording: String?

  @Flag(help: "Write the lines into the layout; with --udev, the rule into its file.")
  var write = false

  @Flag(help: "Put back what the last --write replaced; with --udev, the file of the rule.")
  var undo = false

  @Flag(help: "Also the rule of udev that does the same for all programs that use libinput.")
  var udev = false

  @Option(
    help: ArgumentHelp("With --udev: the file of the rule.", valueName: "file"), completion: .file())
  var rules = CalibrationRule.standardPath

  @Option(help: ArgumentHelp("How long to wait for each touch, 1 to 3600.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    try StandardInput.readOnce([config, recording])
    if write || undo { try StandardInput.refuse(config, "-c", because: "its lines are written into it") }
    if undo, write || device != nil || recording != nil {
      throw ValidationError("--undo takes back what was written, and needs no touch and no --write")
    }
    if device != nil, recording != nil {
      throw ValidationError("--device and --recording exclude each other")
    }
    if rules != CalibrationRule.standardPath, !udev { throw ValidationError("--rules goes with --udev") }
    if !(1...3600).contains(timeout) { throw ValidationError("--timeout is from 1 to 3600 seconds") }
  }

  func run() throws {
    if undo { return try takeBack() }
    let layouts = try LayoutLoading.configured(config) ?? []
    if write, !udev, layouts.isEmpty {
      throw ValidationError("--write needs a layout: name it with -c, or write the rule with --udev")
    }
    if recording != nil, layouts.count > 1 {
      throw ValidationError("--recording needs one layout: name it with -c")
    }
    guard let outcome = try outcome(layouts)
    else { throw failure("interrupted; nothing is changed", .badInput) }
    switch outcome {
    case .failed(let reason): throw failure("\(reason); nothing is changed; start again", .badInput)
    case .found(let panel, let finding): try report(panel, finding)
    }
  }

  private func outcome(_ layouts: [Layout]) throws -> Survey.Outcome? {
    if let recording { return try RecordedSurvey.run(recording, layouts.first) }
    return try onDevices {
      try LiveSurvey(layouts, device: device, patience: .seconds(Double(timeout))).run()
    }
  }

  private func report(_ panel: SurveyedPanel, _ finding: TargetSurvey.Finding) throws {
    for doubt in panel.doubts { complain("\(Program.name): warning: \(doubt)") }
    let result = CalibrationResult(panel, finding)
    let rule = udev ? result.rule : nil
    StandardOutput.write(result.lines + (rule.map { ["", "rule for \(rules):", $0.line] } ?? []))
    guard write else { return }
    let writing = CalibrationWriting(rules: rules)
    try onFiles {
      if let rule { try writing.write(rule, panel) }
      if let layout = panel.layout, !udev { try writing.write(finding.fit.keys, layout) }
    }
  }

  private func takeBack() throws {
    let writing = CalibrationWriting(rules: rules)
    try onFiles { try udev ? writing.takeBackRule() : writing.takeBack(config ?? RunCommand.standardConfig) }
  }

  /// Changes files; what is refused ends the command.
  private func onFiles(_ body: () throws -> Void) throws {
    do {
      try onDevices(body)
    } catch let refusal as CalibrationRefusal {
      throw failure("\(refusal)", .badInput)
    }
  }
}
