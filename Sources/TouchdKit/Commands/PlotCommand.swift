import ArgumentParser
import Dispatcher
import LinuxInput

/// `touchd plot`: a recording as a drawing.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draws a recording over time: each slot of the panel, and what a layout makes of it.",
    discussion: """
      The drawing is SVG, which browsers show. It has the raw values of each slot, the touches, and where events were \
      lost or touches cancelled. With a layout, it has the gestures and why they failed, the calls of responders, and \
      deadlines; what is on sensitive views is left out.
      """,
    examples: [
      "The slots of a panel": "touchd plot panel.evemu -o slots.svg",
      "The gestures of a layout": "touchd plot panel.evemu -c lobby.yaml -o gestures.svg",
    ])

  @Argument(help: "The recording.", completion: .file())
  var recording: String?

  @Option(
    name: [.customShort("c"), .customLong("config")], help: "The layout that the touches meet.",
    completion: .file())
  var layout: String?

  @OptionGroup var output: OutputOption
  @OptionGroup var reading: RecordingOptions

  func validate() throws {
    try reading.validate(recording)
    try StandardInput.readOnce([recording, layout, reading.describe])
    try output.spare([recording, layout].compactMap(\.self))
  }

  func run() throws {
    let description = try layout.map(LayoutLoading.layout)
    let plot = try RecordingPlot(
      of: reading.load(recording, on: description), path: recording ?? "--fingers", on: description,
      Progress("replay"))
    try output.write(plot.text)
  }
}
