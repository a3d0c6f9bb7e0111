import LinuxInput

extension ConfigurationReading {
  /// The files, each with what cannot work in it among its problems, in the file's order.
  ///
  /// A layout with an error is not looked at: what it says is not known.
  ///
  /// - Parameter contents: the bytes that were read.
  func reviewedFiles(on machine: ReviewedMachine, contents: KeptFiles) -> [File] {
    let permission = daemon.map { LayoutReview.Permission(file: $0.file, grants: $0.grants) }
    return files.enumerated().map { index, file in
      if index == 0, let daemon, let bytes = try? contents.source.read(file.path) {
        return reviewed(file, bytes) { ServiceReview(machine.serviceObstacle, $0).run(daemon) }
      }
      guard let layout = file.layout, let bytes = try? contents.source.read(file.path) else { return file }
      return reviewed(file, bytes) { findings in
        ServiceReview(machine.serviceObstacle, findings).run(layout, of: daemon?.file)
        LayoutReview(layout, permission, on: machine, findings).run()
      }
    }
  }

  private func reviewed(_ file: File, _ bytes: [UInt8], _ review: (Findings) -> Void) -> File {
    let findings = Findings(file: file.path, bytes: bytes)
    review(findings)
    var reviewed = file
    reviewed.problems = Self.inOrder(file.problems + findings.diagnostics())
    return reviewed
  }

  /// Of two problems at one place, the first one stays first.
  private static func inOrder(_ problems: [Diagnostic]) -> [Diagnostic] {
    problems.enumerated().sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }.map(
      \.element)
  }
}

extension ConfigurationReading.File {
  /// The file with each of its warnings as an error.
  var strict: Self {
    var file = self
    file.problems = problems.map(\.strict)
    return file
  }
}

extension Diagnostic {
  fileprivate var strict: Diagnostic {
    Diagnostic(severity: .error, file: file, mark: mark, message: message, help: help, excerpt: excerpt)
  }
}
