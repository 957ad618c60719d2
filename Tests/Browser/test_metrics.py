"""What a collector reads of a running server."""

import re
import urllib.request

from client import Client
from conftest import demo_site

TOKEN = "0123456789abcdef-token"


def scrape(site):
    """The samples by name and labels."""
    request = urllib.request.Request(f"{site.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def test_a_collector_reads_what_the_server_does():
    for site in demo_site(environment={"CAIRN_METRICS_TOKEN": TOKEN}):
        first = scrape(site)
        aino = Client(site.url).sign_in("aino_k")
        for path in ["/friends", "/friends", "/people/mikko", "/people/nobody", "/archive", "/notes/1"]:
            aino.open(path)
        # The last answer may be counted a moment after it has arrived.
        aino.open("/healthz")
        second = scrape(site)
        # Counters and buckets never go back.
        counters = {name for name in first if re.search(r"_total|_bucket|_count|_sum", name)}
        assert [name for name in counters if second[name] < first[name]] == []
        requests = "cairn_http_requests_total"
        assert second[f'{requests}{{route="/friends",method="GET",status="200"}}'] == 2
        assert second[f'{requests}{{route="/people/{{username}}",method="GET",status="200"}}'] == 1
        assert second[f'{requests}{{route="/people/{{username}}",method="GET",status="404"}}'] == 1
        assert second[f'{requests}{{route="notes",method="any",status="any"}}'] == 2
        times = "cairn_http_request_duration_seconds"
        assert second[f'{times}_bucket{{route="/friends",method="GET",le="+Inf"}}'] == 2
        assert 0 < second[f'{times}_sum{{route="/friends",method="GET"}}'] < 60
        assert f'{times}_bucket{{route="notes",method="any",le="0.005"}}' not in second
        assert second["cairn_http_connections"] >= 1 and second["cairn_http_handler_threads"] >= 1
        assert second['cairn_http_requests_in_progress{state="running"}'] >= 1, "the scrape itself"
        assert second["cairn_accounts"] > 5 and second["cairn_media_uploads"] > 5 and second["cairn_media_bytes"] > 1e5
        assert second['cairn_database_bytes{file="database"}'] >= 1 << 20 and second["cairn_disk_available_bytes"] > 0
        assert second["cairn_sqlite_memory_bytes"] > second["cairn_sqlite_page_cache_bytes"] > 0
        assert second["process_resident_memory_bytes"] > 1e7 and second["process_open_fds"] > 10
        assert second["process_max_fds"] >= second["process_open_fds"]
        assert second["process_start_time_seconds"] == first["process_start_time_seconds"]
        assert not any("mikko" in name or "nobody" in name for name in second)
