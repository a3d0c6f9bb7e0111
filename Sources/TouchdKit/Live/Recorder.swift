import Dispatcher
internal import Glibc
import LinuxInput

/// Writes what one panel sends as evemu text, or as fingers as text, so that a replay of the file gives what was
/// delivered meanwhile.
///
/// evemu text holds one device: the first panel is recorded, also after it was unplugged and came back. What the
/// kernel answered after a SYN_DROPPED is written between it and its SYN_REPORT; a removal and a suspend are written as
/// a SYN_DROPPED after which nothing is down.
///
/// The file is written whole frames at a time, by a thread, and is in its place from ``finish()`` on (see
/// ``RecordingWriter`` and ``PendingFile``).
final class Recorder {
  private let path: String
  private let limits: RecordingLimits
  private let waitingLimit: Int
  /// Keeps what is on sensitive views out of the states that are written; the caller has taken it out of the frames.
  private let frames: FrameRedaction?
  /// From the first panel on, so that a recording of nothing leaves no file.
  private var file: RecordingWriter?
  private let runLoop: RunLoop
  private var watch: RunLoop.Watch?
  private var length = 0
  private var events = 0
  private var writer: (any RecordingText)?
  private var description: DeviceDescription?
  private weak var touchscreen: Touchscreen?
  /// Told once, when no more is written.
  private let onStop: (RecordingStop) -> Void
  private(set) var stop: RecordingStop?

  /// - Parameters:
  ///   - runLoop: which must not wait for a disk.
  ///   - limits: what the file's readers take; a recording ends before it is more.
  ///   - waitingLimit: how much may wait for the disk, in bytes.
  ///   - onStop: called once with the reason if the recording ends by itself; it still is to be finished.
  init(
    path: String, on runLoop: RunLoop, frames: FrameRedaction? = nil,
    limits: RecordingLimits = RecordingLimits(),
    waitingLimit: Int = RecordingWriter.waitingLimit, onStop: @escaping (RecordingStop) -> Void
  ) {
    (self.path, self.runLoop, self.frames, self.limits) = (path, runLoop, frames, limits)
    (self.waitingLimit, self.onStop) = (waitingLimit, onStop)
  }

  /// Begins, or goes on, with a panel, unless another one is being recorded.
  ///
  /// - Returns: whether it is this one.
  @discardableResult
  func attached(_ touchscreen: Touchscreen) -> Bool {
    let device = touchscreen.device.description
    guard self.touchscreen == nil, description == nil || description == device,
      let touchProtocol = try? TouchProtocol(of: device, forced: true),
      let state = try? touchscreen.device.state(of: touchProtocol)
    else { return false }
    self.touchscreen = touchscreen
    touchscreen.layout.screen.onChange = { [weak self, weak touchscreen] isDark, time in
      guard let self, let touchscreen, self.touchscreen === touchscreen else { return }
      write(writer?.line(screenIsDark: isDark, at: time) ?? "")
    }
    var shown = frames?.redacted(state, of: touchscreen.panel, in: touchscreen.pipeline) ?? state
    if description == nil {
      description = device
      create()
      let transform = touchscreen.panel.calibration.transform
      let writer: any RecordingText =
        path.hasSuffix(FingerScript.suffix)
        ? FingersWriter(device, touchProtocol, transform)
        : EvemuWriter(device, touchProtocol, properties: touchscreen.node.properties)
      self.writer = writer
      write(writer.head())
      write(self.writer?.initialFrame(shown, at: MonotonicClock.now) ?? "")
    } else {
      // Contacts that are down already stay muted until they lift; the recording knows nothing of them.
      shown.release()
      write(writer?.dropFrame(shown, at: MonotonicClock.now) ?? "")
    }
    return stop == nil
  }

  /// The panel is gone; it may come back.
  func detached(_ touchscreen: Touchscreen) {
    guard self.touchscreen === touchscreen else { return }
    self.touchscreen = nil
    write(writer?.dropFrame(DeviceState(slots: []), at: MonotonicClock.now) ?? "")
  }

