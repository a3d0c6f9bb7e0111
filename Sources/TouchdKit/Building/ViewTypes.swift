import Dispatcher

extension ScrollDescription {
  /// Gives a scroll view its options. Its children are there already: without a size of its own, the content is the
  /// smallest that holds them.
  func apply(
    to view: ScrollView, pointsPerMillimetre: (x: Double, y: Double)?
  ) throws(GeometryError) {
    view.delaysContentTouches = delaysContentTouches
    view.canCancelContentTouches = canCancelContentTouches
    view.bounces = bounces
    view.isDirectionalLockEnabled = isDirectionalLockEnabled
    view.isScrollEnabled = isScrollEnabled
    if let contentInset {
      view.contentInset = try contentInset.resolve(pointsPerMillimetre: pointsPerMillimetre)
    }
    let size = try contentSize?.points(of: view.bounds.size, pointsPerMillimetre: pointsPerMillimetre)
    view.contentSize = size.map { Size(width: $0.x, height: $0.y) } ?? view.childrenSize
    if let contentOffset {
      view.contentOffset = try contentOffset.points(
        of: view.bounds.size, pointsPerMillimetre: pointsPerMillimetre)
    }
  }
}

extension View {
  /// The smallest size, from the origin, that holds the children.
  fileprivate var childrenSize: Size {
    subviews.reduce(.zero) { size, child in
      Size(width: max(size.width, child.frame.maxX), height: max(size.height, child.frame.maxY))
    }
  }
}

extension ControlDescription {
  /// Gives a control its options.
  ///
  /// - Parameter plugin: the plugin of a responder's name.
  func apply(to control: Control, plugin: (String) -> any ResponderPlugin) {
    control.isEnabled = isEnabled
    control.plugins = events.mapValues { names in names.map { plugin($0.value) } }
  }
}
