import Foundation
import Testing

@testable import HTTP

/// RFC 9110, 8.8, 13, 14: static files.
@Suite struct StaticTests {
    private func withFiles(_ body: (StaticFiles) throws -> Void) throws {
        try withFolder { folder in
            let root = folder + "/public"
            try FileManager.default.createDirectory(atPath: root + "/css", withIntermediateDirectories: true)
            let text = String(repeating: "body { color: red }\n", count: 100)
            try text.write(toFile: root + "/css/app.css", atomically: true, encoding: .utf8)
            try Data((0..<200_000).map { UInt8($0 % 251) }).write(to: URL(fileURLWithPath: root + "/big.bin"))
            try "secret".write(toFile: folder + "/secret.txt", atomically: true, encoding: .utf8)
            try "dot".write(toFile: root + "/.env", atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: root + "/out.txt", withDestinationPath: folder + "/secret.txt")
            try FileManager.default.createSymbolicLink(
                atPath: root + "/in.css", withDestinationPath: root + "/css/app.css")
            try body(StaticFiles(root: root))
        }
    }

    private func ask(
        _ files: StaticFiles, path: String, headers: [(String, String)] = [], method: HTTP.Method = .get
    ) throws -> Response? {
        let request = try Request(method: method, target: "/x", headers: Headers(headers))
        return files.respond(to: request.head, path: path)
    }

    private func length(_ response: Response?) -> Int {
        switch response?.body {
        case .bytes(let bytes): bytes.count
        case .file(_, _, let count): count
        default: 0
        }
    }

    @Test(
        "ASVS 5.3.2: files outside the folder and hidden files are not served",
        arguments: [
            "../secret.txt", "css/../../secret.txt", "/etc/passwd", "//etc/passwd", "out.txt", ".env", "css/.x", "css",
            "css/", "", "/", "css\\..\\..\\secret.txt", "big.bin\u{0}.css", "no.css", "%2e%2e/secret.txt",
            "....//secret.txt",
        ])
    func traversal(_ path: String) throws {
        try withFiles { files in
            let response = try ask(files, path: path)
            #expect(response == nil)
        }
    }

    @Test("RFC 9110 8.8: files have validators; links inside the folder are followed")
    func validators() throws {
        try withFiles { files in
            let response = try ask(files, path: "/css/app.css")
            #expect(response?.headers["etag"]?.hasPrefix("\"") == true)
            #expect(response?.headers["last-modified"]?.hasSuffix(" GMT") == true)
            #expect(response?.headers["content-type"] == "text/css; charset=utf-8")
            #expect(length(response) == 2_000)
            #expect(try length(ask(files, path: "in.css")) == 2_000)
            #expect(try ask(files, path: "big.bin", method: .post)?.status == .methodNotAllowed)
            #expect(try ask(files, path: "big.bin", method: .head)?.status == .ok)
        }
    }

    @Test("RFC 9110 13: conditions decide between 200, 206 and 304")
    func conditions() throws {
        try withFiles { files in
            let first = try #require(try ask(files, path: "big.bin"))
            let etag = try #require(first.headers["etag"])
            let modified = try #require(first.headers["last-modified"])
            func status(_ headers: [(String, String)]) throws -> Int? {
                try ask(files, path: "big.bin", headers: headers)?.status.rawValue
            }
            #expect(try status([("If-None-Match", etag)]) == 304)
            #expect(try status([("If-None-Match", "\"x\", W/\(etag)")]) == 304)
            #expect(try status([("If-None-Match", "*")]) == 304)
            #expect(try status([("If-None-Match", "\"x\"")]) == 200)
            #expect(try status([("If-None-Match", "\"x\""), ("If-Modified-Since", modified)]) == 200)
            #expect(try status([("If-Modified-Since", modified)]) == 304)
            #expect(try status([("If-Modified-Since", "Mon, 01 Jan 1990 00:00:00 GMT")]) == 200)
            #expect(try status([("If-Modified-Since", "tomorrow-ish 99")]) == 200)
            #expect(try status([("Range", "bytes=0-9"), ("If-None-Match", etag)]) == 304)
            #expect(try status([("Range", "bytes=0-9"), ("If-Range", etag)]) == 206)
            #expect(try status([("Range", "bytes=0-9"), ("If-Range", "\"x\"")]) == 200)
            #expect(try status([("Range", "bytes=0-9"), ("If-Range", modified)]) == 200)
            #expect(try ask(files, path: "big.bin", headers: [("If-None-Match", etag)])?.headers["etag"] == etag)
        }
    }

    @Test(
        "RFC 9110 14.1.2, 14.2: valid ranges are parsed",
        arguments: [
            ("bytes=0-99", 0..<100), ("bytes=0-0", 0..<1), ("bytes=-50", 950..<1_000), ("bytes=-5000", 0..<1_000),
            ("bytes=10-", 10..<1_000), ("bytes=10-99999999999999999999999", 10..<1_000), ("BYTES=999-999", 999..<1_000),
        ])
    func goodRanges(_ field: String, _ expected: Range<Int>) {
        #expect(Conditions.parse(field, size: 1_000) == .part(expected))
    }

    @Test(
        "RFC 9110 14.2: ranges outside the file are unsatisfiable, malformed ones are ignored",
        arguments: [
            ("bytes=1000-", true), ("bytes=99999999999999999999999-", true), ("bytes=-0", true), ("bytes=50-10", false),
            ("bytes=abc-def", false), ("bytes=--5", false), ("lines=1-2", false), ("bytes=0-9,20-29", false),
            ("bytes=-", false), ("bytes=", false), ("bytes=1", false), ("bytes= 0-1", false), ("", false),
        ])
    func otherRanges(_ field: String, _ isUnsatisfiable: Bool) {
        #expect(Conditions.parse(field, size: 1_000) == (isUnsatisfiable ? .unsatisfiable : .whole))
    }

