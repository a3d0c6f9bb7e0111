import FakePanels
import Glibc
import LinuxInput
import TestTables

/// What an administrator is to do where uinput cannot be opened.
@Suite("uinput that cannot be used") struct UinputRemedyTests {
  struct Row: TableRow {
    var what = ""
    let code: Int32
    let words: String
  }

  @Test(
    "Rows",
    arguments: [
      "without the right": Row(code: EACCES, words: "70-touchd.rules, which gives it to the user"),
      "outside the service's devices": Row(code: EPERM, words: "`DeviceAllow=/dev/uinput rw`"),
      "without its node": Row(code: ENOENT, words: "`sudo modprobe uinput`"),
      "with a node and no module": Row(code: ENODEV, words: "`sudo modprobe uinput`"),
      "without a descriptor": Row(code: EMFILE, words: "`LimitNOFILE=`"),
    ] as Table<Row>)
  func row(_ row: Row) {
    let uinput = FakeUinput()
    uinput.fail(after: 0, with: row.code)
    let error = expectRefusal(row.code, row.words) { try VirtualDevice(.panel(), at: uinput.path) }
    #expect(error?.call == "open")
  }

  @Test("A path without a node, and a node that is not uinput's")
  func path() {
    let none = expectRefusal(ENOENT, "modprobe uinput") {
      try VirtualDevice(.panel(), at: "/nonexistent/uinput")
    }
    #expect(none?.subject == "/nonexistent/uinput")
    expectRefusal(ENOTTY, "not uinput's") { try VirtualDevice(.panel(), at: "/dev/null") }
  }
}
