import Database
import Foundation
import HTTP
import Logging
import Proximity
import TestTools
import Testing

@testable import App
@testable import HTTP

/// `GET /metrics`, and what it counts.
struct MetricsTests {
    private static let token = "the-token-of-the-collector"
    private static let bearer = [("Authorization", "Bearer \(token)")]

    private func site() throws -> TestSite { try TestSite.empty { $0.metricsToken = MetricsTests.token } }

    /// Counts an answer as the server does.
    ///
    /// - Parameter path: decoded, without a query.
    private func answer(_ site: TestSite, _ method: HTTP.Method?, path: String?, status: Status) throws {
        let log = try #require(site.app.serverConfiguration(temporaryFolder: site.folder + "/tmp").accessLog)
        log(
            AccessRecord(
                number: 1, client: .loopback, method: method, target: path, path: path, status: status,
                microseconds: 7_000, refusal: nil))
    }

    @Test func `there is nothing to read until the host sets a token`() throws {
        try Visitor(TestSite.empty()).get("/metrics", MetricsTests.bearer).gets(404)
    }

    @Test func `only who sends the token reads`() throws {
        let site = try site()
        for wrong in ["", "Bearer", "Bearer ", "Bearer wrong", "Basic \(MetricsTests.token)", MetricsTests.token] {
            let visitor = try Visitor(site).get("/metrics", [("Authorization", wrong)]).gets(401)
            #expect(visitor.page.headers["www-authenticate"] == "Bearer")
            visitor.seesNot("cairn_accounts")
        }
        try site.administrator().get("/metrics").gets(401)
        try Visitor(site).post("/metrics", []).gets(405)
        try Visitor(site).get("/metrics", MetricsTests.bearer).gets(200).sees("cairn_accounts")
    }

    @Test(.enabled(if: Tool.has("prometheus_client")))
    func `both formats are read by the parsers of Prometheus`() throws {
        let site = try site()
        try answer(site, .get, path: "/notes/new", status: .ok)
        try answer(site, .get, path: "/friends", status: .ok)
        try answer(site, .post, path: "/login", status: .internalServerError)
        try answer(site, .get, path: "/relics/new", status: .ok)
        for (accept, parser) in [
            ("text/plain", "prometheus_client.parser"),
            ("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", "prometheus_client.openmetrics.parser"),
        ] {
            let page = try Visitor(site).get("/metrics", accept: accept, MetricsTests.bearer).gets(200).page
            #expect(page.text.contains(accept.hasPrefix("text") ? ",le=\"1\"}" : ",le=\"1.0\"}"))
            let file = "\(site.folder)/metrics.txt"
            try page.text.write(toFile: file, atomically: true, encoding: .utf8)
            let run = try Tool.run(Tool.python, ["-c", MetricsTests.reader, parser, file], withComplaints: true)
            #expect(run.status == 0, "\(run.output)")
            let found = Set(run.output.split(separator: "\n").map { String($0) })
            let wanted: Set<String> = [
                "cairn_http_requests", "cairn_http_request_duration_seconds", "cairn_http_server_errors", "cairn_jobs",
                "cairn_event_streams", "cairn_disk_available_bytes", "cairn_database_bytes", "process_cpu_seconds",
                "cairn_sqlite_page_cache_bytes", "cairn_http_connections", "cairn_http_requests_in_progress",
                "cairn_media_bytes", "cairn_http_handler_threads", "cairn_queue_waiting", "cairn_database_readable",
            ]
            #expect(wanted.subtracting(found) == [], "\(parser): \(found)")
        }
    }

    /// Reads figures, and prints the names of their families.
    private static let reader = """
        import importlib, sys
        families = list(importlib.import_module(sys.argv[1]).text_string_to_metric_families(open(sys.argv[2]).read()))
        assert len({f.name for f in families}) == len(families)
        assert all(f.documentation and f.samples for f in families), families
        print("\\n".join(f.name for f in families))
        """

