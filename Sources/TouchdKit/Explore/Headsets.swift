internal import Glibc
import LinuxInput

/// The headsets of the machine: sockets that tell whether one is plugged in, and sound cards that are one.
///
/// Looks at sysfs at the start and whenever udev reports a device; a socket tells by itself. What cannot be read is no
/// headset.
final class Headsets {
  /// Called when a headset has come or gone.
  var onChange: () -> Void = {}
  private let runLoop: RunLoop
  private let machine: Machine
  private var sockets: [String: Socket] = [:]
  private var cards: Set<String> = []

  /// Finds and reads them. Tests have a machine of their own.
  struct Machine {
    var sysfs = "/sys/class"
    var devices = "/dev/input"
    /// Whether something is plugged into an open socket; `nil` where it has gone.
    var isPluggedIn: (Int32) -> Bool? = { descriptor in
      var switches: UInt64 = 0
      let size = UInt(MemoryLayout.size(ofValue: switches))
      // EVIOCGSW of linux/input.h.
      let request = UInt(2) << 30 | size << 16 | UInt(UInt8(ascii: "E")) << 8 | 0x1b
      return ioctl(descriptor, request, &switches) < 0 ? nil : switches >> headphoneInsert & 1 != 0
    }
  }

  private final class Socket {
    let descriptor: OwnedDescriptor
    var watch: RunLoop.Watch?
    var isPluggedIn = false

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
  }

  /// SW_HEADPHONE_INSERT of linux/input-event-codes.h.
  private static let headphoneInsert: UInt64 = 2
  /// More sockets and cards than a machine has, and bytes than a name in sysfs. (O)
  private static let (mostSockets, mostCards, longestName) = (16, 64, 4096)

  init(on runLoop: RunLoop, _ machine: Machine = Machine()) {
    (self.runLoop, self.machine) = (runLoop, machine)
  }

  /// Whether one of those that a layout names is there.
  func contains(_ headphones: ExploreDescription.Headphones) -> Bool {
    switch headphones {
    case .ignored: false
    case .anySocket: sockets.values.contains(where: \.isPluggedIn)
    case .card(let name): cards.contains(name)
    }
  }

  func look() {
    let former = state
    for name in names(in: "input", "event") where sockets[name] == nil && sockets.count < Self.mostSockets {
      guard let switches = text("input/\(name)/device/capabilities/sw").split(separator: " ").last,
        UInt64(switches, radix: 16).map({ $0 >> Self.headphoneInsert & 1 != 0 }) == true
      else { continue }
      open(name)
    }
    cards = Set(names(in: "sound", "card").prefix(Self.mostCards).map { text("sound/\($0)/id") })
    if state != former { onChange() }
  }

  private var state: [Set<String>] { [cards, Set(sockets.filter(\.value.isPluggedIn).keys)] }

  private func open(_ name: String) {
    let number = Glibc.open("\(machine.devices)/\(name)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return }
    let socket = Socket(OwnedDescriptor(adopting: number))
    // One that cannot be followed is looked at anew the next time.
    guard let watch = try? runLoop.watch(number, { [unowned self] _ in serve(name) }) else { return }
    (socket.watch, socket.isPluggedIn) = (watch, machine.isPluggedIn(number) ?? false)
    sockets[name] = socket
  }

  /// Takes what a socket has sent, of which only the state counts.
  private func serve(_ name: String) {
    guard let socket = sockets[name] else { return }
    var bytes = [UInt8](repeating: 0, count: 1536)
    _ = read(socket.descriptor.rawValue, &bytes, bytes.count)
    let former = state
    if let isPluggedIn = machine.isPluggedIn(socket.descriptor.rawValue) {
      socket.isPluggedIn = isPluggedIn
    } else {
      if let watch = socket.watch { runLoop.cancel(watch) }
      sockets[name] = nil
    }
    if state != former { onChange() }
  }

  private func names(in folder: String, _ prefix: String) -> [String] {
    let names = (try? entries(ofFolder: "\(machine.sysfs)/\(folder)")) ?? []
    return names.filter { $0.hasPrefix(prefix) && $0.dropFirst(prefix.count).allSatisfy(\.isNumber) }.sorted()
  }

  private func text(_ path: String) -> String {
    let bytes = (try? contentsOfFile("\(machine.sysfs)/\(path)", limit: Self.longestName, waits: false)) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
