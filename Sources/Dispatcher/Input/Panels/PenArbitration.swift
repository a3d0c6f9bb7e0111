/// Which pens are near their screens, and which touches they keep away.
///
/// A pen that comes near cancels the touches of the panels that it is paired with, and what lands there is muted, until
/// ``release`` after the last pen has left.
struct PenArbitration {
  /// How long after a pen has left a hand may still lie on the glass. (libinput, evdev-mt-touchpad and tablets: 90 ms)
  static let release = Interval.milliseconds(90)

  private var panels: [Panel] = []
  /// The pens that are near.
  private var near: [ObjectIdentifier: Panel] = [:]
  /// When the first of them is out of reach if it stays silent; `nil` if that means nothing of any.
  private(set) var deadline: Timestamp?

  mutating func add(_ panel: Panel) {
    if panel.pairing?.isArbitrated == true, !panels.contains(where: { $0 === panel }) { panels.append(panel) }
  }

  mutating func remove(_ panel: Panel) { panels.removeAll { $0 === panel } }

  /// What a pen did that is near now, or away.
  enum Passage { case came, left }

  /// Notes whether a pen is near.
  ///
  /// - Returns: what it did since the last note; `nil` if it stayed where it was.
  mutating func note(_ pen: Panel, isNear: Bool) -> Passage? {
    let wasNear = near[ObjectIdentifier(pen)] != nil
    guard isNear != wasNear else { return nil }
    near[ObjectIdentifier(pen)] = isNear ? pen : nil
    return isNear ? .came : .left
  }

  /// The panels that may be paired with a pen.
  var screens: [Panel] { panels.filter { $0.pairing?.isPen == false } }

  /// The touchscreens that give way to a pen. O(panels).
  func partners(of pen: Panel) -> [Panel] { screens.filter { isPaired($0, with: pen) } }

  private func isPaired(_ screen: Panel, with pen: Panel) -> Bool {
    guard let pairing = pen.pairing, pairing.isArbitrated else { return false }
    return screen.pairing.map { !$0.isPen && $0.isPart(of: pairing) } ?? false
  }

  /// The pens that are near a touchscreen, and keep fingers away from it. O(pens).
  func pens(near screen: Panel) -> [Panel] { near.values.filter { isPaired(screen, with: $0) } }

  /// Takes in what was noticed of the pens. O(pens).
  mutating func updateDeadline() { deadline = near.values.compactMap(\.assembler.reach.deadline).min() }

  /// The pen that is out of reach at ``deadline``. O(pens).
  var nextLost: Panel? { near.values.first { $0.assembler.reach.deadline == deadline } }
}
