import Dispatcher
import LinuxInput
import Logging

@testable import TouchdKit

/// Replays the demo's recording, and returns the lines of its trace.
func replayDemo(on layout: Layout, _ plugins: PluginSet) throws -> [String] {
  let recording = try Recording(parsing: PackageResources.demo_evemu, file: "demo.evemu")
  let devices = try RecordingLoading.touchscreens(
    of: recording, "demo.evemu", for: layout.screen, refused: { _, _ in })
  var lines: [String] = []
  let trace = TraceWriter(Set(LineKind.traced), json: true) { lines.append($0) }
  let stage = try Replay.Stage(layout, plugins, devices, observer: trace)
  stage.pipeline.rawFrameObserver = { trace.write(.frame($1, of: $0)) }
  let replay = Replay(devices, path: "demo.evemu", stage, trace)
  replay.begin()
  while replay.nextTime != nil { replay.step() }
  replay.end()
  return lines
}

/// A plugin that stands for another, so that a trace can name it.
final class Silent: ResponderPlugin {
  let name: String

  init(name: String) { self.name = name }
}

/// Keeps what is logged, and at which level.
final class Words: LogHandler, @unchecked Sendable {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private(set) var lines: [String] = []
  private(set) var levels: [Logger.Level] = []

  /// A log that comes here.
  var logger: Logger { Logger(label: "test") { [self] _ in self } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append("\(event.message)")
    levels.append(event.level)
  }
}

/// Counts the fingers that come down on its responder, and says so at each gesture.
final class Counter: ResponderPlugin {
  let name: String
  private let greeting: String
  private let host: PluginHost
  private var downs = 0

  init(name: String, greeting: String, host: PluginHost) {
    self.name = name
    self.greeting = greeting
    self.host = host
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    downs += touches.count
  }

  func gesture(_ event: GestureEvent) {
    guard event.isRecognition else { return }
    host.logger.notice("\(greeting) from \(event.name): \(downs) fingers so far")
  }
}
