internal import CMosquitto
import Dispatcher
internal import Glibc
import LinuxInput
internal import Synchronization

/// What the thread of a connection and the run loop share, and the thread's work.
final class MosquittoThread: Sendable {
  /// The most messages of the broker that wait for the loop; further ones are lost. (O)
  private static let receivedLimit = 256
  /// The longest payload that is taken: what Home Assistant knows of a kiosk with 512 entities. (O)
  private static let longestPayload = 1 << 20
  /// How long the library waits for the network in one call, in milliseconds; what is published wakes it.
  private static let wait: Int32 = 1000

  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private struct Inbox: Sendable {
    var reports: [Mosquitto.Report] = []
    var receivedCount = 0
    /// What the library says is wrong: of TLS, its error codes say nothing.
    var complaint: String?
  }

  /// Readable while there is something for the loop.
  let news: OwnedDescriptor
  private let inbox = Mutex(Inbox())
  private let handle = Mutex<Handle?>(nil)

  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  init() throws(SystemError) { news = try .event(waits: false) }

  /// All that has come since the last call.
  func takeReports() -> [Mosquitto.Report] {
    var count: UInt64 = 0
    _ = read(news.rawValue, &count, 8)
    return inbox.withLock { inbox in
      defer { (inbox.reports, inbox.receivedCount) = ([], 0) }
      return inbox.reports
    }
  }

  /// Calls the library; `nil` if there is no connection.
  func withHandle<Result: Sendable>(_ body: (OpaquePointer) -> Result?) -> Result? {
    handle.withLock { $0.flatMap { body($0.pointer) } }
  }

  fileprivate func report(_ report: Mosquitto.Report) {
    let isTaken = inbox.withLock { inbox in
      if case .received = report {
        guard inbox.receivedCount < Self.receivedLimit else { return false }
        inbox.receivedCount += 1
      }
      inbox.reports.append(report)
      return true
    }
    if isTaken { news.signal() }
  }

  fileprivate func complain(_ words: String) { inbox.withLock { $0.complaint = words } }

  fileprivate func receive(_ message: mosquitto_message) {
    guard let topic = message.topic, Int(message.payloadlen) <= Self.longestPayload else { return }
    let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    report(
      .received(
        Bridge.Incoming(
          topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)))
  }

  // MARK: - On the thread

  /// Connects, and serves until the connection ends.
  func serve(_ settings: ConnectionSettings) {
    let reason = connect(settings)
    report(.ended(reason))
  }

  private func connect(_ settings: ConnectionSettings) -> String {
    _ = Self.library
    let object = Unmanaged.passUnretained(self).toOpaque()
    guard let pointer = mosquitto_new(settings.clientID, true, object) else {
      return "there is no memory for a connection"
    }
    defer { mosquitto_destroy(pointer) }
    mosquitto_threaded_set(pointer, true)
    setCallbacks(pointer)
    var result = prepare(pointer, settings)
    if result == Self.success {
      result = mosquitto_connect(
        pointer, settings.host, Int32(settings.port), Int32(settings.keepAlive.seconds))
    }
    guard result == Self.success else { return reason(result) }
    let connected = Handle(pointer: pointer)
    handle.withLock { $0 = connected }
    defer { handle.withLock { $0 = nil } }
    while result == Self.success { result = mosquitto_loop(pointer, Self.wait, 1) }
    return reason(result)
  }

  private func prepare(_ pointer: OpaquePointer, _ settings: ConnectionSettings) -> Int32 {
    mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311)
    mosquitto_max_inflight_messages_set(pointer, UInt32(OutgoingQueue.inFlightLimit))
    let will = Array(settings.will.payload.utf8)
    var results = [
      mosquitto_will_set(
        pointer, settings.will.topic, Int32(will.count), will, 1, settings.will.isRetained)
    ]
    if let credentials = settings.credentials {
      results.append(mosquitto_username_pw_set(pointer, credentials.user, credentials.password))
    }
    if let tls = settings.tls {
      let folder = tls.authorities == nil ? Self.systemAuthorities : nil
      results.append(
        mosquitto_tls_set(pointer, tls.authorities, folder, tls.certificate, tls.key, nil))
    }
    return results.first { $0 != Self.success } ?? Self.success
  }

  private func setCallbacks(_ pointer: OpaquePointer) {
    mosquitto_connect_callback_set(pointer) { _, object, code in
      // A refusal; the library closes the connection, and the loop ends with the reason.
      guard code == 0 else {
        MosquittoThread.of(object)?.complain(String(cString: mosquitto_connack_string(code)))
        return
      }
      MosquittoThread.of(object)?.report(.connected)
    }
    mosquitto_publish_callback_set(pointer) { _, object, number in
      MosquittoThread.of(object)?.report(.acknowledged(number))
    }
    mosquitto_message_callback_set(pointer) { _, object, message in
      if let message { MosquittoThread.of(object)?.receive(message.pointee) }
    }
    mosquitto_log_callback_set(pointer) { _, object, level, words in
      guard level == MOSQ_LOG_ERR, let words else { return }
      MosquittoThread.of(object)?.complain(String(cString: words))
    }
  }

  private func reason(_ result: Int32) -> String {
    // Before anything else: the words of a failed call are its errno's.
    let code = errno
    let words =
      result == Int32(MOSQ_ERR_ERRNO.rawValue)
      ? SystemError(call: "connect", on: "the broker", code: code).reason
      : String(cString: mosquitto_strerror(result))
    // The library ends some of its messages with a full stop.
    let sentence = words.last == "." ? String(words.dropLast()) : words
    return inbox.withLock { $0.complaint }.map { "\(sentence): \($0)" } ?? sentence
  }

  private static let success = Int32(MOSQ_ERR_SUCCESS.rawValue)
  /// Where Debian keeps the authorities that it trusts.
  private static let systemAuthorities = "/etc/ssl/certs"
  /// Once in a process, before all else.
  private static let library: Int32 = mosquitto_lib_init()

  fileprivate static func of(_ object: UnsafeMutableRawPointer?) -> MosquittoThread? {
    object.map { Unmanaged<MosquittoThread>.fromOpaque($0).takeUnretainedValue() }
  }
}
