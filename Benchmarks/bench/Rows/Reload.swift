internal import CBaselines
import Dispatcher
import TouchdKit

/// A layout that is read and built in a process that runs already: what a reload takes.
struct Reload {
  private let path: String

  init(path: String) { self.path = path }

  /// Milliseconds from the path to the tree of views.
  func time() throws -> Double {
    let start = bench_now()
    let live = LiveLayout(try LayoutLoading.layout(path), [:])
    let time = bench_now() - start
    precondition(live.pipeline?.application.windows.isEmpty == false, "no window was built")
    return Double(time) / 1e6
  }
}
