internal import CEvdev
internal import Glibc

/// Dispatch's main queue as a run loop sees it, through the two functions that CoreFoundation's uses.
enum MainQueue {
  /// An eventfd, readable while blocks wait; Dispatch owns it. Asking for it gives the queue to this thread.
  static var fileDescriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

  /// Runs the blocks that wait now; what they add makes the descriptor readable again.
  static func drain() {
    var wakes: UInt64 = 0
    _ = read(fileDescriptor, &wakes, 8)
    _dispatch_main_queue_callback_4CF(nil)
  }
}
