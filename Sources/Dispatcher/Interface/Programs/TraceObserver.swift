/// Receives a record of each thing that an application does.
public protocol TraceObserver: AnyObject {
  /// Receives one record, in the order in which things happen.
  ///
  /// - Parameters:
  ///   - record: what happened.
  ///   - time: the kernel's time of the frame, or the deadline.
  func record(_ record: TraceRecord, at time: Timestamp)

  /// Receives that a touch moved, as most records say: a record of kind `touch`, unless implemented.
  ///
  /// - Parameters:
  ///   - touch: is where the panel's last report has it.
  ///   - time: the kernel's time of the frame.
  func recordMove(of touch: Touch, at time: Timestamp)

  /// Whether frames are delivered one by one while this observes, so that it sees each; yes, unless implemented.
  ///
  /// Where it is `false`, deliveries are as without an observer: of moves that are delivered together, it sees the
  /// last.
  var keepsFramesApart: Bool { get }

  /// Whether this wants to see where touches go that move, `delivered`, `forwarded` and `screen`; yes, unless
  /// implemented.
  ///
  /// Where it is `false`, moves go the short way, as without an observer, and these records of them are left out. It is
  /// asked once a frame.
  var followsMoves: Bool { get }

  /// Whether what this records leaves the process; no, unless implemented.
  ///
  /// Where it is `true`, `delivered`, `forwarded` and `screen` are left out for touches on a sensitive view with views
  /// in it: which of these a touch is on is a secret as well.
  var leavesProcess: Bool { get }
}

extension TraceObserver {
  /// A record of kind `touch`.
  public func recordMove(of touch: Touch, at time: Timestamp) {
    record(.touch(touch.values.sample, touch), at: time)
  }

  /// Each frame is delivered by itself.
  public var keepsFramesApart: Bool { true }

  /// All calls are reported.
  public var followsMoves: Bool { true }

  /// Everything is reported.
  public var leavesProcess: Bool { false }
}

/// One thing that happened between a frame and its last delivery.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
public enum TraceRecord {
  /// A contact changed.
  case touch(TouchSample, Touch)
  /// `hitTest` is being called on a view for a contact.
  case hitEntered(ContactID, View)
  /// `hitTest` returned.
  case hitLeft(ContactID, View, result: View?)
  /// The call on the hit view.
  case delivered(TouchPhase, to: Responder, contacts: [ContactID])
  /// A call that the chain passed on.
  case forwarded(TouchPhase, from: Responder, to: Responder, contacts: [ContactID])
  /// A recognizer changed its state; the reason stands where it failed.
  case gesture(GestureRecognizer, GestureRecognizer.State, contacts: [ContactID], reason: FailureReason?)
  /// An action: what plugins receive.
  case event(GestureEvent)
  /// A plugin's report of the progress of a recognizer that is still possible, and of its failure after that.
  case progress(GestureEvent)
  /// A plugin's report of a finger on a control.
  case control(ControlEvent)
  /// A plugin's report of something that concerns the layout as a whole.
  case layout(LayoutEvent)
  /// A contact as the page gets it.
  case screen(ScreenReport)
  /// An act of the mouse that the plugin `pointer` is.
  case pointer(PointerReport)
  /// A view or a window was hidden or shown.
  case viewChanged(View, isHidden: Bool)
  /// An act of a person who explores by touch.
  case explore(ExploreReport)
  /// The screen was seen or said to be dark, or lit again; by the name of its output.
  case displayChanged(String, isDark: Bool)
}

extension Sequence where Element == Touch {
  /// The ids of the contacts, by age.
  var contactIDs: [ContactID] { map(\.contact.id).sorted() }
}

/// One contact in one frame of the page's touchscreen.
public struct ScreenReport: Equatable, Sendable {
  /// The end of a contact for the page.
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
  /// The place in points of the screen, not beyond its edges; `nil` if it stays in the process.
  public let location: Point?
  /// Its end; `nil` while it is down.
  public let end: End?
  /// The time that the frame carries: that of the panel's frame, also where it was held.
  public let stamp: Timestamp
}
