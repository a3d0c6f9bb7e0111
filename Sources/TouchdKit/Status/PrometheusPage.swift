import Dispatcher
import YAML

/// Metrics in the text format of Prometheus, version 0.0.4, each with its help and its type.
package struct PrometheusPage {
  /// A value, and what tells it from others of its metric.
  package struct Sample {
    let value: Double
    let labels: [(name: String, value: String)]

    package init(_ value: Double, _ labels: (name: String, value: String)...) {
      self.value = value
      self.labels = labels
    }
  }

  package private(set) var text = ""

  package init() {}

  /// A value that goes up and down.
  package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
    write(name, "gauge", help, samples.map { ("", $0) })
  }

  /// A value that only goes up, until the daemon starts again; by custom its name ends in `_total`.
  package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
    write(name, "counter", help, samples.map { ("", $0) })
  }

  /// How many values there are up to each bound, in seconds.
  package mutating func histogram(_ name: String, _ help: String, _ histogram: LatencyHistogram) {
    let buckets = histogram.cumulative.map { bound, count in
      ("_bucket", Sample(Double(count), ("le", bound.map { "\($0.seconds)" } ?? "+Inf")))
    }
    let sum = Double(histogram.sum) / 1_000_000
    write(
      name, "histogram", help,
      buckets + [("_sum", Sample(sum)), ("_count", Sample(Double(histogram.count)))])
  }

  /// A metric without a sample is left out.
  private mutating func write(
    _ name: String, _ type: String, _ help: String, _ samples: [(suffix: String, sample: Sample)]
  ) {
    guard !samples.isEmpty else { return }
    let name = "touchd_\(name)"
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    // Two with the same labels would make the whole page invalid.
    var written: Set<String> = []
    for (suffix, sample) in samples where written.insert("\(suffix)\(sample.labelText)").inserted {
      text += "\(name)\(suffix)\(sample.labelText) \(words(for: sample.value))\n"
    }
  }
}

extension PrometheusPage.Sample {
  fileprivate var labelText: String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    value.printable.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}
