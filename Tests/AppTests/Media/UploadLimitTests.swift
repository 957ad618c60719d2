import Database
import Foundation
import HTTP
import Safeguards
import TestTools
import Testing

@testable import App
@testable import Media

/// Limits on one person's uploads.
struct UploadLimitTests {
    private let picture = PictureTests.icon
    private let text = Array("text".utf8)

    private func send(_ visitor: Visitor, _ bytes: [UInt8]) throws -> Visitor {
        try visitor.get("/settings/profile")
        return try visitor.upload(
            "/settings/profile", field: "avatar", file: bytes, named: "me.jpg",
            fields: [("csrf", visitor.token), ("bio", "x")])
    }

    @Test func `a person may upload three hundred files an hour, and others still can after that`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try site.app.site.throttles.attempt([(.upload, "\(site.account("aino_k"))")], times: 299, site.now)
        try send(aino, picture).gets(200)
        // The file beyond the limit is not examined: it would be 415.
        try send(aino, text).gets(429)
        #expect(aino.page.headers["retry-after"] == "3600")
        try send(mikko, picture).gets(200)
        site.wait(seconds: 3_600)
        try send(aino, picture).gets(200)
    }

    @Test func `a picture in a sign-up is decoded after all other checks`() throws {
        let site = try TestSite.empty()
        func signUp(_ name: String, _ bytes: [UInt8]) throws -> Visitor {
            let visitor = Visitor(site)
            let fields = [
                ("username", name), ("email", "\(name)@example.com"), ("birth_date", "2001-05-31"),
                ("password", "long enough for me"), ("password_confirmation", "long enough for me"),
            ].map { (name: $0.0, value: $0.1) }
            try visitor.get("/signup")
            return try visitor.upload(
                "/signup", field: "avatar", file: bytes, named: "a.txt", fields: [("csrf", visitor.token)] + fields)
        }
        try signUp("x", text).gets(422)
        for number in 0..<58 { try signUp("person_\(number)", text).gets(415) }
        // The final sign-up is not limited by the attempts before.
        try signUp("kaisa_l", picture).gets(200)
        try signUp("person_58", text).gets(415)
        try signUp("person_59", text).gets(429)
    }

    @Test func `visitors share one turn, each account has its own`() throws {
        let site = try TestSite.demo()
        let uploads = site.app.uploads
        let account = try site.account("aino_k")
        let path = "\(site.folder)/picture.png"
        try Data(picture).write(to: URL(filePath: path))
        let file = UploadedFile(
            fieldName: "f", fileName: "a.png", contentType: "x/y",
            file: TemporaryFile(path: path, byteCount: picture.count))
        let done = DispatchGroup()
        func start(_ uploadID: String, _ owner: ID<Account>?, waiting: Int) {
            done.enter()
            Thread.detachNewThread {
                _ = try? uploads.take(file, asOneOf: [.avatar], inTurnOf: owner, uploadID: uploadID)
                done.leave()
            }
            #expect(eventually { uploads.processor.waiting == waiting })
        }
        func before(_ uploadID: String) -> Int? {
            uploads.uploadTickets[uploadID].flatMap { uploads.processor.waitingBefore($0) }
        }
        /// Runs work while every slot is taken.
        func whileFull(_ body: () throws -> Void) throws {
            let queue = uploads.processor.queue
            if queue.isFull { return try body() }
            try queue.pass(AdmissionTicket(owner: "other")) { try whileFull(body) }
        }
        try whileFull {
            start("visitor-1", nil, waiting: 1)
            start("visitor-2", nil, waiting: 2)
            start("member-1", account, waiting: 3)
            start("member-2", account, waiting: 4)
            #expect(["visitor-1", "member-1", "visitor-2", "member-2"].map { before($0) } == [0, 1, 2, 3])
        }
        #expect(done.isLeft())
    }
}
