import CCurl
import Foundation

/// Asks for one address of the host's own site, to see whether it answers.
public enum URLProbe {
    /// The beginning of an answer.
    public struct Answer: Sendable, Equatable {
        /// The HTTP status.
        public let status: Int
        /// At most 4 kB.
        public let body: String
    }

    /// An address that did not answer, with libcurl's reason.
    public struct Failure: Error, Sendable {
        public let reason: String
    }

    private final class Sink {
        var bytes: [UInt8] = []

        static let maxBytes = 4_096
        static let take: curl_write_callback = { piece, size, count, context in
            guard let piece, let context else { return 0 }
            let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
            let room = max(0, maxBytes - sink.bytes.count)
            sink.bytes += UnsafeRawBufferPointer(start: piece, count: size * count).prefix(room)
            return size * count
        }
    }

    /// Blocks for `seconds` at most. Follows no redirects.
    ///
    /// - Throws: `Failure`.
    public static func get(_ address: String, seconds: Int) throws(Failure) -> Answer {
        guard let handle = CurlHandle() else { throw Failure(reason: "libcurl cannot be used") }
        let sink = Sink()
        let code = withExtendedLifetime(sink) {
            handle.set(CURLOPT_URL, address)
            handle.check(curl_allow_only_http(handle.pointer, 1))
            handle.set(CURLOPT_TIMEOUT, seconds)
            handle.set(CURLOPT_NOSIGNAL, 1)
            // Not by way of somebody else.
            handle.set(CURLOPT_PROXY, "")
            handle.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(sink).toOpaque())
            handle.check(curl_set_write_function(handle.pointer, CURLOPT_WRITEFUNCTION, Sink.take))
            return handle.perform()
        }
        guard code == CURLE_OK else { throw Failure(reason: String(cString: curl_easy_strerror(code))) }
        return Answer(
            status: handle.number(CURLINFO_RESPONSE_CODE), body: String(decoding: sink.bytes, as: UTF8.self))
    }
}
