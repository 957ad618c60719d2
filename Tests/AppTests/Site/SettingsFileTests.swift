import Foundation
import TestTools
import Testing

@testable import App

/// What commands read of the settings of an installed program.
struct SettingsFileTests {
    @Test func `lines are read as systemd reads them`() {
        let text = """
            # a comment
            CAIRN_BASE_URL=https://cairn.example.org
              CAIRN_SITE_NAME = "Kivi \\"kasa\\""
            CAIRN_PLACE='60.17, 24.94'
            #CAIRN_DATA=/elsewhere
            PATH=/tmp
            CAIRN_lower=1
            CAIRN_SMTP_URL=
            CAIRN_BASE_URL=https://later.example.org
            CAIRN_NONSENSE
            """
        #expect(
            SettingsFile.parse(text) == [
                "CAIRN_BASE_URL": "https://later.example.org", "CAIRN_SITE_NAME": "Kivi \"kasa\"",
                "CAIRN_PLACE": "60.17, 24.94", "CAIRN_SMTP_URL": "",
            ])
    }

    @Test func `a file is read, and no file is no settings`() throws {
        let folder = Folder()
        #expect(SettingsFile.read(folder.path + "/nothing").isEmpty)
        try "CAIRN_PORT=8081\n".write(toFile: folder.path + "/env", atomically: true, encoding: .utf8)
        #expect(SettingsFile.read(folder.path + "/env") == ["CAIRN_PORT": "8081"])
    }
}
