internal import CMosquitto
import Dispatcher
internal import Glibc
import LinuxInput
internal import Synchronization

/// One connection to a broker, on a thread of its own: to find the host and to agree on TLS may take long.
///
/// It is made, connects, and ends once; for the next connection there is another. What it has to say comes on the run
/// loop. Not thread-safe itself.
final class Mosquitto {
  /// What the thread says.
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
  func subscribe(to topic: String) {
    _ = thread.withHandle { mosquitto_subscribe($0, nil, topic, 1) }
  }
}
