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

  mutating func removeFinished() { objects.removeAll { $0.deadline == nil } }
}

extension Application: TimeKeeper {
  final func keepTime(for object: any TimedObject) {
    timed.update(object)
    arbitration.deadlineOfOthers = timed.nextDeadline
  }

  /// Asks what goes on by itself and whose time has come.
  final func fireTimedObjects(at time: Timestamp) {
    guard let deadline = arbitration.deadlineOfOthers, deadline <= time else { return }
    for object in timed.due(at: time) {
      let deadline = object.deadline
      object.deadlineReached(at: time)
      precondition(
        object.deadline == nil || object.deadline != deadline,
        "a timed object keeps its deadline after it was reached; give it a later one or none")
    }
    timed.removeFinished()
    arbitration.deadlineOfOthers = timed.nextDeadline
  }
}
