import FakePanels
import Glibc
import LinuxInput
import TestTables

/// Where programs find a device that this process made; a folder of our own stands for sysfs.
@Suite("The node of a virtual device") struct VirtualDeviceNodeTests {
  private let uinput = FakeUinput()

  struct Row: TableRow {
    var what = ""
    /// What is in the device's folder; `nil` if it has none.
    let entries: [String]?
    let node: String?
    var words = ""
  }

  @Test(
    "Rows",
    arguments: [
      "among other entries": Row(
        entries: ["capabilities", "event12", "mouse0", "name"], node: "/dev/input/event12"),
      "no number behind the word": Row(
        entries: ["event", "events", "event1x"], node: nil, words: "sudo modprobe evdev"),
      "no event node": Row(entries: ["name"], node: nil, words: "sudo modprobe evdev"),
      "no folder: it was destroyed, or sysfs is out of reach": Row(entries: nil, node: nil),
    ] as Table<Row>)
  func row(_ row: Row) throws {
    let device = try VirtualDevice(.panel(), at: uinput.path)
    let sysfs = TemporaryFolder()
    if let entries = row.entries {
      try sysfs.shell("mkdir \(device.sysname)")
      for entry in entries { try sysfs.shell("touch \(device.sysname)/\(entry)") }
    }
    if let node = row.node {
      #expect(try device.node(below: sysfs.path) == node)
    } else {
      let error = expectRefusal(ENOENT, row.words) { try device.node(below: sysfs.path) }
      #expect(error?.subject == sysfs[device.sysname])
    }
  }
}
