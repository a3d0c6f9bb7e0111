import Dispatcher
import Glibc
import TouchdKit

/// The plugin `latency`: how long after the kernel's stamp of a frame a plugin has all its moved touches.
///
/// Figures stay in memory while fingers are down, for a file would be work between the frames. When the last finger has
/// lifted they are written to `file`: nanoseconds, one a line.
final class LatencyPlugin: ResponderPlugin {
  let name: String
  private let file: String
  /// How many fingers move in each frame: the option `fingers`.
  private let fingers: Int
  /// How many of them the plugin has not got in this frame.
  private var missing: Int
  private var down = 0
  private var latencies: [Int] = []

  /// More frames than a round has.
  private static let capacity = 1 << 16

  init(name: String, options: PluginOptions) {
    self.name = name
    file = options["file"] ?? "/dev/stdout"
    fingers = options["fingers"].flatMap { Int($0) } ?? 1
    missing = fingers
    latencies.reserveCapacity(Self.capacity)
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    down += touches.count
  }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    missing -= touches.count
    guard missing <= 0, latencies.count < Self.capacity else { return }
    missing = fingers
    latencies.append(monotonicNanoseconds() - Int(event.timestamp.microseconds) * 1000)
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    down -= touches.count
    if down == 0 { write() }
  }

  private func write() {
    guard let stream = fopen(file, "w") else {
      // Without figures there is nothing to go on for.
      perror(file)
      exit(1)
    }
    for latency in latencies { fputs("\(latency)\n", stream) }
    fclose(stream)
  }
}

/// The clock of the kernel's stamps, finer than they are.
private func monotonicNanoseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}
