internal import Dispatcher
internal import YAML

/// Reads YAML of `libinput record`, version 1: devices with their descriptions and events.
///
/// Other events than evdev's, which libinput notes for its own developers, are passed over.
struct LibinputRecordReader {
  private let reader: LocatedReader
  private let limits: RecordingLimits

  init(file: String, limits: RecordingLimits) {
    reader = LocatedReader(file: file)
    self.limits = limits
  }

  /// Reads the whole text. The YAML reader's own limits hold beside those of the recording.
  func read(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    let root = try reader.root(bytes)
    if let version = root["version"], version.int != 1 {
      throw reader.error(version, "expected version 1 of `libinput record`")
    }
    guard let devices = root["devices"] else {
      throw reader.error(root, "expected `devices:`, as `libinput record` writes it")
    }
    var recording = Recording(devices: [])
    var room = limits.events
    for device in try reader.sequence(devices, "the devices") {
      let recorded = try self.device(device, room: room)
      room -= recorded.events.count
      recording.devices.append(recorded)
    }
    guard !recording.devices.isEmpty else { throw reader.error(devices, "expected one device at least") }
    return recording
  }

  private func device(_ node: Node, room: Int) throws(RecordingError) -> RecordedDevice {
    guard let evdev = node["evdev"] else { throw reader.error(node, "expected `evdev:` in the device") }
    var device = RecordedDevice(description: try description(evdev), properties: properties(node["udev"]))
    guard let events = node["events"], !events.isNull else { return device }
    for entry in try reader.sequence(events, "the events") {
      guard let frame = entry["evdev"] else { continue }
      for event in try reader.sequence(frame, "the events of a frame") {
        guard device.events.count < room else {
          throw reader.error(event, "there are more than \(limits.events) events, the most that are read")
        }
        device.events.append(try self.event(event))
      }
    }
    return device
  }

  /// Udev's properties of the device, `- NAME=VALUE` each; other lines are passed over.
  private func properties(_ udev: Node?) -> [String: String] {
    var properties: [String: String] = [:]
    for entry in udev?["properties"]?.sequence ?? [] {
      if let text = entry.scalar?.text { RecordedProperties.take(text, into: &properties) }
    }
    return properties
  }

  private func event(_ node: Node) throws(RecordingError) -> RawEvent {
    guard let fields = node.sequence, fields.count == 5 else {
      throw reader.error(node, "expected an event, [seconds, microseconds, type, code, value]")
    }
    var event = RawEvent(
      type: try reader.number(fields[2], "the event's type"), code: try reader.number(fields[3], "its code"),
      value: try reader.number(fields[4], "its value"))
    event.seconds = try reader.number(fields[0], "the seconds")
    event.microseconds = try reader.number(fields[1], "the microseconds")
    return event
  }

  private func description(_ node: Node) throws(RecordingError) -> DeviceDescription {
    var device = DeviceDescription(name: node["name"]?.scalar?.text.cleaned() ?? "")
    if let id = node["id"] { try takeIdentity(id, &device) }
    if let properties = node["properties"] {
      device.properties = try reader.codes(properties, "a property", below: KernelLimit.properties)
    }
    for pair in try pairs(node["codes"], "the codes") {
      let type = try reader.code(pair.key, "the event type", below: KernelLimit.types)
      guard type != EventType.syn else { continue }
      device.codes[type] = try reader.codes(pair.value, "the event code", below: KernelLimit.codes)
    }
    for pair in try pairs(node["absinfo"], "the axes") {
      let code = try reader.code(pair.key, "the axis", below: KernelLimit.axes)
      device.axes[code] = try range(pair.value)
      device.codes[EventType.abs, default: []].insert(code)
    }
    return device
  }

  private func pairs(_ node: Node?, _ name: String) throws(RecordingError) -> [Node.Pair] {
    guard let node, !node.isNull else { return [] }
    return try reader.mapping(node, name)
  }

  private func takeIdentity(_ node: Node, _ device: inout DeviceDescription) throws(RecordingError) {
    let numbers: [UInt16] = try reader.numbers(node, "the device's id")
    guard numbers.count == 4 else { throw reader.error(node, "expected [bus, vendor, product, version]") }
    (device.bus, device.vendor) = (numbers[0], numbers[1])
    (device.product, device.version) = (numbers[2], numbers[3])
  }

  private func range(_ node: Node) throws(RecordingError) -> AxisRange {
    let numbers: [Int32] = try reader.numbers(node, "the range of an axis")
    guard numbers.count == 5 else {
      throw reader.error(node, "expected [minimum, maximum, fuzz, flat, resolution]")
    }
    return AxisRange(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
  }
}
