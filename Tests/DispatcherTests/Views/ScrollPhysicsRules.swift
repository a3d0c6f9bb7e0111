import TestTables

@testable import Dispatcher

/// Where content goes, as functions of time.
@Suite("Scroll physics") struct ScrollPhysicsRules {
  static func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

  @Test(
    "The rubber band of a view of 400 points: (1 - 1 / (x * 0.55 / d + 1)) * d",
    arguments: [
      (0, 0), (10, 5.425_400_740), (100, 48.351_648_352), (400, 141.935_483_871), (4000, 338.461_538_462),
    ] as [(Double, Double)])
  func band(distance: Double, stretch: Double) {
    let band = RubberBand(coefficient: 0.55, length: 400)
    #expect(Self.isNear(band.stretch(distance), stretch, 1e-6))
    #expect(Self.isNear(band.distance(stretching: stretch), distance, 1e-4))
    let slope = (band.stretch(distance + 0.001) - band.stretch(distance)) / 0.001
    #expect(Self.isNear(band.slope(distance), slope, 1e-4))
  }

  @Test("It never stretches by as much as the view, and a view without extent not at all")
  func bandLimits() {
    let band = RubberBand(coefficient: 0.55, length: 400)
    #expect(band.stretch(1e12) <= 400)
    #expect(band.distance(stretching: 400).isFinite)
    #expect(band.distance(stretching: 4000).isFinite)
    #expect(RubberBand(coefficient: 0.55, length: 0).stretch(100) == 0)
    #expect(RubberBand(coefficient: 0, length: 400).stretch(100) == 0)
    #expect(RubberBand(coefficient: 0, length: 400).distance(stretching: 100) == 0)
  }

  @Test(
    "1,000 points a second from 0: the sum of what each millisecond goes, of which 0.998 is left in the next",
    arguments: [
      (0, 0, 1000), (1, 1, 998), (2, 1.998, 996.004), (3, 2.994004, 994.011992),
      (1000, 432.467_739, 135.064_522), (100_000, 500, 0),
    ] as [(Double, Double, Double)])
  func deceleration(milliseconds: Double, position: Double, velocity: Double) {
    let deceleration = Deceleration(start: 0, velocity: 1000, rate: 0.998)
    #expect(Self.isNear(deceleration.position(after: milliseconds / 1000), position, 1e-6))
    #expect(Self.isNear(deceleration.velocity(after: milliseconds / 1000), velocity, 1e-6))
  }

  @Test("The whole way is v / (1000 · (1 - 0.998)); it rests when half a point is left")
  func wholeWay() throws {
    let deceleration = Deceleration(start: 100, velocity: -800, rate: 0.998)
    #expect(Self.isNear(deceleration.distance, -400))
    #expect(Self.isNear(deceleration.end, -300))
    #expect(Self.isNear(deceleration.position(after: deceleration.duration), -299.5))
    let time = try #require(deceleration.time(until: -100))
    #expect(Self.isNear(deceleration.position(after: time), -100))
    #expect(deceleration.time(until: 101) == nil)
    #expect(deceleration.time(until: -300) == nil)
    #expect(Deceleration(start: 0, velocity: 1, rate: 0.998).duration == 0)
    #expect(Deceleration(start: 0, velocity: 1.01, rate: 0.998).duration > 0)
    #expect(Deceleration(start: 0, velocity: 0, rate: 0.998).time(until: 5) == nil)
  }

  @Test("A rate out of range, or one without rest, gives finite values", arguments: [-1, 0, 1, 2.0])
  func rates(rate: Double) {
    let deceleration = Deceleration(start: 0, velocity: 1000, rate: rate)
    #expect(deceleration.end.isFinite)
    #expect(deceleration.duration.isFinite)
    #expect(deceleration.position(after: 1).isFinite)
  }

  @Test("A spring returns without overshooting, and is within half a point after its duration")
  func spring() {
    let pulled = Spring(displacement: 50, velocity: 0)
    #expect(pulled.displacement(after: 0) == 50)
    // (50 + 500 t) e^(-10 t)
    #expect(Self.isNear(pulled.displacement(after: 0.1), 100 / 2.718_281_828_459_045))
    let thrown = Spring(displacement: 0, velocity: 1000)
    #expect(Self.isNear(thrown.displacement(after: 0.1), 100 / 2.718_281_828_459_045))
    for spring in [pulled, thrown, Spring(displacement: -80, velocity: -500)] {
      #expect(abs(spring.displacement(after: spring.duration)) <= 0.5)
      var before = spring.displacement(after: 0)
      for step in 1...1000 {
        let (time, now) = (Double(step) / 1000, spring.displacement(after: Double(step) / 1000))
        #expect(now * spring.displacement(after: 0.05) >= 0, "it went past after \(time) s")
        #expect(Self.isNear(spring.velocity(after: time - 0.0005), (now - before) / 0.001, 1))
        before = now
      }
    }
    #expect(Spring(displacement: 0, velocity: 0).duration == 0)
  }

  static func range(_ maximum: Double, bounces: Bool = true, gives: Bool = true) -> ScrollRange {
    ScrollRange(
      minimum: 0, maximum: maximum, gives: gives, bounces: bounces,
      band: RubberBand(coefficient: 0.55, length: 400))
  }

