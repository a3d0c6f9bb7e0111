import TestTables

/// What the end of the chain got, and whether the page's touchscreen is in that state.
final class ScreenWatch: TraceObserver {
  private(set) var violation: String?
  /// A hash of the calls of the page, in order.
  private(set) var digest: UInt64 = 0
  private(set) var landings = 0
  /// A hash of the frames that the page got.
  private(set) var frames: UInt64 = 0
  /// The contacts whose began the page got, and not their end, and where they were then.
  private var owed: [ContactID: Point] = [:]
  private var touches: [ContactID: Touch] = [:]

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .touch(let sample, let touch): touches[sample.contact] = touch
    case .delivered(let phase, let responder, let contacts) where responder is ScreenResponder,
      .forwarded(let phase, _, let responder, let contacts) where responder is ScreenResponder:
      for contact in contacts { note(phase, contact) }
    default: break
    }
  }

  private func note(_ phase: TouchPhase, _ contact: ContactID) {
    digest = (digest ^ (UInt64(contact) << 8 | UInt64(phase.rawValue))) &* 0x0000_0100_0000_01b3
    switch phase {
    case .began:
      if owed[contact] != nil { report("contact \(contact) began twice") }
      landings += 1
      owed[contact] = place(of: contact)
    case .moved, .stationary:
      if owed[contact] == nil { report("contact \(contact) moved, and was not there") }
      owed[contact] = place(of: contact)
    case .ended, .cancelled:
      if owed.removeValue(forKey: contact) == nil { report("contact \(contact) ended, and was not there") }
    }
  }

  private func place(of contact: ContactID) -> Point { touches[contact]?.location(in: nil) ?? .zero }

  func report(_ words: String) { violation = violation ?? words }

  /// Compares the page with the calls that it got, between two frames.
  func compare(_ page: Page) {
    if let fault = page.fault { report(fault) }
    for (contact, place) in owed.sorted(by: { $0.key < $1.key }) {
      guard let seen = page.places[contact] else {
        if page.panel.refused == 0 { report("contact \(contact) is not on the page") }
        continue
      }
      let unit = TestScene.screen.width / 65536
      if abs(seen.x - place.x) > unit || abs(seen.y - place.y) > unit {
        report("contact \(contact) is at \(seen) on the page, and its last call was at \(place)")
      }
    }
  }

  /// Looks back when all fingers are up and all time is over.
  func finish(_ page: Page) {
    frames = page.reader.digest
    if !owed.isEmpty { report("the page never got the end of \(owed.keys.sorted())") }
    if page.panel.isInUse || !page.places.isEmpty { report("fingers stay on the page: \(page.places)") }
    if page.reader.landings + page.panel.refused != landings {
      report("\(landings) began, \(page.reader.landings) landed, \(page.panel.refused) refused")
    }
  }
}
