import CCurl

/// A handle of libcurl: the options of a transfer, and the connections that it keeps.
///
/// Unchecked: one thread uses it at a time. Whoever makes one keeps it, or takes it out of a locked list for each transfer.
public final class CurlHandle: @unchecked Sendable {
    /// For libcurl's functions; valid as long as this object.
    public let pointer: UnsafeMutableRawPointer
    /// The first failure of an option since the last `reset`.
    public private(set) var failure: CURLcode?

    /// - Returns: nil when libcurl cannot be initialized.
    public init?() {
        guard CurlHandle.isReady, let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
    }

    deinit { curl_easy_cleanup(pointer) }

    /// Forgets the options. The connections stay.
    public func reset() {
        curl_easy_reset(pointer)
        failure = nil
    }

    /// Remembers a failure of libcurl for `perform`.
    public func check(_ code: CURLcode) { if code != CURLE_OK && failure == nil { failure = code } }

    /// Sets an option that takes a number.
    public func set(_ option: CURLoption, _ value: Int) { check(curl_set_long(pointer, option, value)) }

    /// Sets an option that takes a text, of which libcurl keeps a copy.
    public func set(_ option: CURLoption, _ value: String) { check(curl_set_string(pointer, option, value)) }

    /// Sets an option that takes an object of C, which must live until `perform` has returned.
    public func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        check(curl_set_pointer(pointer, option, value))
    }

    /// Performs the transfer, unless an option failed.
    public func perform() -> CURLcode { failure ?? curl_easy_perform(pointer) }

    /// A `long` that libcurl tells of the last transfer.
    public func number(_ info: CURLINFO) -> Int {
        var value = 0
        curl_get_long(pointer, info, &value)
        return value
    }

    /// Initializes libcurl once in a process, whichever module needs it first: older versions must not do it twice at
    /// the same time.
    private static let isReady = curl_global_init(CCURL_GLOBAL_DEFAULT) == CURLE_OK
}
