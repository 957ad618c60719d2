"""The time until a first visit is seen, in rounds; the site and the browser are those of the browser tests."""

import statistics

import pytest
from playwright.sync_api import Error

from test_weight import fresh, signed_in

ROUNDS, LIMIT, SENT = 5, 1000, 150_000
LARGEST = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))"""


def visit(chromium, site, state):
    """Milliseconds until the largest part is painted, and the bytes sent without tiles; None if Chromium's own slow network stands still, as it does at
    times: what it has received waits unread in its sockets."""
    context, page, client, weigh = fresh(chromium, site, state)
    context.set_default_timeout(20_000)
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    # Fast 3G as in Chromium's own tools.
    client.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8})
    try:
        page.goto("/")
        page.wait_for_load_state("networkidle")
        return page.evaluate(LARGEST), sum(size for url, size in weigh().items() if "/atlas/" not in url)
    except Error:
        return None
    finally:
        context.close()


@pytest.mark.parametrize("name", ["welcome", "home"])
def test_the_time_to_first_content(chromium, quiet_site, name):
    state = signed_in(chromium, quiet_site) if name == "home" else None
    visits = [one for one in (visit(chromium, quiet_site, state) for _ in range(ROUNDS)) if one]
    middle = statistics.median(time for time, _ in visits)
    size = statistics.median(size for _, size in visits)
    print(f"\nbench paint {name}: {middle:.0f} vs limit {LIMIT} ms = {LIMIT / middle:.2f}×  ({len(visits)} visits)")
    print(f"bench paint {name}: {size:,.0f} vs limit {SENT:,} bytes = {SENT / size:.2f}×")
