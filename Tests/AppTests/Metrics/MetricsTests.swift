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
    private func answer(_ site: TestSite, _ method: HTTP.Method?, target: String?, status: Status) throws {
        let log = try #require(site.app.serverConfiguration(temporaryFolder: site.folder + "/tmp").accessLog)
        log(
            AccessRecord(
                number: 1, client: .loopback, method: method, target: target, status: status, microseconds: 7_000,
                refusal: nil))
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
        try answer(site, .get, target: "/notes/new", status: .ok)
        try answer(site, .get, target: "/friends?q=\"x\\y\n", status: .ok)
        try answer(site, .post, target: "/login", status: .internalServerError)
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
                "cairn_http_requests", "cairn_http_request_duration_seconds", "cairn_jobs", "cairn_event_streams",
                "cairn_disk_free_bytes", "cairn_database_bytes", "process_cpu_seconds", "cairn_sqlite_cache_bytes",
                "cairn_http_connections", "cairn_http_requests_in_progress", "cairn_media_bytes", "cairn_http_threads",
                "cairn_queue_waiting",
            ]
            #expect(wanted.subtracting(found) == [], "\(parser): \(found)")
        }
    }

    /// Reads figures, and prints the names of their families.
    private static let reader = """
        import importlib, sys
        families = list(importlib.import_module(sys.argv[1]).text_string_to_metric_families(open(sys.argv[2]).read()))
        assert len({f.name for f in families}) == len(families)
        assert all(f.documentation and f.samples or f.name == "cairn_jobs" for f in families), families
        print("\\n".join(f.name for f in families))
        """

    @Test func `answers are counted by route, and no part of a path is a label`() throws {
        let site = try site()
        for target in ["/people/aino_k", "/people/mikko?x=1"] { try answer(site, .get, target: target, status: .ok) }
        try answer(site, .get, target: "/people/nobody", status: .notFound)
        for number in 0..<50 { try answer(site, .get, target: "/wp-admin\(number)/secret", status: .notFound) }
        try answer(site, .get, target: "/icons/icons.svg", status: .ok)
        try answer(site, nil, target: nil, status: .badRequest)
        try answer(site, .post, target: "/people/aino_k", status: .methodNotAllowed)
        let text = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text
        func has(_ route: String, method: String, status: Int, count: Int) -> Bool {
            text.contains(
                "cairn_http_requests_total{route=\"\(route)\",method=\"\(method)\",status=\"\(status)\"} \(count)\n")
        }
        #expect(
            has("/people/{username}", method: "GET", status: 200, count: 2)
                && has("/people/{username}", method: "GET", status: 404, count: 1))
        #expect(
            has("none", method: "GET", status: 404, count: 50) && has("static", method: "GET", status: 200, count: 1)
                && has("none", method: "none", status: 400, count: 1))
        #expect(has("/people/{username}", method: "POST", status: 405, count: 1), "a page is no form")
        #expect(!text.contains("wp-admin") && !text.contains("aino") && !text.contains("secret"))
        #expect(
            text.contains("cairn_http_request_duration_seconds_bucket{route=\"static\",method=\"GET\",le=\"0.01\"} 1"))
        #expect(
            text.contains("cairn_http_request_duration_seconds_bucket{route=\"static\",method=\"GET\",le=\"0.005\"} 0"))
    }

    @Test func `from the counters of notes nobody learns what was done with one`() throws {
        let site = try site()
        let routes = site.app.notes.routes.map { ($0.method, $0.pattern.replacing(#/\{\w+\}/#, with: "7")) }
        for (method, target) in routes {
            for status in [Status.ok, .seeOther, .notFound] { try answer(site, method, target: target, status: status) }
        }
        try answer(site, .get, target: "/notes/7", status: .internalServerError)
        let lines = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text.split(separator: "\n")
        let note = "cairn_http_requests_total{route=\"notes\",method=\"any\",status="
        #expect(
            lines.filter { $0.hasPrefix("cairn_http_requests_total") }.sorted()
                == ["\(note)\"500\"} 1", "\(note)\"any\"} \(3 * routes.count)"])
        let timed = lines.filter { $0.hasPrefix("cairn_http_request_duration_seconds_count") }
        #expect(
            timed == [
                "cairn_http_request_duration_seconds_count{route=\"notes\",method=\"any\"} \(3 * routes.count + 1)"
            ])
    }

    @Test func `jobs are counted by kind, those of notes together, each job once`() throws {
        let site = try site()
        let kinds = Set(site.app.notes.jobKinds.map { $0.name })
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM job")
            for kind in kinds { try Job.enqueue(database, kind: kind, key: "x-\(kind)", at: site.now) }
            try Job.enqueue(database, kind: "mail.old", key: "x", at: site.now)
            for (key, time) in [("due", 0.0), ("later", 60), ("runs", 0), ("failed", 60), ("tried", 0), ("crashed", 0)]
            {
                try Job.enqueue(database, kind: "media.remove", key: key, at: site.now + time)
            }
            try database.execute(
                "UPDATE job SET lease_until = \(site.now + 9) WHERE idempotency_key IN ('runs', 'tried')")
            try database.execute("UPDATE job SET lease_until = \(site.now - 9) WHERE idempotency_key = 'crashed'")
            try database.execute(
                "UPDATE job SET failing_since = \(site.now - 60) WHERE idempotency_key IN ('failed', 'tried')")
        }
        let text = try Visitor(site).get("/metrics", MetricsTests.bearer).page.text
        func count(_ kind: String, _ state: String) -> Int? {
            let name = "cairn_jobs{kind=\"\(kind)\",state=\"\(state)\"} "
            return text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
        }
        #expect(count("notes", "waiting") == kinds.count && count("unknown", "waiting") == 1)
        #expect(
            ["waiting", "running", "failing"].map { count("media.remove", $0) } == [2, 2, 1])
        for kind in kinds { #expect(!text.contains("kind=\"\(kind)\"")) }
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
