import CCurl
import Foundation
import TestTools
import Testing

@testable import Curl

/// Addresses that strangers may make up.
struct CheckedURLTests {
    @Test func `the addresses of push services are kept`() throws {
        for url in [
            "https://fcm.googleapis.com/fcm/send/dGVzdA:APA91bF-_x", "https://web.push.apple.com/QGuQyav",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABh",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bx%3d%3d", "https://push.example.org:8443/",
            "https://8.8.8.8/a", "https://[2606:4700::1111]/a",
        ] {
            let endpoint = try #require(CheckedURL(url, trusting: .none), "\(url)")
            #expect(endpoint.url == url && !endpoint.isTrusted)
        }
    }

    @Test(arguments: [
        ("HTTPS://Push.Example.ORG/Ab?C", "https://push.example.org/Ab?C", "https://push.example.org"),
        ("https://push.example.org", "https://push.example.org/", "https://push.example.org"),
        ("https://push.example.org?a/b", "https://push.example.org/?a/b", "https://push.example.org"),
        ("https://push.example.org:443/a", "https://push.example.org/a", "https://push.example.org"),
        ("https://push.example.org:080/a", "https://push.example.org:80/a", "https://push.example.org:80"),
        ("https://0x8.0x8.2056/", "https://8.8.8.8/", "https://8.8.8.8"),
        ("https://[2606:4700:0:0::0001]:9/a", "https://[2606:4700::1]:9/a", "https://[2606:4700::1]:9"),
    ])
    func anAddressIsMadeAnewFromItsParts(_ text: String, _ url: String, _ origin: String) throws {
        let endpoint = try #require(CheckedURL(text, trusting: .none))
        #expect(endpoint.url == url && endpoint.origin == origin)
    }

    @Test(arguments: [
        "", "https", "https:", "https://", "https:///a", "https:/push.example.org/", "https:push.example.org",
        "//push.example.org/", "push.example.org", "http://push.example.org/", "ftp://push.example.org/",
        "file:///etc/passwd", "javascript:alert(1)", " https://push.example.org/", "https://push.example.org/ a",
        "https://a@push.example.org/", "https://a:b@push.example.org/", "https://@push.example.org/",
        "https://push.example.org@127.0.0.1/", "https://push.example.org/a#b", "https://push.example.org\\@127.0.0.1/",
        "https://127.0.0.1\\.example.org/", "https://push.example.org/\r\nHost: a", "https://push.example.org/\u{0}",
        "https://push.example.org/ä", "https://pusħ.example.org/", "https://push。example.org/", "https://１２７.0.0.1/",
        "https://push%2eexample.org/", "https://push.example.org:/", "https://push.example.org:0/",
        "https://push.example.org:65536/", "https://push.example.org:4:4/", "https://push.example.org:+44/",
        "https://push.example.org:99999999999999999999/", "https://push..example.org/", "https://.example.org/",
        "https://push.example.org./", "https://-a.example.org/", "https://a-.example.org/", "https://a_b.example.org/",
        "https://localhost/", "https://LOCALHOST/", "https://localhost./", "https://push.localhost/", "https://push/",
        "https://127.0.0.1/", "https://127.1/", "https://0x7f.1/", "https://2130706433/", "https://0177.0.0.1/",
        "https://0x7F000001/", "https://017700000001/", "https://127.0.0.1./", "https://0/", "https://0x/",
        "https://10.1.2.3/", "https://192.168.257/", "https://1.2.3.4.5/", "https://256.1.1.1/", "https://1.2.3.08/",
        "https://a.1/", "https://a.0x7f/", "https://4294967296/", "https://[::1]/", "https://[::]/",
        "https://[::ffff:127.0.0.1]/", "https://[::ffff:8.8.8.8]/", "https://[::8.8.8.8]/",
        "https://[64:ff9b::8.8.8.8]/", "https://[64:ff9b:1::808:808]/", "https://[2002:7f00:1::]/",
        "https://[2001:0:7f00:1::]/", "https://[fe80::1%25eth0]/", "https://[fe80::1]/", "https://[fd00::1]/",
        "https://[2606:4700::1%1]/", "https://[2606:4700::1/", "https://2606:4700::1/", "https://[2606:4700::1]a/",
        "https://[]/", "https://[8.8.8.8]/", "https://[v1.a]/",
    ])
    func whatIsNoPublicHTTPSAddressIsRefused(_ url: String) {
        #expect(CheckedURL(url, trusting: .none) == nil)
    }

