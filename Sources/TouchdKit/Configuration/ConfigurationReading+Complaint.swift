import ArgumentParser

extension [ConfigurationReading.File] {
  /// The status that a command ends with if one of the files is bad.
  var status: ExitCode { contains(where: \.isRefused) ? .refused : .badInput }
}

extension ConfigurationReading.File {
  /// Says on standard error what is wrong with it.
  func complain() {
    if let failure { TouchdKit.complain("\(Program.name): \(failure)") }
    for problem in problems { TouchdKit.complain("\(problem)") }
  }
}
