"""The archive page of Cairn as Flask, Jinja2 and sqlite3 make it: the same fields and as many notes from a copy of the same
file, by the same queries; the session is looked up by the same cookie. Run by gunicorn.

It has it easier: no settings of the site, no place names from a map, no page but this one.
"""

import base64
import collections
import datetime
import hashlib
import hmac
import os
import secrets
import sqlite3
import threading
import time
import zoneinfo

import flask

app = flask.Flask(__name__, template_folder=".")
local = threading.local()
key = secrets.token_bytes(32)

PERSON = """(SELECT id, username, username_folded, display_name, picture,
  EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = account.id) AS is_deleted FROM account)"""
SESSION = """SELECT account.id AS id, username, display_name, time_zone, units, theme, receipts, picture, used_at,
    administrator.account_id AS admin_id
  FROM session JOIN account ON account.id = session.account_id
  LEFT JOIN administrator ON administrator.account_id = account.id
  WHERE token_hash = ? AND session.created_at > ?
    AND NOT EXISTS (SELECT 1 FROM suspension WHERE suspension.account_id = account.id)"""
ARCHIVE = f"""SELECT note.id AS id, author.username AS author, author.display_name AS author_name,
    author.picture AS picture, author.is_deleted AS is_deleted, text, photo, lat, lon, radius_m,
    note.created_at AS created_at, note.zone AS zone, delivery.found_at AS found_at, delivery.opened_at AS opened_at
  FROM delivery JOIN note ON note.id = delivery.note_id JOIN {PERSON} AS author ON author.id = note.author_id
  WHERE delivery.recipient_id = ? AND delivery.found_at IS NOT NULL AND delivery.removed_at IS NULL
  ORDER BY delivery.found_at DESC, delivery.note_id DESC LIMIT 51"""
FRIENDS = f"""SELECT person.id AS id, person.username AS username, person.display_name AS display_name
  FROM friendship JOIN {PERSON} AS person ON person.id = friendship.friend_id
  WHERE friendship.account_id = ?
    AND NOT (EXISTS (SELECT 1 FROM block WHERE block.blocker_id = person.id AND block.blocked_id = ?)
      OR EXISTS (SELECT 1 FROM block WHERE block.blocker_id = ? AND block.blocked_id = person.id))
    AND NOT EXISTS (SELECT 1 FROM suspension WHERE suspension.account_id = person.id)
  ORDER BY friendship.rank, person.username_folded"""

LINKS = [
    ("map", "/", "Map"), ("archive", "/archive", "Archive"), ("plus", "/notes/new", "Drop"), ("users", "/friends", "Friends"),
    ("bell", "/notices", "Notices"), ("send", "/notes", "Sent"), ("user", "/you", "You"), ("settings", "/settings", "Settings"),
]


def database():
    if not hasattr(local, "database"):
        local.database = sqlite3.connect(f"file:{os.environ['PEER_DATABASE']}?mode=ro", uri=True)
        local.database.row_factory = sqlite3.Row
    return local.database


def token(session):
    """A form token that is masked anew in each page, as in Cairn."""
    code, mask = hmac.digest(key, session.encode(), "sha256"), secrets.token_bytes(32)
    return base64.urlsafe_b64encode(mask + bytes(a ^ b for a, b in zip(mask, code))).rstrip(b"=").decode()


def part(hour):
    return "morning" if 5 <= hour < 12 else "afternoon" if 12 <= hour < 17 else "evening" if 17 <= hour < 23 else "night"


def words(moment, now):
    days = (now.date() - moment.date()).days
    if days < 2:
        return ("this " if days == 0 else "yesterday ") + part(moment.hour)
    return moment.strftime("on %A") if days < 7 else f"on {moment.day} {moment:%B}" + (
        f" {moment.year}" if moment.year != now.year else "")


class Found:
    def __init__(self, row, zone, now):
        moment = datetime.datetime.fromtimestamp(row["found_at"] / 1000, zone)
        self.path, self.text, self.photo = f"/notes/{row['id']}", row["text"], row["photo"]
        self.name = row["author_name"] or row["author"]
        self.initials, self.colour = self.name[:2].upper(), sum(row["author"].encode()) % 10
        self.found, self.month = words(moment, now), f"{moment:%B} {moment.year}"
        self.machine = datetime.datetime.fromtimestamp(row["found_at"] / 1000, datetime.timezone.utc).strftime("%FT%TZ")
        self.is_new, self.place = row["opened_at"] is None, "Helsinki"


@app.get("/archive")
def archive():
    cookie = flask.request.cookies.get("session", "")
    since = int(time.time() * 1000) - 90 * 86_400_000
    viewer = database().execute(SESSION, (hashlib.sha256(cookie.encode()).hexdigest(), since)).fetchone()
    if viewer is None:
        return flask.redirect("/login")
    zone = zoneinfo.ZoneInfo(viewer["time_zone"])
    now = datetime.datetime.now(zone)
    me = {"name": viewer["display_name"] or viewer["username"], "initials": viewer["username"][:2].upper(), "colour": 6}
    rows = database().execute(ARCHIVE, (viewer["id"],)).fetchall()
    friends = database().execute(FRIENDS, (viewer["id"],) * 3).fetchall()
    months = collections.defaultdict(list)
    for row in rows[:50]:
        found = Found(row, zone, now)
        months[found.month].append(found)
    more = f"/archive?after={rows[49]['found_at']}-{rows[49]['id']}" if len(rows) > 50 else None
    page = flask.render_template(
        "peer.html", viewer=me, links=LINKS, months=months, friends=friends, more=more, token=token(cookie))
    answer = flask.Response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer
