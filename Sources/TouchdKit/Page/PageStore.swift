import Dispatcher
internal import Glibc
import LinuxInput

/// The devices of pages, and the panels that are held, in the service manager's store: they outlive this process, so
/// that nothing reaches other programs raw between it and the next.
///
/// The third start in half a minute that finds panels held lets everything go: a panel that works without touchd is
/// better than one that is held by a program that does not run.
final class PageStore {
  private let supervisor: Supervisor
  /// Everything that is in the store.
  private var names: Set<String>
  /// Whether too many processes in a row have come to an end.
  let isGivenUp: Bool

  /// - Parameter starts: what is known of the starts before this one.
  init(_ supervisor: Supervisor, _ starts: StartCount?, at time: Timestamp) {
    self.supervisor = supervisor
    let names = Set(supervisor.storedDescriptors.names)
    let hasPanels = names.contains { $0.hasPrefix(Self.panelPrefix) }
    isGivenUp = hasPanels && starts?.note(at: time) == true
    self.names = names
    for name in names.sorted() where !name.hasPrefix(Self.devicePrefix) {
      if isGivenUp || !name.hasPrefix(Self.panelPrefix) { remove(name) }
    }
  }

  /// The device of a layout that an earlier process left, and nothing has taken over.
  func takeDevice(of layout: String) -> OwnedDescriptor? {
    supervisor.storedDescriptors.take(Self.deviceName(layout))
  }

  /// A device that no layout has asked for; `nil` if there is none any more.
  func takeOtherDevice() -> OwnedDescriptor? {
    guard let name = supervisor.storedDescriptors.names.first(where: { $0.hasPrefix(Self.devicePrefix) })
    else { return nil }
    remove(name)
    return supervisor.storedDescriptors.take(name)
  }

  /// The panel at a node, as an earlier process held it; `nil` if none did.
  func takePanel(at path: String) -> InputDevice? {
    let suffix = "-\(Self.sysname(path))"
    guard
      let name = supervisor.storedDescriptors.names.first(where: {
        $0.hasPrefix(Self.panelPrefix) && $0.hasSuffix(suffix)
      }), let descriptor = supervisor.storedDescriptors.take(name)
    else { return nil }
    // It may have been unplugged, and another have its number.
    if descriptor.isOpen(of: path),
      let device = try? InputDevice(adopting: descriptor, path: path, isGrabbed: true)
    {
      return device
    }
    remove(name)
    return nil
  }

  /// Lets the panels go that no layout holds.
  func forgetPanels(except used: Set<String>) {
    for name in names.sorted() where name.hasPrefix(Self.panelPrefix) && !used.contains(name) {
      _ = supervisor.storedDescriptors.take(name)
      remove(name)
    }
  }

  func store(_ device: PageDevice, of layout: String) {
    // It hangs up for no one.
    add(device.descriptor, Self.deviceName(layout), isPolled: false)
  }

  func removeDevice(of layout: String) { remove(Self.deviceName(layout)) }

  func store(_ panel: InputDevice, of layout: String) {
    add(panel.fileDescriptor, Self.panelName(layout, panel.path), isPolled: true)
  }

  func remove(_ panel: InputDevice, of layout: String) { remove(Self.panelName(layout, panel.path)) }

  private func add(_ descriptor: Int32, _ name: String, isPolled: Bool) {
    guard names.insert(name).inserted else { return }
    supervisor.store(descriptor, as: name, isPolled: isPolled)
  }

  private func remove(_ name: String) {
    if names.remove(name) != nil { supervisor.removeStored(name) }
  }

  private static let devicePrefix = "screen-"
  private static let panelPrefix = "panel-"

  private static func deviceName(_ layout: String) -> String { devicePrefix + number(layout) }

  static func panelName(_ layout: String, _ path: String) -> String {
    "\(panelPrefix)\(number(layout))-\(sysname(path))"
  }

  private static func sysname(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").filter { $0.isASCII && ($0.isLowercase || $0.isNumber) })
  }

  /// A number for a layout's file, the same in every process: Swift's own hashes differ.
  private static func number(_ layout: String) -> String { KeptFiles.sum(layout.utf8) }
}

/// The last starts of the service that found panels held, in a file of its run folder.
struct StartCount {
  /// So many starts within ``span`` are a program that does not run. (O)
  static let limit = 3
  static let span = Interval.seconds(30)

  private let path: String

  /// Those of this service; `nil` where the service manager gives it no folder.
  static var ofService: StartCount? {
    getenv("RUNTIME_DIRECTORY").flatMap { String(cString: $0).split(separator: ":").first }
      .map { StartCount(folder: String($0)) }
  }

  /// - Parameter folder: it stays while the service is restarted, and goes when it stops.
  init(folder: String) { path = "\(folder)/starts" }

  /// Notes a start.
  ///
  /// - Returns: whether it is the third within half a minute.
  func note(at time: Timestamp) -> Bool {
    let former = times.filter { $0 <= time && time - $0 < Self.span }
    let starts = former.suffix(Self.limit - 1) + [time]
    // A pipe that a program has put there would be written to, and hold up the start.
    unlink(path)
    // Without the file, each start counts as the first: the panel stays held.
    try? OutputFile.write(starts.map { "\($0.microseconds)\n" }.joined(), to: path)
    return starts.count >= Self.limit
  }

  private var times: [Timestamp] {
    guard let bytes = try? contentsOfFile(path, limit: 256, waits: false) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Int64($0).map { Timestamp(microseconds: $0) } }
  }
}
