package import Dispatcher

/// A layout as a drawing: the views of an application as they are now, where each is hit, and which never is.
///
/// The text is SVG that needs nothing beside itself: no script, no font, no other file. It depends on the application
/// alone, and nothing is changed in that.
package struct LayoutPicture {
  /// No layout, and no recording, makes a longer text: what would make it longer is cut where it is drawn.
  package static let mostBytes = 32 << 20
  /// The widest picture without the margins; also the narrowest, for the words below it.
  private static let textWidth = 1000.0

  private let application: Application
  private let title: String
  /// A point of the screen whose hit path and responder chain are shown; `nil` for none.
  package var point: Point?
  /// What fingers did; `nil` for nothing.
  package var trails: FingerTrails?

  /// How many pieces of the screen are looked at to find out what is hit, at most.
  var effort = Reachability.effort

  /// - Parameter title: what the picture is called, such as the name of the screen.
  package init(of application: Application, title: String) {
    (self.application, self.title) = (application, title)
  }

  /// How far a finger must go to be seen to move, in points of the screen: half a unit of the picture.
  package var fineness: Double { 0.5 / scale.scale }

  private var screen: Rect { application.screen ?? Rect(x: 0, y: 0, width: 1, height: 1) }

  private var scale: PictureScale { PictureScale(screen, application.windows.flatMap(\.boxesOnScreen)) }

  /// The drawing, with its XML declaration. O(views · log views) for layouts written by hand.
  package var text: String {
    let reachability = Reachability(of: application.windowsFromFront, on: screen, effort: effort)
    let scale = scale
    let views = Self.pictured(reachability?.views ?? [], scale)
    let width = max(scale.area.width, Self.textWidth)

    var svg = SVG()
    Hatching.add(to: &svg)
    let (marks, noted) = marks(views, scale)
    svg.add(head(of: views, screen))
    var shapes = PictureShapes(scale, screen)
    let unclaimed = (reachability?.unclaimed ?? []).filter { $0.width >= Reachability.least }
    shapes.addScreen(unclaimed: unclaimed)
    shapes.add(views)
    svg.add(shapes.svg)
    svg.add(marks)

    let legend = PictureLegend.drawn(
      at: scale.area.maxY + 34, width: width, hasUnclaimed: !unclaimed.isEmpty, hasPath: point != nil,
      hasTrails: trails != nil)
    svg.add(legend.svg)
    let notes = noted.drawn(from: legend.bottom, width: width)
    svg.add(notes.svg)
    return svg.document(
      width: width + 2 * PictureScale.margin, height: notes.bottom + PictureScale.margin, title: title,
      style: PictureShapes.style)
  }

  /// The views in the order in which they are painted: the hindmost first.
  private static func pictured(_ views: [Reachability.SeenView], _ scale: PictureScale) -> [PicturedView] {
    var window = -1
    return views.reversed().map { seen in
      if seen.depth == 0 { window += 1 }
      return PicturedView(seen, window: window, scale)
    }
  }

  /// The title, and a summary.
  private func head(of views: [PicturedView], _ screen: Rect) -> SVG {
    var svg = SVG()
    let margin = PictureScale.margin
    let never = views.count { $0.obstacle != nil }
    let surprising = views.count { $0.obstacle?.intention == .accident }
    let size = "\(words(for: screen.width)) × \(words(for: screen.height)) points"
    let verdict =
      never == 0 ? "all can be hit" : "\(never) never hit, \(surprising) of them by accident"
    let summary = "\(size); \(Self.count(views)); \(verdict)"
    svg.add("text", ["class": "title", "x": .number(margin), "y": 30], content: String(title.prefix(100)))
    svg.add("text", ["class": "quiet summary", "x": .number(margin), "y": 50], content: summary)
    return svg
  }

  private static func count(_ views: [PicturedView]) -> String {
    let windows = views.count { $0.seen.depth == 0 }
    let others = views.count - windows
    return "\(windows) window\(windows == 1 ? "" : "s") and \(others) view\(others == 1 ? "" : "s")"
  }

  /// What is drawn over the views, and what is said below.
  private func marks(_ views: [PicturedView], _ scale: PictureScale) -> (SVG, Notes) {
    var (svg, over, notes) = (SVG(), SVG(), Notes())
    var labels = PictureLabels(in: scale.area, views: views.count)
    if let point {
      let hit = PictureHit(at: point, in: application, screen)
      over = hit.sign(scale, &labels)
      svg.add(hit.drawn(over: views, &labels))
      notes.add("At the point", name: "point", hit.lines)
    }
    if let trails {
      var drawn = PictureTrails(scale)
      drawn.add(trails)
      svg.add(drawn.svg)
      labels.add(trails, scale)
      notes.add(trails)
    }
    svg.begin("g", ["class": "labels"])
    for view in views.reversed() { labels.add(view) }
    svg.add(labels.svg)
    svg.end()
    svg.add(over)
    notes.addReach(of: views)
    notes.add(
      "Too small for their names", name: "unlabelled",
      labels.unlabelled.map { "\(Notes.short($0.view.identifier)), \($0.view.placeWords)" }, atMost: 40)
    return (svg, notes)
  }
}

extension View {
  /// The rectangles around the view and those below it, on the screen, as far as they are anywhere.
  fileprivate var boxesOnScreen: [Rect] { boxes(in: .identity) }

  private func boxes(in superview: AffineTransform) -> [Rect] {
    let map = toSuperview.concatenating(superview)
    let box = map.boundingBox(of: bounds)
    let numbers = [box.minX, box.minY, box.maxX, box.maxY]
    return (numbers.allSatisfy(\.isFinite) ? [box] : []) + subviews.flatMap { $0.boxes(in: map) }
  }

  /// Where it is on the screen, and how large.
  fileprivate var placeWords: String {
    let box = toScreen.boundingBox(of: bounds)
    return
      "at \(box.minX.pointWords), \(box.minY.pointWords), \(box.width.pointWords) × \(box.height.pointWords)"
  }
}

extension Notes {
  /// What is not drawn of a recording.
  fileprivate mutating func add(_ trails: FingerTrails) {
    var lines = [Self.counts(trails.trails.count - trails.hiddenTrails, trails.gestures.count)]
    let hidden = (trails.hiddenTrails, trails.hiddenGestures)
    if hidden != (0, 0) {
      lines.append("not drawn, being on sensitive views: " + Self.counts(hidden.0, hidden.1))
    }
    let omitted = (trails.omittedTrails, trails.omittedGestures)
    if omitted != (0, 0) { lines.append("not drawn, being too many: " + Self.counts(omitted.0, omitted.1)) }
    add("The recording", name: "recording", lines)
  }
  private static func counts(_ touches: Int, _ gestures: Int) -> String {
    "\(touches) touch\(touches == 1 ? "" : "es"), \(gestures) gesture\(gestures == 1 ? "" : "s")"
  }
}
