import Foundation
import Proximity
import TestTools
import Testing

@testable import PositionSources

/// Whole recordings of apps: those of Tests/Fixtures, and real ones beside the project.
struct RealPayloadTests {
    private let now = Timestamp(milliseconds: 1_795_262_400_000)

    /// Reads each location of a record of OwnTracks.
    ///
    /// - Returns: how many there are.
    private func readRecord(_ path: String) throws -> Int {
        var count = 0
        for line in try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n") {
            guard let start = line.firstIndex(of: "{"), line.contains(#""_type":"location""#) else { continue }
            let reading = PositionSource.owntracks.read(AppMessage(body: Array(line[start...].utf8)), now: now)
            #expect(reading.fixes.count == 1 && reading.refusals.isEmpty)
            count += 1
        }
        return count
    }

    /// Reads a batch of Overland, all of it.
    ///
    /// - Returns: how many points it has.
    private func readBatch(_ path: String) throws -> Int {
        let body = Array(try Data(contentsOf: URL(filePath: path)))
        let reading = PositionSource.overland.read(AppMessage(body: body), now: now)
        #expect(reading.refusals.isEmpty)
        #expect(zip(reading.fixes, reading.fixes.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(reading.fixes.allSatisfy { $0.accuracy != nil })
        return reading.fixes.count
    }

    @Test func `every point of a drive and of a run is read`() throws {
        #expect(try readRecord(FixtureFile.path("drive.rec")) == 900)
        #expect(try readBatch(FixtureFile.path("run.json")) == 1_100)
    }

    @Test(.needsSharedData, arguments: ["munich_drive", "dawarich_2024-03", "demo-iphone"])
    func `every location that a phone with OwnTracks recorded is read`(name: String) throws {
        #expect(try readRecord(SharedData.path("tracks/owntracks/\(name).rec")) > 0)
    }

    @Test(.needsSharedData, arguments: [("200", 200), ("all_1118", 1_118)])
    func `every point of a batch that Overland sent is read`(name: String, count: Int) throws {
        #expect(try readBatch(SharedData.path("tracks/overland/sf_run_batch_\(name).json")) == count)
    }
}
