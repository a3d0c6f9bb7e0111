import LinuxInput
import TestSupport
import TestTables
import Testing

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
      Row(what: "on", files: ["bl_power": "0\n", "brightness": "180\n"], isOn: true),
      Row(what: "powered down", files: ["bl_power": "4\n", "brightness": "180\n"], isOn: false),
      Row(what: "blanked, not powered down", files: ["bl_power": "1\n", "brightness": "180\n"], isOn: false),
      Row(what: "at brightness 0", files: ["bl_power": "0\n", "brightness": "0\n"], isOn: false),
      Row(
        what: "what the hardware does is not asked",
        files: ["bl_power": "0\n", "brightness": "180\n", "actual_brightness": "0\n"], isOn: true),
      Row(what: "without bl_power", files: ["brightness": "0\n"], isOn: false),
      Row(what: "without brightness", files: ["bl_power": "0\n"], isOn: true),
      Row(
        what: "no such backlight: no touch is lost to a missing file", files: [:], isOn: true, exists: false),
      Row(
        what: "files with something else", files: ["bl_power": "off\n", "brightness": "\n"], isOn: true,
        exists: false),
    ])
  func row(_ row: Row) {
    let files = row.files.map { ("panel/\($0.key)", $0.value) }
    let sysfs = TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
    let backlight = Backlight(name: "panel", folder: sysfs.path)
    #expect(backlight.isOn == row.isOn)
    #expect(backlight.exists == row.exists)
  }
}