  struct GlideRow: TableRow {
    var what = ""
    let from: Double
    let velocity: Double
    var bounces = true
    var gives = true
    let rest: Double
    /// Whether it leaves the content's ends on its way, or begins beyond them.
    let leaves: Bool
  }

  @Test(
    "Content from 0 to 800",
    arguments: [
      "rests within": GlideRow(from: 100, velocity: 1000, rest: 600, leaves: false),
      "backwards": GlideRow(from: 700, velocity: -1000, rest: 200, leaves: false),
      "swings back from its end": GlideRow(from: 500, velocity: 1000, rest: 800, leaves: true),
      "and from its beginning": GlideRow(from: 300, velocity: -1000, rest: 0, leaves: true),
      "stops where it does not bounce": GlideRow(
        from: 500, velocity: 1000, bounces: false, rest: 800, leaves: false),
      "pulled beyond, comes back": GlideRow(from: 850, velocity: 0, rest: 800, leaves: true),
      "though it still goes further": GlideRow(from: 850, velocity: 500, rest: 800, leaves: true),
      "pulled beyond and thrown back, goes on": GlideRow(from: 850, velocity: -1000, rest: 350, leaves: true),
      "as far as the other end": GlideRow(from: 850, velocity: -2000, rest: 0, leaves: true),
      "at its end, outwards": GlideRow(from: 800, velocity: 1000, rest: 800, leaves: true),
      "at its end, inwards": GlideRow(from: 800, velocity: -1000, rest: 300, leaves: false),
      "stays": GlideRow(from: 100, velocity: 0, rest: 100, leaves: false),
      "stays where it cannot move": GlideRow(
        from: 100, velocity: 900, gives: false, rest: 100, leaves: false),
    ] as Table<GlideRow>)
  func glide(_ row: GlideRow) {
    let glide = Glide(
      from: row.from, velocity: row.velocity, in: Self.range(800, bounces: row.bounces, gives: row.gives),
      rate: 0.998)
    #expect(Self.isNear(glide.rest, row.rest))
    #expect(glide.offset(after: glide.duration) == glide.rest)
    #expect(glide.duration < 10)
    var leaves = false
    var before = row.from
    for step in 0...10_000 {
      let now = glide.offset(after: Double(step) / 1000)
      #expect(abs(now - before) < 2.1, "it jumps from \(before) to \(now) after \(step) ms")
      let velocity = glide.velocity(after: Double(step) / 1000 - 0.0005)
      #expect(step == 0 || abs(velocity - (now - before) * 1000) < max(510, abs(velocity)))
      if now < -0.01 || now > 800.01 { leaves = true }
      before = now
    }
    #expect(leaves == row.leaves)
    #expect(before == glide.rest)
  }

  @Test(
    "What a finger asks for and what is shown: the same between the ends, the band beyond, the end without one"
  )
  func ranges() {
    for asked in [-500, -10, 0, 5, 800, 810, 1300.0] {
      let range = Self.range(800)
      #expect(Self.isNear(range.asked(for: range.shown(asked)), asked, 1e-6))
      let hard = Self.range(800, bounces: false)
      #expect(hard.shown(asked) == min(max(asked, 0), 800))
      #expect(hard.asked(for: hard.shown(asked)) == min(max(asked, 0), 800))
    }
    let range = Self.range(800)
    #expect(range.slope(5) == 1)
    #expect(range.slope(800) == 1)
    #expect(range.slope(900) < 0.55)
    #expect(Self.range(800, bounces: false).slope(900) == 0)
    #expect(Self.range(800, gives: false).slope(5) == 0)
    #expect(range.hasRoom(at: 0, towards: 1) && !range.hasRoom(at: 0, towards: -1))
    #expect(!range.hasRoom(at: 800, towards: 1) && range.hasRoom(at: 800, towards: -1))
  }

  @Test(
    "However fast it was, and at whatever rate, content rests within ten seconds and 601 steps",
    arguments: [0.998, 0.9999, 5])
  func bound(rate: Double) {
    for velocity in [1e5, 1e300, -.greatestFiniteMagnitude] {
      let ranges = (x: Self.range(800), y: Self.range(1e9))
      var motion = ScrollMotion(
        from: .zero, velocity: Point(x: velocity, y: velocity), in: ranges, rate: rate, at: .zero)
      var steps = 0
      var isLast = false
      while !isLast, steps < 1000 {
        let step = motion.step()
        #expect(step.offset.isFinite)
        isLast = step.isLast
        steps += 1
      }
      #expect(steps <= 601)
    }
  }

  @Test("The steps come sixty times a second, to the microsecond")
  func steps() {
    var motion = ScrollMotion(
      from: .zero, velocity: Point(x: 100, y: 0), in: (Self.range(800), Self.range(0)), rate: 0.998,
      at: Timestamp(microseconds: 7))
    var times: [Int64] = []
    for _ in 0..<3 {
      times.append(motion.deadline.microseconds)
      _ = motion.step()
    }
    #expect(times == [16_673, 33_340, 50_007])
  }
}
