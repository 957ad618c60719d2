import Database
import Foundation
import HTTP
import Media
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
        let text = text(isOpenMetrics: accept.contains("application/openmetrics-text"), context.now)
        var response = Response.text(text.finished)
        response.headers.set("Content-Type", text.contentType)
        return context.finished(response)
    }

    private func isRight(_ context: RequestContext, _ token: String) -> Bool {
        let words = (context.request.head.headers["authorization"] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
        // Of equal length whatever was sent, so that the time tells nothing of the token.
        return ConstantTime.equal(site.key.code("metrics", String(words[1])), site.key.code("metrics", token))
    }

    /// All figures. What cannot be read at this moment is left out.
    func text(isOpenMetrics: Bool = false, _ now: Timestamp) -> MetricsText {
        var text = MetricsText(isOpenMetrics: isOpenMetrics)
        addRequests(to: &text)
        addServer(to: &text)
        addSite(to: &text, now)
        addDisk(to: &text)
        addProcess(to: &text)
        return text
    }

    private func addRequests(to text: inout MetricsText) {
        let (counts, durations) = site.statistics.all
        let samples = counts.map { key, count in (labels(key.label) + [("status", key.status)], Double(count)) }
        text.counter(
            "cairn_http_requests", help: "Answers by route and status.",
            samples: samples.sorted { "\($0.0)" < "\($1.0)" })
        let failed = counts.reduce(0) { $0 + ($1.key.status == "500" ? $1.value : 0) }
        text.counter(
            "cairn_http_server_errors", help: "Answers with status 500: faults of the site.",
            samples: [([], Double(failed))])
        let sorted = durations.sorted { ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method) }
        text.histogram(
            "cairn_http_request_duration_seconds",
            help: "Time from a request's head to its answer, with the arrival of its body.",
            bounds: RequestStatistics.Durations.bounds,
            samples: sorted.map { label, value in
                label.isOfFeature
                    ? .init(
                        labels: labels(label), counts: value.counts, from: RequestStatistics.Durations.roughFrom,
                        sum: nil) : .init(labels: labels(label), counts: value.counts, sum: value.seconds)
            })
    }

    private func labels(_ label: RequestLabel) -> [MetricsText.Label] {
        [("route", label.route), ("method", label.method)]
    }

    private func addServer(to text: inout MetricsText) {
        text.gauge("cairn_http_connections", help: "Open connections.", value: server.connections)
        let threads = server.handlerThreads
        text.gauge(
            "cairn_http_handler_threads", help: "Threads for pages that have started.", value: threads.threads)
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

    private func addSite(to text: inout MetricsText, _ now: Timestamp) {
        let figures = try? SiteFigures.read(site, now)
        text.gauge(
            "cairn_database_readable", help: "1 if the database could be read at once.", value: figures == nil ? 0 : 1)
        guard let figures else { return }
        text.gauge("cairn_accounts", help: "Accounts, without guests.", value: figures.accounts)
        text.gauge(
            "cairn_jobs",
            help: "Jobs that are due for a minute, that failed at their last run, and that were given up in a week.",
            samples: figures.jobs.sorted { $0.key < $1.key }.flatMap { kind, count in
                [("overdue", count.overdue), ("failing", count.failing), ("given_up", count.givenUp)].map {
                    ([("kind", kind), ("state", $0.0)], Double($0.1))
                }
            })
        text.gauge("cairn_media_uploads", help: "Photos, films and sounds.", value: figures.uploads.count)
        text.gauge(
            "cairn_media_bytes", help: "Their bytes, with all sizes of photos.", value: figures.uploads.bytes)
        text.gauge(
            "cairn_backup_last_success_timestamp_seconds",
            help: "When the last good backup that the site made itself was begun; 0 for never.",
            samples: [([], figures.lastBackup.map { Double($0.milliseconds) / 1_000 } ?? 0)])
    }

    /// Rounded down, so that they do not tell one photo that was deleted, or one write.
    private func addDisk(to text: inout MetricsText) {
        let path = DataFolder.database(dataFolder)
        let files = [("database", path, 1 << 20), ("wal", path + "-wal", 16 << 20)].map { name, path, step in
            ([("file", name)], Double(Metrics.whole((try? DataFolder.byteCount(path)) ?? 0, of: step)))
        }
        text.gauge(
            "cairn_database_bytes",
            help: "Bytes of the database in steps of 1 MiB, and of what is not yet written into it in steps of 16 MiB.",
            samples: files)
        let free = MediaStore.freeBytes(at: dataFolder)
        if free < .max {
            text.gauge(
                "cairn_disk_available_bytes", help: "Bytes that the data folder's disk has left, in steps of 64 MiB.",
                value: Metrics.whole(free, of: 1 << 26))
        }
        let memory = MemoryFigures.current
        text.gauge("cairn_sqlite_memory_bytes", help: "Memory that SQLite uses.", value: memory.bytes)
        text.gauge(
            "cairn_sqlite_page_cache_bytes", help: "Its page caches; pages mapped from the file are not in them.",
            value: memory.cacheBytes)
    }

    private static func whole(_ bytes: Int, of step: Int) -> Int { bytes / step * step }

    private func addProcess(to text: inout MetricsText) {
        let figures = ProcessFigures.read()
        text.gauge("cairn_build_info", help: "The version that runs.", samples: [([("version", Version.text)], 1)])
        text.gauge("process_resident_memory_bytes", help: "Memory of the process.", value: figures.residentBytes)
        text.counter(
            "process_cpu_seconds", help: "Processor time of the process.", samples: [([], figures.processorSeconds)])
        text.gauge("process_open_fds", help: "Open files.", value: figures.openFiles)
        text.gauge("process_max_fds", help: "Files that may be open.", value: figures.maxFiles)
        text.gauge(
            "process_start_time_seconds", help: "When the process started.", samples: [([], ProcessFigures.startedAt)])
        guard let group = figures.group else { return }
        text.gauge(
            "cairn_cgroup_memory_bytes", help: "Memory of the control group, with files kept in it.", value: group.bytes
        )
        text.gauge(
            "cairn_cgroup_working_set_bytes", help: "The same without files that it can drop at once.",
            value: group.workingSet)
        if let limit = group.limit {
            text.gauge("cairn_cgroup_memory_limit_bytes", help: "Memory that it may use.", value: limit)
        }
    }
}
