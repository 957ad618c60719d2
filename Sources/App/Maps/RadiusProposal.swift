import Atlas
import Proximity

/// How near others must come, as a form proposes it: by what lies around the place, and by how well the sender's own
/// phone last knew where it was, wherever that was. Nothing of the recipients goes into it.
struct RadiusProposal: Sendable, Equatable {
    /// In metres, one of ``steps``.
    let metres: Double
    /// Why, in one sentence.
    let why: String

    /// What is proposed, in metres.
    static let steps: [Double] = [10, 15, 20, 25, 35, 50]
    /// In a park; in a street at least, and where the sender's phone says nothing.
    private static let (park, narrowest, street) = (10.0, 15.0, 20.0)
    /// Up to here houses explain it.
    private static let widestStreet = 25.0

    /// nil where nothing speaks for another radius than the usual one.
    ///
    /// - Parameter accuracy: of the sender's phone, wherever it was last; nil if it is not known.
    init?(_ ground: Ground?, accuracy: Metres?, _ units: DistanceFormat) {
        let steps = RadiusProposal.steps
        let measured = accuracy.map { accuracy in steps.first { $0 >= accuracy.value } ?? steps[steps.count - 1] }
        let phone =
            accuracy.map { "Your phone was last exact to ±\(units.string(for: $0)), and theirs may be no better." }
            ?? ""
        switch ground {
        case .park?:
            metres = max(RadiusProposal.park, measured ?? 0)
            why = metres > RadiusProposal.park ? phone : "Open sky: phones are exact."
        case .street?:
            metres = max(RadiusProposal.narrowest, measured ?? RadiusProposal.street)
            why = metres > RadiusProposal.widestStreet ? phone : "Between houses phones are less exact."
        case nil:
            guard let measured, measured > RadiusProposal.park else { return nil }
            (metres, why) = (measured, phone)
        }
    }

    /// As the form's choice sends it.
    var value: String { "\(Int(metres))" }

    /// The accuracy of somebody's last position, if it was measured not long ago, wherever that was: a radius must not tell
    /// that its sender stood at the place.
    static func accuracy(of last: LastPosition?, _ now: Timestamp) -> Metres? {
        guard let last, let accuracy = last.accuracy, now.seconds(since: last.takenAt) <= Hint.memory,
            accuracy <= Gate.maximumAccuracy
        else { return nil }
        return accuracy
    }
}
