import Dispatcher

/// What is counted in instructions, and how it is repeated.
struct Counting {
  /// Something that can be done so many times.
  struct Subject {
    let name: String
    /// How often it is done first, uncounted, and then in each of two runs whose difference counts.
    let warmUp: Int
    let counts: (few: Int, many: Int)
    /// Makes what it takes.
    let prepare: () -> (Int) -> Void
  }

  /// How many recognizers each view of a frame has.
  static let recognizers = [0, 2]
  static let fingers = [1, 2, 4, 6, 8, 10]
  static let attached = [0, 1, 2, 4, 6, 8, 10]
  static let views = [10, 30, 100, 300, 1000, 3000, 10_000]

  let isQuick: Bool

  var subjects: [Subject] { frames + touches + growingFingers + growingRecognizers + growingViews }

  private var frames: [Subject] {
    Listener.allCases.flatMap { listener in
      Self.recognizers.map { recognizers in
        frame(
          "frame/\(listener)/\(recognizers)/instructions", fingers: 10, recognizers, listener, few: 200,
          many: 1000)
      }
    }
  }

  private var touches: [Subject] {
    [false, true].map { hasGestures in
      Subject(
        name: "touch/\(hasGestures ? "gestures" : "bare")/instructions", warmUp: 5, counts: counts(20, 80)
      ) {
        let scene = FrameScene(hasGestures: hasGestures, touches: 200)
        return { scene.play(touches: $0) }
      }
    }
  }

  private var growingFingers: [Subject] {
    [(Listener.plugin, 0), (.plugin, 2), (.nobody, 0)].flatMap { listener, recognizers in
      (isQuick ? [1, 10] : Self.fingers).map { fingers in
        frame(
          "growth/fingers/\(listener)/\(recognizers)/\(fingers)", fingers: fingers, recognizers, listener,
          few: 50, many: 150)
      }
    }
  }

  private var growingRecognizers: [Subject] {
    [Listener.plugin, .nobody].flatMap { listener in
      (isQuick ? [0, 10] : Self.attached).map { recognizers in
        frame(
          "growth/recognizers/\(listener)/\(recognizers)", fingers: 10, recognizers, listener, few: 50,
          many: 150)
      }
    }
  }

  private var growingViews: [Subject] {
    [HitScene.Shape.nested, .flat].flatMap { shape in
      (isQuick ? [10, 100] : Self.views).flatMap { views in
        [false, true].map { isPlain in
          Subject(
            name: "growth/views/\(shape)/\(isPlain ? "plain" : "fast")/\(views)", warmUp: Self.pointCount,
            counts: (few: Self.pointCount, many: 3 * Self.pointCount)
          ) { Self.hitTests(HitScene(shape, views: views, points: Self.pointCount), isPlain) }
        }
      }
    }
  }

  /// The points of a tree; the counts are multiples of it, so that each run has the same points.
  private static let pointCount = 40

  private static func hitTests(_ scene: HitScene, _ isPlain: Bool) -> (Int) -> Void {
    { count in
      for _ in 0..<count / scene.points.count {
        for point in scene.points {
          _ = isPlain ? scene.plain(point) : scene.fast(point)
        }
      }
    }
  }

  private func frame(
    _ name: String, fingers: Int, _ recognizers: Int, _ listener: Listener, few: Int, many: Int
  ) -> Subject {
    let counts = counts(few, many)
    return Subject(name: name, warmUp: FrameScene.warmUp, counts: counts) {
      let scene = FrameScene(
        fingers: fingers, recognizers: recognizers, listener: listener,
        frames: FrameScene.warmUp + counts.few + counts.many)
      return { scene.play($0) }
    }
  }

  private func counts(_ few: Int, _ many: Int) -> (few: Int, many: Int) {
    isQuick ? (few: few / 10, many: many / 10) : (few, many)
  }
}
