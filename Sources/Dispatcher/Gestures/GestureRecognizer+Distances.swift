// Ways: where to, and how far, without a place.
extension GestureRecognizer {
  /// A way across the screen in a view's coordinates, in the window's for `nil`; always finite. O(1) while no view of
  /// the window moves, else O(depth).
  final func convert(way: Point, to view: View?) -> Point {
    guard let target = view ?? self.view?.window else { return way.finiteOrZero }
    return (target.convert(fromScreen: way) - target.convert(fromScreen: .zero)).finiteOrZero
  }

  /// A way in a view's coordinates, in the window's for `nil`, across the screen; always finite. O(depth).
  final func convert(way: Point, from view: View?) -> Point {
    guard let target = view ?? self.view?.window else { return way.finiteOrZero }
    let toScreen = target.toScreen
    return (toScreen.apply(to: way) - toScreen.apply(to: .zero)).finiteOrZero
  }
}

extension Point {
  /// The point itself, or zero where it is beyond all numbers: a layout may scale by whatever it likes.
  var finiteOrZero: Point { isFinite ? self : .zero }
}
