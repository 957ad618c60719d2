import CSpawn
import Foundation

/// A running program and the pipes from it. Used by one thread, from start to end.
struct SpawnedChild {
    let pid: pid_t
    private let output: Int32
    private let complaint: Int32

    /// - Throws: `MediaFault` when there are no descriptors or processes left.
    init(_ command: [String], in folder: String, environment: [String]) throws(MediaFault) {
        var pipes: [Int32] = [-1, -1, -1, -1]
        let made = pipes.withUnsafeMutableBufferPointer { pipes -> Bool in
            guard let first = pipes.baseAddress else { return false }
            return pipe2(first, O_CLOEXEC) == 0 && pipe2(first + 2, O_CLOEXEC) == 0
        }
        defer { for end in [pipes[1], pipes[3]] where end >= 0 { close(end) } }
        var pid: pid_t = 0
        let code =
            made ? SpawnedChild.spawn(&pid, command, folder, environment, output: pipes[1], errors: pipes[3]) : errno
        guard code == 0 else {
            for end in [pipes[0], pipes[2]] where end >= 0 { close(end) }
            throw MediaFault("cannot start \(command.first ?? "-"): \(String(cString: strerror(code)))")
        }
        (self.pid, output, complaint) = (pid, pipes[0], pipes[2])
        for end in [output, complaint] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    private static func spawn(
        _ pid: inout pid_t, _ command: [String], _ folder: String, _ environment: [String], output: Int32,
        errors: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A server ignores SIGPIPE and may block other signals; its child processes must not.
        var (defaults, mask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGXCPU, SIGXFSZ] {
            sigaddset(&defaults, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        return posix_spawn(&pid, command.first ?? "", &actions, &attributes, &arguments, &variables)
    }

    /// Reads until the program has ended, exceeds a limit or is stopped, then kills the rest of its process group.
    ///
    /// - Parameter follow: gets the output as it comes, which is then not kept; false stops the program.
    func collect(
        _ limits: ChildProcess.Limits, _ isolation: Isolation, _ follow: ((ArraySlice<UInt8>) -> Bool)?
    ) -> ChildProcess.Report {
        defer { for end in [output, complaint] { close(end) } }
        var gathered = Gathered(limit: limits.outputBytes, follow: follow)
        let verdict = watch(until: .now + .milliseconds(Int(limits.wallSeconds * 1_000)), &gathered)
        // Before `waitpid`: until then its process id cannot be reused.
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno == EINTR { continue }
            // Someone else has reaped it, as the kernel does when SIGCHLD is ignored: the exit status is unknown.
            status = SIGKILL
            break
        }
        if verdict == nil { read(into: &gathered) }
        let complaint = String(decoding: gathered.complaint, as: UTF8.self)
        let outcome =
            (gathered.isFull ? .tooMuchOutput : verdict)
            ?? isolation.translated(SpawnedChild.outcome(status), complaint)
        return ChildProcess.Report(outcome: outcome, output: gathered.output, complaint: complaint)
    }

    /// Nil when the program has ended by itself.
    private func watch(until deadline: ContinuousClock.Instant, _ gathered: inout Gathered) -> ChildProcess.Outcome? {
        var isOpen = true
        while !hasEnded {
            if gathered.isFull { return .tooMuchOutput }
            if gathered.isStopped { return .stopped }
            guard ContinuousClock.now < deadline else { return .timedOut }
            gathered.askWhetherToGoOn()
            if isOpen {
                // Descendants may keep the pipes open after the program's end, so waiting for the pipes alone is not
                // enough.
                var ready = [
                    pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: complaint, events: Int16(POLLIN), revents: 0),
                ]
                if gathered.endsOutput { ready[0].fd = -1 }
                if gathered.endsComplaint { ready[1].fd = -1 }
                poll(&ready, 2, 20)
                read(into: &gathered)
                isOpen = !(gathered.endsOutput && gathered.endsComplaint)
            } else {
                usleep(500)
            }
        }
        return nil
    }

    /// Leaves the zombie in the process table, so that its process id is not reused.
    private var hasEnded: Bool {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return errno != EINTR }
        return info.si_signo == SIGCHLD
    }

    /// Reads what is available now.
    private func read(into gathered: inout Gathered) {
        let size = 64 << 10
        var bytes = [UInt8](repeating: 0, count: size)
        while !gathered.endsOutput && !gathered.isFull && !gathered.isStopped {
            let count = Foundation.read(output, &bytes, size)
            if count == 0 { gathered.endsOutput = true }
            guard count > 0 else { break }
            gathered.add(output: bytes[..<count])
            if gathered.follow != nil { break }
        }
        // One read per turn: a program that writes endlessly must not keep this from checking the time.
        let count = Foundation.read(complaint, &bytes, size)
        if count == 0 { gathered.endsComplaint = true }
        if count > 0 { gathered.add(complaint: bytes[..<count]) }
    }

    private static func outcome(_ status: Int32) -> ChildProcess.Outcome {
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    private struct Gathered {
        let limit: Int
        let follow: ((ArraySlice<UInt8>) -> Bool)?
        var output: [UInt8] = []
        var complaint: [UInt8] = []
        var isFull = false
        var isStopped = false
        var endsOutput = false
        var endsComplaint = false

        init(limit: Int, follow: ((ArraySlice<UInt8>) -> Bool)?) { (self.limit, self.follow) = (limit, follow) }

        /// Whoever follows may stop the program while it says nothing.
        mutating func askWhetherToGoOn() {
            if let follow, !isStopped { isStopped = !follow([]) }
        }

        mutating func add(output bytes: ArraySlice<UInt8>) {
            if let follow {
                isStopped = !follow(bytes)
                return
            }
            isFull = bytes.count > limit - output.count
            output.append(contentsOf: bytes.prefix(limit - output.count))
        }

        mutating func add(complaint bytes: ArraySlice<UInt8>) {
            complaint = Array((complaint + bytes).suffix(4_096))
        }
    }
}