    @Test("RFC 9110 15.5.17: 416 contains the size of the file")
    func unsatisfiable() throws {
        try withFiles { files in
            let response = try ask(files, path: "big.bin", headers: [("Range", "bytes=200000-")])
            #expect(response?.status == .rangeNotSatisfiable)
            #expect(response?.headers["content-range"] == "bytes */200000")
        }
    }

    @Test("RFC 9110 12.5.3, 8.8.3.3: texts are compressed for clients that accept gzip, with a different tag")
    func compressed() throws {
        try withFiles { files in
            let plain = try #require(try ask(files, path: "css/app.css"))
            let packed = try #require(try ask(files, path: "css/app.css", headers: [("Accept-Encoding", "br, gzip")]))
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(plain.headers["vary"] == "Accept-Encoding" && packed.headers["vary"] == "Accept-Encoding")
            #expect(plain.headers["etag"] != packed.headers["etag"])
            #expect(length(packed) < length(plain))
            let etag = try #require(packed.headers["etag"])
            let again = try ask(
                files, path: "css/app.css", headers: [("Accept-Encoding", "gzip"), ("If-None-Match", etag)])
            #expect(again?.status == .notModified)
            let ranged = try ask(
                files, path: "css/app.css", headers: [("Accept-Encoding", "gzip"), ("Range", "bytes=0-9")])
            #expect(ranged?.headers["content-encoding"] == nil && length(ranged) == 10)
        }
    }

    @Test(
        "RFC 9110 12.5.3: Accept-Encoding decides whether gzip is accepted",
        arguments: [
            ("gzip", true), ("GZIP ; q=0.5", true), ("br, *", true), ("gzip;q=0, *", false), ("gzip;q=0.000", false),
            ("identity", false), ("*;q=0", false), ("", false), ("gzipped", false),
        ])
    func accepted(_ field: String, _ expected: Bool) {
        #expect(Gzip.isAccepted(by: Headers([("Accept-Encoding", field)])) == expected)
    }

    @Test("A changed file is served at once")
    func changed() throws {
        try withFolder { folder in
            let files = StaticFiles(root: folder)
            try "one".write(toFile: folder + "/a.txt", atomically: true, encoding: .utf8)
            #expect(try length(ask(files, path: "a.txt")) == 3)
            try "three".write(toFile: folder + "/a.txt", atomically: true, encoding: .utf8)
            #expect(try length(ask(files, path: "a.txt")) == 5)
            try FileManager.default.removeItem(atPath: folder + "/a.txt")
            #expect(try ask(files, path: "a.txt") == nil)
        }
    }

    /// Sets the modification time of a file.
    private func stamp(_ path: String, seconds: Int, nanoseconds: Int) {
        let times = [timespec(tv_sec: seconds, tv_nsec: nanoseconds), timespec(tv_sec: seconds, tv_nsec: nanoseconds)]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    @Test("RFC 9110 8.8.1: a file replaced within a second by one of equal size gets a new tag")
    func changedWithinASecond() throws {
        try withFolder { folder in
            let path = folder + "/a.txt"
            let files = StaticFiles(root: folder)
            func content() throws -> (text: String, tag: String) {
                let response = try #require(try ask(files, path: "a.txt"))
                let direct = try #require(
                    FileAnswer.respond(
                        to: Request(method: .get, target: "/x").head, path: path, type: "text/plain", cacheControl: ""))
                let tag = try #require(response.headers["etag"])
                #expect(direct.headers["etag"] == tag)
                guard case .bytes(let bytes) = response.body else { return ("not in memory", tag) }
                return (String(decoding: bytes, as: UTF8.self), tag)
            }
            try "one".write(toFile: path, atomically: false, encoding: .utf8)
            stamp(path, seconds: 1_795_000_000, nanoseconds: 1_000)
            let first = try content()
            // The same file, rewritten in the same second.
            try "two".write(toFile: path, atomically: false, encoding: .utf8)
            stamp(path, seconds: 1_795_000_000, nanoseconds: 2_000)
            let second = try content()
            // Another file at the same path, with the same time to the nanosecond.
            try "six".write(toFile: folder + "/b.txt", atomically: false, encoding: .utf8)
            stamp(folder + "/b.txt", seconds: 1_795_000_000, nanoseconds: 2_000)
            #expect(rename(folder + "/b.txt", path) == 0)
            let third = try content()
            #expect([first.text, second.text, third.text] == ["one", "two", "six"])
            #expect(Set([first.tag, second.tag, third.tag]).count == 3)
            for old in [first.tag, second.tag] {
                #expect(try ask(files, path: "a.txt", headers: [("If-None-Match", old)])?.status == .ok)
            }
        }
    }

    @Test(
        "RFC 9110 5.6.7: parsing a formatted date returns the same time",
        arguments: [0, 784_111_777, 1_795_000_000, 4_102_444_799])
    func dates(_ seconds: Int) { #expect(HTTPDate.parse(HTTPDate.format(seconds)) == seconds) }

    @Test("RFC 9110 5.6.7: dates have one format")
    func dateText() {
        #expect(HTTPDate.format(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 UTC") == nil)
        #expect(HTTPDate.parse("Sun, 00 Nov 1994 08:49:37 GMT") == nil)
    }
}
