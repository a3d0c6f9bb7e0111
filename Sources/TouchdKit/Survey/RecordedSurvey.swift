import ArgumentParser
import Dispatcher
import LinuxInput

/// A survey of a recording: its touches are those on the corners, in their order.
enum RecordedSurvey {
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - layout: as it is read from its file; `nil` for none.
  ///   - say: receives what a person would be asked.
  /// - Throws: a failure of the command if the recording cannot be read or has too few touches.
  static func run(
    _ path: String, _ layout: Layout?, say: @escaping (String) -> Void = { _ in }
  ) throws -> Survey.Outcome {
    let recording = try RecordingLoading.load(path, describedBy: nil)
    let bare = SurveyedPanel.bare(layout.map { RecordedLayout($0) } ?? RecordedLayout())
    let devices = try RecordingLoading.touchscreens(of: recording, path, for: bare.screen) { _, _ in }
    var panels: [String: SurveyedPanel] = [:]
    for (index, (device, builder)) in devices.enumerated() {
      // Several panels of one file are named as the file's first, second and so on, as a replay does it.
      let name = devices.count == 1 ? path : "\(path)#\(index + 1)"
      panels[name] = try? SurveyedPanel(
        device.description ?? builder.description, device.node(path: name), layout)
    }
    var due = ""
    let survey = Survey(SurveyPlan.corners, panel: { panels[$0] }) {
      due = $0.text
      say(due)
    }
    let reader = PressReader { survey.take($0) }
    let pipeline = Pipeline(
      application: try bare.placed { () throws(GeometryError) in try bare.makeApplication(PluginSet([:])) })
    pipeline.application.observer = reader
    let replay = Replay(devices, path: path, pipeline, TraceWriter([], json: false) { _ in })
    replay.begin()
    while replay.nextTime != nil, survey.outcome == nil { replay.step() }
    if let outcome = survey.outcome { return outcome }
    throw failure("\(path) ends where this was due: \(due)", .badInput)
  }
}
