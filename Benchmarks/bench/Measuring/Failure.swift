import LinuxInput

/// Why something could not be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// With an errno, in words.
  init(_ description: String, code: Int32) {
    self.description = "\(description): \(SystemError(call: "", on: "", code: code).reason)"
  }
}
