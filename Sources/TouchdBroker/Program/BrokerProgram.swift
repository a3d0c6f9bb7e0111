internal import ArgumentParser
internal import Dispatcher
internal import LinuxInput
internal import Logging
internal import TouchdKit

/// The `touchd-mqtt` program.
public enum BrokerProgram {
  /// Runs the bridge, and exits: 1 for a bad file, 3 where the system refuses, 64 for wrong arguments.
  public static func main() { Touchd.run(BrokerCommandLine.self) }
}

/// `touchd-mqtt`: what its command line has.
struct BrokerCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchd-mqtt",
    abstract: "Publishes what touchd sees to an MQTT broker.",
    discussion: """
      It listens to the daemon's events socket, and goes on when the daemon or the broker is started again. \
      `touchd check` says what is wrong with its file.
      """,
    version: Touchd.version,
    examples: [
      "The bridge, with a file that `touchd check` accepts": "touchd-mqtt -c mqtt.yaml"
    ])

  @Option(
    name: [.customShort("c"), .customLong("config")],
    help: ArgumentHelp("What is published, and where.", valueName: "file"), completion: .file())
  var config = "/etc/touchd/mqtt.yaml"

  @Option(
    help: ArgumentHelp(
      "The daemon's events socket. (default: $\(EventsListener.pathVariable), or \(EventsListener.standardPath))",
      valueName: "path"), completion: .file())
  var socket: String?

  func run() throws {
    let description = try LayoutLoading.broker(config)
    try onDevices {
      let identity = try Identity.ofMachine()
      let bridge = Bridge(description, identity)
      let settings = try ConnectionSettings(description, bridge.topics, identity)
      let runLoop = try LiveSession.makeRunLoop()
      let service = try BrokerService(
        bridge, settings, eventsAt: socket ?? EventsListener.usualPath, on: runLoop, .touchd)
      try runLoop.run()
      if service.hasFailed { throw ExitCode.refused }
    }
  }
}

extension ConnectionSettings {
  /// - Throws: the status to end with, if the credentials cannot be used.
  init(_ description: BrokerDescription, _ topics: Topics, _ identity: Identity) throws {
    var credentials: Credentials?
    if let path = description.credentials {
      do {
        credentials = try CredentialsFile.read(path)
      } catch {
        throw failure("\(error)", .badInput)
      }
    }
    self.init(
      host: description.host, port: description.port, clientID: "touchd-\(identity.id)",
      tls: description.tls.map {
        TLS(authorities: $0.authorities, certificate: $0.certificate, key: $0.key)
      },
      credentials: credentials, keepAlive: description.keepAlive,
      will: Message(topic: topics.availability, payload: "offline", kind: .state))
  }
}

/// Reads the file with the user's name and the password.
enum CredentialsFile {
  /// More than a name and a password need, in bytes. (O)
  private static let limit = 4096

  /// Reason for which it is not used.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// The first line is the user's name, the second the password; without a second there is none.
  ///
  /// - Throws: ``Refusal`` with what to do; also if others than the owner and the group may read it.
  static func read(_ path: String) throws(Refusal) -> ConnectionSettings.Credentials {
    let bytes: [UInt8]
    do throws(SecretFile.Failure) {
      bytes = try SecretFile.contents(path, limit: limit, groupMayRead: true, waits: false)
    } catch {
      throw Refusal(description: "\(error)")
    }
    guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(description: "\(path) is no file with a name and a password, a line each")
    }
    return try credentials(text, path)
  }

  /// - Parameter path: for messages.
  static func credentials(_ text: String, _ path: String) throws(Refusal) -> ConnectionSettings.Credentials {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last == "" { lines.removeLast() }
    guard (1...2).contains(lines.count), let user = lines.first, !user.isEmpty else {
      throw Refusal(
        description:
          "\(path) must have the user's name in its first line and the password in its second, and no more")
    }
    return ConnectionSettings.Credentials(
      user: String(user), password: lines.count == 2 ? String(lines[1]) : nil)
  }
}
