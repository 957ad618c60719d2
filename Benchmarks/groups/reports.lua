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

response = function(status)
  if status ~= 200 then refused = (refused or 0) + 1 end
end

local threads = {}
setup = function(thread) table.insert(threads, thread) end

done = function(summary, latency)
  local count = 0
  for _, thread in ipairs(threads) do count = count + (thread:get("refused") or 0) end
  io.write(string.format("RESULT %d %d %d %.3f %.3f\n", summary.requests, summary.duration, count, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
