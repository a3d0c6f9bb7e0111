/// How a request to read the layouts again ended.
enum ReloadOutcome: Equatable {
  /// They are in use; what there is to say of them.
  case done(String)
  /// They are bad; the located errors.
  case bad(String)
  /// It was not tried, for this reason.
  case refused(String)
}

/// What became of the times that the layouts were read again.
package struct ReloadCounts: Equatable, Sendable {
  package var done: Int
  package var failed: Int
  /// The first line of what is wrong with the files now, since they were last read; `nil` once they are good again.
  package var lastFailure: String?

  package init(done: Int = 0, failed: Int = 0, lastFailure: String? = nil) {
    self.done = done
    self.failed = failed
    self.lastFailure = lastFailure
  }
}
