-- Counts the answers that are not 200, and prints at the end: requests, microseconds, refused ones, milliseconds of the middle and of
-- the slowest hundredth. What a script of wrk includes, from a folder beside this one.
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
