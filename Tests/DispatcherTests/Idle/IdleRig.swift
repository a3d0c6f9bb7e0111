import TestTables

/// A scene with idle times, and what came of them.
///
/// An idle time is written `dim 2 lamp+log`: its name, its seconds, and the plugins that it goes to. The steps are
/// fingers, and these words, separated by `;`:
///
/// - `wait 5`: time passes up to 5 s; `finish`: a recording ends
/// - `second dn(10,10)@1`: fingers on a second panel of the layout
/// - `reload 4: dim 2 lamp`: at 4 s another version of the layout takes the place of this one
/// - `silence 3`, `speak 4`: the panel is silent between
final class IdleRig: TraceObserver {
  /// Each event of the layout: name, time and plugins, such as `dim@2.0>lamp`.
  private(set) var events: [String] = []
  /// The same, and the contacts that begin: `began@3.0`.
  private(set) var lines: [String] = []
  /// What the plugins got.
  private(set) var told: [String] = []
  private(set) var scene: Scene
  private var idle: IdleWatch
  private var plugins: [String: Told] = [:]
  private lazy var second: Panel = {
    let panel = Panel(
      name: "second", path: "second", touchProtocol: .slots(count: 2),
      calibration: Calibration(x: Scene.axis, y: Scene.axis, size: Scene.screen))
    scene.pipeline.attach(panel, state: DeviceState(slots: []))
    return panel
  }()

  /// - Parameter tree: of the scene.
  init(_ idle: String, tree: String = "window(0,0,400,400)[V(0,0,400,400)<multi,tap>]") {
    (scene, self.idle) = (Scene(tree), IdleWatch())
    self.idle = watch(idle)
    scene.application.observer = self
    scene.application.use(self.idle)
    self.idle.start(at: .zero)
  }

  func perform(_ steps: String) {
    for step in steps.split(separator: ";") { perform(step: String(step.drop { $0 == " " })) }
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .layout(let event):
      let line = "\(event.name)@\(time.seconds)>\(event.plugins.map(\.name).joined(separator: "+"))"
      events.append(line)
      lines.append(line)
    case .touch(let sample, _) where sample.phase == .began: lines.append("began@\(time.seconds)")
    case .event(let event): lines.append("\(event.name)@\(time.seconds)")
    default: break
    }
  }

  private func perform(step: String) {
    let (verb, rest) = Self.parted(step)
    switch verb {
    case "wait": scene.wait(until: Double(rest) ?? 0)
    case "finish": scene.pipeline.finish()
    case "silence": scene.pipeline.silence(scene.panel, .outputOff, at: Timestamp(seconds: Double(rest) ?? 0))
    case "speak": scene.pipeline.endSilence(scene.panel, .outputOff)
    case "second": playOnSecond(rest)
    case "reload": reload(rest)
    default: scene.play(step)
    }
  }

  private func playOnSecond(_ fingers: String) {
    for frame in Fingers(fingers).frames {
      _ = frame.withUnsafeBufferPointer { scene.pipeline.receive($0, from: second) { _ in nil } }
      scene.pipeline.dispatch()
    }
  }

  private func reload(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    let (former, old) = (idle, scene)
    idle = watch(parts[1])
    scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,tap>]")
    scene.application.observer = self
    scene.application.use(idle)
    let time = Timestamp(seconds: Double(parts[0]) ?? 0)
    idle.start(after: former, at: time)
    old.pipeline.detach(old.panel, at: time)
    old.pipeline.finish()
  }

  private func watch(_ text: String) -> IdleWatch {
    IdleWatch(
      text.split(separator: ",").map { entry in
        let words = entry.split(separator: " ").map(String.init)
        let to = words.count > 2 ? words[2].split(separator: "+").map { plugin(String($0)) } : []
        return IdleWatch.Entry(words[0], after: .seconds(Double(words[1]) ?? 0), to: to)
      })
  }

  private func plugin(_ name: String) -> Told {
    if let plugin = plugins[name] { return plugin }
    let plugin = Told(name) { [unowned self] in told.append($0) }
    plugins[name] = plugin
    return plugin
  }

  private static func parted(_ step: String) -> (String, String) {
    let verb = step.prefix { $0 != " " }
    return (String(verb), String(step.dropFirst(verb.count + 1)))
  }

  /// Notes the events that it gets.
  private final class Told: ResponderPlugin {
    let name: String
    private let note: (String) -> Void

    init(_ name: String, _ note: @escaping (String) -> Void) { (self.name, self.note) = (name, note) }

    func notice(_ event: LayoutEvent) { note("\(name) \(event.name)") }
  }
}
