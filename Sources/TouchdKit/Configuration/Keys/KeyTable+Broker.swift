extension KeyTable {
  /// The file of the broker, which is no part of a layout.
  static let brokerFile = KeyTable(
    "mqtt", "a broker's file",
    built: ["version", "broker", "base", "name", "discovery", "publish", "max_age"],
    required: ["version", "broker"])

  static let broker = KeyTable(
    "broker", "`broker`", built: ["host", "port", "tls", "credentials", "keep_alive"], required: ["host"])

  static let brokerTLS = KeyTable("broker_tls", "`tls`", built: ["ca", "certificate", "key"])

  /// The keys that no layout has at its top: a file with one of them is a broker's.
  static let brokerMarks = ["broker", "base", "discovery", "publish", "max_age"]
}
