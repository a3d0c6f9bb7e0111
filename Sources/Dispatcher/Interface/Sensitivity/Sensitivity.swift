/// Answers for an application whether a place, or a number from which places follow, may leave the process.
///
/// Where fingers are on a PIN pad is the PIN, so a layout or a program marks views as sensitive (``View/isSensitive``).
/// Which of the views in it they are on is the PIN as well. Plugins in the process see everything. What leaves it,
/// such as traces, logs and the arguments of programs, asks the object that it writes about for what may be `shown`,
/// which is `nil` for what stays:
///
/// - ``Touch/shownLocation``: the touch belongs to a sensitive view, or is over one, with or without the panel's
///   filters. These remember where it was, so with them it stays for as long as the finger is down.
/// - ``Touch/shownTapCount``: one more tap is one near the last.
/// - ``Touch/shownView(by:)``, ``TraceRecord/shown`` and what is `isPrivate`: views in a sensitive one.
/// - ``GestureEvent/shownLocation`` and ``ControlEvent/shownLocation``: the same of the gesture, of each of its
///   touches, or of the control.
/// - ``GestureEvent/shown(_:)``, of what a gesture measures: one of its touches is or was over a sensitive view.
/// - ``View/shown(_:)``, of a place of a view: the view is part of a sensitive one, which may follow a finger.
/// - ``GestureRecognizer/shown(_:)``, of a distance by which it failed: there are sensitive views at all.
///
/// Raw frames are shown before they are touches; `FrameRedaction` of TouchdKit asks ``covers(_:)-(Point)`` for them.
package final class Sensitivity {
  /// Whether a window has a sensitive view, or had. Until then everything may leave, and each question ends here.
  package private(set) var isAtStake = false
  /// The application; without it, nothing is known any more, and everything stays.
  weak var host: Application?

  /// A window has a sensitive view now.
  func begin() { isAtStake = true }
  /// Keeps secret where fingers landed and lifted on the tree before this one.
  package func takeOver(_ former: Sensitivity?) { isAtStake = isAtStake || former?.isAtStake == true }

  /// Whether a point of the screen is on a sensitive view. One beyond the screen's edges counts as on the edge too, as
  /// it does for the hit test. O(views that are sensitive, and those above and below them).
  package func covers(_ point: Point) -> Bool {
    guard isAtStake else { return false }
    // Exploring, a finger does not stay where it is meant.
    guard let host, !host.isExploring else { return true }
    let clamped = host.screen?.clamp(point) ?? point
    return host.windows.contains { $0.covers(point) || clamped != point && $0.covers(clamped) }
  }

  func covers(_ touch: Touch) -> Bool {
    guard isAtStake else { return false }
    // A prediction comes of the places before it.
    if touch.contact.isSecret || touch.isPredicted && touch.contact.secrecy != .none { return true }
    if covers(touch.values.location) { return true }
    let sample = touch.values.sample
    return touch.contact.panel.unfiltered(x: sample.rawX, y: sample.rawY).map { covers($0) } ?? false
  }

  /// Whether the place of a contact on a view is covered, in points of the window.
  func covers(_ location: Point, of contact: Contact, on view: View) -> Bool {
    guard isAtStake else { return false }
    return contact.isSecret || view.isInSensitiveView || covers(location, in: view.window)
  }

  /// Whether the place of a gesture is covered, in points of the window. Where the others are known, the mean of
  /// several fingers reveals each, also one that has lifted.
  func covers(_ location: Point, of attempt: Attempt) -> Bool {
    guard isAtStake else { return false }
    let view = attempt.recognizer.view
    if attempt.secrecy != .none || view?.isInSensitiveView ?? false { return true }
    let contacts = attempt.contacts
    if contacts.contains(where: \.isSecret) || attempt.touches.contains(where: covers) { return true }
    if contacts.count > 1, contacts.contains(where: { !$0.isDown && $0.secrecy != .none }) { return true }
    return covers(location, in: view?.window ?? attempt.touches.first?.window)
  }

  private func covers(_ location: Point, in window: Window?) -> Bool {
    covers(window?.toScreen.apply(to: location) ?? location)
  }

  /// Lets the contact of a touch remember what it has to do with sensitive views; in each frame that reports it.
  @inline(never)
  func note(_ touch: Touch) {
    let (contact, before) = (touch.contact, touch.contact.secrecy)
    if touch.phase == .began, let view = touch.view, view.isInSensitiveView {
      contact.secrecy = view.shown.subviews.isEmpty ? .whole : .inside
    } else if before == .none, touch.values.sample.wasCovered || covers(touch) {
      contact.secrecy = .past
    }
    if touch.phase == .began, contact.secrecy != .none { contact.shownTapCount = 1 }
    guard touch.phase == .began || contact.secrecy != before else { return }
    let isSecret = contact.secrecy != .none
    for attempt in contact.recognizers.compactMap(\.attempt) where isSecret || attempt.hasSecret {
      contact.isBesideSecret = true
      attempt.contacts.forEach { $0.isBesideSecret = true }
    }
  }
}

