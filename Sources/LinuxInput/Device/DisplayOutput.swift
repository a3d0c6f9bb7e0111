internal import Glibc

/// One output of a graphics card, as a way to ask whether the screen behind a panel is lit.
///
/// Asks `/sys/class/drm/cardN-NAME/dpms`, which the kernel keeps for every connector: reading it takes some
/// microseconds, and nothing needs to be running in between.
public final class DisplayOutput {
  /// The connector's name, `HDMI-A-1`, as `/sys/class/drm` has it behind the card.
  public let name: String
  private let folder: String
  /// The open `dpms`; −1 until it is found.
  private var descriptor: Int32 = -1

  /// - Parameter folder: where the connectors are; another one in tests.
  public init(name: String, folder: String = "/sys/class/drm") {
    self.name = name
    self.folder = folder
  }

  deinit { close() }

  /// Whether the screen is lit. One that cannot be asked counts as lit: a touch is not lost to a missing file.
  public var isOn: Bool { state.map { $0 == "On" } ?? true }

  /// Whether there is such an output.
  public var exists: Bool { state != nil }

  /// What the kernel says: `On`, `Standby`, `Suspend` or `Off`; `nil` if there is no such output now.
  private var state: String? {
    if descriptor < 0 { open() }
    if let word = read() { return word }
    // The card may have gone and come back.
    close()
    open()
    return read()
  }

  private func read() -> String? {
    guard descriptor >= 0 else { return nil }
    var bytes: (UInt64, UInt64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &bytes) { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return nil }
    return withUnsafeBytes(of: &bytes) { buffer in
      String(decoding: buffer.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }
  }

  /// Looks for the connector on every card; the first one counts.
  private func open() {
    for card in 0..<Self.cardLimit where descriptor < 0 {
      descriptor = Glibc.open("\(folder)/card\(card)-\(name)/dpms", O_RDONLY | O_CLOEXEC)
    }
  }

  private func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// The kernel numbers cards from 0; kiosks have one or two. (O)
  private static let cardLimit = 16
}
