import Dispatcher

/// What filters leave of contacts, thought of as a whole: each filter turns a list of finished contacts into another.
///
/// Slow and plain, and written without a look at the filters themselves.
struct FilterModel {
  struct Sample {
    /// The frame that brings it.
    var frame: Int
    /// Milliseconds.
    var time: Int
    var x: Double
    var pressure: Int
    var major: Int
  }

  struct Contact {
    let slot: Int
    var samples: [Sample]
    /// Its last sample: when, how large it was then, and whether it was a lift.
    var end: Sample
    var isLift: Bool
  }

  /// What is reported at each frame: `0 began 10`; several in the order of their times.
  ///
  /// - Parameter frames: when each is, in milliseconds.
  static func told(_ contacts: [Contact], _ filters: [ContactFilter], frames: [Int]) -> [String] {
    var told: [[(time: Int, text: String)]] = Array(repeating: [], count: frames.count)
    for contact in filters.reduce(contacts, { $1.applied(to: $0, frames) }) {
      var last: Sample?
      for sample in contact.samples {
        defer { last = sample }
        if let last, text(of: last.x) == text(of: sample.x), last.major == sample.major { continue }
        let phase = last == nil ? "began" : "moved"
        told[sample.frame].append((sample.time, "\(contact.slot) \(phase) \(text(of: sample.x))"))
      }
      let end = contact.isLift ? "ended" : "cancelled"
      told[contact.end.frame].append((contact.end.time, "\(contact.slot) \(end) \(text(of: last?.x ?? 0))"))
    }
    return told.map { $0.sorted { $0.time < $1.time }.map(\.text).joined(separator: " | ") }
  }

  /// A place without the digits in which two ways to compute it differ.
  static func text(of x: Double) -> String { "\((x * 1e6).rounded() / 1e6)" }
}

extension ContactFilter {
  fileprivate func applied(to contacts: [FilterModel.Contact], _ frames: [Int]) -> [FilterModel.Contact] {
    switch self {
    case .hysteresis(let margin, _): contacts.map { $0.heldStill(within: margin) }
    case .median(let depth): contacts.map { $0.smoothed(over: depth) }
    case .smooth(let cutoff, let beta): contacts.map { $0.lowPassed(cutoff: cutoff, beta: beta) }
    case .skip(let first, let last): contacts.compactMap { $0.without(first: first, last: last) }
    case .pressure(let minimum): contacts.flatMap { $0.parts(pressedBy: minimum) }
    case .edge(let inside): contacts.compactMap { $0.from { inside.minX <= $0.x && $0.x < inside.maxX } }
    case .size(let limit): contacts.compactMap { $0.until(large: limit) }
    case .holdDuration(let duration):
      contacts.compactMap { $0.held(for: Int(duration.microseconds / 1000), frames) }
    case .ignoreRepeat(let interval): withoutRepeats(contacts, Int(interval.microseconds / 1000))
    case .debounce(let interval):
      contacts.filter { landing in
        !contacts.contains { lifted in
          lifted.isLift && lifted.end.frame < landing.samples[0].frame
            && Int64(landing.samples[0].time - lifted.end.time) * 1000 < interval.microseconds
            && abs(lifted.end.x - landing.samples[0].x) <= 20
        }
      }
    }
  }
}

private func withoutRepeats(_ contacts: [FilterModel.Contact], _ interval: Int) -> [FilterModel.Contact] {
  contacts.sorted { $0.samples[0].frame < $1.samples[0].frame }.reduce(into: []) { counted, landing in
    let first = landing.samples[0]
    let isRepeat = counted.contains { lifted in
      lifted.isLift && lifted.end.frame < first.frame && first.time - lifted.end.time < interval
    }
    if !isRepeat { counted.append(landing) }
  }
}

extension FilterModel.Contact {
  /// The same with other samples; it ends where they end. `nil` without any.
  private func with(_ samples: [FilterModel.Sample]) -> FilterModel.Contact? {
    guard let last = samples.last else { return nil }
    var contact = self
    contact.samples = samples
    contact.end.x = last.x
    return contact
  }

  fileprivate func heldStill(within margin: Double) -> FilterModel.Contact {
    var centre = samples[0].x
    let held = samples.map { sample in
      var sample = sample
      if sample.x > centre + margin { centre = sample.x - margin }
      if sample.x < centre - margin { centre = sample.x + margin }
      sample.x = centre
      return sample
    }
    return with(held) ?? self
  }

  fileprivate func smoothed(over depth: Int) -> FilterModel.Contact {
    let smooth = samples.indices.map { index in
      var sample = samples[index]
      sample.x = (0..<depth).map { samples[max(index - $0, 0)].x }.sorted()[depth / 2]
      return sample
    }
    return with(smooth) ?? self
  }

  fileprivate func lowPassed(cutoff: Double, beta: Double) -> FilterModel.Contact {
    var model = SmoothModel(mincutoff: cutoff, beta: beta)
    let smooth = samples.indices.map { index in
      var sample = samples[index]
      let elapsed = sample.time - samples[max(index - 1, 0)].time
      // There is no rate before the first sample, nor a need for one.
      let rate = index == 0 ? 1 : 1000 / Double(elapsed)
      sample.x = model.filter(Point(x: sample.x, y: 0), rate: rate).x
      return sample
    }
    return with(smooth) ?? self
  }

  fileprivate func without(first: Int, last: Int) -> FilterModel.Contact? {
    let rest = Array(samples.dropFirst(first))
    let late = rest.dropLast(last).indices.map { index in
      var sample = rest[index]
      (sample.frame, sample.time) = (rest[index + last].frame, rest[index + last].time)
      return sample
    }
    var contact = with(late)
    if last > 0, let size = late.last?.major { contact?.end.major = size }
    return contact
  }

  /// It begins at a time at which there may be no frame: then it is reported with the next one that is later.
  fileprivate func held(for duration: Int, _ frames: [Int]) -> FilterModel.Contact? {
    let due = samples[0].time + duration
    guard end.time > due, var start = samples.last(where: { $0.time < due }) else { return nil }
    var rest = samples.filter { $0.time >= due }
    if rest.first?.time != due {
      (start.time, start.frame) = (due, frames.firstIndex { $0 > due } ?? 0)
      rest.insert(start, at: 0)
    }
    return with(rest)
  }

  fileprivate func parts(pressedBy minimum: Double) -> [FilterModel.Contact] {
    var parts: [FilterModel.Contact] = []
    var run: [FilterModel.Sample] = []
    for sample in samples {
      if Double(sample.pressure) >= minimum {
        run.append(sample)
      } else if var part = with(run) {
        (part.end.frame, part.end.time) = (sample.frame, sample.time)
        (part.end.major, part.isLift) = (run[run.count - 1].major, true)
        parts.append(part)
        run = []
      }
    }
    return parts + (with(run).map { [$0] } ?? [])
  }

  fileprivate func from(_ isMeant: (FilterModel.Sample) -> Bool) -> FilterModel.Contact? {
    with(Array(samples.drop { !isMeant($0) }))
  }

  fileprivate func until(large limit: Double) -> FilterModel.Contact? {
    guard let palm = samples.first(where: { Double($0.major) >= limit }) else {
      var contact = self
      if Double(end.major) >= limit { contact.isLift = false }
      return contact
    }
    guard var contact = with(Array(samples.prefix { Double($0.major) < limit })) else { return nil }
    (contact.end.frame, contact.end.time, contact.isLift) = (palm.frame, palm.time, false)
    return contact
  }
}
