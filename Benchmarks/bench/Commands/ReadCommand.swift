import ArgumentParser
internal import CBaselines
internal import Glibc
import LinuxInput

/// `bench read`: one reader of a panel's descriptor, in a process of its own. The harness starts it.
struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Reads the harness's panel until it hangs up.", shouldDisplay: false)

  @Argument var reader: Reader
  @Option var layout: String?
  @Option var fingers: Int
  @Option var processor: Int32

  /// The descriptors that the harness leaves to a reader.
  static let panelDescriptor: Int32 = 3
  static let meterDescriptor: Int32 = 4

  func run() throws {
    if processor >= 0 { try check(bench_pin(processor), "pinning to processor \(processor)") }
    let meter = try Meter(inherited: Self.meterDescriptor)
    // Opened anew, as a device node is: non-blocking, without a share in the harness's flags.
    let path = "/proc/self/fd/\(Self.panelDescriptor)"
    switch reader {
    case .touchd:
      guard let layout else { throw ValidationError("touchd reads with a --layout") }
      try TouchdReader(path: path, layout: layout, fingers: fingers, meter: meter).run()
    case .bare, .libevdev:
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      try check(descriptor < 0 ? -errno : 0, "opening \(path)")
      Self.announce()
      let loop = reader == .bare ? baseline_bare : baseline_libevdev
      try check(loop(descriptor, meter.pointer), "reading")
    }
  }

  /// Tells the harness that the reader waits for frames.
  static func announce() {
    close(panelDescriptor)
    print("ready")
    fflush(nil)
  }

  private func check(_ result: Int32, _ what: String) throws {
    guard result >= 0 else { throw Failure(what, code: -result) }
  }
}

/// The program that reads.
enum Reader: String, CaseIterable, ExpressibleByArgument {
  /// The bare epoll loop in C.
  case bare
  /// The same with libevdev_next_event.
  case libevdev
  /// What the daemon consists of.
  case touchd
}
