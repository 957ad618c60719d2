import CLinux
import Foundation
import Synchronization

/// Messages for a loop. Only the first message wakes the loop, so a burst costs one system call.
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

    /// Swaps the messages with an empty array, so that both arrays keep their memory.
    func take(into empty: inout [LoopMessage]) {
        messages.withLock { swap(&$0, &empty) }
    }
}
