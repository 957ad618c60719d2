-- Writes what the site draws of OpenStreetMap, in the layers and classes of OpenMapTiles, for tilemaker 2.2 and 3.
-- https://github.com/systemed/tilemaker/blob/master/docs/CONFIGURATION.md

node_keys = {
    "place", "addr:housenumber", "amenity", "historic", "leisure", "railway", "shop", "tourism",
}

-- Kinds by the key and the value of OpenStreetMap: {"key=value …" → class}.
local function kinds(list)
    local found = {}
    for class, values in pairs(list) do
        for value in values:gmatch("%S+") do found[value] = class end
    end
    return found
end

local roads = kinds {
    motorway = "motorway motorway_link", trunk = "trunk trunk_link", primary = "primary primary_link",
    secondary = "secondary secondary_link", tertiary = "tertiary tertiary_link",
    minor = "unclassified residential living_street road busway", service = "service", track = "track",
    path = "path footway cycleway bridleway steps pedestrian",
}
-- The zooms from which roads are written.
local road_zooms = {
    motorway = 5, trunk = 6, primary = 8, secondary = 9, tertiary = 11, minor = 12, service = 13, track = 13, path = 13,
}
local rails = kinds { rail = "rail narrow_gauge light_rail", transit = "tram subway monorail funicular" }
local covers = kinds {
    wood = "natural=wood landuse=forest",
    grass = "natural=grassland natural=heath natural=scrub natural=fell landuse=grass landuse=meadow landuse=orchard "
        .. "landuse=vineyard landuse=allotments landuse=village_green landuse=recreation_ground landuse=farmland "
        .. "leisure=garden leisure=golf_course",
    wetland = "natural=wetland", sand = "natural=beach natural=sand natural=dune", rock = "natural=bare_rock natural=scree",
}
local uses = kinds {
    residential = "landuse=residential", commercial = "landuse=commercial", retail = "landuse=retail",
    industrial = "landuse=industrial", railway = "landuse=railway", school = "amenity=school amenity=kindergarten",
    hospital = "amenity=hospital", university = "amenity=university amenity=college", cemetery = "landuse=cemetery amenity=grave_yard",
    pitch = "leisure=pitch", playground = "leisure=playground", stadium = "leisure=stadium", zoo = "tourism=zoo",
}
local waters = kinds { lake = "natural=water landuse=reservoir landuse=basin", river = "waterway=riverbank", dock = "waterway=dock" }
local points = kinds {
    park = "leisure=park", garden = "leisure=garden", cemetery = "landuse=cemetery", zoo = "tourism=zoo",
    railway = "railway=station railway=halt railway=tram_stop", entrance = "railway=subway_entrance",
    library = "amenity=library", museum = "tourism=museum", theatre = "amenity=theatre", town_hall = "amenity=townhall",
    castle = "historic=castle", monument = "historic=monument", attraction = "tourism=attraction tourism=viewpoint",
    stadium = "leisure=stadium", hospital = "amenity=hospital", college = "amenity=college", university = "amenity=university",
    school = "amenity=school", place_of_worship = "amenity=place_of_worship", cinema = "amenity=cinema",
    art_gallery = "tourism=gallery tourism=artwork", music = "amenity=nightclub", cafe = "amenity=cafe", bar = "amenity=bar",
    beer = "amenity=pub amenity=biergarten", restaurant = "amenity=restaurant", fast_food = "amenity=fast_food",
    ice_cream = "amenity=ice_cream", bakery = "shop=bakery", lodging = "tourism=hotel tourism=hostel tourism=guest_house",
}
local place_zooms = {
    city = 4, town = 7, village = 9, suburb = 10, island = 10, quarter = 12, neighbourhood = 12, hamlet = 12,
}
local keys = { "natural", "landuse", "leisure", "amenity", "tourism", "waterway", "historic", "railway", "shop" }

-- The methods of a thing in tilemaker 2 are functions about the current thing in tilemaker 3.
local current = setmetatable({}, {
    __index = function(methods, name)
        local call = _G[name]
        local method = function(_, ...) return call(...) end
        rawset(methods, name, method)
        return method
    end,
})

