"""Files that tests upload and replay: those of Tests/Fixtures, which its script `make` describes, and real ones beside
the project, which a clone alone does not have."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Tests/Fixtures"
# Where and when its photo and its clips were taken; the time is said as people in Helsinki read it.
TAKEN_AT = {"latitude": 41.1579, "longitude": -8.6291}
TAKEN_IN = "Porto"
TAKEN = "12 June 2024, 15:04"
PHOTO = FOLDER / "phone.jpg"
# A run of a point a second, as the app Overland sends it.
RUN = FOLDER / "run.json"

# Tests that need it run on top where it is there.
SHARED_DATA = Path(os.environ.get("CAIRN_SHARED_DATA", ROOT.parent / "shared/data"))
MONACO = SHARED_DATA / "basemap/monaco.mbtiles"
NEEDS_SHARED_DATA = pytest.mark.skipif(not SHARED_DATA.exists(), reason=f"no shared data: {SHARED_DATA} is missing")
