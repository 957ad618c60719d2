/// A message from another thread to a loop.
enum LoopMessage: Sendable {
    case accepted(Int32, ClientAddress, isCounted: Bool)
    case respond(ConnectionID, PreparedResponse)
    case decided(ConnectionID, BodyDecision)
    case spooled(ConnectionID, Spooler.Report)
    case streamReady(ConnectionID)
    case stop
}
