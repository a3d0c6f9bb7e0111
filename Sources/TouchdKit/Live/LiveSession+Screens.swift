import Dispatcher
import LinuxInput

extension LiveSession {
  /// What became of a program's word about screens.
  enum ScreenAnswer: Equatable {
    /// It is known now; a line for each layout.
    case done(String)
    /// There is no such layout.
    case unknown(String)
    /// There is no layout at all.
    case idle(String)
  }

  /// Takes in that a program has darkened the screen of a layout, or of all, or lit it.
  ///
  /// - Parameter name: that of the layout's screen, or its file, with or without the folders; `nil` for all layouts.
  func say(isDark: Bool, of name: String?, at now: Timestamp = MonotonicClock.now) -> ScreenAnswer {
    guard !layouts.isEmpty else {
      return .idle("no layout is in use; `touchd status` says why")
    }
    let meant = layouts.filter { layout in name.map(layout.layout.isCalled) ?? true }
    guard !meant.isEmpty else {
      let names = layouts.map(\.layout.title)
      return .unknown("there is no layout \(quoted(name ?? "")); there is \(series(names.map(quoted)))")
    }
    let lines = meant.map { layout in
      layout.screen.say(isDark: isDark, at: now)
      layout.reportScreen(at: now)
      let causes = layout.screen.causes
      return causes.isEmpty ? "\(layout.name): lit\n" : "\(layout.name): dark (\(series(causes)))\n"
    }
    return .done(lines.joined())
  }
}

extension Layout {
  /// What people call it: the name of its screen, else its file.
  var title: String { screen.name ?? file }

  /// Whether a person may mean it by a name: its screen's, its file's path, or its file's name.
  func isCalled(_ word: String) -> Bool {
    word == screen.name || word == file || file.split(separator: "/").last.map { word == $0 } == true
  }
}
