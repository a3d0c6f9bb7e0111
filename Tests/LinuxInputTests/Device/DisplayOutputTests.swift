import LinuxInput
import TestTables

/// Whether a screen is lit, as sysfs has it; folders of our own stand for `/sys/class/drm` and `/sys/class/backlight`.
@Suite("Display outputs and backlights") struct DisplayOutputTests {
  struct Row: TableRow {
    var what = ""
    /// The files in the folder of the output, or of the backlight.
    let files: [String: String]
    let isOn: Bool
    var exists = true

    func folder(_ name: String) -> TemporaryFolder {
      let files = files.map { ("\(name)/\($0.key)", $0.value) }
      return TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
    }
  }

  @Test(
    "An output is",
    arguments: [
      "lit": Row(files: ["dpms": "On\n"], isOn: true),
      "off": Row(files: ["dpms": "Off\n"], isOn: false),
      "standby": Row(files: ["dpms": "Standby\n"], isOn: false),
      "suspended": Row(files: ["dpms": "Suspend\n"], isOn: false),
      "no such output: no touch is lost to a missing file": Row(files: [:], isOn: true, exists: false),
    ] as Table<Row>)
  func output(_ row: Row) {
    let sysfs = row.folder("card1-HDMI-A-1")
    let output = DisplayOutput(name: "HDMI-A-1", folder: sysfs.path)
    #expect(output.isOn == row.isOn)
    #expect(output.exists == row.exists)
  }

  @Test(
    "A backlight is",
    arguments: [
      "on": Row(files: ["bl_power": "0\n", "brightness": "180\n"], isOn: true),
      "powered down": Row(files: ["bl_power": "4\n", "brightness": "180\n"], isOn: false),
      "blanked, not powered down": Row(files: ["bl_power": "1\n", "brightness": "180\n"], isOn: false),
      "at brightness 0": Row(files: ["bl_power": "0\n", "brightness": "0\n"], isOn: false),
      "what the hardware does is not asked": Row(
        files: ["bl_power": "0\n", "brightness": "180\n", "actual_brightness": "0\n"], isOn: true),
      "without bl_power": Row(files: ["brightness": "0\n"], isOn: false),
      "without brightness": Row(files: ["bl_power": "0\n"], isOn: true),
      "no such backlight: no touch is lost to a missing file": Row(files: [:], isOn: true, exists: false),
      "files with something else": Row(
        files: ["bl_power": "off\n", "brightness": "\n"], isOn: true, exists: false),
    ] as Table<Row>)
  func backlight(_ row: Row) {
    let sysfs = row.folder("panel")
    let backlight = Backlight(name: "panel", folder: sysfs.path)
    #expect(backlight.isOn == row.isOn)
    #expect(backlight.exists == row.exists)
  }

  @Test("Those with a screen, by name, of every card")
  func connected() {
    let sysfs = TemporaryFolder([
      "card1-HDMI-A-2/status": "connected\n", "card0-DSI-1/status": "connected\n",
      "card1-HDMI-A-1/status": "disconnected\n", "card1/status": "connected\n",
      "version/status": "connected\n",
    ])
    #expect(DisplayOutput.connectors(below: sysfs.path) { $0 == "connected" } == ["DSI-1", "HDMI-A-2"])
    #expect(DisplayOutput.connectors(below: "/nowhere") == [])
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
