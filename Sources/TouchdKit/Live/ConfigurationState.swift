import Dispatcher

/// Which configuration is at work, and how the files stand to it.
///
///                  good                     bad
///     starting ───────────► files ◄──────────────────► former
///        │                    ▲            good
///        │ bad, a copy        │ good
///        ├───────────────► copy
///        │ bad, no copy       │ good
///        └───────────────► waiting ───► files
///
/// Bad is all that keeps the files from being used: an error in one, one that is missing or may not be read, a reading
/// that does not end, layouts that would leave a panel to chance. Whatever the state, the files are followed, and used
/// when they are good.
enum ConfigurationState: Equatable {
  /// The files have not been read yet.
  case starting
  /// What the files say is in use.
  case files
  /// The files are bad; what they said before is in use.
  case former(Trouble)
  /// The files were bad from the start; what was kept of the last good ones is in use.
  case copy(Trouble)
  /// The files were bad from the start, and nothing is kept: nothing is in use.
  case waiting(Trouble)

  /// Why the files are not in use.
  struct Trouble: Equatable {
    /// A line.
    var reason: String
    /// Since when it is so.
    let since: Timestamp
  }

  var trouble: Trouble? {
    switch self {
    case .starting, .files: nil
    case .former(let trouble), .copy(let trouble), .waiting(let trouble): trouble
    }
  }

  /// The files were found to be bad, again perhaps.
  ///
  /// - Parameter hasCopy: whether a copy takes their place, at a start.
  mutating func foundBad(_ reason: String, hasCopy: Bool = false, at now: Timestamp) {
    let trouble = Trouble(reason: reason, since: trouble?.since ?? now)
    switch self {
    case .starting: self = hasCopy ? .copy(trouble) : .waiting(trouble)
    case .files, .former: self = .former(trouble)
    case .copy: self = .copy(trouble)
    case .waiting: self = .waiting(trouble)
    }
  }

  /// What the files say is in use.
  mutating func take() { self = .files }
}
