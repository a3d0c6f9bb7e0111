import Glibc
import LinuxInput
import Testing

@Suite("An error of the system") struct SystemErrorTests {
  @Test(
    "is one line: the call, on what, why in words and by name, and what helps",
    arguments: [
      (
        SystemError(call: "open", on: "/dev/input/event3", code: EACCES, remedy: "add the user"),
        "open /dev/input/event3: Permission denied (EACCES); add the user"
      ),
      (SystemError(call: "read", on: "a.evemu", code: EISDIR), "read a.evemu: Is a directory (EISDIR)"),
      (SystemError(call: "mmap", on: "x", code: 99_999), "mmap x: unknown error (?)"),
    ])
  func description(error: SystemError, text: String) { #expect(error.description == text) }
}
