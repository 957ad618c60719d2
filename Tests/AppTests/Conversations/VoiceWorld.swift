import GRDB
import HTTP
import Media
import TestTools
import Testing

@testable import App

extension Visitor {
    /// Sends a voice message from a chat's page; gives its name, nil if it was not sent.
    @discardableResult
    func speak(
        at path: String, key: String = "voice", text: String = "", _ file: [UInt8]? = nil,
        named name: String = "song.ogg"
    ) throws -> MediaName? {
        try get(path)
        try upload(
            path, field: "sound", file: file ?? FixtureFile.bytes(name), named: name,
            fields: [("csrf", token), ("key", key), ("text", text)])
        return try site.sound(key)
    }

    /// Whether they may load a voice message; otherwise they get what they would get without it.
    func hears(_ sound: MediaName) throws -> Bool {
        let status = try fetch("/media/\(sound)").status
        #expect(status == .ok || status == .notFound)
        return status == .ok
    }
}

extension TestSite {
    /// The voice message of a form's message.
    func sound(_ key: String) throws -> MediaName? {
        let name = try DatabaseQueue(path: folder + "/cairn.sqlite").read {
            try String.fetchOne($0, sql: "SELECT sound FROM message WHERE submission = ?", arguments: [key])
        }
        return name.flatMap { MediaName($0) }
    }
}
