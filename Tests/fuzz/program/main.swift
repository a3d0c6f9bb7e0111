import CLibFuzzer
import FuzzTargets
import Glibc

// libFuzzer around one target: the one that the program is called after.

/// The target; `nil` under any other name.
let target = FuzzTarget(rawValue: String(CommandLine.arguments.first?.split(separator: "/").last ?? ""))
guard target != nil else {
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
  fatalError("this program must be called by the name of a target: \(names)")
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let violation = target?.violation(input) { fatalError(violation) }
  return 0
}
exit(status)
