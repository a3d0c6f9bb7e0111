internal import CBaselines
import Dispatcher
internal import Glibc
import LinuxInput

// The two processes of a stream: the harness, which writes, and a reader.
extension DaemonPath {
  /// Starts the reader, sends it the stream, and waits for its end.
  ///
  /// - Returns: when each frame was written, in nanoseconds.
  func feed(_ subject: Subject, _ stream: Stream, _ meter: Meter) throws -> [Int64] {
    let total = Int(meter.pointer.pointee.total)
    var stamps = [Int64](repeating: 0, count: total)
    let panel = try Pipe()
    let reader = try start(subject, stream, panel.reading, meter)
    _ = fcntl(panel.writing, F_SETFL, O_NONBLOCK)
    let places = fingers(stream.fingers).panelPlaces
    let result = panel_feed(
      panel.writing, places, Int32(places.count), meter.pointer, UInt64(stream.rate), &stamps)
    guard result >= 0 else { throw Failure("feeding the reader", code: -result) }
    panel.closeWriting()
    try reader.wait()
    return stamps
  }

  /// Starts the reader, and waits until it is ready.
  private func start(_ subject: Subject, _ stream: Stream, _ panel: Int32, _ meter: Meter) throws -> Child {
    var command = [
      try Tool.ownPath(), "read", subject.reader.rawValue, "--fingers", "\(stream.fingers)",
      "--processor", "\(options.readerProcessor)",
    ]
    if subject.reader == .touchd { command += ["--layout", try layout(of: subject)] }
    let output = try Pipe()
    let reader = try Child(
      command,
      descriptors: [
        (output.writing, STDOUT_FILENO), (panel, ReadCommand.panelDescriptor),
        (meter.descriptor.rawValue, ReadCommand.meterDescriptor),
      ])
    output.closeWriting()
    try output.wait(for: ["ready"], seconds: 120)
    return reader
  }

  private func layout(of subject: Subject) throws -> String {
    let text = LayoutText(isHeard: subject.isHeard, recognizers: subject.recognizers)
    return try options.write(
      text.layout(tree), to: "path-\(subject.isHeard ? "heard" : "unheard")-\(subject.recognizers).yaml")
  }

  /// Each in the innermost view of one of the page's ten branches.
  func fingers(_ count: Int) -> Fingers {
    Fingers(
      in: tree.children.prefix(count).map { branch in
        branch.firstLine.dropFirst().reduce(branch.frame) { rect, view in
          Rect(
            x: rect.minX + view.frame.minX, y: rect.minY + view.frame.minY, width: view.frame.size.width,
            height: view.frame.size.height)
        }
      })
  }
}
