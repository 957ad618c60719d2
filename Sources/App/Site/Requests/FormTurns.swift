import HTTP
import Safeguards
import Synchronization

/// The forms with files that are worked on now, so that one that is sent several times at once is worked on once: the others wait
/// for the first, and find by their key what it has done. In memory only: if two processes share them, both do the work, and the
/// database takes one.
final class FormTurns: Sendable {
    /// A form under way.
    private struct Form {
        let turns = AdmissionQueue(slots: 1, maxWaiting: FormTurns.mostWaiting)
        /// The requests that it came in.
        var count = 0
    }

    /// By account and key: no more than there are requests at once.
    private let forms = Mutex<[String: Form]>([:])

    /// Each that waits holds a thread. No page sends a form so often.
    private static let mostWaiting = 15
    /// Seconds in which most files are worked on.
    private static let retryAfter = 10

    /// The number of forms under way.
    var count: Int { forms.withLock { $0.count } }

    /// Answers a request, after those that bring the same form.
    ///
    /// - Throws: `Failure.unavailable` if too many wait; what `answer` throws.
    func pass(_ context: RequestContext, _ answer: () throws -> Response) throws -> Response {
        guard let viewer = context.viewer, let key = SubmissionKey.read(context.form),
            context.form.files.contains(where: { $0.byteCount > 0 })
        else { return try answer() }
        return try pass("\(viewer.id) \(key)", answer)
    }

    func pass<Value>(_ name: String, _ work: () throws -> Value) throws -> Value {
        let turns = forms.withLock { forms in
            var form = forms[name] ?? Form()
            form.count += 1
            forms[name] = form
            return form.turns
        }
        defer {
            forms.withLock { forms in
                guard var form = forms[name] else { return }
                form.count -= 1
                forms[name] = form.count > 0 ? form : nil
            }
        }
        do { return try turns.pass(AdmissionTicket(), work) } catch is AdmissionRefused {
            throw Failure.unavailable(retryAfter: FormTurns.retryAfter)
        }
    }
}
