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
    let values = options.values
    act = values["press"] != nil ? .press : values["drag"] != nil ? .drag : .scroll
    button = values.value("press") ?? values.value("drag") ?? button
    isNatural = options["scroll"] != "mouse"
    count = values.value("count") ?? count
    notch = values.value("notch") ?? notch
    axis = values.value("axis") ?? axis
    hasMomentum = values.value("momentum") ?? hasMomentum
    parks = values.value("park") ?? parks
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