    @Test func `too long addresses are refused`() {
        let start = "https://push.example.org/"
        let longest = start + String(repeating: "a", count: CheckedURL.maximumBytes - start.utf8.count)
        #expect(CheckedURL(longest, trusting: .none)?.url == longest)
        #expect(CheckedURL(longest + "a", trusting: .none) == nil)
        // Made anew, this one would be longer than it is allowed to be.
        let query = "https://push.example.org?" + longest.dropFirst(start.utf8.count)
        #expect(CheckedURL(query, trusting: .none) == nil)
        #expect(CheckedURL("https://" + String(repeating: "a.", count: 127) + "org/", trusting: .none) == nil)
        #expect(CheckedURL("https://\(String(repeating: "a", count: 64)).org/", trusting: .none) == nil)
    }

    @Test func `services that the host named may be private and plain`() throws {
        let hosts = try TrustedHosts("ntfy:80, my_ntfy.home:8443,127.0.0.1:8090,[fd00::7]:443")
        for (url, origin) in [
            ("http://ntfy/up", "http://ntfy"), ("https://ntfy:80/up", "https://ntfy:80"),
            ("http://NTFY:80/up", "http://ntfy"), ("https://my_ntfy.home:8443/up", "https://my_ntfy.home:8443"),
            ("http://127.0.0.1:8090/up", "http://127.0.0.1:8090"), ("http://127.1:8090/up", "http://127.0.0.1:8090"),
            ("https://[fd00:0::7]/up", "https://[fd00::7]"), ("http://[fd00::7]:443/up", "http://[fd00::7]:443"),
        ] {
            let endpoint = try #require(CheckedURL(url, trusting: hosts), "\(url)")
            #expect(endpoint.isTrusted && endpoint.origin == origin && endpoint.url == origin + "/up")
        }
        for url in [
            "https://ntfy/", "http://ntfy:81/", "http://127.0.0.1/", "http://[::ffff:127.0.0.1]:8090/",
            "http://a@ntfy/", "http://localhost:8090/", "http://push.example.org/", "ftp://ntfy:80/",
        ] {
            #expect(CheckedURL(url, trusting: hosts) == nil, "\(url)")
        }
        #expect(CheckedURL("https://push.example.org/", trusting: hosts)?.isTrusted == false)
    }

    @Test(arguments: [
        ("", ""), (" ", ""), ("ntfy", "ntfy"), ("ntfy:", "ntfy:"), ("ntfy:0", "ntfy:0"),
        ("http://ntfy:80", "http://ntfy:80"), ("a:1,,b:2", ""), ("a:1, b:x", "b:x"), ("fd00::7:80", "fd00::7:80"),
        ("a b:1", "a b:1"),
    ])
    func aListOfServicesThatCannotBeReadIsRefused(_ text: String, _ entry: String) {
        let error = #expect(throws: TrustedHostsError.self) { try TrustedHosts(text) }
        #expect(error?.entry == entry)
    }

    /// Whatever is accepted must mean the same host to libcurl, which connects.
    @Test func `libcurl reads the same host as the check`() throws {
        var random = SeededGenerator()
        let hosts = try TrustedHosts("ntfy:80,127.0.0.1:8090,[fd00::7]:8443")
        let seeds = [
            "https://push.example.org:8443/a/../b?c=d&e", "http://ntfy/up?x=/", "http://0x7f.1:8090/",
            "https://8.8.2056/",
            "https://[2606:4700::1111]:444/x", "http://[fd00::7]:8443//a", "https://a-b.c0.xn--p1ai/%2e%2e/",
        ].map { Array($0.utf8) }
        let words = ": // @ \\ [ ] % . .. / ? 0x :: 127.0.0.1 localhost 9 a"
        let pieces = words.split(separator: " ").map { Array($0.utf8) }
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = seeds.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
                case 1: if place < bytes.count { bytes.remove(at: place) }
                case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
                default: bytes.removeSubrange(place..<min(bytes.count, place + 4))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let endpoint = CheckedURL(text, trusting: hosts) else { continue }
            accepted += 1
            let read = try #require(CurlURL(endpoint.url), "\(text)")
            #expect(read.host == endpoint.authority.host.text && read.port == "\(endpoint.authority.port)", "\(text)")
            #expect(endpoint.url.hasPrefix(read.scheme + "://") && endpoint.url.hasPrefix(endpoint.origin + "/"))
            #expect(CheckedURL(endpoint.url, trusting: hosts) == endpoint, "\(text)")
        }
        #expect(accepted > 1_000)
    }
}

/// How libcurl reads a URL.
private struct CurlURL {
    let scheme: String
    let host: String
    let port: String

    init?(_ text: String) {
        let handle = curl_url()
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = CurlURL.part(handle, CURLUPART_SCHEME), let host = CurlURL.part(handle, CURLUPART_HOST),
            let port = CurlURL.part(handle, CURLUPART_PORT), CurlURL.part(handle, CURLUPART_USER) == nil,
            CurlURL.part(handle, CURLUPART_ZONEID) == nil, CurlURL.part(handle, CURLUPART_FRAGMENT) == nil
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    private static func part(_ handle: OpaquePointer?, _ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
