"""Tells engines what the layout of OCI does not: describe-image.py LAYOUT NAME:TAG

Its name, as each engine looks for it: the layout knows a tag alone. Podman and the containerd store of Docker read the whole name
from an annotation; the older store of Docker reads manifest.json, as `docker save` writes it, and finds the same blobs by it.

Its health check, as BuildKit writes it into images: engines of OCI ignore it, those of Docker carry it out.
"""

import hashlib
import json
import sys
from pathlib import Path

SECOND = 1_000_000_000
HEALTH = {
    "Test": ["CMD", "/usr/bin/cairn", "healthcheck"], "Interval": 30 * SECOND, "Timeout": 5 * SECOND,
    "StartPeriod": 30 * SECOND, "Retries": 3}


def blob(digest):
    return "blobs/" + digest.replace(":", "/")


def replace(layout, described, content):
    """Writes a blob in the place of another, and describes it."""
    data = json.dumps(content).encode()
    (layout / blob(described["digest"])).unlink()
    described.update(digest="sha256:" + hashlib.sha256(data).hexdigest(), size=len(data))
    (layout / blob(described["digest"])).write_bytes(data)


def main(layout, name):
    index_file = layout / "index.json"
    index = json.loads(index_file.read_text())
    (described,) = index["manifests"]
    described["annotations"]["io.containerd.image.name"] = f"docker.io/library/{name}"
    manifest = json.loads((layout / blob(described["digest"])).read_text())
    config = json.loads((layout / blob(manifest["config"]["digest"])).read_text())
    config["config"]["Healthcheck"] = HEALTH
    replace(layout, manifest["config"], config)
    replace(layout, described, manifest)
    index_file.write_text(json.dumps(index))
    names = [{
        "Config": blob(manifest["config"]["digest"]), "RepoTags": [name],
        "Layers": [blob(layer["digest"]) for layer in manifest["layers"]]}]
    (layout / "manifest.json").write_text(json.dumps(names))


main(Path(sys.argv[1]), sys.argv[2])
