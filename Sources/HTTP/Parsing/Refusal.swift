/// A refusal of what a client sent: the status to answer and the reason for the log. The connection closes after it.
struct Refusal: Error, Equatable {
    let status: Status
    let reason: String

    init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
