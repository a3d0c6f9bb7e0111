import Dispatcher
import LinuxInput

/// A client of the control socket, from its connection to the end of its answer.
final class ControlConnection {
  private enum Phase {
    /// The bytes of the line so far.
    case asking([UInt8])
    /// The request is being worked on.
    case waiting
    /// The bytes that are still to be sent.
    case answering(ArraySlice<UInt8>)
    case ended
  }

  private let socket: LocalSocket
  private let runLoop: RunLoop
  private let patience: Interval
  private let answer: ControlServer.Answer
  private let onEnd: (ControlConnection) -> Void
  private var phase = Phase.asking([])
  private var watch: RunLoop.Watch?
  private var timer: LoopTimer?

  /// Waits for a client's request.
  ///
  /// - Parameter onEnd: called once, when the client has its answer or has gone.
  init(
    _ socket: LocalSocket, on runLoop: RunLoop, _ patience: Interval,
    _ answer: @escaping ControlServer.Answer,
    onEnd: @escaping (ControlConnection) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.runLoop = runLoop
    self.patience = patience
    self.answer = answer
    self.onEnd = onEnd
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.expire() }
    timer?.set(after: patience)
    watch = try runLoop.watch(socket.fileDescriptor) { [weak self] _ in self?.serve() }
  }

  deinit { if let watch { runLoop.cancel(watch) } }

  /// Answers a client that is not served, as far as that works at once.
  static func dismiss(_ socket: LocalSocket, with reply: ControlReply) {
    _ = try? socket.send(reply.bytes[...])
    socket.drain()
  }

  private func serve() {
    do {
      switch phase {
      case .asking(let line): try read(after: line)
      // Asked about nothing else: the client has gone.
      case .waiting: end()
      case .answering(let bytes): try write(bytes)
      case .ended: break
      }
    } catch {
      end()
    }
  }

  private func read(after start: [UInt8]) throws(SystemError) {
    guard let bytes = try socket.receive(atMost: ControlRequest.longest - start.count) else { return }
    let line = start + bytes
    if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: line[..<end], as: UTF8.self))
    } else if bytes.isEmpty {
      end()
    } else if line.count == ControlRequest.longest {
      reply(.refused("a request is a line of at most \(ControlRequest.longest) bytes"))
    } else {
      phase = .asking(line)
    }
  }

  private func take(_ line: String) {
    guard let request = ControlRequest(line: line) else {
      return reply(.refused("there is no request \(quoted(line)); there is \(ControlRequest.words)"))
    }
    phase = .waiting
    timer?.set(nil)
    wait(for: [])
    answer(request) { [weak self] reply in
      guard let self, case .waiting = phase else { return }
      self.reply(reply)
    }
  }

  private func reply(_ reply: ControlReply) {
    timer?.set(after: patience)
    wait(for: .writable)
    do {
      try write(reply.bytes[...])
    } catch {
      end()
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    let rest = bytes.dropFirst(try socket.send(bytes))
    phase = .answering(rest)
    if rest.isEmpty { end() }
  }

  private func expire() {
    if case .asking = phase {
      reply(.refused("no request came within \(words(for: patience.seconds)) s"))
    } else {
      end()
    }
  }

  private func wait(for readiness: Readiness) {
    // The descriptor is open for as long as there is a watch.
    if let watch { try? runLoop.update(watch, for: readiness) }
  }

  private func end() {
    phase = .ended
    if let watch { runLoop.cancel(watch) }
    (watch, timer) = (nil, nil)
    socket.drain()
    onEnd(self)
  }
}

extension LocalSocket {
  /// Takes what a client has sent beyond its line: closing a socket that has something to read makes the
  /// other end's last read fail.
  fileprivate func drain() { _ = try? receive(atMost: 1 << 12) }
}
