import CCrash
import Foundation

/// Crashes in one of several ways while another thread is at work.
enum Probe {
    static func run(_ way: String, note: String, largest: Int) {
        guard ccrash_install(note) == 0 else { exit(3) }
        let isAtWork = DispatchSemaphore(value: 0)
        for (work, number) in [("GET /bystander/{id}", UInt64(7)), ("GET /done", 8)] {
            Thread {
                ccrash_begin(work, number)
                if number == 8 { ccrash_end() }
                isAtWork.signal()
                Thread.sleep(forTimeInterval: 600)
            }.start()
            isAtWork.wait()
        }
        let crashing = Thread {
            ccrash_begin("POST /first", 1)
            ccrash_end()
            ccrash_begin("GET /notes/{id}", 41)
            crash(way, largest)
            isAtWork.signal()
            Thread.sleep(forTimeInterval: 600)
        }
        crashing.stackSize = 512 << 10
        crashing.start()
        isAtWork.wait()
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        // Somebody sends a signal.
        Thread.sleep(forTimeInterval: 600)
    }

    private static func crash(_ way: String, _ largest: Int) {
        switch way {
        case "trap": print(largest + 1)
        case "overflow": print(overflow(0))
        case "abort": abort()
        case "null": print(UnsafePointer<Int>(bitPattern: 8)?.pointee ?? 0)
        default: break
        }
    }

    @inline(never) private static func overflow(_ number: Int) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 128) { room in
            room[0] = number
            return overflow(number + 1) + room[0]
        }
    }
}

let arguments = CommandLine.arguments
Probe.run(arguments[1], note: arguments[2], largest: Int(arguments[3]) ?? .max)
