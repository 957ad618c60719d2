import Database
import HTTP

/// The key by which a form is known that is sent twice: it does then what it did at first. Chosen by the page, or by whoever
/// sends a form without one.
enum FormKey {
    /// Keys of this kind are the program's own: they free that of what was deleted.
    private static let deleted = "deleted "

    /// The key of a form; nil for one that is missing, longer than 64 bytes, or as only the program sets it.
    static func read(_ form: FormFields) -> String? {
        guard let key = form["key"], (1...64).contains(key.utf8.count), !key.hasPrefix(deleted), !key.contains("\0")
        else {
            return nil
        }
        return key
    }

    /// What stands in place of the key of something deleted, so that its form can be sent anew.
    static func ofDeleted<Thing>(_ id: ID<Thing>) -> String { "\(deleted)\(id)" }
}

extension Site {
    func newFormKey() -> String { Base64URL.encode(environment.randomBytes(15)) }

    /// The key of a form that was sent; a new one if it has none.
    func formKey(of form: FormFields) -> String { FormKey.read(form) ?? newFormKey() }
}
