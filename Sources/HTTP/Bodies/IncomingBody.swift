/// Collects the body of a request for a handler: decodes its framing and keeps it in memory, on disk or as a form.
final class IncomingBody {
    let head: RequestHead
    /// The response of `beforeFiles`, which stops reading.
    private(set) var refusal: Response?
    private(set) var received = 0
    /// How fast it arrives, without the time spent waiting for the disk.
    var rate: BodyRate
    /// When the request's head had arrived.
    let headArrived = ContinuousClock.now
    /// When reading last paused, in milliseconds on the loop's clock.
    var pausedAt = 0
    /// The complete request, while the disk is behind.
    var request: Request?
    private(set) var spooler: Spooler?

    private let limit: Int
    private let limits: Limits
    private let directory: String
    private let beforeFiles: (@Sendable (FormFields) -> FilePlan)?
    private let disk: WorkerPool
    private let report: @Sendable (Spooler.Report) -> Void

    private let budget: Budget
    private let owners: [Budget.Owner]
    /// How many of its bytes the budget has counted.
    private var counted = 0

    private var remaining: Int
    private var decoder: ChunkedDecoder?
    private var form: MultipartForm?
    private var memory: [UInt8] = []
    private var file: TemporaryFile?
    private var files: [TemporaryFile] = []
    private var backlog = 0

    /// - Throws: `FormError` when a multipart form has no usable boundary.
    init(
        head: RequestHead, framing: BodyFraming, limit: Int,
        beforeFiles: (@Sendable (FormFields) -> FilePlan)?, context: ServerContext, now: Int,
        report: @escaping @Sendable (Spooler.Report) -> Void
    ) throws(FormError) {
        self.head = head
        self.limit = limit
        self.beforeFiles = beforeFiles
        self.report = report
        limits = context.limits
        directory = context.temporaryDirectory
        disk = context.disk
        rate = BodyRate(at: now)
        budget = context.bodies
        let person = context.handler.owner(of: head).map { [Budget.Owner.person($0)] } ?? []
        owners = person + (head.client.isLoopback ? [] : [.network(head.client.network)])
        remaining = 0
        switch framing {
        case .none: break
        case .length(let length): remaining = length
        case .chunked: decoder = ChunkedDecoder(limits: context.limits)
        }
        if let text = head.headers["content-type"] {
            let type = ContentType(text)
            if type.essence == "multipart/form-data" {
                form = try MultipartForm(type: type, directory: directory, limits: limits)
            }
        }
    }

    deinit { budget.giveBack(counted, for: owners) }

    var isComplete: Bool { decoder?.isDone ?? (remaining == 0) }
    var isSpooled: Bool { spooler != nil }
    /// True while the disk is behind: the connection stops reading.
    var isPaused: Bool { backlog > limits.spoolBacklogBytes }

    func written(_ count: Int) { backlog -= count }

    /// Takes bytes from the socket; returns how many belong to this body.
    func receive(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        if decoder == nil {
            let count = min(remaining, bytes.count)
            remaining -= count
            try take(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return count
        }
        var failure: (any Error)?
        let used = try decoder?.decode(bytes) { data in
            do { try take(data) } catch { failure = error }
            return failure == nil && refusal == nil
        }
        if let failure { throw failure }
        return used ?? 0
    }

    private func take(_ data: UnsafeRawBufferPointer) throws {
        received += data.count
        if received > limit { throw Refusal(.contentTooLarge, "body of more than \(limit) bytes") }
        guard budget.take(data.count, for: owners) else {
            throw Refusal(.serviceUnavailable, "too many bytes of bodies at once")
        }
        counted += data.count
        if form != nil { return try takeForm(data) }
        if file == nil, memory.count + data.count <= limits.memoryBodyBytes {
            memory.append(contentsOf: data)
            return
        }
        if file == nil {
            let fresh = TemporaryFile(path: TemporaryFile.freshPath(in: directory), byteCount: 0)
            file = fresh
            perform(.begin(fresh))
            if !memory.isEmpty { perform(.write(memory)) }
            fresh.grow(by: memory.count)
            memory = []
        }
        file?.grow(by: data.count)
        perform(.write([UInt8](data)))
    }

    private func takeForm(_ data: UnsafeRawBufferPointer) throws {
        guard var form else { return }
        self.form = nil
        defer { self.form = form }
        try form.feed(
            data,
            firstFile: { fields in
                let plan = beforeFiles?(fields) ?? .store
                if case .refuse(let response) = plan { refusal = response }
                return plan
            },
            step: perform)
    }

    private func perform(_ step: MultipartForm.FileStep) {
        let spooler = self.spooler ?? Spooler(disk: disk, reserve: limits.diskReserveBytes, report: report)
        self.spooler = spooler
        switch step {
        case .begin(let file):
            files.append(file)
            spooler.begin(file)
        case .write(let bytes):
            backlog += bytes.count
            spooler.write(bytes)
        case .end: spooler.end()
        }
    }

    /// The complete body.
    ///
    /// - Throws: `FormError.malformed` for a form without its final boundary.
    func body() throws(FormError) -> Body {
        if let form { return .multipart(try form.finish()) }
        if let file {
            spooler?.end()
            return .file(file)
        }
        return memory.isEmpty ? .empty : .bytes(memory)
    }

    /// Gives up the request and deletes its files.
    func abandon(_ context: ServerContext) {
        spooler?.abandon(files)
        files = []
        file = nil
        form = nil
        request = nil
    }
}
