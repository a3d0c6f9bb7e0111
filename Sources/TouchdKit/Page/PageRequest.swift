import Dispatcher
import LinuxInput

/// What the page of a layout wants of its device.
struct PageRequest {
  let traits: VirtualPanelTraits
  let cancel: ScreenCancel
  /// The panel's own keys.
  let keys: Set<UInt16>
  /// What the kernel is asked to make.
  let description: DeviceDescription

  /// - Parameters:
  ///   - panel: the device that it stands in for: its numbers are kept, so that what goes by them finds it.
  ///   - name: by the layout; `nil` for that of the panel.
  ///   - layout: the layout's file.
  ///   - output: the screen's connector.
  init(
    _ traits: VirtualPanelTraits, cancel: ScreenCancel, keys: Set<UInt16> = [], for panel: DeviceDescription,
    name: String?, layout: String, output: String?
  ) {
    (self.traits, self.cancel, self.keys) = (traits, cancel, keys)
    var identity = DeviceDescription(name: name ?? "touchd \(panel.name)")
    // What is right for the axes of the real panel does not match on another bus.
    identity.bus = Self.virtualBus
    (identity.vendor, identity.product, identity.version) = (panel.vendor, panel.product, panel.version)
    identity.phys = Self.physPrefix + Self.stem(of: layout) + (output.map { "@\($0)" } ?? "")
    description = traits.description(identity, keys: keys)
  }

  /// What programs read of the device.
  var madeDescription: DeviceDescription { VirtualDevice.description(madeOf: description) }

  /// With what the physical path of each page's device begins; rules of udev know it by that.
  static let physPrefix = "touchd/"

  /// BUS_VIRTUAL (linux/input.h).
  private static let virtualBus: UInt16 = 0x06

  /// The file's name without its folder and its endings, in characters that a rule of udev matches as they are.
  private static func stem(of file: String) -> String {
    let name = file.split(separator: "/").last ?? ""
    let stem = name.split(separator: ".").first ?? name
    return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
  }
}

extension DeviceNode {
  /// Whether it is a device that touchd made; no right to open it is needed to know that.
  var isOwn: Bool { phys?.hasPrefix(PageRequest.physPrefix) == true }
}

extension DeviceDescription {
  /// Whether it is a device that touchd made for a page.
  var isPage: Bool { bus == 0x06 && phys?.hasPrefix(PageRequest.physPrefix) == true }
}
