/// What a pen and a touchscreen are paired by: that they are parts of one device, as libinput's device groups have it.
public struct PenPairing: Equatable, Sendable {
  /// Whether this is the pen.
  public let isPen: Bool
  /// Whether the layout has pens silence fingers.
  public let isArbitrated: Bool
  /// udev's LIBINPUT_DEVICE_GROUP: one for all nodes of a device, also where pen and panel hang side by side on a hub.
  public let group: String?
  /// The physical path without the interface, `usb-0000:00:14.0-2`; `nil` where the driver gives none.
  public let device: String?
  /// udev's ID_PATH without the interface; `nil` where udev gives none.
  public let port: String?
  /// The vendor's number on its bus; 0 if the device states none.
  public let vendor: UInt16
  /// The product's number; 0 if the device states none.
  public let product: UInt16

  /// - Parameters:
  ///   - phys: the kernel's physical path, `usb-0000:00:14.0-2/input0`.
  ///   - port: udev's ID_PATH, without the interface.
  public init(
    isPen: Bool, isArbitrated: Bool = true, group: String? = nil, phys: String? = nil, port: String? = nil,
    vendor: UInt16 = 0, product: UInt16 = 0
  ) {
    self.isPen = isPen
    self.isArbitrated = isArbitrated
    self.group = group
    let stem = phys?.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    device = [stem, phys].lazy.compactMap { $0 }.first { !$0.isEmpty }
    self.port = port?.isEmpty == true ? nil : port
    (self.vendor, self.product) = (vendor, product)
  }

  /// Whether both are parts of one device.
  ///
  /// udev's groups decide where they are the same, else where the two hang. That both have one maker means nothing; where
  /// nothing says where either hangs, as in most recordings, they must also be one product.
  public func isPart(of other: PenPairing) -> Bool {
    if let group, group == other.group { return true }
    if let device, let theirs = other.device { return device == theirs }
    if let port, let theirs = other.port { return port == theirs }
    return isUnplaced && other.isUnplaced && vendor != 0 && (vendor, product) == (other.vendor, other.product)
  }

  private var isUnplaced: Bool { group == nil && device == nil && port == nil }
}

/// Which pens are near their screens, and which touches they keep away (DEVICES 14).
///
/// A pen that comes near cancels the touches of the panels that it is paired with, and what lands there is muted, until
/// ``release`` after the last pen has left.
struct PenArbitration {
  /// How long after a pen has left a hand may still lie on the glass. (libinput, evdev-mt-touchpad and tablets: 90 ms)
  static let release = Interval.milliseconds(90)

  private var panels: [Panel] = []
  /// The pens that are near.
  private var near: [ObjectIdentifier: Panel] = [:]

  mutating func add(_ panel: Panel) {
    if panel.pairing?.isArbitrated == true, !panels.contains(where: { $0 === panel }) { panels.append(panel) }
  }

  mutating func remove(_ panel: Panel) { panels.removeAll { $0 === panel } }

  /// Whether a pen has come, or gone, since it was last asked about; `nil` if neither.
  mutating func change(of pen: Panel, isNear: Bool) -> Bool? {
    let wasNear = near[ObjectIdentifier(pen)] != nil
    guard isNear != wasNear else { return nil }
    near[ObjectIdentifier(pen)] = isNear ? pen : nil
    return isNear
  }

  /// The panels that may be paired with a pen.
  var screens: [Panel] { panels.filter { $0.pairing?.isPen == false } }

  /// The touchscreens that give way to a pen. O(panels).
  func partners(of pen: Panel) -> [Panel] { screens.filter { isPaired($0, with: pen) } }

  private func isPaired(_ screen: Panel, with pen: Panel) -> Bool {
    guard let pairing = pen.pairing, pairing.isArbitrated else { return false }
    return screen.pairing.map { !$0.isPen && $0.isPart(of: pairing) } ?? false
  }

  /// The pens that are near a touchscreen, and keep fingers away from it. O(pens).
  func pens(near screen: Panel) -> [Panel] { near.values.filter { isPaired(screen, with: $0) } }

  /// The pen that is the first to be out of reach if it stays silent. O(pens).
  var nextLost: Panel? {
    near.values.filter { $0.reach.deadline != nil }.min {
      ($0.reach.deadline ?? .zero) < ($1.reach.deadline ?? .zero)
    }
  }
}

extension Panel {
  /// Whether a pen is near: one of its tools is on, or it touches, and it has not been silent for too long.
  var isPenNear: Bool {
    let pen = assembler.table[0]
    guard !assembler.isOutOfReach else { return false }
    return !pen.current.penKeys.isDisjoint(with: .tools) || pen.current.isTouching
  }
}
