/// What the page got of one contact in one frame of the virtual touchscreen.
public struct ScreenReport: Equatable, Sendable {
  /// How a contact ended for the page.
  @frozen public enum End: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The finger lifted.
    case lift
    /// It went a little sideways and rested there before it lifted, so that nothing is pressed.
    case slide
    /// It went to the nearest edge of the screen and rested there before it lifted.
    case edge
    /// It became a palm.
    case palm
  }

  /// The contact.
  public let contact: ContactID
  /// The slot of the virtual touchscreen; not that of the panel.
  public let slot: Int
  /// `began`, `moved`, `ended`, or `cancelled` where the page's touch was withdrawn.
  public let phase: TouchPhase
  /// Where, in points of the screen, not beyond its edges; `nil` where the place stays in the process.
  public let location: Point?
  /// How it ended; `nil` while it is down.
  public let end: End?
  /// The time that the frame carries: that of the panel's frame, also where it was held.
  public let stamp: Timestamp
}
