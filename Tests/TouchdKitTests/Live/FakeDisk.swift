import Glibc
import LinuxInput
import Synchronization

@testable import TouchdKit

/// A disk with files, of which each can be missing, forbidden, another user's, or on a mount that does not answer.
final class FakeDisk: Sendable {
  private struct State {
    var files: [String: String] = [:]
    var codes: [String: Int32] = [:]
    /// Files that others than root can have made what they are.
    var distrusted: Set<String> = []
    /// What a reading of such a file waits for.
    var hanging: [String: Gate] = [:]
  }

  private let state = Mutex(State())

  func write(_ text: String?, to path: String) {
    state.withLock { state in
      state.files[path] = text
      state.codes[path] = nil
      state.distrusted.remove(path)
    }
  }

  func fail(_ path: String, _ code: Int32) { state.withLock { $0.codes[path] = code } }

  func distrust(_ path: String) { _ = state.withLock { $0.distrusted.insert(path) } }

  /// From now on, readings of this file do not end.
  func hang(_ path: String) { state.withLock { $0.hanging[path] = $0.hanging[path] ?? Gate() } }

  func hangs(_ path: String) -> Bool { state.withLock { $0.hanging[path] != nil } }

  /// Waits until a reading hangs.
  func awaitReader(of path: String) { state.withLock { $0.hanging[path] }?.awaitVisitor() }

  /// The readings that hang end, and later ones do not hang.
  func answer(_ path: String) { state.withLock { $0.hanging.removeValue(forKey: path) }?.open() }

  var source: ConfigurationSource {
    ConfigurationSource(
      read: { [self] (path) throws(SystemError) in try read(path) }, distrust: distrust(of:),
      distrustOfPlace: distrust(of:))
  }

  private func distrust(of path: String) -> String? {
    state.withLock { $0.distrusted.contains(path) } ? "\(path) is another user's" : nil
  }

  private func read(_ path: String) throws(SystemError) -> [UInt8] {
    state.withLock { $0.hanging[path] }?.pass()
    let (text, code) = state.withLock { ($0.files[path], $0.codes[path]) }
    guard let text, code == nil else { throw SystemError(call: "open", on: path, code: code ?? ENOENT) }
    return Array(text.utf8)
  }
}

/// Holds threads up until it is opened.
final class Gate: Sendable {
  private let visits: [Int32]
  private let opening: [Int32]

  init() {
    func pipe() -> [Int32] {
      var ends: [Int32] = [-1, -1]
      Glibc.pipe(&ends)
      return ends
    }
    (visits, opening) = (pipe(), pipe())
  }

  deinit { for end in visits + [opening[0]] { close(end) } }

  func pass() {
    var byte: UInt8 = 1
    write(visits[1], &byte, 1)
    _ = read(opening[0], &byte, 1)
  }

  func awaitVisitor() {
    var byte: UInt8 = 0
    _ = read(visits[0], &byte, 1)
  }

  /// For good: an end of file is read by all.
  func open() { close(opening[1]) }
}
