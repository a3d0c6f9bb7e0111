import Dispatcher
import LinuxInput
import Logging
import YAML

/// The plugin `pointer`: a mouse of touchd's own, for programs that know only a mouse.
///
/// All responders of a layout share one mouse. What it does stands in the trace also where no device is made.
final class PointerPlugin: ResponderPlugin {
  let name: String
  private let task: PointerTask
  private let pointer: VirtualPointer?
  private let log: LimitedLog

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, pointer) = (name, host.pointer)
    task = PointerTask(options)
    log = LimitedLog(host.logger, burst: 1, every: .seconds(60))
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    for touch in touches.sorted(by: { $0.contactID < $1.contactID }) {
      note(pointer?.act(touch, task, at: event.timestamp), at: event.timestamp)
    }
  }

  func gesture(_ event: GestureEvent) { note(pointer?.act(event, task), at: event.timestamp) }
  func control(_ event: ControlEvent) { note(pointer?.act(event, task), at: event.timestamp) }

  private func note(_ isDone: Bool?, at time: Timestamp) {
    guard isDone == false else { return }
    log.notice(about: name, at: time, "left out: the pointer is at something else")
  }
}

extension PointerTask {
  /// Task as the options of a responder say it.
  init(_ options: PluginOptions) {
    self.init()
    for (name, value) in options.values {
      switch (name, value) {
      case ("press", .string(let word)), ("drag", .string(let word)):
        (act, button) = (name == "press" ? .press : .drag, PointerReport.Button(rawValue: word) ?? .left)
      case ("scroll", .string(let word)): isNatural = word == "natural"
      case ("count", .number(let number)): count = Int(number)
      case ("notch", .number(let number)): notch = number
      case ("axis", .string(let word)):
        axis = word == "horizontal" ? .horizontal : word == "vertical" ? .vertical : .any
      case ("momentum", .flag(let flag)): hasMomentum = flag
      case ("park", .flag(let flag)): parks = flag
      default: break
      }
    }
  }
}

extension Layout {
  /// Description of the device of its mouse; `nil` if no responder uses one.
  var pointer: DeviceDescription? {
    guard responders.contains(where: { $0.plugin.value == "pointer" }) else { return nil }
    let title = (screen.name ?? PageRequest.stem(of: file)).cleaned(limit: VirtualDevice.longestName - 15)
    var identity = DeviceDescription(name: "touchd \(title) pointer")
    (identity.bus, identity.phys) = (PageRequest.virtualBus, PageRequest.phys(file, screen.output))
    return VirtualPointer.description(identity)
  }
}
