import HTTP
import Proximity

/// `POST /positions`.
extension Positions {
    /// The answer to a script.
    private struct Answer: Encodable {
        let events: [PositionEvent]
        /// What is wrong with the position, or why something here does not open; empty if there is nothing to say.
        let message: String
    }

    /// The page in `next` is where a form without scripts leads: one that asked for the position because something opens
    /// there. What it means for that page, the page says itself.
    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let next = PathText.inside(context.form["next"])
        do {
            let form = Result { try PositionForm.read(context.form, now: context.now) }
            // An invalid form counts too, because its answer is a rendered page.
            let fixes = [try? form.get()].compactMap { $0 }
            if let seconds = limits.attempt(fixes, from: PositionReporter(viewer, context.now), context.now).retryAfter
            {
                throw Failure.tooMany(retryAfter: seconds)
            }
            let fix = try form.get()
            let (arrival, effects) = try receive(fix, from: viewer, context.now)
            let objection = PositionWords.objection(
                to: arrival, allowsTyped: site.settings.allowsTyped, viewer.units)
            if context.wantsJSON {
                let message = objection ?? WordList.sentences(effects.reasons)
                return try context.json(Answer(events: effects.events, message: message))
            }
            let isSaid = next != SitePaths.home && effects == PositionEffects()
            return context.redirect(
                to: next, saying: objection ?? (isSaid ? nil : PositionWords.summary(of: effects)))
        } catch let errors as ValidationErrors {
            let words = ["lat", "lon", "accuracy", "at", "battery"].map { errors[$0] }.first { !$0.isEmpty } ?? ""
            if context.wantsJSON { return try context.json(["error": words], status: .unprocessableContent) }
            // Home leads guests on to their page.
            if next != SitePaths.home || viewer.isGuest { return context.redirect(to: next, saying: words) }
            guard let page = site.features.conforming(to: (any PositionFormPage).self).first else { throw errors }
            return try page.positionPage(context, viewer, errors)
        }
    }
}

/// Messages about a sent position.
enum PositionWords {
    /// Why a fix is not used; nil if it is good.
    static func objection(to arrival: Arrival, allowsTyped: Bool, _ units: DistanceFormat) -> String? {
        let reason = Gate.objection(
            to: arrival.fix, now: arrival.now, isPlausible: arrival.isPlausible, allowsTyped: allowsTyped)
        return reason.map { words($0, units) }
    }

    static func summary(of effects: PositionEffects) -> String {
        let found = words(effects.events.filter { !$0.isPlace }) { "You found \($0) things here." }
        let here = words(effects.events.filter { $0.isPlace }) { "\($0) relics are right here." }
        let sentences = [found, here].filter { !$0.isEmpty } + effects.reasons
        if sentences.isEmpty { return "Nothing new right here." }
        return sentences.count == 1 && effects.events.count == 1
            ? effects.events[0].title : WordList.sentences(sentences)
    }

    private static func words(_ events: [PositionEvent], _ several: (Int) -> String) -> String {
        switch events.count {
        case 0: ""
        case 1: "\(events[0].title)."
        default: several(events.count)
        }
    }

    /// Why something does not open.
    static func words(_ reason: Reason, _ units: DistanceFormat) -> String {
        switch reason {
        case .tooFar: "Nothing new right here."
        case .stale: "That position is more than two minutes old. Try again."
        case .ahead: "Your phone’s clock is ahead. Set it right and try again."
        case .inaccurate(let accuracy):
            "Your phone says ±\(units.string(for: accuracy)). Step outside and try again."
        case .implausible: "Your last positions don't fit together. Wait a moment and try again."
        case .mocked: "Your phone says this position is simulated."
        case .typedNotAllowed: "Typed positions don't open anything on this site. Use your phone's position."
        }
    }
}
