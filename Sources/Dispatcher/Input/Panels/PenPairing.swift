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
