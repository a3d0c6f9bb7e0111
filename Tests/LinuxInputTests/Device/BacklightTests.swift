import LinuxInput
import TestSupport
import TestTables

/// Whether a backlight is on, as sysfs has it; a folder of our own stands for `/sys/class/backlight`.
@Suite("Backlight") struct BacklightTests {
  struct Row: TableRow {
    var what = ""
    /// The files of the backlight `panel`.
    let files: [String: String]
    let isOn: Bool
    var exists = true
  }

  @Test(
    "Rows",
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
  func row(_ row: Row) {
    let files = row.files.map { ("panel/\($0.key)", $0.value) }
    let sysfs = TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
    let backlight = Backlight(name: "panel", folder: sysfs.path)
    #expect(backlight.isOn == row.isOn)
    #expect(backlight.exists == row.exists)
  }
}