/// Relation of a contact to sensitive views. It never becomes less.
enum Secrecy: Comparable {
  /// It has been on none.
  case none
  /// It has been over one, where it does not belong: its places there stay in the process.
  case past
  /// The hit test found a sensitive view, or one in it: each place of it stays in the process, up to its end.
  case whole
  /// The same, and the sensitive view has views in it: which of them it is, and what these make of it, stays as well.
  case inside
}

extension Contact {
  /// Whether its place stays in the process wherever it is: what a filter makes of a place depends on those before.
  var isSecret: Bool { secrecy >= .whole || secrecy == .past && panel.filters != nil }
}

extension Touch {
  /// Whether its place is not to leave the process: the touch belongs to a sensitive view, from its down to its end, or
  /// is over one now. A plugin that passes places on leaves this one out.
  public var isSensitive: Bool { contact.event.chain.sensitivity.covers(self) }

  /// Its place in points of the window.
  package var shownLocation: Point? { isSensitive ? nil : location(in: nil) }

  /// Number of times in a row that the finger came down here, without those on a sensitive view; 1 for these.
  package var shownTapCount: Int { contact.shownTapCount }

  /// Whether it is on a sensitive view with views in it. Nothing but that it is there leaves the process.
  package var isPrivate: Bool { contact.secrecy == .inside }

  /// Its view, as what leaves the process may name it: the outermost sensitive view instead of one in it.
  ///
  /// - Parameter responder: receives the touch. What is bound to a sensitive view, or in one, is there for the secret,
  ///   and is sent the view itself.
  package func shownView(by responder: Responder? = nil) -> View? {
    if contact.isExploring { return nil }
    let place = responder as? View ?? (responder as? ViewController)?.view
    return place?.isInSensitiveView == true ? view : view?.shown
  }
}

extension TraceRecord {
  /// The part of it that may leave the process; `nil` for a record of a sensitive view.
  package var shown: TraceRecord? {
    switch self {
    case .hitEntered(_, let view), .viewChanged(let view, _): view.isPrivate ? nil : self
    case .hitLeft(let contact, let view, let result):
      view.isPrivate ? nil : .hitLeft(contact, view, result: result?.shown)
    case .gesture(let recognizer, _, _, _): recognizer.isPrivate ? nil : self
    case .event(let event), .progress(let event): event.recognizer.isPrivate ? nil : self
    case .control(let event): event.isPrivate ? nil : self
    case .explore(let report): report.isPrivate ? nil : self
    case .layout(let event): event.isPrivate ? nil : self
    case .touch, .delivered, .forwarded, .screen, .pointer, .displayChanged: self
    }
  }
}

extension GestureRecognizer {
  /// Whether its view is in a sensitive one, or one of its touches was on a view there: what it does stays in the
  /// process.
  package final var isPrivate: Bool {
    guard view?.isPrivate != true, let attempt else { return view?.isPrivate == true }
    return attempt.secrecy == .inside || attempt.contacts.contains { $0.secrecy == .inside }
  }

  /// Its name, as it stands in the words about others; in a sensitive view, the name of that.
  final var shownName: String { view?.isPrivate == true ? view?.shown.identifier ?? name : name }
}

extension ControlEvent {
  /// Place in points of the window.
  package var shownLocation: Point? { isSensitive ? nil : location }
}

extension GestureEvent {
  /// Place in points of the window.
  package var shownLocation: Point? { isSensitive ? nil : location }

  /// Something that the recognizer measures, such as a translation.
  package func shown<Measure>(_ measure: Measure) -> Measure? { wasSensitive ? nil : measure }
}

extension GestureRecognizer {
  /// The words for why it failed, without a distance where that stays: it says where two fingers were, and the earlier
  /// may have been in another attempt.
  package final func shown(_ reason: FailureReason) -> String {
    guard let host = view?.window?.host, !host.sensitivity.isAtStake else { return reason.name }
    return reason.description
  }
}
