// From changes to a frame of events, and the ends that follow one.
extension VirtualPanel {
  /// The oldest time that a frame which was held may carry; the kernel takes an older one for wrong
  /// (UINPUT_TIMESTAMP_ALLOWED_OFFSET_SECS in drivers/input/misc/uinput.c, Linux 6.5).
  private static let oldest = Interval.seconds(10)

  /// Sends what has changed as one frame, if something has.
  ///
  /// - Parameters:
  ///   - now: the time of the frame that is being delivered, or of the deadline.
  ///   - observer: receives a report of each contact.
  func flush(at now: Timestamp, to observer: (any TraceObserver)?) {
    guard !changes.isEmpty else { return }
    let withdraws = hasWithdrawals
    if withdraws { placeWithdrawn() }
    let oldest = now + Interval(microseconds: -Self.oldest.microseconds)
    let stamp = encoder.begin(at: max(min(time, now), oldest), changes: changes.count)
    time = .zero
    for index in changes.indices { send(changes[index], at: now, stamp, to: observer) }
    encoder.finish(oldest: order.isEmpty ? nil : slots[Int(order[0])], onFrame)
    changes.removeAll()
    // A palm lifts in the next frame.
    if withdraws, cancel == .palm { endRests(upTo: now, to: observer, at: now) }
  }

  @inline(__always)
  private func send(
    _ change: Change, at now: Timestamp, _ stamp: Timestamp, to observer: (any TraceObserver)?
  ) {
    keepOrder(change)
    let slot = slots.pointer(at: Int(change.slot))
    slot.pointee.change = -1
    let isNews = encoder.encode(change, &slot.pointee)
    guard isNews, let observer, !(slot.pointee.isPrivate && observer.leavesProcess) else { return }
    observer.record(.screen(slot.pointee.report(of: change, traits.size, stamp)), at: now)
  }

  /// Decides where contacts go that are withdrawn.
  private func placeWithdrawn() {
    hasWithdrawals = false
    var (count, sum, isSecret) = (0.0, 0.0, false)
    for index in changes.indices where changes[index].isWithdrawal {
      count += 1
      sum += changes[index].location.x
      isSecret = isSecret || slots[Int(changes[index].slot)].isSecret
    }
    guard count > 0 else { return }
    let isLeft = sum / count < traits.size.width / 2
    for index in changes.indices where changes[index].isWithdrawal {
      switch cancel {
      case .slide(let distance):
        changes[index].location.x += isLeft ? distance : -distance
        // Which way one goes says on which half of the screen the others were.
        if isSecret { slots[Int(changes[index].slot)].isSecret = true }
      case .edge: changes[index].location = traits.nearestEdge(to: changes[index].location)
      case .lift, .palm: break
      }
      (changes[index].x, changes[index].y) = traits.units(changes[index].location)
    }
  }

  /// When the next contact lifts that rests; `nil` if none does.
  var nextRestEnd: Timestamp? {
    var nearest: Timestamp?
    for index in order.indices {
      guard let end = slots[Int(order[index])].restEnd else { continue }
      nearest = min(nearest ?? end, end)
    }
    return nearest
  }

  /// Lifts the contacts whose rest is over at a time, in a frame of their own, which comes before the one that is being
  /// made. Without a limit, all that rest.
  func endRests(
    upTo limit: Timestamp = Timestamp(microseconds: .max), to observer: (any TraceObserver)?,
    at now: Timestamp
  ) {
    guard let nearest = nextRestEnd, nearest <= limit else { return }
    let (unsent, unsentTime) = (changes.copy, time)
    changes.removeAll()
    defer { time = unsentTime }
    for number in order.copy {
      guard let end = slots[Int(number)].restEnd, end <= limit else { continue }
      release(number, cancel.end, .cancelled)
    }
    time = now
    flush(at: now, to: observer)
    for change in unsent { add(change) }
  }

  /// Withdraws every contact that the page has, in one frame, and releases every key. What ``cancel`` has rest, rests.
  public func withdrawAll(at now: Timestamp, to observer: (any TraceObserver)? = nil) {
    flush(at: now, to: observer)
    for number in order.copy where slots[Int(number)].isDown { withdraw(number, at: now) }
    time = now
    flush(at: now, to: observer)
    for code in keysDown.sorted() { press(code, isDown: false, to: observer, at: now) }
  }

  /// Ends every contact that the page has, at once: the device, or the hold on the panel, is about to go.
  public func endAll(at now: Timestamp, to observer: (any TraceObserver)? = nil) {
    withdrawAll(at: now, to: observer)
    endRests(to: observer, at: now)
  }
}

extension VirtualSlot {
  /// What is reported of a change that was sent.
  fileprivate func report(
    of change: VirtualPanel.Change, _ size: Size, _ stamp: Timestamp
  ) -> ScreenReport {
    var (phase, end): (TouchPhase, ScreenReport.End?) = (.moved, nil)
    switch change.step {
    case .landed: phase = .began
    case .moved, .slid, .palmed: break
    case .lifted(let how, let last): (phase, end) = (last, how)
    }
    let shown = Rect(origin: .zero, size: size).clamp(location)
    return ScreenReport(
      contact: contact, slot: Int(change.slot), phase: phase, location: isSecret ? nil : shown, end: end,
      stamp: stamp)
  }
}

extension VirtualPanelTraits {
  /// The point of the screen's edge that is nearest to a place.
  fileprivate func nearestEdge(to location: Point) -> Point {
    let (right, bottom) = (size.width - location.x, size.height - location.y)
    let nearest = min(location.x, location.y, right, bottom)
    if nearest == location.x { return Point(x: 0, y: location.y) }
    if nearest == right { return Point(x: size.width, y: location.y) }
    return Point(x: location.x, y: nearest == bottom ? size.height : 0)
  }
}
