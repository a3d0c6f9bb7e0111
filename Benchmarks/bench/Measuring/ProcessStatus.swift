internal import Glibc
import LinuxInput

/// What the kernel says of a process, in `/proc`.
enum ProcessStatus {
  /// The number of a field of its status; memory is in KiB.
  static func value(_ field: String, of process: pid_t) throws -> Int {
    try value(field, in: "/proc/\(process)/status")
  }

  /// How often any of its threads has been switched to and away, of its own will or not.
  static func wakes(of process: pid_t) throws -> Int {
    let threads = "/proc/\(process)/task"
    return try entries(ofFolder: threads).reduce(0) { sum, thread in
      let path = "\(threads)/\(thread)/status"
      return sum + (try value("voluntary_ctxt_switches", in: path))
        + (try value("nonvoluntary_ctxt_switches", in: path))
    }
  }

  private static func value(_ field: String, in path: String) throws -> Int {
    let text = String(decoding: try contentsOfFile(path, limit: 1 << 16), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(field):") }),
      let value = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().first.flatMap({
        Int($0)
      })
    else { throw Failure("\(path) has no \(field)") }
    return value
  }
}
