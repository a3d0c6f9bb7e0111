import ArgumentParser
import Dispatcher
import LinuxInput

/// `touchd picture`: a layout as a drawing.
struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Draws a layout: its views, where each is hit, and which never is.",
    discussion: """
      The drawing is SVG, which browsers show. Below it stand the views that no finger can hit, and why. With a \
      recording, it has the ways of the fingers and the gestures that were recognized; what is on sensitive views is \
      left out.
      """,
    examples: [
      "The views of a layout": "touchd picture lobby.yaml -o lobby.svg",
      "The fingers of a recording on them":
        "touchd picture lobby.yaml --recording tap.evemu -o tap.svg",
      "A tap, without a recording": "touchd picture lobby.yaml --fingers 'tap 100,100' -o tap.svg",
      "What is hit at a point": "touchd picture lobby.yaml --at 10,10 -o hit.svg",
    ])

  @Argument(help: "The layout.", completion: .file())
  var layout: String

  @OptionGroup var output: OutputOption

  @Option(help: ArgumentHelp("Draw the fingers of a recording.", valueName: "file"), completion: .file())
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Show what a finger at a point of the screen hits, and the responder chain.", valueName: "x,y"))
  var at: ScreenPoint?

  @OptionGroup var reading: RecordingOptions

  func validate() throws {
    try reading.validate(recording, isNeeded: false)
    if recording == nil, reading.describe != nil || reading.ignoresUdev {
      throw ValidationError("--describe and --no-udev go with --recording")
    }
    try StandardInput.readOnce([layout, recording, reading.describe])
    try output.spare([layout] + [recording].compactMap(\.self))
  }

  func run() throws {
    let layout = try LayoutLoading.layout(layout)
    let hasFingers = recording != nil || reading.fingers != nil
    let replay =
      hasFingers
      ? try WatchedReplay(layout, reading.load(recording, on: layout), path: recording ?? "--fingers") : nil
    let application = try layout.placed { () throws(GeometryError) in
      try layout.makeStillApplication(pointsPerMillimetre: replay?.pointsPerMillimetre)
    }
    var picture = LayoutPicture(of: application, title: layout.screen.name ?? self.layout.fileName)
    (picture.point, picture.highest) = (at?.point, layout.highestReach)
    if let replay {
      let trails = FingerTrails(fineness: picture.fineness)
      replay.pipeline.application.observer = trails
      replay.run(Progress("replay"))
      picture.trails = trails
    }
    try output.write(picture.text)
  }
}

/// A point as `X,Y`.
struct ScreenPoint: ExpressibleByArgument {
  let point: Point

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
      return nil
    }
    point = Point(x: x, y: y)
  }
}
