/// Receives a record of each thing that an application does.
public protocol TraceObserver: AnyObject {
  /// Receives one record, in the order in which things happen.
  ///
  /// - Parameters:
  ///   - record: what happened.
  ///   - time: the kernel's time of the frame, or the deadline.
  func record(_ record: TraceRecord, at time: Timestamp)

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
  /// How far a recognizer has come that is still possible, and its failure after that: what plugins receive.
  case progress(GestureEvent)
  /// What a finger did to a control: what plugins receive.
  case control(ControlEvent)
  /// What happened to the layout as a whole: what plugins receive.
  case layout(LayoutEvent)
  /// What the page got of a contact.
  case screen(ScreenReport)
  /// A view or a window was hidden or shown.
  case viewChanged(View, isHidden: Bool)
  /// The screen was seen or said to be dark, or lit again; by the name of its output.
  case displayChanged(String, isDark: Bool)
}

extension Sequence where Element == Touch {
  /// The ids of the contacts, by age.
  var contactIDs: [ContactID] { map(\.contact.id).sorted() }
}
