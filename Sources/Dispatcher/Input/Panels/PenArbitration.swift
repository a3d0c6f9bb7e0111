/// Which pens are near their screens, and which touches they keep away.
///
/// A pen that comes near cancels the touches of the panels that it is paired with, and what lands there is muted, until
/// ``release`` after the last pen has left.
struct PenArbitration {
  /// The time for which a hand may lie on the glass after a pen has left. (libinput, evdev-mt-touchpad and tablets: 90
  /// ms)
  static let release = Interval.milliseconds(90)

  /// The pens that are near.
  private var near: [ObjectIdentifier: Panel] = [:]
  /// The time at which the first of them is out of reach if it stays silent; `nil` if silence means nothing for any.
  private(set) var deadline: Timestamp?

  /// Notes whether a pen is near.
  ///
  /// - Returns: whether that is new: it came, or left.
  mutating func note(_ pen: Panel, isNear: Bool) -> Bool {
    let wasNear = near[ObjectIdentifier(pen)] != nil
    near[ObjectIdentifier(pen)] = isNear ? pen : nil
    return isNear != wasNear
  }

  /// The pens that are near a touchscreen, and keep fingers away from it. O(pens).
  func pens(near screen: Panel) -> [Panel] { near.values.filter { screen.givesWay(to: $0) } }

  /// Takes in what was noticed of the pens. O(pens).
  mutating func updateDeadline() { deadline = near.values.compactMap(\.assembler.reach.deadline).min() }

  /// The pen that is out of reach at ``deadline``. O(pens).
  var nextLost: Panel? { near.values.first { $0.assembler.reach.deadline == deadline } }
}

extension Panel {
  /// Whether it is a touchscreen from which a pen keeps fingers away.
  func givesWay(to pen: Panel) -> Bool {
    guard let pairing, let other = pen.pairing, pairing.isArbitrated, other.isArbitrated else { return false }
    return !pairing.isPen && pairing.isPart(of: other)
  }
}

/// The key that pairs a pen with a touchscreen: they are parts of one device, as in libinput's device groups.
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
  /// udev's groups decide where they are the same, else where the two hang. That both have one maker means nothing;
  /// where nothing says where either hangs, as in most recordings, they must also be one product.
  public func isPart(of other: PenPairing) -> Bool {
    if let group, group == other.group { return true }
    if let device, let theirs = other.device { return device == theirs }
    if let port, let theirs = other.port { return port == theirs }
    return isUnplaced && other.isUnplaced && vendor != 0 && (vendor, product) == (other.vendor, other.product)
  }

  private var isUnplaced: Bool { group == nil && device == nil && port == nil }
}

/// Whether a pen is still within reach that need not say when it leaves.
///
/// A pen that has never said that it left, and is silent while neither its tip nor a button is down, is out of reach
/// once ``silence`` has passed; with its next event it is near again. One that said so once is believed.
final class PenReach {
  /// A pen that a hand holds sends without a pause. (libinput, evdev-tablet: 50 ms)
  static let silence = Interval.milliseconds(50)

  /// The time at which it is out of reach unless it sends something; `nil` if silence means nothing now.
  private(set) var deadline: Timestamp?
  /// Whether the pen was silent for too long, and sent nothing since.
  private(set) var isLost = false
  private var hasSaidThatItLeft = false
  private var wasNear = false

  /// The pen sent something.
  func hear() { isLost = false }

  /// Takes in what the pen is after a report of its own.
  func report(_ pen: SlotState, at time: Timestamp) {
    if wasNear, !pen.isPenNear { hasSaidThatItLeft = true }
    wasNear = pen.isPenNear
    let isHeld = pen.isTouching || !pen.penKeys.isDisjoint(with: .buttons)
    deadline = pen.isPenNear && !hasSaidThatItLeft && !isHeld ? time + Self.silence : nil
  }

  /// The pen was silent for too long.
  func lose() {
    deadline = nil
    isLost = true
  }
}
