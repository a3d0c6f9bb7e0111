import ArgumentParser

extension ConfigurationReading {
  /// The status that a command ends with which needed the configuration.
  var status: ExitCode { files.contains(where: \.isRefused) ? .refused : .badInput }
}

extension ConfigurationReading.File {
  /// Says on standard error what is wrong with it.
  func complain() {
    if let failure { TouchdKit.complain("touchd: \(failure)") }
    for problem in problems { TouchdKit.complain("\(problem)") }
  }
}
