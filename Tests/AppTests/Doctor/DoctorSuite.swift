import Database
import Foundation
import Logging
import Mail
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// What tests of the doctor share.
protocol DoctorSuite {}

extension DoctorSuite {
    /// Now, by the clock that dates files: the tests may run by another one.
    var fileTime: Date {
        get throws {
            let file = Folder()
            let facts = try FileManager.default.attributesOfItem(atPath: file.path)
            return try #require(facts[.modificationDate] as? Date)
        }
    }

    func doctor(
        _ site: TestSite, mends: Bool = false,
        _ change: (inout AppOptions, inout Doctor.Settings) throws -> Void = { _, _ in }
    ) throws -> Doctor {
        var options = AppOptions(dataFolder: site.folder, publicFolder: TestSite.publicFolder)
        var settings = Doctor.Settings()
        try change(&options, &settings)
        let log = Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() }
        let time = Timestamp(seconds: Int(try fileTime.timeIntervalSince1970))
        let environment = Environment(clock: { time }, randomBytes: Environment.real.randomBytes)
        return Doctor(options, settings, isMending: mends, environment: environment, log: log)
    }

    func report(
        _ site: TestSite, mends: Bool = false,
        _ change: (inout AppOptions, inout Doctor.Settings) throws -> Void = { _, _ in }
    ) throws -> DoctorReport { try doctor(site, mends: mends, change).run() }

    /// The worst of the checks of this name.
    func check(_ name: String, _ report: DoctorReport) throws -> DoctorReport.Check {
        let states: [DoctorReport.State] = [.ok, .warning, .broken]
        let found = report.checks.filter { $0.name == name }
        return try #require(states.reversed().lazy.compactMap { state in found.first { $0.state == state } }.first)
    }

    /// Leaves a photo: the path of one of its files.
    func photo(_ site: TestSite) throws -> String {
        let aino = try site.member("aino_k")
        try aino.leave("Look", for: "mikko", at: DemoCast.Place.university.coordinate, photo: PictureTests.icon)
        let file = try #require(try site.app.site.database.read { try MediaQueries.allFiles($0) }.first)
        return MediaStore.path(file.name, file.size, in: site.folder + "/media")
    }

    /// A site with files, which somebody looks after.
    func site() throws -> TestSite {
        let site = try TestSite.demo()
        _ = try site.administrator()
        return site
    }

    /// Expects each advice to name the page, the command or the setting that mends it.
    func expectWaysToMend(_ found: DoctorReport) {
        let way = #/\/admin|CAIRN_|cairn [a-z]|--[a-z]|apt-get |chmod |ls -l|timedatectl |tar |df /#
        for check in found.checks where check.state != .ok { #expect(check.advice.contains(way), "\(check)") }
    }

    /// Puts the site's backups into a folder.
    func backups(of site: TestSite, in folder: Folder) throws {
        try site.app.site.database.write { database in
            try BackupQueries.set(database, BackupSchedule(isOn: true, folder: folder.path))
        }
    }

    /// What lies in a folder: sizes, times, permissions and contents.
    func listing(_ folder: String) throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            let isFile = facts[.type] as? FileAttributeType == .typeRegular
            let bytes = isFile ? try Data(contentsOf: URL(filePath: path)).hashValue : 0
            let time = isFile ? (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0 : 0
            found[name] = "\(facts[.posixPermissions] ?? 0) \(facts[.size] ?? 0) \(bytes) \(time)"
        }
        return found
    }
}
