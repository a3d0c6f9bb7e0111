import Glibc
import LinuxInput
import TestTables
import Testing

/// Whether a screen is lit, as sysfs has it; a folder of our own stands for `/sys/class/drm`.
@Suite("Display output") struct DisplayOutputTests {
  struct Row: TableRow {
    let what: String
    /// What `card1-HDMI-A-1/dpms` says; `nil` for no such file.
    let dpms: String?
    let isOn: Bool
    var exists = true
  }

  @Test(
    "Rows",
    arguments: [
      Row(what: "lit", dpms: "On\n", isOn: true),
      Row(what: "off", dpms: "Off\n", isOn: false),
      Row(what: "standby", dpms: "Standby\n", isOn: false),
      Row(what: "suspended", dpms: "Suspend\n", isOn: false),
      Row(what: "no such output: no touch is lost to a missing file", dpms: nil, isOn: true, exists: false),
    ])
  func row(_ row: Row) throws {
    let sysfs = try Sysfs()
    if let dpms = row.dpms { try sysfs.write(dpms, "card1-HDMI-A-1") }
    let output = DisplayOutput(name: "HDMI-A-1", folder: sysfs.path)
    #expect(output.isOn == row.isOn)
    #expect(output.exists == row.exists)
  }

  @Test("It is asked anew each time, and found again after its card was gone")
  func changes() throws {
    let sysfs = try Sysfs()
    let output = DisplayOutput(name: "DSI-1", folder: sysfs.path)
    #expect(output.isOn)
    try sysfs.write("Off\n", "card0-DSI-1")
    #expect(!output.isOn)
    try sysfs.write("On\n", "card0-DSI-1")
    #expect(output.isOn)
  }
}

/// A folder that goes with the test.
private final class Sysfs {
  let path: String
  private var folders: [String] = []

  init() throws {
    var template = Array("/tmp/touchd-output-XXXXXX".utf8CString)
    _ = try #require(mkdtemp(&template))
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes a connector's `dpms`, in place as sysfs does.
  func write(_ text: String, _ connector: String) throws {
    let folder = "\(path)/\(connector)"
    if mkdir(folder, 0o755) == 0 { folders.append(folder) }
    let file = try #require(fopen(folder + "/dpms", "w"))
    fputs(text, file)
    fclose(file)
  }

  deinit {
    for folder in folders {
      unlink(folder + "/dpms")
      rmdir(folder)
    }
    rmdir(path)
  }
}
