public import Dispatcher
internal import YAML

/// A JSON list of device descriptions, each for one recording.
///
/// Of an entry, `"file"` names the recording and `"abs"` the axes: `{"ABS_X": {"min": 0, "max": 4095}}`,
/// where `"fuzz"`, `"flat"` and `"resolution"` may follow. `"device"`, `"props"` and `"keys"` may be missing.
struct DeviceIndex {
  private let reader: LocatedReader
  private let entries: [Node]

  init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    reader = LocatedReader(file: file)
    let root = try reader.root(bytes)
    entries = root.mapping == nil ? try reader.sequence(root, "device descriptions") : [root]
  }

  /// The description of a recording: the entry whose file is the end of the recording's path, the longest
  /// first; or else the only one with its file name.
  func description(of recording: String) throws(RecordingError) -> DeviceDescription {
    let path = Self.components(recording)
    let files = entries.map { Self.components($0["file"]?.string ?? "") }
    let suffixes = entries.indices.filter {
      !files[$0].isEmpty && path.suffix(files[$0].count) == files[$0][...]
    }
    if let best = suffixes.max(by: { files[$0].count < files[$1].count }) {
      return try description(entries[best])
    }
    let names = entries.indices.filter { path.last != nil && files[$0].last == path.last }
    guard let only = names.first, names.count == 1 else {
      throw RecordingError(
        file: reader.file, line: 1,
        message: "\(names.isEmpty ? "no" : "more than one") entry's \"file\" is the end of “\(recording)”")
    }
    return try description(entries[only])
  }

  private static func components(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }

  private func description(_ entry: Node) throws(RecordingError) -> DeviceDescription {
    var device = DeviceDescription(name: entry["device"]?.scalar?.text.cleaned() ?? "")
    guard let axes = entry["abs"] else {
      throw reader.error(entry, "expected \"abs\", the ranges of the axes")
    }
    for pair in try reader.mapping(axes, "the ranges of the axes") {
      let code = try number(pair.key) { EventName.code(named: $0, of: EventType.abs) }
      device.axes[code] = try range(pair.value)
      device.codes[EventType.abs, default: []].insert(code)
    }
    for property in try items(entry["props"], "properties") {
      device.properties.insert(try number(property) { EventName.property(named: $0) })
    }
    for key in try items(entry["keys"], "keys") {
      device.codes[EventType.key, default: []].insert(
        try number(key) { EventName.code(named: $0, of: EventType.key) })
    }
    return device
  }

  private func items(_ node: Node?, _ name: String) throws(RecordingError) -> [Node] {
    guard let node, !node.isNull else { return [] }
    return try reader.sequence(node, name)
  }

  /// The kernel's number for a name.
  private func number(_ node: Node, _ lookup: (String) -> UInt16?) throws(RecordingError) -> UInt16 {
    let name = try reader.text(node, "a kernel name")
    guard let number = lookup(name) else {
      throw reader.error(node, "“\(name.cleaned())” is no name of the kernel's here")
    }
    return number
  }

  private func range(_ node: Node) throws(RecordingError) -> AxisRange {
    guard let minimum = node["min"], let maximum = node["max"] else {
      throw reader.error(node, "expected \"min\" and \"max\"")
    }
    return AxisRange(
      minimum: try reader.number(minimum, "the minimum"), maximum: try reader.number(maximum, "the maximum"),
      fuzz: try optional(node["fuzz"], "the fuzz"), flat: try optional(node["flat"], "the flat"),
      resolution: try optional(node["resolution"], "the resolution"))
  }

  private func optional(_ node: Node?, _ name: String) throws(RecordingError) -> Int32 {
    guard let node else { return 0 }
    return try reader.number(node, name)
  }
}

extension DeviceDescription {
  /// Reads a device's description for a recording that lacks it.
  ///
  /// From evemu text (`.desc`, `.device`), any recording that has a head, or a JSON list of descriptions, of
  /// which the one is taken whose `"file"` is the end of the recording's path.
  ///
  /// - Throws: ``SystemError`` if the file cannot be read; ``RecordingError`` with the line if it is
  ///   malformed, holds no description, or none for the recording.
  public init(contentsOf path: String, forRecording recording: String) throws {
    let limits = RecordingLimits()
    let bytes = try Gzip.decompress(Recording.bytes(of: path), file: path, limit: limits.bytes)
    if RecordingFormat(of: bytes) == .deviceIndex {
      self = try DeviceIndex(bytes, file: path).description(of: recording)
      return
    }
    let recording = try Recording(parsing: bytes, file: path, limits: limits)
    guard let first = recording.devices.compactMap(\.description).first else {
      throw RecordingError(
        file: path, line: 1, message: "it describes no device; expected lines `N:` `I:` `P:` `B:` `A:`")
    }
    self = first
  }
}
