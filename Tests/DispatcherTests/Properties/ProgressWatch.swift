import Dispatcher

/// Checks reports of progress: never more often than the interval, never backwards, none after the end; and a failure
/// is reported once, exactly if progress was.
struct ProgressWatch {
  private enum Course {
    /// Progress was reported.
    case open(at: Timestamp, part: Double)
    /// It has failed since, and this is still to be reported.
    case owed
  }

  private var courses: [ObjectIdentifier: Course] = [:]

  /// Takes in a report.
  ///
  /// - Returns: the breach of the rules, in words.
  mutating func note(_ event: GestureEvent) -> String? {
    let id = ObjectIdentifier(event.recognizer)
    guard let part = event.progress else {
      guard event.state == .failed, case .owed? = courses.removeValue(forKey: id) else {
        return "\(event.name) reports \(event.state) without progress"
      }
      return nil
    }
    defer { courses[id] = .open(at: event.timestamp, part: part) }
    guard event.state == .possible, (0...1).contains(part) else {
      return "\(event.name) reports \(part) while \(event.state)"
    }
    switch courses[id] {
    case nil: return part == 0 ? nil : "\(event.name) begins with \(part)"
    case .owed: return "\(event.name) reports \(part) after its end"
    case .open(let time, let last):
      let interval = (event.recognizer as? LongPressGestureRecognizer)?.progressInterval
      guard let interval, event.timestamp - time >= interval, part >= last else {
        return "\(event.name) reports \(part) too soon, \((event.timestamp - time).seconds) s after \(last)"
      }
      return nil
    }
  }

  /// Takes in that a recognizer has reached a state.
  mutating func note(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    let id = ObjectIdentifier(recognizer)
    guard case .open? = courses[id] else { return }
    courses[id] = state == .failed ? .owed : nil
  }

  /// What is wrong when all is over.
  var violationAtEnd: String? { courses.isEmpty ? nil : "progress was reported and has no end" }
}
