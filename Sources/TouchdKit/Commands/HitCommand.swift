import ArgumentParser
import Dispatcher

/// `touchd hit`: which view would get a finger at a point.
struct HitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hit",
    abstract: "Shows which view a finger at a point hits, and its responder chain.",
    discussion: "Prints the hit test's enter and leave lines, the view, and its responder chain.",
    examples: ["What is hit in the upper left corner": "touchd hit -c lobby.yaml 10 10"])

  @Option(name: .config, help: "The layout.", completion: .file())
  var layout: String

  @Argument(help: "Points from the left edge of the screen.")
  var x: Double

  @Argument(help: "Points from the top edge of the screen.")
  var y: Double

  func validate() throws {
    guard x.isFinite, y.isFinite else { throw ValidationError("X and Y are numbers of points") }
  }

  func run() throws {
    let layout = try LayoutLoading.layout(layout)
    let application = try layout.placed { () throws(GeometryError) in
      try layout.makeApplication(layout.makePlugins(.touchd, launcher: nil))
    }
    let output = StandardOutput()
    let steps = HitSteps(output: output.line)
    application.observer = steps
    let view = application.traceHitTest(at: Point(x: x, y: y))
    output.line("hit: \(view?.identifier ?? "nil")")
    if let first = view ?? application.screenResponder { output.line(first.responderChainDescription) }
    output.flush()
  }
}

/// Writes the steps of a hit test, indented as they nest.
private final class HitSteps: TraceObserver {
  private let output: (String) -> Void
  private var depth = 0

  init(output: @escaping (String) -> Void) { self.output = output }

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .hitEntered(_, let view):
      output(indentation + "enter \(view.identifier) (next \(view.next?.identifier ?? "nil"))")
      depth += 1
    case .hitLeft(_, let view, let result):
      depth -= 1
      output(indentation + "leave \(view.identifier) = \(result?.identifier ?? "nil")")
    default: break
    }
  }

  private var indentation: String { String(repeating: "  ", count: depth) }
}
