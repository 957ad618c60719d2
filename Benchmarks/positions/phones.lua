-- Phones report their positions in turn, each a few metres from the last one, as the app in SOURCE does. The file in PHONES has a
-- line for each: token, latitude, longitude. Answers that are not 200 are counted.
local phones = {}
for line in io.lines(os.getenv("PHONES")) do
  local token, lat, lon = line:match("(%S+) (%S+) (%S+)")
  phones[#phones + 1] = { token = token, lat = tonumber(lat), lon = tonumber(lon) }
end
local source = os.getenv("SOURCE")
local turn = 0

local bodies = {
  owntracks = function(lat, lon)
    return string.format('{"_type":"location","lat":%.7f,"lon":%.7f,"tst":%d,"tid":"aa","acc":8,"batt":%d}', lat, lon, os.time(), turn % 100)
  end,
  overland = function(lat, lon)
    return string.format('{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[%.7f,%.7f]},"properties":{"timestamp":"%s","horizontal_accuracy":8,"battery_level":0.5}}]}', lon, lat, os.date("!%Y-%m-%dT%H:%M:%SZ"))
  end,
  traccar = function(lat, lon)
    return string.format('{"device_id":"x","location":{"timestamp":"%s","coords":{"latitude":%.7f,"longitude":%.7f,"accuracy":8,"speed":1},"is_moving":true,"battery":{"level":0.5}}}', os.date("!%Y-%m-%dT%H:%M:%SZ"), lat, lon)
  end,
}

request = function()
  turn = turn + 1
  local phone = phones[(turn - 1) % #phones + 1]
  local step = math.random() * 0.0002
  local lat, lon = phone.lat + step, phone.lon + step
  local headers = { ["Authorization"] = "Bearer " .. phone.token }
  local body = bodies[source]
  if body then
    headers["Content-Type"] = "application/json"
    return wrk.format("POST", "/ingest/" .. source, headers, body(lat, lon))
  end
  local more = source == "osmand" and "&timestamp=%d&accuracy=8&batt=50" or "&timestamp=%d&acc=8&batt=50"
  return wrk.format("GET", string.format("/ingest/%s?lat=%.7f&lon=%.7f" .. more, source, lat, lon, os.time()), headers)
end

dofile("../groups/tally.lua")