    @Test func `answers are counted by route, and no part of a path is a label`() throws {
        let site = try site()
        for path in ["/people/aino_k", "/people/mikko"] { try answer(site, .get, path: path, status: .ok) }
        try answer(site, .get, path: "/people/nobody", status: .notFound)
        for number in 0..<50 { try answer(site, .get, path: "/wp-admin\(number)/secret", status: .notFound) }
        try answer(site, .get, path: "/icons/icons.svg", status: .ok)
        try answer(site, nil, path: nil, status: .badRequest)
        try answer(site, .post, path: "/people/aino_k", status: .methodNotAllowed)
        try answer(site, .get, path: "/friends/", status: .notFound)
        let text = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text
        func has(_ route: String, method: String, status: Int, count: Int) -> Bool {
            text.contains(
                "cairn_http_requests_total{route=\"\(route)\",method=\"\(method)\",status=\"\(status)\"} \(count)\n")
        }
        #expect(
            has("/people/{username}", method: "GET", status: 200, count: 2)
                && has("/people/{username}", method: "GET", status: 404, count: 1))
        #expect(
            has("none", method: "GET", status: 404, count: 51) && has("static", method: "GET", status: 200, count: 1)
                && has("none", method: "none", status: 400, count: 1))
        #expect(has("/people/{username}", method: "POST", status: 405, count: 1), "a page is no form")
        #expect(!text.contains("wp-admin") && !text.contains("aino") && !text.contains("secret"))
        #expect(
            text.contains("cairn_http_request_duration_seconds_bucket{route=\"static\",method=\"GET\",le=\"0.01\"} 1"))
        #expect(
            text.contains("cairn_http_request_duration_seconds_bucket{route=\"static\",method=\"GET\",le=\"0.005\"} 0"))
    }

    @Test func `of features in which one may read unseen neither route nor good status nor exact time is told`() throws
    {
        let site = try site()
        let app = site.app
        let features: [any Feature] = [app.notes, app.relics, app.chats, app.notices]
        for feature in features {
            let label = try #require(feature.metricsLabel)
            let routes = feature.routes.map { ($0.method, $0.pattern.replacing(#/\{\w+\}/#, with: "7")) }
            for (method, path) in routes {
                for status in [Status.ok, .seeOther, .notFound] {
                    try answer(site, method, path: path, status: status)
                }
            }
            try answer(site, .get, path: try #require(routes.first { $0.0 == .get }).1, status: .internalServerError)
            let lines = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text.split(separator: "\n")
                .filter { $0.contains("{route=\"\(label)\",") }
            let (count, time) = ("cairn_http_requests_total", "cairn_http_request_duration_seconds")
            let (labels, all) = ("route=\"\(label)\",method=\"any\"", 3 * routes.count + 1)
            let buckets = ["0.5", "1", "2.5", "5", "10", "+Inf"].map { "\(time)_bucket{\(labels),le=\"\($0)\"} \(all)" }
            #expect(
                lines.sorted()
                    == ([
                        "\(count){\(labels),status=\"500\"} 1", "\(count){\(labels),status=\"any\"} \(all - 1)",
                    ] + buckets.map { Substring($0) }).sorted())
        }
        let patterns = Set(features.flatMap { $0.routes }.map { $0.pattern })
        let text = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text
        for pattern in patterns { #expect(!text.contains("\"\(pattern)\"")) }
    }

    @Test func `jobs are told when they wait for a minute, fail or were given up, each once, under known labels`()
        throws
    {
        let site = try site()
        let database = site.app.site.database
        try database.write { try $0.execute("DELETE FROM job") }
        func lines() throws -> [Substring] {
            try Visitor(site).get("/metrics", MetricsTests.bearer).page.text.split(separator: "\n")
                .filter { $0.hasPrefix("cairn_jobs{") }
        }
        let none = try lines()
        #expect(none.count > 30 && none.allSatisfy { $0.hasSuffix("} 0") })
        let kinds = Set(site.app.notes.jobKinds.map { $0.name })
        try database.write { database in
            for kind in kinds { try Job.enqueue(database, kind: kind, key: "x-\(kind)", at: site.now - 61) }
            try Job.enqueue(database, kind: "mail.old", key: "x", at: site.now - 61)
            for (key, time) in [
                ("late", -61.0), ("due", -59), ("later", 60), ("runs", -61), ("failed", 60), ("tried", -61),
                ("crashed", -61), ("given up", -61), ("long ago", -61),
            ] {
                try Job.enqueue(database, kind: "media.sweep", key: key, at: site.now + time)
            }
            let jobs = "UPDATE job SET" as SQL
            try database.execute("\(jobs) lease_until = \(site.now + 9) WHERE idempotency_key IN ('runs', 'tried')")
            try database.execute("\(jobs) lease_until = \(site.now - 9) WHERE idempotency_key = 'crashed'")
            try database.execute(
                "\(jobs) failing_since = \(site.now) WHERE idempotency_key IN ('failed', 'tried', 'given up', 'long ago')"
            )
            try database.execute("\(jobs) failed_at = \(site.now) WHERE idempotency_key = 'given up'")
            try database.execute("\(jobs) failed_at = \(site.now - 8 * 86_400) WHERE idempotency_key = 'long ago'")
        }
        let told = try lines().filter { !$0.hasSuffix("} 0") }
        func line(_ kind: String, _ state: String, _ count: Int) -> Substring {
            "cairn_jobs{kind=\"\(kind)\",state=\"\(state)\"} \(count)"
        }
        #expect(
            Set(told) == [
                line("media", "overdue", 2), line("media", "failing", 2), line("media", "given_up", 1),
                line("notes", "overdue", kinds.count), line("unknown", "overdue", 1),
            ])
        #expect(try lines().map { $0.prefix { $0 != " " } } == none.map { $0.prefix { $0 != " " } })
    }

    @Test func `a database that stands still takes nothing else with it`() throws {
        let site = try site()
        try Visitor(site).get("/metrics", MetricsTests.bearer).sees("cairn_database_readable 1")
        site.app.site.database.close()
        let visitor = try Visitor(site).get("/metrics", MetricsTests.bearer).gets(200)
        visitor.sees("cairn_database_readable 0", "process_cpu_seconds_total", "cairn_disk_available_bytes")
        visitor.seesNot("cairn_jobs", "cairn_accounts")
    }

    @Test func `what the kernel says is read as it is meant`() throws {
        let folder = Folder()
        func write(_ text: String, to name: String) throws {
            let file = URL(filePath: folder.path + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(ProcessFigures.read(root: folder.path).group == nil)
        try write("0::/system.slice/cairn.service\n", to: "/proc/self/cgroup")
        try write("900 50 1 1 0 1 0\n", to: "/proc/self/statm")
        let top = "/sys/fs/cgroup"
        try write("4000\n", to: top + "/memory.current")
        try write("max\n", to: top + "/memory.max")
        // As in a container, whose group has another name inside.
        #expect(ProcessFigures.read(root: folder.path).group == .init(bytes: 4_000, workingSet: 4_000, limit: nil))
        try write("3000\n", to: top + "/system.slice/cairn.service/memory.current")
        try write("8000\n", to: top + "/system.slice/cairn.service/memory.max")
        try write("anon 5\ninactive_file 1200\n", to: top + "/system.slice/cairn.service/memory.stat")
        let figures = ProcessFigures.read(root: folder.path)
        #expect(figures.group == .init(bytes: 3_000, workingSet: 1_800, limit: 8_000))
        #expect(figures.residentBytes == 50 * Int(sysconf(Int32(_SC_PAGESIZE))))
    }

    @Test func `when the last good backup was begun is told, and that there was none`() throws {
        let site = try site()
        let name = "cairn_backup_last_success_timestamp_seconds"
        try Visitor(site).get("/metrics", MetricsTests.bearer).sees("\(name) 0")
        let begun = site.now - 3 * 86_400
        try site.app.site.database.write { database in
            try BackupQueries.ended(database, startedAt: begun, error: nil)
            try BackupQueries.ended(database, startedAt: site.now, error: "The disk is full.")
        }
        let text = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
        #expect(Double(line.dropFirst(name.count + 1)) == Double(begun.milliseconds) / 1_000)
    }
}
