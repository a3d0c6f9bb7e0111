// Whether the content of a scroll view gets a touch, or its drag does.
extension ScrollView {
  /// Whether the pan, which wants to begin, may.
  final var mayDrag: Bool {
    guard isScrollEnabled, letsGo else { return false }
    if pan.hasCaught { return true }
    let axes = scrollableAxes
    if axes.isEmpty { return bounces && !outerScrollViews.contains { !$0.scrollableAxes.isEmpty } }
    return hasRoom(for: pan.way) || !outerScrollViews.contains { $0.hasRoom(for: pan.way) }
  }

  /// Whether the content lets go of the touches that it has begun to handle.
  private final var letsGo: Bool {
    pan.touches.allSatisfy { touch in
      guard touch.contact.isDown, touch.contact.standing == .given,
        let content = touch.contact.view, content !== self
      else { return true }
      return canCancelContentTouches && touchesShouldCancel(in: content)
    }
  }

  /// Whether the content can go on with fingers that go some way across the screen: along the axis on which they go
  /// further, of those on which it can be scrolled.
  private final func hasRoom(for way: Point) -> Bool {
    let (axes, offset, ranges) = (scrollableAxes, contentOffset, self.ranges)
    let own = axes.part(of: pan.convert(way: way, to: self))
    guard !axes.isEmpty else { return false }
    // The content comes from where the finger goes.
    return abs(own.x) >= abs(own.y) && axes.contains(.horizontal)
      ? ranges.x.hasRoom(at: offset.x, towards: -own.x) : ranges.y.hasRoom(at: offset.y, towards: -own.y)
  }

  /// The scroll views above this one whose pan may take the same touches.
  private final var outerScrollViews: [ScrollView] {
    var found: [ScrollView] = []
    var view = superview
    while let current = view {
      if let scrollView = current as? ScrollView, scrollView.pan.attempt?.state ?? .possible == .possible,
        pan.attempt?.contacts.contains(where: { $0.recognizers.contains { $0 === scrollView.pan } }) == true
      {
        found.append(scrollView)
      }
      view = current.superview
    }
    return found
  }
}

extension View {
  /// Whether the scroll views above let the view have touches that begin. O(depth).
  final func mayBegin(_ touches: Set<Touch>, with event: Event) -> Bool {
    var view = superview
    while let current = view {
      if let scrollView = current as? ScrollView,
        !scrollView.touchesShouldBegin(touches, with: event, in: self)
      {
        return false
      }
      view = current.superview
    }
    return true
  }
}
