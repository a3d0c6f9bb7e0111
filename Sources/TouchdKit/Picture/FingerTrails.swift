package import Dispatcher

/// Ways of fingers and places of gestures: the part of a recording that a picture shows.
///
/// A place on a sensitive view is not kept, as in the trace.
package final class FingerTrails: TraceObserver {
  /// Contacts that are kept; the others are only counted. (O)
  static let mostTrails = 2_000
  /// Places of all contacts that are kept; after that, only beginnings and ends. (O)
  static let mostPlaces = 100_000
  /// Gestures that are kept. (O)
  static let mostGestures = 1_000

  /// The way of one contact.
  struct Trail {
    let contact: ContactID
    /// Place of its down; `nil` if that is not shown.
    let begin: Point?
    /// Pieces of its way, on the screen, between those that are not shown.
    var pieces: [[Point]]
    /// Place of its end, and whether it was cancelled; `nil` while it is down, and if that is not shown.
    var end: (place: Point, isCancelled: Bool)?

    /// Whether any place of it is.
    var isShown: Bool { pieces.contains { !$0.isEmpty } }
  }

  /// A gesture that was recognized.
  struct Gesture {
    let name: String
    let place: Point
  }

  private(set) var trails: [Trail] = []
  private(set) var gestures: [Gesture] = []
  /// Contacts of which no place may be shown, and those beyond ``mostTrails``.
  private(set) var hiddenTrails = 0
  private(set) var omittedTrails = 0
  private(set) var omittedGestures = 0
  /// Recognized gestures of which no place may be shown.
  private(set) var hiddenGestures = 0

  private var indices: [ContactID: Int] = [:]
  private var placesLeft = mostPlaces
  private let fineness: Double

  /// - Parameter fineness: how far a finger must go for another place to be kept, in points.
  package init(fineness: Double) { self.fineness = fineness }

  package var leavesProcess: Bool { true }

  package func record(_ record: TraceRecord, at time: Timestamp) {
    switch record.shown {
    case .touch(let sample, let touch): note(sample, touch)
    case .event(let event) where event.isRecognition: note(event)
    default: break
    }
  }

  private func note(_ sample: TouchSample, _ touch: Touch) {
    let place = touch.shownLocation.map { touch.window?.toScreen.apply(to: $0) ?? $0 }
    if sample.phase == .began { return begin(sample.contact, at: place) }
    guard let index = indices[sample.contact] else { return }
    let isOver = sample.phase == .ended || sample.phase == .cancelled
    if let place {
      go(to: place, index, isOver: isOver)
      if isOver { trails[index].end = (place, sample.phase == .cancelled) }
    } else if trails[index].pieces.last?.isEmpty == false {
      trails[index].pieces.append([])
    }
    if isOver {
      indices[sample.contact] = nil
      if !trails[index].isShown { hiddenTrails += 1 }
    }
  }

  private func begin(_ contact: ContactID, at place: Point?) {
    guard trails.count < Self.mostTrails else { return omittedTrails += 1 }
    indices[contact] = trails.count
    trails.append(Trail(contact: contact, begin: place, pieces: [place.map { [$0] } ?? []]))
  }

  private func go(to place: Point, _ index: Int, isOver: Bool) {
    let last = trails[index].pieces.count - 1
    let way = trails[index].pieces[last].last?.distance(to: place) ?? .infinity
    guard isOver ? way > 0 : way >= fineness && placesLeft > 0 else { return }
    placesLeft -= 1
    trails[index].pieces[last].append(place)
  }

  private func note(_ event: GestureEvent) {
    guard let place = event.shownLocation else { return hiddenGestures += 1 }
    guard gestures.count < Self.mostGestures else { return omittedGestures += 1 }
    let onScreen = event.recognizer.view?.window?.toScreen.apply(to: place) ?? place
    gestures.append(Gesture(name: event.name, place: onScreen))
  }
}

extension SVG {
  private static let radius = 4.0

  /// Draws the ways of fingers, and gestures where they were recognized.
  mutating func add(_ trails: FingerTrails, _ scale: PictureScale) {
    begin("g", ["class": "fingers"])
    for trail in trails.trails where trail.isShown { add(trail, scale) }
    end()
    begin("g", ["class": "gestures"])
    for gesture in trails.gestures { add(gesture, scale) }
    end()
  }

  private mutating func add(_ trail: FingerTrails.Trail, _ scale: PictureScale) {
    let hue = Palette.hue(trail.contact - 1)
    begin("g", ["class": "finger", "data-touch": "\(trail.contact)"])
    add("title", content: "touch \(trail.contact)")
    let pieces = trail.pieces.filter { $0.count > 1 }.map { piece in
      "M" + piece.map { Self.pair(scale.place($0)) }.joined(separator: "L")
    }
    if !pieces.isEmpty { path("trail s\(hue)", pieces.joined()) }
    if let begin = trail.begin { circle("begin ground s\(hue)", at: scale.place(begin), radius: Self.radius) }
    if let end = trail.end, end.isCancelled {
      path("cancelled alarm-line begin", Self.cross(at: scale.place(end.place)))
    } else if let end = trail.end {
      circle("end f\(hue)", at: scale.place(end.place), radius: Self.radius - 1.5)
    }
    end()
  }

  private static func cross(at place: Point) -> String {
    let (x, y, r) = (place.x, place.y, radius)
    return "M\(Self.pair(Point(x: x - r, y: y - r)))L\(Self.pair(Point(x: x + r, y: y + r)))"
      + "M\(Self.pair(Point(x: x + r, y: y - r)))L\(Self.pair(Point(x: x - r, y: y + r)))"
  }

  private mutating func add(_ gesture: FingerTrails.Gesture, _ scale: PictureScale) {
    begin("g", ["class": "gesture", "data-gesture": "\(gesture.name)"])
    add("title", content: gesture.name)
    path("ground diamond line", Self.diamond(at: scale.place(gesture.place)))
    end()
  }

  static func diamond(at place: Point) -> String {
    let r = radius + 2.5
    return Self.outline([
      Point(x: place.x, y: place.y - r), Point(x: place.x + r, y: place.y), Point(x: place.x, y: place.y + r),
      Point(x: place.x - r, y: place.y),
    ])
  }
}
