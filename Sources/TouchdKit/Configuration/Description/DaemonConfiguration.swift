import YAML

/// The daemon's own file: which layouts it runs, and what they may do.
struct DaemonConfiguration: Equatable, Sendable {
  /// The file's name.
  var file: String
  /// The layouts' paths as written; relative ones are meant from the folder of this file. Never empty.
  var layouts: [Located<String>]
  /// What layouts may do.
  var grants = Grants.none
  /// Where `exec` stands.
  var execMark: Mark?
}
