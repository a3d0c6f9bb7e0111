package import Dispatcher

extension DaemonStatus {
  /// Which configuration is at work, and why it is not what the files say.
  package struct Configuration: Equatable, Sendable {
    /// As ``ConfigurationState`` has it.
    package enum State: String, Sendable, CaseIterable {
      case starting, files, former, copy, waiting
    }

    /// Why the files are not in use.
    package struct Trouble: Equatable, Sendable {
      /// The first of the problems, in a line.
      package var because: String
      /// Since when, by the calendar, in UTC: `2026-11-22T10:41:05Z`.
      package var since: String
      package var age: Interval

      package init(because: String, since: String, age: Interval) {
        (self.because, self.since, self.age) = (because, since, age)
      }
    }

    package var state: State
    package var trouble: Trouble?
    /// The files whose readings were given up, and have not ended.
    package var hangingFiles: [String]
    /// Why the last good files are not kept.
    package var copyProblem: String?

    package init(
      state: State = .files, trouble: Trouble? = nil, hangingFiles: [String] = [], copyProblem: String? = nil
    ) {
      (self.state, self.trouble) = (state, trouble)
      (self.hangingFiles, self.copyProblem) = (hangingFiles, copyProblem)
    }
  }
}

extension DaemonStatus.Configuration {
  init(_ reloading: LayoutReloading, at now: Timestamp) {
    self.init(
      state: reloading.state.word,
      trouble: reloading.state.trouble.map { trouble in
        let age = now - trouble.since
        return Trouble(because: trouble.reason, since: calendarTime(ago: age), age: age)
      },
      hangingFiles: reloading.files.reads.hangingFiles, copyProblem: reloading.files.keeping?.problem)
  }

  /// A line for each fact.
  var lines: [String] {
    let state = self.state.words + (trouble.map { " since \($0.since), because \($0.because)" } ?? "")
    let hanging = hangingFiles.map { "reading \($0) has not ended" }
    let copy = copyProblem.map { "the last good files are not kept: \($0)" }
    return ([state] + hanging + [copy].compactMap { $0 }).map { "configuration: \($0)" }
  }

  var json: JSON {
    .object([
      ("state", .string(state.rawValue)), ("since", .text(trouble?.since)),
      ("age_s", trouble.map { .decimal($0.age.seconds) } ?? .null), ("because", .text(trouble?.because)),
      ("hanging", .array(hangingFiles.map(JSON.string))), ("copy_problem", .text(copyProblem)),
    ])
  }

  func write(to page: inout PrometheusPage) {
    page.gauge(
      "configuration", "Which configuration is in use: what the files say is 'files'.",
      State.allCases.map { .init($0 == state ? 1 : 0, ("state", $0.rawValue)) })
    if let trouble {
      page.gauge(
        "configuration_trouble_seconds", "Time since the files could be used.", [.init(trouble.age.seconds)])
    }
    page.gauge(
      "configuration_hanging_reads", "Files whose readings were given up, and have not ended.",
      [.init(Double(hangingFiles.count))])
    page.gauge(
      "configuration_copy_problem", "Whether the last good files could not be kept.",
      [.init(copyProblem == nil ? 0 : 1)])
  }
}

extension DaemonStatus.Configuration.State {
  fileprivate var words: String {
    switch self {
    case .starting: "being read"
    case .files: "as the files say"
    case .former: "as the files were when they could last be used,"
    case .copy: "last good copy"
    case .waiting: "none, waiting for good files"
    }
  }
}

extension ConfigurationState {
  /// Its name in a status.
  var word: DaemonStatus.Configuration.State {
    switch self {
    case .starting: .starting
    case .files: .files
    case .former: .former
    case .copy: .copy
    case .waiting: .waiting
    }
  }

  /// What there is to say of it in `systemctl status`; `nil` where the files are in use.
  var summary: String? {
    switch self {
    case .starting, .files: nil
    case .former(let trouble): "the files cannot be used, in use is what they said before: \(trouble.reason)"
    case .copy(let trouble): "the files cannot be used, in use is the last good copy: \(trouble.reason)"
    case .waiting(let trouble): "nothing in use, waiting for good files: \(trouble.reason)"
    }
  }
}
