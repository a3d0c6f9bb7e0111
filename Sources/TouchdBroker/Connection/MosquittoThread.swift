internal import CMosquitto
import Dispatcher
internal import Glibc
import LinuxInput
internal import Synchronization
import TouchdKit

/// State shared by the thread of a connection and the run loop, and the thread's work.
final class MosquittoThread: Sendable {
  /// The most messages of the broker that wait for the loop, and the most bytes of them; further ones are lost. (O)
  private static let receivedLimit = (count: 256, bytes: 4 << 20)
  /// The longest payload that is taken: what Home Assistant knows of a kiosk with 512 entities. (O)
  private static let longestPayload = 1 << 20
  /// Wait for the network in one call of the library, in milliseconds; a publication wakes it.
  private static let wait: Int32 = 1000
  /// The most memory that the process may have in use while it is connected, in bytes: a dozen times what it needs.
  /// Beyond it, the connection ends. (O)
  private static let memoryLimit = 48 << 20
  /// The most memory that the system gives the process, in bytes, its threads' stacks included: a packet of the broker
  /// that is longer is refused before it is read. (O)
  private static let dataLimit: rlim_t = 160 << 20

  private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }

  private struct Inbox: Sendable {
    var reports: [Mosquitto.Report] = []
    var received = (count: 0, bytes: 0)
    var isConnected = false
    /// The library's complaint: its error codes do not describe faults of TLS.
    var complaint: String?
    /// Reason for which this end has closed the connection.
    var refusal: String?
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
      defer { (inbox.reports, inbox.received) = ([], (0, 0)) }
      return inbox.reports
    }
  }

  /// Calls the library; `nil` if there is no connection.
  func withHandle<Result: Sendable>(_ body: (OpaquePointer) -> Result?) -> Result? {
    handle.withLock { $0.flatMap { body($0.pointer) } }
  }

  fileprivate func report(_ report: Mosquitto.Report) {
    let isTaken = inbox.withLock { inbox in
      if case .received(let message) = report {
        let bytes = inbox.received.bytes + message.topic.utf8.count + message.payload.count
        guard inbox.received.count < Self.receivedLimit.count, bytes <= Self.receivedLimit.bytes
        else { return false }
        inbox.received = (inbox.received.count + 1, bytes)
      }
      inbox.reports.append(report)
      return true
    }
    if isTaken { news.signal() }
  }

  fileprivate func complain(_ words: String) { inbox.withLock { $0.complaint = words } }

  /// The broker has let the client in, which it does once.
  fileprivate func begin(_ pointer: OpaquePointer?) {
    let isAgain = inbox.withLock { inbox in
      defer { inbox.isConnected = true }
      return inbox.isConnected
    }
    if isAgain {
      refuse(pointer, "the broker breaks the protocol: it accepts a client that it has")
    } else {
      report(.connected)
    }
  }

  /// Ends the connection if it needs too much memory: the library keeps all that a broker begins and does not end, and
  /// all that it does not read.
  fileprivate func checkMemory(_ pointer: OpaquePointer?) {
    let use = mallinfo2()
    if use.uordblks + use.hblkhd > Self.memoryLimit {
      refuse(pointer, "the broker sends what takes more than \(Self.memoryLimit >> 20) MB")
    }
  }

  private func refuse(_ pointer: OpaquePointer?, _ words: String) {
    inbox.withLock { $0.refusal = $0.refusal ?? words }
    // The library is in the middle of something; it sees the end next.
    if let pointer { shutdown(mosquitto_socket(pointer), Int32(SHUT_RDWR)) }
  }

  fileprivate func receive(_ message: mosquitto_message) {
    guard let topic = message.topic, Int(message.payloadlen) <= Self.longestPayload else { return }
    let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    report(
      .received(
        Bridge.Incoming(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)))
  }

  // MARK: - On the thread

  /// Connects, and serves until the connection ends.
  func serve(_ settings: ConnectionSettings) { report(.ended(connect(settings))) }

  private func connect(_ settings: ConnectionSettings) -> String {
    _ = Self.library
    let object = Unmanaged.passUnretained(self).toOpaque()
    guard let pointer = mosquitto_new(settings.clientID, true, object)
    else { return "there is no memory for a connection" }
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
    while result == Self.success, inbox.withLock({ $0.refusal == nil }) {
      result = mosquitto_loop(pointer, Self.wait, 1)
      // A packet that has only begun has its memory already.
      checkMemory(pointer)
    }
    return reason(result)
  }

  private func prepare(_ pointer: OpaquePointer, _ settings: ConnectionSettings) -> Int32 {
    mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311)
    mosquitto_max_inflight_messages_set(pointer, UInt32(OutgoingQueue.inFlightLimit))
    let will = Array(settings.will.payload.utf8)
    var results = [
      mosquitto_will_set(pointer, settings.will.topic, Int32(will.count), will, 1, settings.will.isRetained)
    ]
    if let credentials = settings.credentials {
      results.append(mosquitto_username_pw_set(pointer, credentials.user, credentials.password))
    }
    if let tls = settings.tls {
      let folder = tls.authorities == nil ? Self.systemAuthorities : nil
      results.append(mosquitto_tls_set(pointer, tls.authorities, folder, tls.certificate, tls.key, nil))
    }
    return results.first { $0 != Self.success } ?? Self.success
  }

  private func setCallbacks(_ pointer: OpaquePointer) {
    mosquitto_connect_callback_set(pointer) { pointer, object, code in
      // A refusal; the library closes the connection, and the loop ends with the reason.
      guard code == 0 else {
        MosquittoThread.of(object)?.complain(String(cString: mosquitto_connack_string(code)))
        return
      }
      MosquittoThread.of(object)?.begin(pointer)
    }
    mosquitto_publish_callback_set(pointer) { _, object, number in
      MosquittoThread.of(object)?.report(.acknowledged(number))
    }
    mosquitto_message_callback_set(pointer) { _, object, message in
      if let message { MosquittoThread.of(object)?.receive(message.pointee) }
    }
    mosquitto_log_callback_set(pointer) { pointer, object, level, words in
      // There is a line for each packet.
      MosquittoThread.of(object)?.checkMemory(pointer)
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
    let (refusal, complaint) = inbox.withLock { ($0.refusal, $0.complaint) }
    return refusal ?? complaint.map { "\(sentence): \($0)" } ?? sentence
  }

  private static let success = Int32(MOSQ_ERR_SUCCESS.rawValue)
  /// Folder of the authorities that Debian trusts.
  private static let systemAuthorities = "/etc/ssl/certs"
  /// Once in a process, before all else.
  private static let library: Int32 = {
    // What the library reads, it has allocated before: a packet may announce 256 MB.
    let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    var limit = rlimit()
    getrlimit(data, &limit)
    limit.rlim_cur = min(limit.rlim_max, dataLimit)
    setrlimit(data, &limit)
    return mosquitto_lib_init()
  }()

  fileprivate static func of(_ object: UnsafeMutableRawPointer?) -> MosquittoThread? {
    object.map { Unmanaged<MosquittoThread>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// One connection to a broker, on a thread of its own: to find the host and to agree on TLS may take long.
///
/// It is made, connects, and ends once; for the next connection there is another. What it has to say comes on the run
/// loop. Not thread-safe itself.
final class Mosquitto {
  enum Report: Sendable {
    case connected
    /// The broker has a message of this number.
    case acknowledged(Int32)
    case received(Bridge.Incoming)
    /// It is over, and why.
    case ended(String)
  }

  private let runLoop: RunLoop
  private let thread: MosquittoThread
  private var watch: RunLoop.Watch?

  /// Begins to connect.
  ///
  /// - Parameter onReport: called on the loop, with all in order.
  /// - Throws: ``SystemError``: `EAGAIN` if there may be no more threads, `EMFILE` no more descriptors.
  init(
    _ settings: ConnectionSettings, on runLoop: RunLoop, onReport: @escaping (Report) -> Void
  ) throws(SystemError) {
    self.runLoop = runLoop
    let thread = try MosquittoThread()
    self.thread = thread
    watch = try runLoop.watch(thread.news.rawValue) { _ in
      for report in thread.takeReports() { onReport(report) }
    }
    try startThread { thread.serve(settings) }
  }

  deinit { if let watch { runLoop.cancel(watch) } }

  /// Gives a message to the library.
  ///
  /// - Returns: its number; `nil` without a connection or memory; 0 for one that no broker may be sent, such as one
  ///   with a topic of 64 KB.
  func publish(_ message: Message) -> Int32? {
    thread.withHandle { handle in
      var number: Int32 = 0
      let payload = Array(message.payload.utf8)
      let result = mosquitto_publish(
        handle, &number, message.topic, Int32(payload.count), payload, 1, message.isRetained)
      switch mosq_err_t(result) {
      case MOSQ_ERR_SUCCESS: return number
      case MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_OVERSIZE_PACKET: return 0
      default: return nil
      }
    }
  }

  /// Asks for the messages of a topic, with QoS 1.
  func subscribe(to topic: String) { _ = thread.withHandle { mosquitto_subscribe($0, nil, topic, 1) } }
}

/// Settings of a kiosk's connection to its broker.
struct ConnectionSettings: Sendable {
  /// A user's name and password.
  struct Credentials: Sendable {
    let user: String
    let password: String?
  }

  let host: String
  let port: Int
  let clientID: String
  let tls: BrokerDescription.TLS?
  let credentials: Credentials?
  let keepAlive: Interval
  /// The message that the broker publishes for the bridge when the connection has ended.
  let will: Message
}
