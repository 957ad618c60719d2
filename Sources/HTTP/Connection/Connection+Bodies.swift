/// Reads bodies: for a handler, or to discard them.
extension Connection {
    /// Returns how many bytes it has used.
    func receiveBody(_ bytes: UnsafeRawBufferPointer, _ loop: EventLoop) -> Int {
        guard let incoming else { return bytes.count }
        deadline = loop.now + loop.context.times.bodyIdle
        do {
            let used = try incoming.receive(bytes)
            if let response = incoming.refusal {
                end(with: PreparedResponse(response, for: incoming.head, context: loop.context), loop)
                return bytes.count
            }
            if incoming.isComplete {
                try bodyIsComplete(incoming, loop)
            } else if incoming.isPaused {
                deadline = .max
                incoming.pausedAt = loop.now
            }
            return used
        } catch let refusal as Refusal {
            refuse(refusal, loop)
        } catch let error as FormError {
            refuse(Refusal(error.status, "\(error)"), loop)
        } catch {
            refuse(Refusal(.internalServerError, "\(error)"), loop)
        }
        return bytes.count
    }

    private func bodyIsComplete(_ incoming: IncomingBody, _ loop: EventLoop) throws {
        let request = Request(head: incoming.head, body: try incoming.body(), headArrived: incoming.headArrived)
        guard incoming.isSpooled else {
            self.incoming = nil
            return dispatch(request, loop)
        }
        incoming.request = request
        incoming.spooler?.finish()
        phase = .spooling
        deadline = .max
    }

    /// The disk threads report their progress.
    func spooled(_ report: Spooler.Report, _ loop: EventLoop) {
        guard let incoming, phase == .body || phase == .spooling else { return }
        switch report {
        case .progress(let count):
            let wasPaused = incoming.isPaused
            incoming.written(count)
            if wasPaused, !incoming.isPaused, phase == .body {
                deadline = loop.now + loop.context.times.bodyIdle
                incoming.rate.begunAt += loop.now - incoming.pausedAt
                advance(nil, loop)
            }
        case .finished:
            guard let request = incoming.request else { return }
            self.incoming = nil
            dispatch(request, loop)
            advance(nil, loop)
        case .failed(let reason):
            loop.context.errorLog("cannot store a request body: \(reason)")
            refuse(Refusal(.insufficientStorage, "cannot store the body"), loop)
            advance(nil, loop)
        }
    }

    /// Discards bytes of an unwanted body; returns how many bytes it has used.
    func drainBody(_ bytes: UnsafeRawBufferPointer, _ loop: EventLoop) -> Int {
        do {
            deadline = loop.now + loop.context.times.bodyIdle
            let used = try drain?.take(bytes) ?? 0
            if drain?.isDone ?? true {
                drain = nil
                phase = .idle
                deadline = loop.now + loop.context.times.keepAlive
            }
            return used
        } catch {
            // The request is already answered; the client would take a second answer for that to its next request.
            drain = nil
            mustLinger = true
            phase = .closing
            return bytes.count
        }
    }
}
