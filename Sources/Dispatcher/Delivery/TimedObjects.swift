/// What goes on by itself in an application: each is asked at its deadline, until it has none.
struct TimedObjects {
  private var objects: ContiguousArray<any TimedObject> = []

  /// The nearest of the deadlines. O(objects).
  var nextDeadline: Timestamp? { objects.lazy.compactMap(\.deadline).min() }

  /// Takes an object in, or lets it go if it is over.
  mutating func update(_ object: any TimedObject) {
    objects.removeAll { $0 === object || $0.deadline == nil }
    if object.deadline != nil { objects.append(object) }
  }

  /// The objects whose deadline has come.
  func due(at time: Timestamp) -> [any TimedObject] {
    objects.filter { object in object.deadline.map { $0 <= time } ?? false }
  }

  /// Tells an object that its deadline has come. It is let go if it does not move the deadline on.
  mutating func fire(_ object: any TimedObject, at time: Timestamp) {
    object.deadlineReached(at: time)
    if let deadline = object.deadline, deadline <= time { objects.removeAll { $0 === object } }
  }

  mutating func removeFinished() { objects.removeAll { $0.deadline == nil } }
}

extension Application {
  final var now: Timestamp { max(event.timestamp, clock) }

  final func keepTime(for object: any TimedObject) {
    timed.update(object)
    noteDeadlines()
  }

  /// Tells arbitration, which keeps one answer for all, what else has a deadline.
  final func noteDeadlines() {
    arbitration.deadlineOfOthers = [timed.nextDeadline, departure].lazy.compactMap(\.self).min()
  }

  /// Asks what goes on by itself and whose time has come.
  final func fireTimedObjects(at time: Timestamp) {
    guard let deadline = arbitration.deadlineOfOthers, deadline <= time else { return }
    for object in timed.due(at: time) { timed.fire(object, at: time) }
    timed.removeFinished()
    noteDeadlines()
  }
}
