import CLinux
import Foundation
import Synchronization

/// The mailbox of a loop. The loop is woken only when the box was empty, so a burst of messages costs one system call.
final class Inbox: Sendable {
    private let messages = Mutex<[LoopMessage]>([])
    private let event: Descriptor

    init() throws(POSIXError) {
        let number = eventfd(0, LINUX_EFD_NONBLOCK | LINUX_EFD_CLOEXEC)
        guard number >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        event = Descriptor(number)
    }

    var descriptor: Int32 { event.number }

    func post(_ message: LoopMessage) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { _ = eventfd_write(event.number, 1) }
    }

    /// Exchanges all that is in the box for an empty array, so that two arrays serve for ever.
    func take(into empty: inout [LoopMessage]) {
        messages.withLock { swap(&$0, &empty) }
    }
}
