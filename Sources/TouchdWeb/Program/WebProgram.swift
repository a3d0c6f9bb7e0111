internal import ArgumentParser
import LinuxInput
internal import Logging
import TouchdKit

/// The `touchd-web` program. Its page of the manual is that of the verb `touchd web`, which has the same options.
public enum WebProgram {
  /// Serves the inspector, and exits: 1 for a bad file, 3 where the system refuses, 64 for wrong arguments.
  public static func main() { Touchd.run(WebCommandLine.self) }
}

/// `touchd-web`: what its command line has.
struct WebCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchd-web",
    abstract: "Shows layouts, fingers and gestures in a browser, live or from a recording.",
    discussion: "`touchd web` starts it. It prints the address to open, and serves it until Ctrl-C.",
    version: Touchd.version,
    examples: [
      "What the running daemon does": "touchd-web",
      "A recording": "touchd-web --recording panel.evemu -c lobby.yaml",
    ])

  @OptionGroup var options: WebOptions

  func run() throws {
    let token = try options.token()
    try onDevices {
      let inspection = try Inspection(options)
      defer { inspection.close() }
      let runLoop = try LiveSession.makeRunLoop()
      let server = try WebServer(
        at: options.listen, Admission(options, token), inspection.source, mayWrite: options.write)
      defer { server.stop() }
      let watch = try inspection.watch(on: runLoop) { server.filesChanged() }
      defer { withExtendedLifetime(watch) {} }
      let output = StandardOutput()
      output.line(
        "http://\(ListenAddress(host: options.listen.host, port: server.port))/?token=\(token.text)")
      output.flush()
      try runLoop.run()
    }
  }
}
