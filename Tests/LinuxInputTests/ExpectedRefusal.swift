import LinuxInput
import TestTables

/// Expects the system to refuse, with an errno, and with words of what happened and what to do.
@discardableResult
func expectRefusal<Result>(
  _ code: Int32, _ words: String = "", sourceLocation: SourceLocation = #_sourceLocation,
  of body: () throws -> Result
) -> SystemError? {
  let error = #expect(throws: SystemError.self, sourceLocation: sourceLocation) { _ = try body() }
  let text = error?.description ?? ""
  #expect(error?.code == code && text.contains(words), "\(text)", sourceLocation: sourceLocation)
  return error
}