-- The class of a thing, and the value that made it.
local function class(thing, list)
    for _, key in ipairs(keys) do
        local value = thing:Find(key)
        if value ~= "" and list[key .. "=" .. value] then return list[key .. "=" .. value], value end
    end
end

local function named(thing)
    thing:Attribute("name", thing:Find("name"))
    local english = thing:Find("name:en")
    if english ~= "" then thing:Attribute("name:en", english) end
end

local function house(thing, write)
    local number = thing:Find("addr:housenumber")
    if number == "" then return end
    write("housenumber")
    thing:Attribute("housenumber", number)
end

local function point(thing, write)
    local kind, value = class(thing, points)
    local hasSign = kind == "railway" or kind == "entrance" or kind == "cafe" or value == "viewpoint"
    if not kind or thing:Find("name") == "" and not hasSign then return end
    if kind == "railway" and thing:Find("station") == "subway" then value = "subway" end
    write("poi")
    thing:Attribute("class", kind)
    thing:Attribute("subclass", value)
    named(thing)
end

function node_function(node)
    node = node or current
    local write = function(layer) node:Layer(layer, false) end
    local place = node:Find("place")
    if place_zooms[place] and node:Find("name") ~= "" then
        write("place")
        node:MinZoom(place_zooms[place])
        node:Attribute("class", place)
        named(node)
    end
    house(node, write)
    point(node, write)
end

function relation_scan_function(relation)
    relation = relation or current
    if relation:Find("type") == "boundary" and relation:Find("boundary") == "administrative" then relation:Accept() end
end

-- The most important border that a way is part of; nil for none.
local function border(way)
    local least
    while true do
        if not way:NextRelation() then return least end
        local level = tonumber(way:FindInRelation("admin_level"))
        if level and level <= 6 and level < (least or 99) then least = level end
    end
end

local function tunnel(way)
    local value = way:Find("tunnel")
    if value ~= "" and value ~= "no" then way:Attribute("brunnel", "tunnel") end
end

local function line(way, layer, kind, zoom)
    way:Layer(layer, false)
    way:MinZoom(zoom)
    way:Attribute("class", kind)
    tunnel(way)
end

local function road(way)
    local highway = way:Find("highway")
    local kind = roads[highway]
    if not kind then return end
    line(way, "transportation", kind, road_zooms[kind])
    if kind == "path" then way:Attribute("subclass", highway) end
    if way:Find("name") == "" then return end
    line(way, "transportation_name", kind, math.max(road_zooms[kind], 10))
    named(way)
end

local function ground(way)
    local kind = class(way, waters)
    if kind then
        way:Layer("water", true)
        way:Attribute("class", kind)
        tunnel(way)
        if way:Find("name") ~= "" then
            way:LayerAsCentroid("water_name")
            way:Attribute("class", kind)
            named(way)
        end
    end
    for layer, list in pairs { landcover = covers, landuse = uses } do
        kind = class(way, list)
        if kind then
            way:Layer(layer, true)
            way:Attribute("class", kind)
        end
    end
    if way:Find("leisure") == "park" or way:Find("leisure") == "nature_reserve" then
        way:Layer("park", true)
        way:Attribute("class", "park")
    end
    local building = way:Find("building")
    if building ~= "" and building ~= "no" then way:Layer("building", true) end
end

function way_function(way)
    way = way or current
    road(way)
    local rail = rails[way:Find("railway")]
    if rail then line(way, "transportation", rail, rail == "rail" and 8 or 12) end
    if way:Find("route") == "ferry" then line(way, "transportation", "ferry", 9) end
    local waterway = way:Find("waterway")
    if waterway == "river" or waterway == "canal" or waterway == "stream" then
        line(way, "waterway", waterway, waterway == "stream" and 12 or 8)
        if way:Find("name") ~= "" then
            line(way, "water_name", waterway, 13)
            named(way)
        end
    end
    local level = border(way)
    if level then
        way:Layer("boundary", false)
        way:MinZoom(level <= 2 and 2 or level <= 4 and 5 or 9)
        way:AttributeNumeric("admin_level", level)
    end
    if not way:IsClosed() then return end
    ground(way)
    local write = function(layer) way:LayerAsCentroid(layer) end
    house(way, write)
    point(way, write)
end
