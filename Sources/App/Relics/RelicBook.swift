import Database
import Foundation
import HTTP
import Proximity

/// The visitors' book of a relic: for its maker and who has opened it.
extension Relics {
    /// `POST /relics/{id}/visit`
    func visit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let gateway = try gateway(id, in: context, for: viewer)
        guard gateway.isOpen else {
            return try gatePage(gateway, in: context, for: viewer, status: .unprocessableContent)
        }
        do {
            let text = try RelicVisits.text(context.form)
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            let key = site.formKey(of: context.form)
            try site.database.write { try sign($0, gateway.relic, text: text, key: key, by: viewer, at: context.now) }
        } catch let errors as ValidationErrors {
            guard let page = try openPage(id, in: context, for: viewer, status: .unprocessableContent, errors: errors)
            else {
                throw Failure.notFound
            }
            return page
        }
        return context.redirect(to: RelicPaths.relic(id), saying: "You signed the visitors’ book.")
    }

    /// Adds an entry, once, and tells its maker and the pages that are open at it.
    private func sign(
        _ database: Writer, _ relic: KnownRelic, text: String, key: String, by viewer: Viewer, at now: Timestamp
    ) throws {
        // It may have ended since it was read.
        guard try RelicQueries.open(database, relic.id, to: viewer.id, at: now) != nil else { throw Failure.notFound }
        let visit = try RelicQueries.insertVisit(
            database, relic.id, by: viewer.id, text: text, zone: viewer.timeZone, formKey: key, at: now)
        guard let visit else { return }
        if !relic.isOwn {
            try notices.notify(
                database, Relics.visited, subject: visit.rawValue, to: relic.maker.id, from: viewer.id, at: now)
        }
        try renewBooks(database, of: relic.id, by: viewer.id, now)
    }

    /// Tells the open pages of those who read the book that it changed.
    private func renewBooks(
        _ database: Writer, of id: ID<Relic>, by writer: ID<Account>, _ now: Timestamp
    ) throws {
        for reader in try RelicQueries.bookReaders(database, of: id, seeing: writer, now) {
            notices.events.broadcast(database, "change", data: #"{"part":"\#(RelicVisits.part(id))"}"#, to: reader)
        }
    }

    /// `POST /relics/{id}/visits/{visit}/delete`: by who wrote the entry or whose relic it is.
    func removeVisit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        try site.database.write { database in
            guard let visit = ID<RelicVisit>(context.parameters["visit"] ?? ""),
                let relic = try RelicQueries.open(database, id, to: viewer.id, at: context.now)?.known,
                let writer = try RelicQueries.deleteVisit(database, visit, of: relic, by: viewer.id)
            else { throw Failure.notFound }
            try notices.takeBack(database, Relics.visited, subject: visit.rawValue, of: relic.maker.id)
            try renewBooks(database, of: id, by: writer, context.now)
        }
        return context.redirect(to: RelicPaths.relic(id), saying: "Entry removed.")
    }
}

/// What entries of a visitors' book have in common.
enum RelicVisits {
    /// Entries on a page.
    static let pageSize = 20

    /// What the live part of a book is called.
    static func part(_ relic: ID<Relic>) -> String { "relic-\(relic)" }

    /// - Throws: a problem of `text`.
    static func text(_ form: FormFields) throws(ValidationErrors) -> String {
        let text = MultilineText.normalized(form["text"])
        if text.isEmpty { throw ValidationErrors("text", "Write a few words.") }
        if text.unicodeScalars.count > Relic.maxVisitLength {
            throw ValidationErrors("text", ValidationErrors.tooLong(Relic.maxVisitLength))
        }
        return text
    }
}

/// An entry of a visitors' book.
struct RelicVisitEntry: Sendable {
    let id: ID<RelicVisit>
    let visitor: Person
    let text: String
    let createdAt: Timestamp
    /// The visitor's: others read the part of the day in it.
    let zone: TimeZone
}
