internal import Glibc

/// What helps against the errors that people meet on an input device.
enum DeviceRemedy {
  static let rulesFile = "/usr/lib/udev/rules.d/70-touchd.rules"

  static func opening(_ code: Int32) -> String? {
    switch code {
    case EACCES:
      "add the user to the group `input` (`sudo usermod -aG input USER`, then log in again) "
        + "or install the udev rule \(rulesFile)"
    case EPERM: "the service may not see input devices: its unit needs `DeviceAllow=char-input r`"
    case ENOENT: "there is no such device now; `touchd devices` lists those there are"
    case ENODEV, ENXIO: unplugged
    case EMFILE: "raise the limit of open files (`LimitNOFILE=` in the unit)"
    case ENOTTY, EINVAL: "it is no evdev device; `touchd devices` lists those there are"
    default: nil
    }
  }

  static func reading(_ code: Int32) -> String? {
    code == ENODEV ? unplugged : nil
  }

  static func grabbing(_ code: Int32) -> String? {
    switch code {
    case EBUSY:
      "another program has grabbed the panel: `sudo fuser -v /dev/input/event*` shows who has it open"
    case ENODEV: unplugged
    default: nil
    }
  }

  /// Opening uinput and setting a device up with it.
  static func making(_ code: Int32) -> String? {
    switch code {
    case EACCES:
      "install the udev rule \(rulesFile), which gives it to the user `touchd`, and run as that user, or as root"
    case EPERM: "the service may not see it: its unit needs `DeviceAllow=/dev/uinput rw`"
    case ENOENT, ENODEV, ENXIO: "load the module of the kernel: `sudo modprobe uinput`"
    case EMFILE: "raise the limit of open files (`LimitNOFILE=` in the unit)"
    case ENOTTY: noUinput
    default: nil
    }
  }

  /// Asking for the device behind a descriptor of uinput.
  static func adopting(_ code: Int32) -> String? {
    switch code {
    case ENOENT: "no device was made with it, or it was destroyed"
    case ENOTTY, EINVAL: noUinput
    default: nil
    }
  }

  /// Writing events to a device that uinput made.
  static func writing(_ code: Int32) -> String? {
    switch code {
    case EAGAIN: "the kernel has no room for events now; none of them was sent"
    case EINVAL, ENODEV: "the device was destroyed; it must be made anew"
    default: nil
    }
  }

  private static let noUinput = "it is not uinput's: `/dev/uinput` is"
  private static let unplugged = "the device was unplugged; it is taken up again when it returns"
}
