internal import CBaselines
internal import Glibc
import LinuxInput

/// The machine that is measured on.
struct Machine {
  /// Its processor, how many of them, the kernel, and how busy it was.
  let words: String

  init() {
    var processors = [Int32](repeating: 0, count: 1024)
    let count = bench_processors(&processors, Int32(processors.count))
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    words = "\(Self.processor), \(count) of them, Linux \(release), load \(Self.load) at first"
  }

  /// How many processes ran or wanted to, on an average of the last minute.
  private static var load: String {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? Words.fixed(load, decimals: 1) : "unknown"
  }

  private static var processor: String {
    guard let bytes = try? contentsOfFile("/proc/cpuinfo", limit: 1 << 20),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasPrefix("model name") }),
      let name = line.split(separator: ":").dropFirst().first
    else { return "unknown processor" }
    return String(name.drop { $0 == " " })
  }
}
