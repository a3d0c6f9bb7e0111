internal import Glibc

/// How many pages of memory this process has, by /proc/self/statm.
public func residentPages() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 128)
  guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
  let fields = buffer.map { Character(UnicodeScalar(UInt8(bitPattern: $0))) }.split(separator: " ")
  return fields.count > 1 ? Int(String(fields[1])) ?? 0 : 0
}
