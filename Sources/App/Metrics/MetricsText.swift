/// Writes figures in the text formats of Prometheus: 0.0.4, or OpenMetrics 1.0 for those who ask for it.
///
/// Sources: https://prometheus.io/docs/instrumenting/exposition_formats/ and https://prometheus.io/docs/specs/om/open_metrics_spec/
struct MetricsText {
    /// A label's name and its value.
    typealias Label = (name: String, value: String)

    private let isOpenMetrics: Bool
    private var text = ""

    init(isOpenMetrics: Bool) { self.isOpenMetrics = isOpenMetrics }

    /// The whole answer.
    var finished: String { isOpenMetrics ? text + "# EOF\n" : text }

    var contentType: String {
        isOpenMetrics
            ? "application/openmetrics-text; version=1.0.0; charset=utf-8" : "text/plain; version=0.0.4; charset=utf-8"
    }

    /// Values that go up and down.
    mutating func gauge(_ name: String, help: String, samples: [([Label], Double)]) {
        head(name, type: "gauge", help: help)
        for (labels, value) in samples { sample(name, labels: labels, value: value) }
    }

    mutating func gauge(_ name: String, help: String, value: Int) {
        gauge(name, help: help, samples: [([], Double(value))])
    }

    /// Values that only grow. `name` is without `_total`.
    mutating func counter(_ name: String, help: String, samples: [([Label], Double)]) {
        head(isOpenMetrics ? name : name + "_total", type: "counter", help: help)
        for (labels, value) in samples { sample(name + "_total", labels: labels, value: value) }
    }

    /// Of one set of labels.
    struct Histogram {
        let labels: [Label]
        /// By bucket, with one more than there are bounds for all larger values.
        let counts: [Int]
        /// The first bound that is told.
        var from = 0
        /// nil to leave it out, and the count with it, which the bucket of all values tells as well.
        let sum: Double?
    }

    /// How many values there are up to each bound.
    mutating func histogram(_ name: String, help: String, bounds: [Double], samples: [Histogram]) {
        head(name, type: "histogram", help: help)
        for histogram in samples {
            var count = 0
            for (bucket, more) in histogram.counts.enumerated() {
                count += more
                guard bucket >= histogram.from else { continue }
                let bound = bucket < bounds.count ? written(bounds[bucket]) : "+Inf"
                sample(name + "_bucket", labels: histogram.labels + [("le", bound)], value: Double(count))
            }
            guard let sum = histogram.sum else { continue }
            sample(name + "_count", labels: histogram.labels, value: Double(count))
            sample(name + "_sum", labels: histogram.labels, value: sum)
        }
    }

    /// OpenMetrics wants "1.0" for 1 in the names of buckets (its section on canonical numbers).
    private func written(_ value: Double) -> String { isOpenMetrics ? "\(value)" : MetricsText.number(value) }

    private mutating func head(_ name: String, type: String, help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private mutating func sample(_ name: String, labels: [Label], value: Double) {
        let pairs = labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }
        let list = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        text += "\(name)\(list) \(MetricsText.number(value))\n"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// Whole numbers without a fraction.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
