import Contacts
import Database
import Foundation
import HTTP
import Proximity
import Safeguards

/// Finds friends by the addresses in an address book. Addresses are compared as codes; nothing of the file is stored.
extension Friends {
    /// The largest file plus room for the form.
    static let contactBytes = VCard.maximumBytes + Route.formBytes
    /// Seconds for which the result page can be reloaded.
    private static let resultLife = 3_600.0

    func showContacts(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try contactsPage(context, viewer, found: context.query["found"], errors: ValidationErrors(), status: .ok)
    }

    private func contactsPage(
        _ context: RequestContext, _ viewer: Viewer, found result: String?, errors: ValidationErrors, status: Status
    ) throws -> Response {
        let people = result.flatMap { matched($0, viewer, context.now) }
        let (found, isFindable, address) = try site.database.read { database in
            (
                try people.map { try FriendQueries.search(database, among: $0, viewer: viewer.id) },
                try FriendQueries.isFindable(database, viewer.id),
                try accounts.confirmedAddress(database, of: viewer.id)
            )
        }
        let page = ContactsPage(
            frame: context.frame("Find friends from contacts", .friends), errors: errors,
            hasSearched: found != nil, found: FoundList(found ?? [], ticked: []), isFindable: isFindable,
            hasAddress: address != nil)
        return context.page(page, status: status)
    }

    func findContacts(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let (addresses, leftOut) = try addresses(context.form)
            let codes = addresses.map { code(ofAddress: $0) }
            // An unreadable file is not counted, because it reveals nothing.
            try site.throttles.attempt([(.contacts, "\(viewer.id)")], context.now)
            let people = try site.database.read { try FriendQueries.match($0, codes: codes, viewer: viewer.id) }
            // The URL holds the signed result, bound to this viewer, because the server stores none and the page can be
            // reloaded.
            let text = "\(context.now.milliseconds) \(people.map { "\($0)" }.joined(separator: " "))"
            let result = site.key.sign("contacts \(viewer.id)", text)
            return context.redirect(
                to: FriendPaths.contacts(found: result), saying: leftOut.isEmpty ? nil : leftOut)
        } catch let errors as ValidationErrors {
            return try contactsPage(
                context, viewer, found: nil, errors: errors, status: .unprocessableContent)
        }
    }

    /// Somebody with 5,000 contacts has fewer, and each that is tried tells whether it is somebody's.
    private static let mostAddresses = 20_000

    /// Says how much of a file is left out; "" for nothing.
    private static func leftOutWords(_ book: AddressBook) -> String {
        WordList.sentences(
            leftOutWords(book.leftOut, "contact", plural: "contacts"),
            leftOutWords(book.unreadEmails, "email entry", plural: "email entries"))
    }

    private static func leftOutWords(_ count: Int, _ noun: String, plural: String) -> String {
        guard count > 0 else { return "" }
        let words = CountWords.starting(count, noun, plural: plural)
        return "\(words) could not be read and \(count == 1 ? "was" : "were") left out."
    }

    /// The distinct folded addresses of the file or of the browser's contact picker, and what is said of what the file
    /// holds besides; "" for nothing.
    ///
    /// - Throws: `ValidationErrors` if the file is no address book; other errors if it cannot be read.
    private func addresses(_ form: FormFields) throws -> (folded: [String], leftOut: String) {
        let picked = (form["emails"] ?? "").split(whereSeparator: { $0.isNewline || $0 == "," }).map { String($0) }
        var found = picked
        var leftOut = ""
        if let file = form.file("contacts") {
            guard file.byteCount <= VCard.maximumBytes else {
                throw ValidationErrors("contacts", VCardError.tooLarge.description)
            }
            let data = try Data(contentsOf: URL(fileURLWithPath: file.file.path))
            do {
                let book = try VCard.parse(Array(data))
                found += book.cards.flatMap { $0.emails }
                leftOut = Friends.leftOutWords(book)
            } catch {
                throw ValidationErrors("contacts", error.description)
            }
        } else if picked.isEmpty {
            throw ValidationErrors("contacts", "Choose a contacts file ending in .vcf.")
        }
        let folded = Set(found.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }.filter { $0.contains("@") })
        guard !folded.isEmpty else {
            let words = "There are no email addresses in it, and people are only found by those."
            throw ValidationErrors("contacts", WordList.sentences(words, leftOut))
        }
        guard folded.count <= Friends.mostAddresses else {
            throw ValidationErrors("contacts", "There are more than 20,000 email addresses in it. Bring fewer at once.")
        }
        return (folded.sorted(), leftOut)
    }

    /// The people in a result; nil unless it is this viewer's and still valid.
    private func matched(_ result: String, _ viewer: Viewer, _ now: Timestamp) -> [ID<Account>]? {
        guard let text = site.key.verified("contacts \(viewer.id)", result) else { return nil }
        let parts = text.split(separator: " ")
        guard let first = parts.first, let made = Timestamp(input: first),
            now.seconds(since: made) < Friends.resultLife
        else { return nil }
        return parts.dropFirst().compactMap { ID<Account>($0) }
    }

    /// Turns finding the viewer by their e-mail address on or off.
    func changeFindable(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let wants = context.form["findable"] != nil
        try site.database.write { database in
            guard wants else { return try FriendQueries.setNotFindable(database, viewer.id) }
            let address = try accounts.confirmedAddress(database, of: viewer.id)
            try FriendQueries.setFindable(
                database, viewer.id, code: address.map { code(ofAddress: $0) }, context.now)
        }
        let words = wants ? "People who have your address can find you." : "Nobody can find you by your address now."
        return context.redirect(to: FriendPaths.contacts, saying: words)
    }
}
