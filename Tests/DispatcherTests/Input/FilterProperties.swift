import TestTables

/// Any filters in any order, over random contacts: the result equals that of a model that has each contact whole.
@Suite("Filters in any order") struct FilterProperties {
  @Test("The reported samples equal the model's", arguments: 0..<40)
  func model(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<25 {
      let filters = Self.filters(&random)
      var script = FilterScript()
      for _ in 0..<60 { script.step(&random) }
      script.liftAll()
      let rig = PanelRig()
      rig.attach(filters: filters)
      let lines = script.frames.map { frame in
        rig.forget()
        rig.feed(frame)
        return rig.told.map {
          "\($0.sample.slot) \($0.sample.phase) \(FilterModel.text(of: $0.sample.location.x))"
        }.joined(separator: " | ")
      }
      let expected = FilterModel.told(script.contacts, filters, frames: script.times)
      guard lines != expected else { continue }
      let place = zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      Issue.record(
        """
        seed \(seed), \(filters): frame \(place) tells "\(lines[place])", the model "\(expected[place])"
        \(script.frames.joined(separator: "\n"))
        """)
      return
    }
  }

  /// A layout has each filter at most once, and only of the one that holds contacts this matters.
  private static func filters(_ random: inout SplitMix) -> [ContactFilter] {
    var filters = (0..<Int.random(in: 1...4, using: &random)).map { _ in filter(&random) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let duration = [1, 10, 40].randomElement(using: &random) ?? 10
      filters.insert(
        .holdDuration(.milliseconds(Int64(duration))), at: Int.random(in: 0...filters.count, using: &random))
    }
    return filters
  }

  private static func filter(_ random: inout SplitMix) -> ContactFilter {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .hysteresis(x: Double(Int.random(in: 0...12, using: &random)), y: 0)
    case 1: .median([1, 3, 5].randomElement(using: &random) ?? 3)
    case 2: .debounce(.milliseconds([5, 20, 60].randomElement(using: &random) ?? 20))
    case 3: .skip(first: Int.random(in: 0...3, using: &random), last: Int.random(in: 0...2, using: &random))
    case 4: .pressure(Double(Int.random(in: 20...60, using: &random)))
    case 5:
      .smooth(
        cutoff: [0.5, 3, 10].randomElement(using: &random) ?? 3,
        beta: [0, 0.01].randomElement(using: &random) ?? 0)
    case 6: .ignoreRepeat(.milliseconds([5, 20, 60].randomElement(using: &random) ?? 20))
    case 7: .edge(inside: Rect(x: 40, y: -10, width: 120, height: 1000))
    default: .size(Double(Int.random(in: 30...90, using: &random)))
    }
  }
}

/// Random contacts in three slots, as frames and as the whole contacts that they make. A frame has one slot.
private struct FilterScript {
  private struct Slot {
    var contact: FilterModel.Contact?
    /// A palm of the panel's own, that has not lifted.
    var isPalm = false
    var (x, pressure, major) = (0, 0, 0)
  }

  private(set) var frames: [String] = []
  /// When each frame is, in milliseconds.
  private(set) var times: [Int] = []
  private(set) var contacts: [FilterModel.Contact] = []
  private var slots = Array(repeating: Slot(), count: 3)
  private var time = 0
  private var id = 0

  mutating func step(_ random: inout SplitMix) {
    time += Int.random(in: 1...12, using: &random)
    let index = Int.random(in: 0..<3, using: &random)
    guard slots[index].contact != nil || slots[index].isPalm else { return land(index, &random) }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: lift(index)
    case 4 where !slots[index].isPalm: cancel(index)
    default: move(index, &random)
    }
  }

  mutating func liftAll() {
    for index in 0..<3 where slots[index].contact != nil || slots[index].isPalm { lift(index) }
  }

  private mutating func change(_ index: Int, _ random: inout SplitMix) {
    slots[index].x = Int.random(in: 20...180, using: &random)
    slots[index].pressure = Int.random(in: 1...100, using: &random)
    if Bool.random(using: &random) { slots[index].major = Int.random(in: 1...100, using: &random) }
  }

  private var sample: (Slot) -> FilterModel.Sample {
    { [frame = frames.count, time] in
      FilterModel.Sample(frame: frame, time: time, x: Double($0.x), pressure: $0.pressure, major: $0.major)
    }
  }

  private mutating func write(_ index: Int, _ text: String) {
    frames.append("slot \(index); \(text); @\(time)")
    times.append(time)
  }

  private func values(_ index: Int) -> String {
    "x \(slots[index].x); pressure \(slots[index].pressure); major \(slots[index].major)"
  }

  private mutating func land(_ index: Int, _ random: inout SplitMix) {
    change(index, &random)
    id += 1
    let first = sample(slots[index])
    slots[index].contact = FilterModel.Contact(slot: index, samples: [first], end: first, isLift: true)
    write(index, "id \(id); \(values(index))")
  }

  private mutating func move(_ index: Int, _ random: inout SplitMix) {
    let before = slots[index]
    change(index, &random)
    let (now, sample) = (slots[index], sample(slots[index]))
    if (before.x, before.pressure, before.major) != (now.x, now.pressure, now.major) {
      slots[index].contact?.samples.append(sample)
    }
    write(index, values(index))
  }

  private mutating func lift(_ index: Int) {
    finish(index, isLift: true)
    slots[index].isPalm = false
    write(index, "id -1; tool 0")
  }

  private mutating func cancel(_ index: Int) {
    finish(index, isLift: false)
    slots[index].isPalm = true
    write(index, "tool 2")
  }

  private mutating func finish(_ index: Int, isLift: Bool) {
    guard var contact = slots[index].contact else { return }
    contact.end = sample(slots[index])
    contact.isLift = isLift
    contacts.append(contact)
    slots[index].contact = nil
  }
}
