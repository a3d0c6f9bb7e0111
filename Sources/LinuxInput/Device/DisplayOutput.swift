internal import Glibc

/// One output of a graphics card, as a way to ask whether the screen behind a panel is lit.
///
/// Asks `/sys/class/drm/cardN-NAME/dpms`, which the kernel keeps for every connector: that takes some microseconds, and
/// nothing needs to be running in between.
public struct DisplayOutput: Sendable {
  /// The connector's name, `HDMI-A-1`, as `/sys/class/drm` has it behind the card.
  public let name: String
  private let folder: String

  /// - Parameter folder: where the connectors are; another one in tests.
  public init(name: String, folder: String = "/sys/class/drm") {
    self.name = name
    self.folder = folder
  }

  /// Whether the screen is lit. One that cannot be asked counts as lit: a touch is not lost to a missing file.
  /// O(cards).
  public var isOn: Bool { state.map { $0 == "On" } ?? true }

  /// All outputs, by their names; empty where sysfs is out of reach. O(outputs).
  ///
  /// - Parameters:
  ///   - folder: where the connectors are; another one in tests.
  ///   - isMeant: whether to list one of that status: `connected` if it has a screen.
  public static func connectors(
    below folder: String = "/sys/class/drm", where isMeant: (String) -> Bool = { _ in true }
  ) -> [String] {
    let entries = (try? entries(ofFolder: folder)) ?? []
    return entries.compactMap { entry -> String? in
      let parts = entry.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("card"),
        let status = word(in: "\(folder)/\(entry)/status"), isMeant(status)
      else { return nil }
      return String(parts[1])
    }.sorted()
  }

  /// Whether there is such an output. O(cards).
  public var exists: Bool { state != nil }

  /// The kernel's word: `On`, `Standby`, `Suspend` or `Off`; `nil` if no card has such an output now.
  private var state: String? {
    // A card may go, and come back under another number: so the name is looked up anew each time.
    for card in 0..<Self.cardLimit {
      if let word = word(in: "\(folder)/card\(card)-\(name)/dpms") { return word }
    }
    return nil
  }

  /// The kernel numbers cards from 0; kiosks have one or two. (O)
  private static let cardLimit = 8
}

/// The first word of a file in which the kernel has little more; `nil` if it cannot be read.
private func word(in path: String) -> String? {
  guard let bytes = try? contentsOfFile(path, limit: 16) else { return nil }
  return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
}

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
  private func value(_ file: String) -> Int? { word(in: "\(folder)/\(name)/\(file)").flatMap { Int($0) } }
}
