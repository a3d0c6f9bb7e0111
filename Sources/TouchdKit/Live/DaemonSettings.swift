import ArgumentParser
internal import Glibc

/// What the daemon runs, from its file or from a layout alone.
struct DaemonSettings {
  let layout: Layout
  /// Whether the layout may start programs.
  let allowsExec: Bool

  /// - Parameter path: a layout, or the daemon's file.
  init(_ path: String) throws {
    switch try LayoutLoading.configuration(path) {
    case .layout(let layout):
      (self.layout, allowsExec) = (layout, false)
    case .daemon(let daemon):
      if let problem = daemon.execProblem { throw failure(problem, .badInput) }
      guard let first = daemon.layoutPaths.first else {
        preconditionFailure("the reader let a daemon's file without layouts through")
      }
      layout = try LayoutLoading.layout(first)
      allowsExec = daemon.allowsExec
    }
  }
}

extension DaemonConfiguration {
  /// The layouts' paths, relative ones from the folder of this file.
  var layoutPaths: [String] {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return layouts.map { $0.value.hasPrefix("/") ? $0.value : folder + $0.value }
  }

  /// Why the file may not allow programs to be started; `nil` if it may, or does not.
  ///
  /// Such a file belongs to root, and nobody else may write it.
  var execProblem: String? {
    guard allowsExec else { return nil }
    var status = stat()
    if stat(file, &status) == 0, status.st_uid == 0, status.st_mode & (S_IWGRP | S_IWOTH) == 0 { return nil }
    return "\(file): `exec: true` is honoured only in a file that root owns and nobody else may write; "
      + "run: chown root \(file) && chmod go-w \(file)"
  }
}
