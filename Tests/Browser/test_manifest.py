"""What a phone needs to install the site on its home screen."""

import json
import struct
import urllib.request

from conftest import PATIENCE, ROOT


def test_it_can_be_installed(quiet_site):
    def load(path):
        with urllib.request.urlopen(quiet_site.url + path, timeout=PATIENCE / 1000) as answer:
            return answer.headers["Content-Type"], answer.read()

    kind, text = load("/manifest.webmanifest")
    manifest = json.loads(text)
    assert kind.startswith("application/manifest+json") and manifest["start_url"] == "/" and manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    share = manifest["share_target"]
    assert (share["action"], share["method"], share["enctype"]) == ("/relics/new?shared=1", "POST", "multipart/form-data")
    assert share["params"]["files"] == [{"name": "media", "accept": ["image/*", "video/*", "audio/*"]}]
    for icon in [*manifest["icons"], {"src": "/apple-touch-icon.png", "sizes": "180x180"}]:
        kind, png = load(icon["src"])
        width, height = struct.unpack(">II", png[16:24])
        assert kind == "image/png" and f"{width}x{height}" == icon["sizes"]
    kind, worker = load("/sw.js")
    assert kind.startswith("text/javascript") and b"app.css?v=" in worker
    # The worker knows the address of what is shared, and keeps none of the demo world's files.
    assert share["action"].encode() in worker and b"/demo/" not in worker
    assert (ROOT / "Public/js/vendor/LICENSE.txt").exists()
