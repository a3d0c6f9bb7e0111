/// Is notified of what a scroll view's content does; a delegate implements the methods that it needs.
///
/// A scroll view does not keep its delegate.
public protocol ScrollViewDelegate: AnyObject {
  /// The content moved, by a finger, by itself or by ``ScrollView/contentOffset``. Not called where 256 such calls in
  /// one tree of views are running, each in the middle of the one before (see ``Misuse/Kind/scrolling``).
  func scrollViewDidScroll(_ scrollView: ScrollView)

  /// A finger begins to drag the content.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)

  /// The fingers let go, or were cancelled. Comes once after each ``scrollViewWillBeginDragging(_:)``.
  ///
  /// - Parameter decelerate: whether the content goes on by itself.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)

  /// The content is where ``ScrollView/setContentOffset(_:animated:)`` sent it, or was stopped on its way. Comes once
  /// for each animation.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)

  /// The content came to rest, or was stopped. Comes once where the drag's end said that it would decelerate.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
}

/// What holds without a delegate.
extension ScrollViewDelegate {
  /// By default, does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  /// By default, does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  /// By default, does nothing.
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
  /// By default, does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
  /// By default, does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
}
