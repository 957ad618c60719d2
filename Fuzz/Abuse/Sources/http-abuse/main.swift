import Foundation
import HTTP

// Exhausts descriptors and disk space and checks that the server keeps running. A separate process, because these
// limits apply to the whole process.

/// Answers GET on the loop, and bodies through the pool and the disk.
struct Target: Handler {
    func plan(for head: RequestHead) -> BodyPlan { head.method == .get ? .immediate : .pooled(bodyLimit: 8 << 20) }
    func respond(to request: Request) -> Response { .text(request.head.path) }
}

func open(_ port: Int) -> Int32 {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard client >= 0 else { return -1 }
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    if result == 0 { return client }
    close(client)
    return -1
}

/// The status of the answer; 0 without an answer.
func ask(_ client: Int32, _ request: String) -> Int {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    _ = request.withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    let count = recv(client, &bytes, bytes.count, 0)
    guard count > 12 else { return 0 }
    return Int(String(decoding: bytes[9..<12], as: UTF8.self)) ?? 0
}

func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1 }

func limit(_ kind: Int, to value: Int) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(UInt32(kind)), &limit)
    limit.rlim_cur = min(rlim_t(value), limit.rlim_max)
    setrlimit(__rlimit_resource_t(UInt32(kind)), &limit)
}

nonisolated(unsafe) var failures = 0  // used only on the main thread
func check(_ name: String, _ isGood: Bool) {
    print(isGood ? "PASS" : "FAIL", name)
    if !isGood { failures += 1 }
}

let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
let server = Server(configuration: Configuration(port: 0), handler: Target())
let port = try server.start()

/// accept(2) returns EMFILE: open connections are answered, waiting ones once descriptors are free.
func runOutOfDescriptors() {
    let kept = open(port)
    check("answers before", ask(kept, get) == 200)
    let before = descriptors()
    limit(Int(RLIMIT_NOFILE.rawValue), to: before + 40)
    var clients: [Int32] = []
    while clients.count < 400 {
        let client = open(port)
        if client < 0 { break }
        clients.append(client)
    }
    let waiting = clients.suffix(5)
    sleep(1)
    check("an open connection is answered while no descriptor is free", ask(kept, get) == 200)
    for client in clients.dropLast(5) { close(client) }
    check("waiting connections are answered afterwards", waiting.allSatisfy { ask($0, get) == 200 })
    for client in waiting { close(client) }
    limit(Int(RLIMIT_NOFILE.rawValue), to: 20_000)
    sleep(1)
    check("all descriptors are closed (\(before) before, \(descriptors()) after)", descriptors() <= before)
    close(kept)
}

/// write(2) fails like on a full disk, because of a limit on file sizes.
func runOutOfDisk() {
    signal(SIGXFSZ, SIG_IGN)
    limit(Int(RLIMIT_FSIZE.rawValue), to: 100_000)
    let client = open(port)
    let body = String(repeating: "x", count: 1_000_000)
    let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n\(body)"
    check("a body that does not fit is 507", ask(client, post) == 507)
    close(client)
    let other = open(port)
    check("other requests are answered", ask(other, get) == 200)
    close(other)
}

runOutOfDescriptors()
runOutOfDisk()
server.stop()
exit(failures == 0 ? 0 : 1)
