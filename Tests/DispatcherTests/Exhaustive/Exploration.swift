import TestSupport

/// All scripts of two fingers on an arrangement, up to a number of frames.
///
/// States are merged by their ``ScriptPlay/key``: each is played to once, by the first script that leads there, and
/// from there on each frame that can come next. The scripts are the ways through this graph. The engine cannot be
/// copied, so each step plays its script from the begin.
struct Exploration {
  /// A state.
  private struct Node {
    let script: [UInt8]
    let next: [UInt8]
    var successors: [Int] = []
  }

  let arrangement: Arrangement
  private(set) var steps = 0
  /// The number of merged states that were played on without merging.
  private(set) var samples = 0
  /// The first breach of a rule, with its script; `nil` if there is none.
  private(set) var breach: String?
  private var nodes: [Node] = []
  private var places: [Int: Int] = [:]
  private var random = SplitMix(seed: 1)
  /// The number of frames of the longest scripts, all of which were explored.
  private(set) var depth = 0

  var states: Int { nodes.count }

  /// Explores the scripts up to a number of frames, or up to fewer, where the next frame would take more steps than a
  /// limit.
  init(_ arrangement: Arrangement, frames: Int, limit: Int = .max) {
    self.arrangement = arrangement
    add(ScriptPlay(arrangement), [])
    var level = nodes.indices
    while depth < frames, breach == nil {
      let next = level.reduce(0) { $0 + nodes[$1].next.count }
      guard steps <= limit - next else { break }
      for place in level { expand(place) }
      level = level.upperBound..<nodes.count
      depth += 1
    }
  }

  /// The number of scripts of ``depth`` frames.
  var ways: Double {
    var counts = [0: 1.0]
    for _ in 0..<depth {
      var next: [Int: Double] = [:]
      for (place, count) in counts {
        for successor in nodes[place].successors { next[successor, default: 0] += count }
      }
      counts = next
    }
    return counts.values.reduce(0, +)
  }

  private mutating func add(_ play: ScriptPlay, _ script: [UInt8]) {
    places[play.key] = nodes.count
    nodes.append(Node(script: script, next: play.nextFrames))
    // It may end here as well.
    play.finish()
    note(play, script)
  }

  private mutating func expand(_ place: Int) {
    for frame in nodes[place].next where breach == nil {
      let script = nodes[place].script + [frame]
      let play = played(script)
      note(play, script)
      steps += 1
      if let known = places[play.key] {
        nodes[place].successors.append(known)
        if random.next() % 64 == 0 { compare(play, script, with: nodes[known].script) }
      } else {
        nodes[place].successors.append(nodes.count)
        add(play, script)
      }
    }
  }

  private func played(_ script: [UInt8]) -> ScriptPlay {
    let play = ScriptPlay(arrangement)
    for frame in script where play.breach == nil { play.play(frame) }
    return play
  }

  /// Goes on from one state to which two scripts lead, by chance: all that happens is the same.
  private mutating func compare(_ play: ScriptPlay, _ script: [UInt8], with other: [UInt8]) {
    let twin = played(other)
    (play.digest, twin.digest) = (Hasher(), Hasher())
    var rest: [UInt8] = []
    for _ in 0..<6 {
      let frames = play.nextFrames
      rest.append(frames[Int(random.next() % UInt64(frames.count))])
      for play in [play, twin] { play.play(rest[rest.count - 1]) }
    }
    for play in [play, twin] { play.finish() }
    samples += 1
    note(play, script + rest)
    if play.digest.finalize() != twin.digest.finalize() || play.breach != twin.breach {
      breach = breach ?? "\(arrangement): merged too much: \(script) and \(other), by \(rest)"
    }
  }

  private mutating func note(_ play: ScriptPlay, _ script: [UInt8]) {
    guard breach == nil, let words = play.breach else { return }
    breach = "\(arrangement): \(words), by \(Self.words(script))"
  }

  /// A script as words: `down- .down limit`, the first finger's act before the point.
  private static func words(_ script: [UInt8]) -> String {
    script.map { frame in
      guard frame != Act.limit else { return "limit" }
      return [frame / 6, frame % 6].map { Act(rawValue: $0).map { "\($0)" } ?? "" }.joined(separator: "+")
    }.joined(separator: " ")
  }
}
