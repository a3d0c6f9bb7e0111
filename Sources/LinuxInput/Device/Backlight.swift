/// The backlight of a screen, as a way to ask whether it is on.
///
/// Asks `/sys/class/backlight/NAME` for what the kernel was asked to do, `bl_power` and `brightness`; the kernel has
/// both in memory. It never asks for `actual_brightness`, which is read from the hardware, over a slow bus on some
/// boards.
public struct Backlight: Sendable {
  /// The folder's name below `/sys/class/backlight`, `10-0045`.
  public let name: String
  private let folder: String

  /// - Parameter folder: where the backlights are; another one in tests.
  public init(name: String, folder: String = "/sys/class/backlight") {
    self.name = name
    self.folder = folder
  }

  /// Whether it is on: `bl_power` is 0 (FB_BLANK_UNBLANK), and the brightness is not. One that cannot be asked counts
  /// as on: a touch is not lost to a missing file.
  public var isOn: Bool { value("bl_power") ?? 0 == 0 && value("brightness") ?? 1 != 0 }

  /// Whether there is such a backlight.
  public var exists: Bool { value("bl_power") != nil || value("brightness") != nil }

  /// The number that a file holds; `nil` if it is not there, or holds something else.
  private func value(_ file: String) -> Int? {
    guard let bytes = try? contentsOfFile("\(folder)/\(name)/\(file)", limit: Self.numberLimit) else {
      return nil
    }
    return Int(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
  }

  private static let numberLimit = 16
}
