/// When something is due that no frame reports: what a recognizer waits for, what else goes on by itself, and alarms.
final class Deadlines {
  /// The nearest of all. Finding it asks every recognizer with an attempt.
  enum Nearest {
    /// Something has changed that may move it.
    case unknown
    case known(Timestamp?)
  }

  @exclusivity(unchecked) private(set) var nearest = Nearest.unknown
  /// The same without alarms, where that is known.
  @exclusivity(unchecked) private(set) var nearestBesidesAlarms: Timestamp?
  /// The nearest that is neither a recognizer's nor an alarm; mostly there is none.
  @exclusivity(unchecked) private(set) var nearestOfOthers: Timestamp?
  /// When controls left their window with touches on them, until those are cancelled.
  @exclusivity(unchecked) var departure: Timestamp? { didSet { note() } }
  /// Up to when deadlines have fired.
  @exclusivity(unchecked) var clock = Timestamp.zero
  @exclusivity(unchecked) private var objects: ContiguousArray<any TimedObject> = []
  /// Those that are set, in the order of setting.
  @exclusivity(unchecked) private var alarms: ContiguousArray<Alarm> = [] {
    didSet { nearestAlarm = alarms.lazy.compactMap(\.time).min() }
  }
  @exclusivity(unchecked) private var nearestAlarm: Timestamp?
  /// Whether alarms do not count, since what is left runs out without its time having come.
  @exclusivity(unchecked) private var holdsAlarms = false

  @inline(__always)
  func invalidate() { nearest = .unknown }

  /// Takes in the nearest of all but alarms.
  ///
  /// - Returns: the nearest of all.
  func note(_ nearestBesidesAlarms: Timestamp?) -> Timestamp? {
    self.nearestBesidesAlarms = nearestBesidesAlarms
    var all = nearestBesidesAlarms
    if let nearestAlarm, !holdsAlarms { all = all.map { min($0, nearestAlarm) } ?? nearestAlarm }
    nearest = .known(all)
    return all
  }

  /// Asks an object at its deadline from now on, until it has none. O(objects).
  func keep(_ object: any TimedObject) {
    objects.removeAll { $0 === object || $0.deadline == nil }
    if object.deadline != nil { objects.append(object) }
    note()
  }

  /// Asks what goes on by itself and whose time has come. An object that does not move its deadline on is let go.
  func fireObjects(at time: Timestamp) {
    guard let nearestOfOthers, nearestOfOthers <= time else { return }
    for object in objects where object.isDue(at: time) {
      object.deadlineReached(at: time)
      if object.isDue(at: time) { objects.removeAll { $0 === object } }
    }
    objects.removeAll { $0.deadline == nil }
    note()
  }

  /// Fires an alarm at its time from now on, if it is set. O(alarms).
  func keep(_ alarm: Alarm) {
    alarms = alarms.filter { $0 !== alarm } + (alarm.time == nil ? [] : [alarm])
    invalidate()
  }

  /// Fires the alarms whose time has come, in the order of setting.
  func fireAlarms(at time: Timestamp) {
    guard let nearestAlarm, nearestAlarm <= time, !holdsAlarms else { return }
    for alarm in alarms where alarm.isDue(at: time) { alarm.fire(at: time) }
    alarms = alarms.filter { $0.time != nil }
    invalidate()
  }

  /// Does something during which no alarm fires.
  func holdingAlarms(_ body: () -> Void) {
    holdsAlarms = true
    invalidate()
    body()
    holdsAlarms = false
    invalidate()
  }

  /// Forgets what is due.
  func letGo() {
    departure = nil
    objects.removeAll()
    alarms.removeAll()
    note()
  }

  private func note() {
    let objects = objects.lazy.compactMap(\.deadline).min()
    nearestOfOthers = [objects, departure].lazy.compactMap(\.self).min()
    invalidate()
  }
}

extension TimedObject {
  fileprivate func isDue(at time: Timestamp) -> Bool { deadline.map { $0 <= time } ?? false }
}
