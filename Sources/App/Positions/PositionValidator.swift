import Database
import Foundation
import Proximity

/// Judges the fixes of one report by their device and account, one after the other, and stores the new state once.
struct PositionValidator {
    private let reporter: PositionReporter
    private let allowsTyped: Bool
    private let now: Timestamp
    private var state: PositionQueries.DeviceState
    private var looks: LookBucket
    private let looksBefore: LookBucket

    /// nil if the device has ended.
    init?(_ database: Writer, _ reporter: PositionReporter, allowsTyped: Bool, at now: Timestamp) throws {
        (self.reporter, self.allowsTyped, self.now) = (reporter, allowsTyped, now)
        switch reporter.origin {
        case .session(let session):
            state = try PositionQueries.device(database, of: reporter.account, session: session, now)
        case .app(let device):
            guard let known = try PositionQueries.deviceState(database, device) else { return nil }
            state = known
        }
        looksBefore = try LookQueries.looks(database, of: reporter.account, now)
        looks = looksBefore
    }

    var device: ID<Device> { state.id }

    /// The verdict on the next fix.
    mutating func submission(of fix: Fix) -> PositionSubmission {
        let (plausibility, isPlausible) = state.plausibility.advanced(by: fix, now: now)
        let (after, known, mayLook) = looks.advanced(
            by: fix, of: state.looks, now: now, isPlausible: isPlausible, allowsTyped: allowsTyped)
        looks = after
        state = PositionQueries.DeviceState(
            id: state.id, plausibility: plausibility, looks: known,
            newest: ValidatedFix.newest(fix, isPlausible: isPlausible, after: state.newest, now))
        return PositionSubmission(
            account: reporter.account, device: state.id, fix: fix, isPlausible: isPlausible, looks: mayLook, now: now,
            zone: reporter.zone, units: reporter.units)
    }

    /// Stores the state after all of them.
    func record(_ database: Writer) throws {
        if looks != looksBefore { try LookQueries.set(database, reporter.account, looks: looks) }
        try PositionQueries.record(database, state, at: now)
    }
}
