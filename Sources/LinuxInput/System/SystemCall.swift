internal import Glibc

/// Makes a call of the C library, which answers −1 and leaves the reason in errno.
///
/// Errno is read before anything else runs that could change it.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ call: String, on subject: @autoclosure () -> String, remedy: (Int32) -> String? = { _ in nil },
  _ body: () -> Result
) throws(SystemError) -> Result {
  let result = body()
  guard result < 0 else { return result }
  let code = errno
  throw SystemError(call: call, on: subject(), code: code, remedy: remedy(code))
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
