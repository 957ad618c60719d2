import Foundation
import Proximity

/// A place in a drawing: pixels right of and below its top left corner.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The web Mercator projection (EPSG:3857) on a square of side 1: x from 180° west, y from 85.0511° north downwards.
enum WebMercator {
    /// The latitude at which the world is a square, degrees.
    static let limit = 85.051_128_779_806_59

    static func project(_ place: Coordinate) -> Point {
        let latitude = min(limit, max(-limit, place.latitude)) * .pi / 180
        return Point(x: place.longitude / 360 + 0.5, y: 0.5 - asinh(tan(latitude)) / (2 * .pi))
    }

    /// The place of a point; x wraps around the world, y is clamped.
    static func place(_ point: Point) -> Coordinate {
        let turns = point.x - point.x.rounded(.down)
        let latitude = atan(sinh((0.5 - min(1, max(0, point.y))) * 2 * .pi)) * 180 / .pi
        return Coordinate(latitude: latitude, longitude: (turns - 0.5) * 360) ?? Bounds.everywhere.centre
    }
}

/// The part of the world that a map shows: a centre, a zoom and a size in pixels. The world is 512·2^zoom pixels wide.
public struct Viewport: Sendable, Equatable {
    /// The place in the middle. At small zooms it moves so that the map does not extend past the poles where possible.
    public let centre: Coordinate
    /// 0…19; fractions are fine.
    public let zoom: Double
    /// Pixels, 64…2,048.
    public let width: Int
    /// Pixels, 64…2,048.
    public let height: Int

    /// The range of zooms.
    public static let zooms = 0.0...19.0

    /// A viewport; values out of range are clamped, a zoom that is not a number becomes 0.
    public init(centre: Coordinate, zoom: Double, width: Int, height: Int) {
        self.zoom = zoom.isFinite ? min(max(zoom, Viewport.zooms.lowerBound), Viewport.zooms.upperBound) : 0
        self.width = min(max(width, 64), 2_048)
        self.height = min(max(height, 64), 2_048)
        let half = Double(self.height) / 2 / (512 * exp2(self.zoom))
        var point = WebMercator.project(centre)
        point.y = half >= 0.5 ? 0.5 : min(1 - half, max(half, point.y))
        self.centre = point == WebMercator.project(centre) ? centre : WebMercator.place(point)
    }

    /// The width of the whole world, pixels.
    public var worldSize: Double { Viewport.worldSize(zoom) }

    static func worldSize(_ zoom: Double) -> Double { 512 * exp2(zoom) }

    /// Where a place is drawn, in the copy of the world that is nearest to the middle. May lie outside the viewport.
    public func point(of place: Coordinate) -> Point {
        let (middle, point) = (WebMercator.project(centre), WebMercator.project(place))
        let across = point.x - middle.x
        return Point(
            x: Double(width) / 2 + (across - across.rounded()) * worldSize,
            y: Double(height) / 2 + (point.y - middle.y) * worldSize)
    }

    /// The place at a point.
    public func coordinate(at point: Point) -> Coordinate {
        let middle = WebMercator.project(centre)
        return WebMercator.place(
            Point(
                x: middle.x + (point.x - Double(width) / 2) / worldSize,
                y: middle.y + (point.y - Double(height) / 2) / worldSize))
    }

    /// The area inside the edges.
    public var bounds: Bounds {
        let northWest = coordinate(at: Point(x: 0, y: 0))
        let southEast = coordinate(at: Point(x: Double(width), y: Double(height)))
        if Double(width) >= worldSize {
            return Bounds(south: southEast.latitude, west: -180, north: northWest.latitude, east: 180) ?? .everywhere
        }
        return Bounds(
            south: southEast.latitude, west: northWest.longitude, north: northWest.latitude,
            east: southEast.longitude) ?? .everywhere
    }

    /// The same size and zoom, moved by fractions of the width and the height.
    public func panned(right: Double, down: Double) -> Viewport {
        let point = Point(x: Double(width) * (0.5 + right), y: Double(height) * (0.5 + down))
        return Viewport(centre: coordinate(at: point), zoom: zoom, width: width, height: height)
    }

    /// The same centre, closer by a number of zoom levels (negative: farther).
    public func zoomed(by steps: Double) -> Viewport {
        Viewport(centre: centre, zoom: zoom + steps, width: width, height: height)
    }

    /// Metres on the ground per pixel in the middle.
    public var metresPerPixel: Double {
        2 * .pi * 6_378_137 * cos(centre.latitude * .pi / 180) / worldSize
    }

    /// The closest viewport that shows all of some places with padding around them, across the antimeridian where that
    /// is narrower. nil without places.
    ///
    /// - Parameters:
    ///   - maximumZoom: the closest zoom, for places that are close together.
    ///   - padding: pixels kept free at each edge.
    public static func fitting(
        _ places: [Coordinate], width: Int, height: Int, maximumZoom: Double = 16, padding: Int = 48
    ) -> Viewport? {
        guard !places.isEmpty else { return nil }
        let points = places.map { WebMercator.project($0) }
        let (west, span) = narrowest(points.map { $0.x })
        let north = points.reduce(1) { min($0, $1.y) }
        let south = points.reduce(0) { max($0, $1.y) }
        let room = (Double(max(width - 2 * padding, 32)), Double(max(height - 2 * padding, 32)))
        let scale = min(room.0 / max(span, 1e-12), room.1 / max(south - north, 1e-12))
        let centre = WebMercator.place(Point(x: west + span / 2, y: (north + south) / 2))
        return Viewport(centre: centre, zoom: min(log2(scale / 512), maximumZoom), width: width, height: height)
    }

    /// The shortest arc of the unit circle that contains all places: its start and its length.
    private static func narrowest(_ places: [Double]) -> (start: Double, span: Double) {
        let sorted = places.sorted()
        var (start, gap) = (sorted[0], sorted[0] + 1 - sorted[sorted.count - 1])
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > gap {
            (start, gap) = (right, right - left)
        }
        return (start, 1 - gap)
    }
}
