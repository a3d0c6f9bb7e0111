internal import Glibc

/// What the machine is called.
public enum HostName {
  /// As the kernel has it; `nil` if it does not say.
  public static var own: String? {
    // As long as Linux lets it be, HOST_NAME_MAX, and its end.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count) == 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
