internal import CEvdev
internal import Glibc

/// The program that runs: what it was started with, and where it is. Works without `/proc`.
package enum OwnProgram {
  /// Its name as it was called, and its arguments. What is no UTF-8 is replaced in them.
  package static let arguments: [String] = {
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Int(cevdev_arguments(&values))
    return (0..<count).compactMap { values?[$0].map { String(cString: $0) } }
  }()

  /// The variables that it was started with, by name. Of two of one name, the later counts.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    guard var next = cevdev_environment() else { return [:] }
    while let entry = next.pointee {
      let sides = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if sides.count == 2, !sides[0].isEmpty { variables[String(sides[0])] = String(sides[1]) }
      next += 1
    }
    return variables
  }

  /// The folder that it is in; `nil` if the kernel does not say, as without `/proc`.
  package static var folder: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    return bytes.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: bytes[..<$0], as: UTF8.self) }
  }
}
