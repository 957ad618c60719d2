import Database
import Foundation
import HTTP
import Proximity

/// Figures for Prometheus and whatever else reads its text format: `GET /metrics`.
struct Metrics: Feature {
    let site: Site
    let dataFolder: String
    /// `CAIRN_METRICS_TOKEN`; nil while nobody may read.
    let token: String?
    let events: Events
    let server = ServerFigures()

    var routes: [Route] { [.program(.get, "/metrics", bodyLimit: 0, nil, show)] }

    /// `GET /metrics`: 404 until a token is set, 401 without it.
    func show(_ context: RequestContext) throws -> Response {
        guard let token else { throw Failure.notFound }
        guard isRight(context, token) else {
            var response = try context.json(
                ["error": "Send the token as “Authorization: Bearer …”."], status: .unauthorized)
            response.headers.set("WWW-Authenticate", "Bearer")
            return response
        }
        let accept = context.request.head.headers["accept"] ?? ""
        var text = MetricsText(isOpenMetrics: accept.contains("application/openmetrics-text"))
        addRequests(to: &text)
        try addSite(to: &text, context.now)
        addProcess(to: &text)
        var response = Response.text(text.finished)
        response.headers.set("Content-Type", text.contentType)
        return context.finished(response)
    }

    private func isRight(_ context: RequestContext, _ token: String) -> Bool {
        let words = (context.request.head.headers["authorization"] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
        // Of equal length whatever was sent, so that the time tells nothing of the token.
        return ConstantTime.equal(site.key.code("metrics", String(words[1])), site.key.code("metrics", token))
    }

    private func addRequests(to text: inout MetricsText) {
        let (counts, durations) = site.statistics.all
        let sorted = counts.map { key, count in (labels(key.label) + [("status", key.status)], Double(count)) }
        text.counter(
            "cairn_http_requests", help: "Answers by route and status.",
            samples: sorted.sorted { "\($0.0)" < "\($1.0)" })
        let histograms = durations.sorted { ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method) }
        text.histogram(
            "cairn_http_request_duration_seconds", help: "Time from a request's head to its answer.",
            bounds: RequestStatistics.Durations.bounds,
            samples: histograms.map { (labels($0.key), $0.value.counts, $0.value.seconds) })
        text.gauge("cairn_http_connections", help: "Open connections.", value: server.connections)
        let threads = server.handlerThreads
        text.gauge("cairn_http_threads", help: "Threads for pages that have started.", value: threads.threads)
        text.gauge(
            "cairn_http_requests_in_progress", help: "Requests that run, and that wait for a thread.",
            samples: [
                ([("state", "running")], Double(threads.running)), ([("state", "waiting")], Double(threads.waiting)),
            ])
        let queues = site.features.conforming(to: (any QueueSource).self).flatMap { $0.queues }
        text.gauge(
            "cairn_queue_waiting", help: "Requests that wait for their turn, by what they wait for.",
            samples: queues.map { ([("queue", $0.name)], Double($0.waiting)) })
        text.gauge("cairn_event_streams", help: "Open event streams.", value: events.hub.listeners.count)
    }

    private func labels(_ label: RequestLabel) -> [MetricsText.Label] {
        [("route", label.route), ("method", label.method)]
    }

    private func addSite(to text: inout MetricsText, _ now: Timestamp) throws {
        let figures = try SiteFigures.read(site, dataFolder: dataFolder, now)
        text.gauge("cairn_accounts", help: "Accounts.", value: figures.accounts)
        text.gauge(
            "cairn_jobs", help: "Jobs that are due, that run, and that failed at their last run.",
            samples: figures.jobs.flatMap { job in
                [("waiting", job.waiting), ("running", job.running), ("failing", job.failing)].map {
                    ([("kind", job.kind), ("state", $0.0)], Double($0.1))
                }
            })
        text.gauge("cairn_media_files", help: "Stored files, with all sizes of pictures.", value: figures.mediaFiles)
        text.gauge("cairn_media_bytes", help: "Bytes of stored files.", value: figures.mediaBytes)
        text.gauge(
            "cairn_database_bytes", help: "Bytes of the database and of what is not yet written into it.",
            samples: [
                ([("file", "database")], Double(figures.databaseBytes)), ([("file", "wal")], Double(figures.walBytes)),
            ])
        text.gauge("cairn_disk_free_bytes", help: "Free bytes of the data folder's disk.", value: figures.freeBytes)
        text.gauge(
            "cairn_backup_last_success_timestamp_seconds", help: "When the last good backup was begun; 0 for never.",
            samples: [([], figures.lastBackup.map { Double($0.milliseconds) / 1_000 } ?? 0)])
        text.gauge("cairn_sqlite_cache_bytes", help: "Bytes of SQLite's page caches.", value: figures.cache.bytes)
        text.counter(
            "cairn_sqlite_cache_lookups", help: "Pages looked for in SQLite's caches.",
            samples: [
                ([("result", "hit")], Double(figures.cache.hits)), ([("result", "miss")], Double(figures.cache.misses)),
            ])
    }

    private func addProcess(to text: inout MetricsText) {
        let figures = ProcessFigures.current
        text.gauge("cairn_build_info", help: "The version that runs.", samples: [([("version", Version.text)], 1)])
        text.gauge("process_resident_memory_bytes", help: "Memory of the process.", value: figures.residentBytes)
        text.counter(
            "process_cpu_seconds", help: "Processor time of the process.", samples: [([], figures.processorSeconds)])
        text.gauge("process_open_fds", help: "Open files.", value: figures.openFiles)
        text.gauge("process_max_fds", help: "Files that may be open.", value: figures.maxFiles)
        text.gauge("process_start_time_seconds", help: "When the process started.", samples: [([], figures.startedAt)])
        if let bytes = figures.groupBytes {
            text.gauge(
                "cairn_cgroup_memory_bytes", help: "Memory of the control group, with cached files.", value: bytes)
        }
        if let limit = figures.groupLimit {
            text.gauge("cairn_cgroup_memory_limit_bytes", help: "Memory that the control group may use.", value: limit)
        }
    }
}
