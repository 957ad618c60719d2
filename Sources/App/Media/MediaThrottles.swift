import Safeguards

extension Throttle {
    /// Uploads, by account.
    static let upload = Throttle("upload", label: "Files sent", attempts: 300, window: hour)
}

extension MediaFeature {
    var throttles: [Throttle] { [.upload] }
}
