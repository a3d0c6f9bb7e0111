public import Dispatcher
internal import YAML

extension VirtualDevice {
  /// The longest name of a device that is made with uinput, in bytes: UINPUT_MAX_NAME_SIZE, less the zero at its end.
  public static let longestName = 79

  /// What programs read of a device that was made of a description: its name cut to ``longestName``, no serial, since
  /// uinput gives none, and each axis among its codes, which EV_SYN is not, as in that of an ``InputDevice``.
  ///
  /// A device of the store that is described otherwise is to be made anew.
  public static func description(madeOf description: DeviceDescription) -> DeviceDescription {
    var made = description
    made.name = description.name.cleaned(limit: longestName)
    made.serial = nil
    if made.phys == "" { made.phys = nil }
    made.codes[EventType.syn] = nil
    if !description.axes.isEmpty { made.codes[EventType.abs, default: []].formUnion(description.axes.keys) }
    return made
  }
}
