/// A rectangle of the projected world: pixels at a zoom, from 180° west and 85° north.
struct Frame {
    let zoom: Double
    let left: Double
    let top: Double
    let width: Double
    let height: Double

    init(zoom: Double, left: Double, top: Double, width: Double, height: Double) {
        self.zoom = zoom
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    init(_ viewport: Viewport) {
        let middle = WebMercator.project(viewport.centre)
        self.init(
            zoom: viewport.zoom, left: middle.x * viewport.worldSize - Double(viewport.width) / 2,
            top: middle.y * viewport.worldSize - Double(viewport.height) / 2, width: Double(viewport.width),
            height: Double(viewport.height))
    }

    /// The width of the whole world.
    var worldSize: Double { Viewport.worldSize(zoom) }
}
