internal import CEvdev
internal import Glibc
internal import YAML

/// A call to the system that failed: which, on what, why, and what to do about it.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the call, `open`, as its manual page spells it.
  public let call: String
  /// Subject of the call: a path, or a word such as `signals`.
  public let subject: String
  /// The errno, positive.
  public let code: Int32
  /// Remedy for the reader, as one clause without a full stop; `nil` if nothing is known to
  /// help.
  public let remedy: String?

  /// The longest subject that a message shows, in bytes: a path (PATH_MAX).
  package static let longestSubject = 4096

  /// An error of a call that answered with an errno.
  public init(call: String, on subject: String, code: Int32, remedy: String? = nil) {
    self.call = call
    self.subject = subject
    self.code = code
    self.remedy = remedy
  }

  /// The errno in words, `Permission denied`; the same in every locale.
  public var reason: String { String(cString: cevdev_error_words(code)) }

  /// One line: `open /dev/input/event3: Permission denied (EACCES); REMEDY`.
  public var description: String {
    let subject = subject.cleaned(limit: Self.longestSubject)
    let failure = "\(call) \(subject): \(reason) (\(String(cString: cevdev_error_name(code))))"
    return remedy.map { "\(failure); \($0)" } ?? failure
  }
}

/// Makes a call of the C library, which answers −1 and leaves the reason in errno; once more if a signal came in
/// between.
///
/// Errno is read before anything else runs that could change it.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ call: String, on subject: @autoclosure () -> String, remedy: (Int32) -> String? = { _ in nil },
  _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    guard result < 0 else { return result }
    let code = errno
    if code == EINTR { continue }
    throw SystemError(call: call, on: subject(), code: code, remedy: remedy(code))
  }
}

/// Checks the answer of a call that returns −errno: libevdev's, and those of the C shim.
@discardableResult
func check<Result: SignedInteger>(
  _ result: Result, _ call: String, on subject: @autoclosure () -> String,
  remedy: (Int32) -> String? = { _ in nil }
) throws(SystemError) -> Result {
  guard result < 0 else { return result }
  let code = Int32(clamping: -Int(result))
  throw SystemError(call: call, on: subject(), code: code, remedy: remedy(code))
}

/// Name of the machine.
public enum HostName {
  /// As the kernel has it; `nil` if it does not say.
  public static var own: String? {
    // As long as Linux lets it be, HOST_NAME_MAX, and its end.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count) == 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
