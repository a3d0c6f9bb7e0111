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
      guard let first = daemon.layouts.first, daemon.layouts.count == 1 else {
        throw failure(
          "\(path): several layouts are part of the format but not built yet; name one", .badInput)
      }
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      layout = try LayoutLoading.layout(first.value.hasPrefix("/") ? first.value : folder + first.value)
      allowsExec = daemon.allowsExec
      if allowsExec { try Self.requireRootOwned(path) }
    }
  }

  /// A file that may start programs belongs to root, and nobody else may write it.
  private static func requireRootOwned(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == 0, status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw failure(
        "\(path): `exec: true` is honoured only in a file that root owns and nobody else may write; "
          + "run: chown root \(path) && chmod go-w \(path)", .badInput)
    }
  }
}
