import Foundation
import HTTP
import Testing

@testable import App

/// Reads the mails that the site sends.
enum Mails {
    /// The path and token of the first link to `path` in a mail.
    static func link(_ mail: String?, _ path: String) throws -> String {
        let match = try #require(mail?.firstMatch(of: try Regex("\(path)\\?token=[A-Za-z0-9_-]{43}")))
        return String(try #require(mail)[match.range])
    }
}

extension TestSite {
    /// The mails in the outbox, oldest first, as text.
    func mails() throws -> [String] {
        app.runJobs()
        let folder = folder + "/outbox"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.filter { $0.hasSuffix(".eml") }.sorted().map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
                .replacing("=\r\n", with: "").replacing("=3D", with: "=")
        }
    }

    /// Sends the sign-up form with an address; returns the visitor in any case.
    func signUp(_ name: String, email: String, from client: String? = nil) throws -> Visitor {
        let visitor = Visitor(self)
        if let client { visitor.client = try #require(ClientAddress(client)) }
        try visitor.get("/signup").fill("username", name).fill("email", email).fill("birth_date", "2001-05-31")
            .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
            .submit("/signup")
        return visitor
    }

    /// Sends the login form; returns the visitor in any case.
    func signIn(_ name: String, _ password: String, from client: String? = nil, cookies: [String: String] = [:]) throws
        -> Visitor
    {
        let visitor = Visitor(self, cookies: cookies)
        if let client { visitor.client = try #require(ClientAddress(client)) }
        try visitor.get("/login").fill("username", name).fill("password", password).submit("/login")
        return visitor
    }
}
