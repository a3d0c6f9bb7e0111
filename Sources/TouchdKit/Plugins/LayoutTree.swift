import Dispatcher
internal import Glibc

/// The tree of a layout, as its plugins see it.
///
/// Plugins are made before the tree. Where a layout in millimetres meets a panel of another resolution, a new tree
/// takes the place of the old one, and the plugins stay.
///
/// It can be sent anywhere, and answers on the thread that it was made on, which is that of the tree.
final class LayoutTree: @unchecked Sendable {
  private let thread = pthread_self()
  private weak var found: Application?
  private var shown = Visibility()

  /// `nil` before there is one, when it has gone, and on any other thread.
  var application: Application? {
    get { isOnItsThread ? found : nil }
    set { if isOnItsThread { (found, shown) = (newValue, Visibility()) } }
  }

  /// What plugins show and hide of the tree; that of a new tree is as the layout says. `nil` on any other thread.
  var visibility: Visibility? { isOnItsThread ? shown : nil }

  private var isOnItsThread: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
