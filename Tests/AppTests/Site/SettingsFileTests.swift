import Foundation
import TestTools
import Testing

@testable import App

/// What commands read of the settings of an installed program.
struct SettingsFileTests {
    // What systemd 252 reads of each (its load_env_file).
    @Test(arguments: [
        ("=https://cairn.example.org", "https://cairn.example.org"), (" =  Kivi kasa \t", "Kivi kasa"), ("=", ""),
        ("=\"Kivi \\\"kasa\\\"\"", "Kivi \"kasa\""), ("='60.17, 24.94'", "60.17, 24.94"), ("='a\\'", "a\\"),
        ("=p\\$w", "p$w"), ("=\"p\\$w\"", "p$w"), ("=\"p\\w\"", "p\\w"), ("=\"a\" # note", "a# note"),
        ("='Kivi' 'kasa'", "Kivikasa"), ("=a \"b\"", "a \"b\""), ("=one \\\ntwo", "one two"),
        ("=\"one\ntwo\"", "one\ntwo"), ("=\"one\\\ntwo\"", "onetwo"), ("=one\\ ", "one "), ("=\"no end", "no end"),
        ("=a\u{2028}b", "a\u{2028}b"), ("=first\nCAIRN_A=second", "second"),
    ])
    func `a value is read as systemd reads it`(line: String, value: String) {
        #expect(SettingsFile.parse("CAIRN_A" + line) == ["CAIRN_A": value])
        #expect(
            SettingsFile.parse("CAIRN_A" + line + "\n")["CAIRN_A"] == (line.hasSuffix("end") ? value + "\n" : value))
    }

    @Test func `comments and what is no setting of this program are skipped`() {
        let text = """
            # a comment \\
            CAIRN_COMMENTED=1
            ; another
            #CAIRN_DATA=/elsewhere
              CAIRN_PORT=8081
            PATH=/tmp
            CAIRN_lower=1
            CAIRN_NONSENSE
            """
        #expect(SettingsFile.parse(text) == ["CAIRN_PORT": "8081"])
    }

    @Test func `a file is read, and no file is no settings`() throws {
        let folder = Folder()
        #expect(SettingsFile.read(folder.path + "/nothing").isEmpty)
        try "CAIRN_PORT=8081\n".write(toFile: folder.path + "/env", atomically: true, encoding: .utf8)
        #expect(SettingsFile.read(folder.path + "/env") == ["CAIRN_PORT": "8081"])
    }
}
