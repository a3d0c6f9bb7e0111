import ArgumentParser
import Dispatcher
import LinuxInput

/// `touchd devices`: what is there, and what of it is a touchscreen.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists every input device: whether it is a touchscreen, and why not.",
    discussion: "The `match:` block of a touchscreen is ready to be pasted into a layout.",
    examples: [
      "The devices, and what to put into a layout": "touchd devices"
    ])

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    let reports: [DeviceReport]
    do {
      reports = DeviceReport.reports(of: try DeviceNode.all().map { DeviceReport($0) })
    } catch {
      throw failure("\(error)", .refused)
    }
    let output = StandardOutput()
    if json {
      output.line(JSON.object([("devices", .array(reports.map(\.json)))]).text)
    } else if reports.isEmpty {
      output.line("no input device: there is no /dev/input/event*")
    } else {
      for report in reports { output.line(report.text) }
    }
    output.flush()
    // Every device was kept from us: the list says nothing, so it must not look like an answer.
    if !reports.isEmpty, let error = reports.compactMap(\.error).first,
      reports.allSatisfy({ $0.error != nil })
    {
      throw failure("\(error)", .refused)
    }
  }
}
