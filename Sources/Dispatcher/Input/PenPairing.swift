/// What says which pen belongs to which touchscreen: their physical device, else their maker.
public struct PenPairing: Equatable, Sendable {
  /// Whether this is the pen.
  public let isPen: Bool
  /// The physical path without the interface, `usb-0000:00:14.0-2`; `nil` where the driver gives none.
  public let device: String?
  public let vendor: UInt16

  /// - Parameter phys: the kernel's physical path, `usb-0000:00:14.0-2/input0`.
  public init(isPen: Bool, phys: String?, vendor: UInt16) {
    self.isPen = isPen
    let stem = phys?.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    device = stem.flatMap { $0.isEmpty ? phys : $0 }
    self.vendor = vendor
  }
}

/// Which pens are near their screens, and which touches they keep away (DEVICES 14).
///
/// A pen that comes near cancels the touches of the panels that it is paired with, and what lands there is dead, until
/// ``release`` after the last pen has left.
struct PenArbitration {
  /// How long after a pen has left a hand may still lie on the glass. (libinput, evdev-mt-touchpad and tablets: 90 ms)
  static let release = Interval.milliseconds(90)

  private var panels: [Panel] = []
  /// The pens that are near.
  private var near: [ObjectIdentifier: Panel] = [:]

  mutating func add(_ panel: Panel) {
    if panel.pairing != nil, !panels.contains(where: { $0 === panel }) { panels.append(panel) }
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

  /// The touchscreens that give way to a pen: those of its own device, or else those of its maker. O(panels).
  func partners(of pen: Panel) -> [Panel] {
    let own = screens.filter { $0.pairing?.device != nil && $0.pairing?.device == pen.pairing?.device }
    return own.isEmpty ? screens.filter { $0.pairing?.vendor == pen.pairing?.vendor } : own
  }

  /// Whether another pen is still near a touchscreen.
  func isAnyPenNear(_ screen: Panel) -> Bool {
    near.values.contains { pen in partners(of: pen).contains { $0 === screen } }
  }
}

extension Panel {
  /// Whether a pen is near: one of its tools is on, or it touches.
  var isPenNear: Bool {
    let pen = assembler.table[0]
    return !pen.current.penKeys.isDisjoint(with: .tools) || pen.current.isTouching
  }
}
