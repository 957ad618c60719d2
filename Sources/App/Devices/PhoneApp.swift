import Database
import Foundation
import PositionSources
import Proximity

/// An app on a phone that sends its owner's positions.
struct PhoneApp: Sendable {
    let device: ID<Device>
    let account: ID<Account>
    /// What its owner calls it.
    let name: String
    let source: PositionSource
    /// Whether its owner paused it: what it sends is dropped.
    let isPaused: Bool
    let createdAt: Timestamp

    /// The longest name, in characters.
    static let longestName = 60
}

/// A phone app that just sent something, with what its report needs of its owner.
struct AppSender: Sendable {
    let app: PhoneApp
    /// The owner's username.
    let username: String
    let zone: TimeZone
    let retentionHours: Int
    /// The end of the owner's pause; nil without one.
    let pausedUntil: Timestamp?

    func reporter(_ now: Timestamp) -> PositionReporter {
        PositionReporter(
            account: app.account, origin: .app(app.device), zone: zone, retentionHours: retentionHours,
            isPaused: pausedUntil.map { $0 > now } ?? false)
    }
}

/// What was refused of a device's reports, for one reason.
struct RefusedReports: Sendable {
    let reason: ReportRefusal
    /// In the last 24 hours.
    let count: Int
    let lastAt: Timestamp
}

/// A phone app to add.
struct NewPhoneApp: Sendable {
    let name: String
    let source: PositionSource

    /// Parses the form: name, app.
    ///
    /// - Throws: a problem for each field.
    init(_ form: FormValues) throws(ValidationErrors) {
        var errors = ValidationErrors()
        name = NewPhoneApp.name(form.name, into: &errors)
        let source = form.app.flatMap { PositionSource(rawValue: $0) }
        if source == nil { errors.add("app", "Choose one of these apps.") }
        self.source = source ?? .owntracks
        try errors.check()
    }

    /// The fields as they were sent.
    typealias FormValues = (name: String?, app: String?)

    static func name(_ text: String?, into errors: inout ValidationErrors) -> String {
        ShortName.read(
            text, max: PhoneApp.longestName, missing: "Give the phone a name, such as “My phone”.", into: &errors)
    }
}
