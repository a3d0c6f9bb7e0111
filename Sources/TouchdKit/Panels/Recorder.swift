import Dispatcher
internal import Glibc
package import LinuxInput

/// Writes what one panel sends as evemu text, so that a replay of the file gives what was delivered meanwhile.
///
/// evemu text holds one device: the first panel is recorded, also after it was unplugged and came back. What the
/// kernel answered after a SYN_DROPPED is written between it and its SYN_REPORT; a removal and a suspend are written as
/// a SYN_DROPPED after which nothing is down.
final class Recorder {
  private let path: String
  /// Open from the first panel on, so that a recording of nothing leaves no file.
  private var descriptor: OwnedDescriptor?
  private var writer: EvemuWriter?
  private var description: DeviceDescription?
  /// The touchscreen that is being recorded.
  private weak var touchscreen: Touchscreen?
  /// Told once, if the file cannot be made or written; nothing is written after that.
  private let onFailure: (SystemError) -> Void
  private(set) var failure: SystemError?

  init(path: String, onFailure: @escaping (SystemError) -> Void) {
    self.path = path
    self.onFailure = onFailure
  }

  /// Begins, or goes on, with a panel, unless another one is being recorded.
  ///
  /// - Returns: whether it is this one.
  @discardableResult
  func attached(_ touchscreen: Touchscreen) -> Bool {
    let device = touchscreen.device.description
    guard self.touchscreen == nil, description == nil || description == device,
      let touchProtocol = try? TouchProtocol(of: device, forced: true),
      var state = try? touchscreen.device.state(of: touchProtocol)
    else { return false }
    self.touchscreen = touchscreen
    if description == nil {
      description = device
      create()
      let writer = EvemuWriter(device, touchProtocol)
      self.writer = writer
      write(writer.head())
      write(self.writer?.initialFrame(state, at: MonotonicClock.now) ?? "")
    } else {
      // Contacts that are down already stay muted until they lift; the recording knows nothing of them.
      state.release { _ in true }
      write(writer?.dropFrame(state, at: MonotonicClock.now) ?? "")
    }
    return failure == nil
  }

  /// The panel is gone; it may come back.
  func detached(_ touchscreen: Touchscreen) {
    guard self.touchscreen === touchscreen else { return }
    self.touchscreen = nil
    write(writer?.dropFrame(DeviceState(slots: []), at: MonotonicClock.now) ?? "")
  }

  /// The panel was asleep: what was down is gone for the recording, as it stays dead on the live panel.
  func resumed(_ touchscreen: Touchscreen) {
    guard self.touchscreen === touchscreen else { return }
    var state = touchscreen.resynchronized ?? DeviceState(slots: [])
    state.release { _ in true }
    write(writer?.dropFrame(state, at: MonotonicClock.now) ?? "")
  }

  /// Writes one frame, as it was read.
  func record(_ frame: [RawEvent], of panel: Panel) {
    guard let touchscreen, touchscreen.panel === panel, let last = frame.last else { return }
    let isDrop = frame.contains { $0.type == EventType.syn && $0.code == EventCode.synDropped }
    if isDrop {
      var state = touchscreen.resynchronized ?? DeviceState(slots: [])
      state.release { panel.assembler.isMuted($0) }
      write(writer?.dropFrame(state, at: last.time) ?? "")
    } else {
      write(frame.compactMap { writer?.line($0) }.joined())
    }
  }

  private func create() {
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if fd >= 0 {
      descriptor = OwnedDescriptor(adopting: fd)
    } else {
      fail(SystemError(call: "open", on: path, code: errno, remedy: "choose another file"))
    }
  }

  private func write(_ text: String) {
    guard failure == nil, !text.isEmpty, let fd = descriptor?.rawValue else { return }
    do {
      try writeAll(text, to: fd, path)
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: SystemError) {
    failure = error
    onFailure(error)
  }
}

extension DeviceState {
  /// Empties slots; their values stay.
  fileprivate mutating func release(_ isMeant: (Int) -> Bool) {
    for index in slots.indices where isMeant(index) { slots[index].trackingID = -1 }
  }
}

/// Writes a whole text to a descriptor.
///
/// - Throws: ``SystemError``, `ENOSPC` on a full disk.
package func writeAll(_ text: String, to descriptor: Int32, _ path: String) throws(SystemError) {
  var text = text
  let code: Int32 = text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return 0
  }
  guard code == 0 else { throw SystemError(call: "write", on: path, code: code) }
}
