import LinuxInput
import TestSupport
import TestTables

/// Whether a screen is lit, as sysfs has it; a folder of our own stands for `/sys/class/drm`.
@Suite("Display output") struct DisplayOutputTests {
  struct Row: TableRow {
    var what = ""
    /// What `card1-HDMI-A-1/dpms` says; `nil` for no such file.
    let dpms: String?
    let isOn: Bool
    var exists = true
  }

  @Test(
    "Rows",
    arguments: [
      "lit": Row(dpms: "On\n", isOn: true),
      "off": Row(dpms: "Off\n", isOn: false),
      "standby": Row(dpms: "Standby\n", isOn: false),
      "suspended": Row(dpms: "Suspend\n", isOn: false),
      "no such output: no touch is lost to a missing file": Row(dpms: nil, isOn: true, exists: false),
    ] as Table<Row>)
  func row(_ row: Row) {
    let sysfs = TemporaryFolder(row.dpms.map { ["card1-HDMI-A-1/dpms": $0] } ?? [:])
    let output = DisplayOutput(name: "HDMI-A-1", folder: sysfs.path)
    #expect(output.isOn == row.isOn)
    #expect(output.exists == row.exists)
  }

  @Test("Those with a screen, by name, of every card")
  func connected() {
    let sysfs = TemporaryFolder([
      "card1-HDMI-A-2/status": "connected\n", "card0-DSI-1/status": "connected\n",
      "card1-HDMI-A-1/status": "disconnected\n", "card1/status": "connected\n",
      "version/status": "connected\n",
    ])
    #expect(DisplayOutput.connected(below: sysfs.path) == ["DSI-1", "HDMI-A-2"])
    #expect(DisplayOutput.connected(below: "/nowhere") == [])
  }

  @Test("It is asked anew each time, and found again after its card was gone")
  func changes() throws {
    let sysfs = TemporaryFolder()
    let output = DisplayOutput(name: "DSI-1", folder: sysfs.path)
    #expect(output.isOn)
    try sysfs.shell("mkdir card0-DSI-1; echo Off > card0-DSI-1/dpms")
    #expect(!output.isOn)
    try sysfs.shell("echo On > card0-DSI-1/dpms")
    #expect(output.isOn)
  }
}
