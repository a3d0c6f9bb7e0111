import TestTables

/// An application with windows full of random views: the same ones for the same seed.
final class RandomLayout {
  let application = Application()
  let calls = CallLog()
  /// Every view, windows included, in the order of making.
  private(set) var views: [View] = []
  var random: SplitMix

  /// - Parameter views: about how many there are.
  init(seed: UInt64, views count: Int) {
    random = SplitMix(seed: seed)
    calls.stray.identifier = "stray"
    if chance(0.7) { application.screen = Rect(x: 0, y: 0, width: 800, height: 600) }
    let windows = Int.random(in: 1...3, using: &random)
    for _ in 0..<windows { addWindow(views: count / windows) }
    for view in views where chance(0.04) {
      view.hitBehavior = .redirect(to: Weak(chance(0.2) ? calls.stray : views.randomElement(using: &random)))
    }
    for case let view as AskedView in views { view.other = views.randomElement(using: &random) }
    calls.application = application
  }

  deinit { calls.application = nil }

  func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

  private func addWindow(views count: Int) {
    let isWhole = chance(0.7)
    let frame =
      isWhole ? Rect(x: 0, y: 0, width: 800, height: 600) : Rect(x: 90, y: 40, width: 500, height: 400)
    let window = chance(0.2) ? PassingWindow(frame: frame) : Window(frame: frame)
    window.level = Double(Int.random(in: 0...1, using: &random))
    if chance(0.2) { window.transform = AffineTransform(rotation: 0.1) }
    if chance(0.1) { window.reachesChildren = true }
    add(window)
    let first = views.count
    let fan = [2, 5, 10, 1000].randomElement(using: &random) ?? 5
    while views.count < first + count {
      let parent = fan == 1000 ? window : views[first - 1 + (views.count - first) / fan]
      let view = makeView(in: parent, place: parent.subviews.count, of: min(fan, 40))
      parent.addSubview(view)
      add(view)
    }
    application.addWindow(window)
  }

  private func add(_ view: View) {
    view.identifier = "\(views.count)"
    views.append(view)
  }

  /// A view of a class and with properties that vary.
  func makeView(in parent: View, place: Int, of places: Int) -> View {
    let frame = makeFrame(in: parent.bounds, place: place, of: places)
    let view: View
    switch Int.random(in: 0..<25, using: &random) {
    case 0:
      view = AskedView(
        frame: frame, calls, AskedView.Manner.allCases.randomElement(using: &random) ?? .inherits)
    case 1: view = InsideView(frame: frame, calls, reach: Double.random(in: -20...20, using: &random))
    case 2:
      view = ImageView(frame: frame)
      view.isUserInteractionEnabled = true
    case 3: view = Label(frame: frame)
    default: view = View(frame: frame)
    }
    for _ in 0..<Int.random(in: 0...1, using: &random) { vary(view) }
    return view
  }

  /// Cells that share edges, at fractions that are no binary numbers; or anything.
  private func makeFrame(in bounds: Rect, place: Int, of places: Int) -> Rect {
    let columns = Double(places).squareRoot().rounded(.up)
    let (width, height) = (bounds.size.width / columns, bounds.size.height / columns)
    if chance(0.7) {
      let (column, row) = (Double(place % Int(columns)), Double(place / Int(columns)))
      return Rect(
        x: bounds.minX + column * width, y: bounds.minY + row * height, width: width, height: height)
    }
    if chance(0.2) { return bounds }
    return Rect(
      x: bounds.minX + Double.random(in: -0.2...1, using: &random) * bounds.size.width,
      y: bounds.minY + Double.random(in: -0.2...1, using: &random) * bounds.size.height,
      width: Double.random(in: -0.1...1, using: &random) * bounds.size.width,
      height: Double.random(in: -0.1...1, using: &random) * bounds.size.height)
  }

  /// Changes one property that a hit test depends on.
  func vary(_ view: View) {
    let amount = Double.random(in: -30...30, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: view.transform = AffineTransform(rotation: amount / 10)
    case 1: view.transform = Self.oddTransforms.randomElement(using: &random) ?? .identity
    case 2: view.bounds.origin = Point(x: amount, y: -amount / 3)
    case 3: view.hitOutset = EdgeInsets(top: amount, left: 3, bottom: -amount / 7, right: amount)
    case 4: view.hitBehavior = .passThrough
    case 5: view.hitBehavior = amount > 0 ? .none : .normal
    case 6: view.reachesChildren.toggle()
    case 7: view.isHidden = amount > 10
    case 8: view.alpha = amount > 0 ? 0.01 : 0.02
    case 9: view.isUserInteractionEnabled = amount < 15
    case 10: view.center.x += amount
    default: view.bounds.size.width += amount
    }
  }

  static let oddTransforms = [
    AffineTransform(scaleX: 0, y: 1), AffineTransform(scaleX: 1e-9, y: 1e-9),
    AffineTransform(scaleX: 1e9, y: 1e9),
    AffineTransform(scaleX: -1, y: 0.3), AffineTransform(a: 1, b: 0.3, c: -0.2, d: 1, tx: 5, ty: 9),
    AffineTransform(a: 1, b: 1, c: 1, d: 1 + 1e-13, tx: 0, ty: 0), AffineTransform(scaleX: .nan, y: 1),
    AffineTransform(scaleX: .infinity, y: 1), AffineTransform(translationX: .infinity, y: 0),
    AffineTransform(translationX: 1e15, y: 0), AffineTransform(scaleX: 1e-170, y: 1e-170),
    AffineTransform(rotation: .pi / 2),
  ]

  /// Anywhere on the screen or a little beyond, or on an edge or corner of a view, a few steps of rounding beside it at
  /// the most.
  func makePoint() -> Point {
    guard chance(0.6), let view = views.randomElement(using: &random) else {
      return Point(
        x: Double.random(in: -50...850, using: &random), y: Double.random(in: -50...650, using: &random))
    }
    let (x, y) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
    let corner = view.bounds.inset(by: view.hitOutset)
    let point = view.toScreen.apply(
      to: Point(
        x: chance(0.7) ? (x < 0.5 ? corner.minX : corner.maxX) : corner.minX + x * corner.size.width,
        y: chance(0.7) ? (y < 0.5 ? corner.minY : corner.maxY) : corner.minY + y * corner.size.height))
    guard chance(0.5) else { return point }
    func nudged(_ value: Double) -> Double {
      value + Double(Int.random(in: -4...4, using: &random)) * value.ulp
    }
    return Point(x: nudged(point.x), y: nudged(point.y))
  }
}