  /// The panel was asleep: what was down is gone for the recording, as it stays muted on the live panel.
  func resumed(_ touchscreen: Touchscreen) {
    guard self.touchscreen === touchscreen else { return }
    writeDrop(of: touchscreen, at: MonotonicClock.now) { _ in true }
  }

  /// Writes one frame, as it was read.
  func record(_ frame: [RawEvent], of panel: Panel) {
    guard let touchscreen, touchscreen.panel === panel, let last = frame.last else { return }
    if frame.contains(where: \.isDrop) {
      writeDrop(of: touchscreen, at: last.time) { panel.assembler.isMuted($0) }
    } else {
      write(writer?.frame(frame) ?? "")
    }
  }

  /// Writes that events were lost, and the state that the kernel answered, but for muted contacts.
  private func writeDrop(of touchscreen: Touchscreen, at time: Timestamp, isMuted: (Int) -> Bool) {
    var state = touchscreen.lastStateRead ?? DeviceState(slots: [])
    if let frames, touchscreen.lastStateRead != nil {
      state = frames.redacted(state, of: touchscreen.panel, in: touchscreen.pipeline)
    }
    state.release(isMuted)
    write(writer?.dropFrame(state, at: time) ?? "")
  }

  /// Puts the recording into its place, if there is one, and waits for that.
  ///
  /// - Parameter whenSlow: called once, if it takes more than a moment.
  /// - Throws: ``SystemError`` of the calls that do so, or `ETIMEDOUT` if nothing goes on; what was recorded is then
  ///   still beside it, as `PATH.part`.
  func finish(whenSlow: () -> Void = {}) throws(SystemError) {
    tellFailure()
    if case .failed = stop { return }
    try file?.finish(whenSlow: whenSlow)
    tellFailure()
    file = nil
  }

  private func create() {
    do {
      let file = try RecordingWriter(replacing: path, waitingLimit: waitingLimit)
      self.file = file
      // Without it, a failure is said at the end.
      watch = try? runLoop.watch(file.failureDescriptor) { [weak self] _ in self?.tellFailure() }
    } catch {
      end(.failed(error, kept: nil))
    }
  }

  private func tellFailure() {
    if let watch { runLoop.cancel(watch) }
    watch = nil
    guard stop == nil, let failure = file?.failure else { return }
    end(.failed(failure.error, kept: failure.kept))
  }

  private func write(_ text: String) {
    guard stop == nil, !text.isEmpty, let file else { return }
    let count = text.utf8.count { $0 == UInt8(ascii: "\n") }
    guard length + text.utf8.count <= limits.bytes, events + count <= limits.events else {
      return end(.full(path, limits))
    }
    guard file.write(text) else { return end(.behind(path, bytes: waitingLimit)) }
    length += text.utf8.count
    events += count
  }

  private func end(_ reason: RecordingStop) {
    stop = reason
    onStop(reason)
  }

  /// Puts the recording into its place for a command whose loop has ended. Where that takes longer, it says so, and
  /// Ctrl-C does what it does anywhere: it ends the program.
  func finish(saying path: String) throws(SystemError) {
    try finish {
      complain("\(Program.name): writing \(path) takes longer; Ctrl-C gives it up")
      RunLoop.releaseSignals([SIGINT, SIGTERM])
    }
  }
}

/// Reason for which a recording ended by itself.
enum RecordingStop: Equatable, CustomStringConvertible {
  /// The file could not be made or written; what was written before is in `kept`.
  case failed(SystemError, kept: String?)
  /// Too many bytes waited for the disk, or for a reader.
  case behind(String, bytes: Int)
  /// More would not be read again.
  case full(String, RecordingLimits)

  var description: String {
    switch self {
    case .failed(let error, let kept):
      "\(error); recording stopped\(kept.map { ", and what was recorded until then is in \($0)" } ?? "")"
    case .behind(let path, let bytes):
      "\(path) is written too slowly: \(bytes >> 20) MiB wait; recording stopped, and what was recorded until then is kept"
    case .full(let path, let limits):
      "\(path) is full: a recording has at most \(limits.events) events and \(limits.bytes >> 20) MiB; recording stopped, "
        + "and what was recorded until then is kept"
    }
  }
}
