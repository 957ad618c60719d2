-- Members of groups report their positions in turn: each from its own session, a few metres from the last one. The file
-- in REPORTERS has a line for each: session, form token, latitude, longitude. Answers that are not 200 are counted.
local people = {}
for line in io.lines(os.getenv("REPORTERS")) do
  local session, csrf, lat, lon = line:match("(%S+) (%S+) (%S+) (%S+)")
  people[#people + 1] = { session = session, csrf = csrf, lat = tonumber(lat), lon = tonumber(lon) }
end
local turn = 0

request = function()
  turn = turn + 1
  local person = people[(turn - 1) % #people + 1]
  local step = math.random() * 0.0002
  local body = string.format("csrf=%s&lat=%.7f&lon=%.7f&accuracy=8&battery=%d", person.csrf, person.lat + step, person.lon + step, turn % 100)
  return wrk.format("POST", "/positions", {
    ["Cookie"] = "session=" .. person.session, ["Accept"] = "application/json", ["Content-Type"] = "application/x-www-form-urlencoded",
  }, body)
end

dofile("../groups/tally.lua")
