// The archive page of Cairn as a small Go service makes it, by net/http, html/template and mattn's SQLite: the same fields and as
// many notes from a copy of the same file, by the queries of peer.py; the session is looked up by the same cookie.
//
// It has it as easy as peer.py: no settings of the site, no place names from a map, no page but this one.
//
// usage: go-peer PORT, with PEER_DATABASE in the environment. peer.html stands beside it.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
)

//go:embed peer.html
var pageText string

const person = `(SELECT id, username, username_folded, display_name, picture,
  EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = account.id) AS is_deleted FROM account)`

const sessionSQL = `SELECT account.id, username, display_name, time_zone, units, theme, receipts, picture, used_at,
    administrator.account_id
  FROM session JOIN account ON account.id = session.account_id
  LEFT JOIN administrator ON administrator.account_id = account.id
  WHERE token_hash = ? AND session.created_at > ?
    AND NOT EXISTS (SELECT 1 FROM suspension WHERE suspension.account_id = account.id)`

const archiveSQL = `SELECT note.id, author.username, author.display_name,
    author.picture, author.is_deleted, text, photo, lat, lon, radius_m,
    note.created_at, note.zone, delivery.found_at, delivery.opened_at
  FROM delivery JOIN note ON note.id = delivery.note_id JOIN ` + person + ` AS author ON author.id = note.author_id
  WHERE delivery.recipient_id = ? AND delivery.found_at IS NOT NULL AND delivery.removed_at IS NULL
  ORDER BY delivery.found_at DESC, delivery.note_id DESC LIMIT 51`

const friendsSQL = `SELECT person.id, person.username, person.display_name
  FROM friendship JOIN ` + person + ` AS person ON person.id = friendship.friend_id
  WHERE friendship.account_id = ?
    AND NOT (EXISTS (SELECT 1 FROM block WHERE block.blocker_id = person.id AND block.blocked_id = ?)
      OR EXISTS (SELECT 1 FROM block WHERE block.blocker_id = ? AND block.blocked_id = person.id))
    AND NOT EXISTS (SELECT 1 FROM suspension WHERE suspension.account_id = person.id)
  ORDER BY friendship.rank, person.username_folded`

// As many notes as a page lists.
const listed = 50

type link struct{ Icon, Path, Words string }

func (l link) IsWide() bool    { return l.Path == "/notes" || l.Path == "/settings" }
func (l link) IsCurrent() bool { return l.Path == "/archive" }

var links = []link{
	{"map", "/", "Map"}, {"archive", "/archive", "Archive"}, {"plus", "/notes/new", "Drop"}, {"users", "/friends", "Friends"},
	{"bell", "/notices", "Notices"}, {"send", "/notes", "Sent"}, {"user", "/you", "You"}, {"settings", "/settings", "Settings"},
}

type avatar struct {
	Initials string
	Colour   int
}

type viewer struct {
	id     int64
	zone   *time.Location
	Name   string
	Avatar avatar
}

type note struct {
	foundAt, id                           int64
	Path, Text, Photo, Name, Found, Place string
	Machine                               string
	Avatar                                avatar
	IsNew                                 bool
}

type month struct {
	Name  string
	Notes []note
}

type friend struct{ Username, Name string }

type page struct {
	Viewer  viewer
	Links   []link
	Months  []month
	Friends []friend
	More    string
	Token   string
}

type server struct {
	session, archive, friends *sql.Stmt
	template                  *template.Template
	key                       []byte
	zones                     sync.Map
	buffers                   sync.Pool
}

func initials(name string) string {
	letters := []rune(name)
	if len(letters) > 2 {
		letters = letters[:2]
	}
	return strings.ToUpper(string(letters))
}

// zone is a time zone by its name; Go reads its file at each call of LoadLocation.
func (s *server) zone(name string) (*time.Location, error) {
	if known, is := s.zones.Load(name); is {
		return known.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		s.zones.Store(name, zone)
	}
	return zone, err
}

// viewer is whose session it is; nil for nobody's.
func (s *server) viewer(cookie string) (*viewer, error) {
	hash := sha256.Sum256([]byte(cookie))
	since := time.Now().UnixMilli() - 90*86_400_000
	var v viewer
	var username, zone, units, theme string
	var name, picture sql.NullString
	var receipts, usedAt int64
	var admin sql.NullInt64
	err := s.session.QueryRow(hex.EncodeToString(hash[:]), since).Scan(
		&v.id, &username, &name, &zone, &units, &theme, &receipts, &picture, &usedAt, &admin)
	if err == sql.ErrNoRows {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v.Name, v.Avatar = username, avatar{initials(username), 6}
	if name.String != "" {
		v.Name = name.String
	}
	v.zone, err = s.zone(zone)
	return &v, err
}

func partOfDay(hour int) string {
	switch {
	case 5 <= hour && hour < 12:
		return "morning"
	case 12 <= hour && hour < 17:
		return "afternoon"
	case 17 <= hour && hour < 23:
		return "evening"
	}
	return "night"
}

func dayNumber(t time.Time) int64 {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86_400
}

func words(moment, now time.Time) string {
	days := dayNumber(now) - dayNumber(moment)
	switch {
	case days == 0:
		return "this " + partOfDay(moment.Hour())
	case days == 1:
		return "yesterday " + partOfDay(moment.Hour())
	case days < 7:
		return "on " + moment.Format("Monday")
	case moment.Year() != now.Year():
		return "on " + moment.Format("2 January 2006")
	}
	return "on " + moment.Format("2 January")
}

// notes are those of a page, and whether there are older ones.
func (s *server) notes(v *viewer, now time.Time) ([]note, bool, error) {
	rows, err := s.archive.Query(v.id)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	notes := make([]note, 0, listed+1)
	for rows.Next() {
		var n note
		var username, zone string
		var name, picture, photo sql.NullString
		var isDeleted, createdAt int64
		var lat, lon, radius float64
		var openedAt sql.NullInt64
		if err := rows.Scan(
			&n.id, &username, &name, &picture, &isDeleted, &n.Text, &photo, &lat, &lon, &radius, &createdAt, &zone,
			&n.foundAt, &openedAt); err != nil {
			return nil, false, err
		}
		n.Path, n.Photo, n.Name, n.Place = fmt.Sprintf("/notes/%d", n.id), photo.String, username, "Helsinki"
		if name.String != "" {
			n.Name = name.String
		}
		colour := 0
		for _, byte := range []byte(username) {
			colour += int(byte)
		}
		n.Avatar, n.IsNew = avatar{initials(n.Name), colour % 10}, !openedAt.Valid
		n.Found = words(time.UnixMilli(n.foundAt).In(v.zone), now)
		n.Machine = time.UnixMilli(n.foundAt).UTC().Format("2006-01-02T15:04:05Z")
		notes = append(notes, n)
	}
	if len(notes) > listed {
		return notes[:listed], true, rows.Err()
	}
	return notes, false, rows.Err()
}

func (s *server) people(v *viewer) ([]friend, error) {
	rows, err := s.friends.Query(v.id, v.id, v.id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var friends []friend
	for rows.Next() {
		var f friend
		var id int64
		var name sql.NullString
		if err := rows.Scan(&id, &f.Username, &name); err != nil {
			return nil, err
		}
		f.Name = f.Username
		if name.String != "" {
			f.Name = name.String
		}
		friends = append(friends, f)
	}
	return friends, rows.Err()
}

// token is a form token that is masked anew in each page, as in Cairn.
func (s *server) token(session string) string {
	code := hmac.New(sha256.New, s.key)
	code.Write([]byte(session))
	mask := make([]byte, 32, 64)
	if _, err := rand.Read(mask); err != nil {
		panic(err)
	}
	for place, byte := range code.Sum(nil) {
		mask = append(mask, mask[place]^byte)
	}
	return base64.RawURLEncoding.EncodeToString(mask)
}

func (s *server) page(v *viewer, cookie string) (*page, error) {
	now := time.Now().In(v.zone)
	notes, isMore, err := s.notes(v, now)
	if err != nil {
		return nil, err
	}
	p := page{Viewer: *v, Links: links, Token: s.token(cookie)}
	for _, n := range notes {
		name := time.UnixMilli(n.foundAt).In(v.zone).Format("January 2006")
		if len(p.Months) == 0 || p.Months[len(p.Months)-1].Name != name {
			p.Months = append(p.Months, month{Name: name})
		}
		last := &p.Months[len(p.Months)-1]
		last.Notes = append(last.Notes, n)
	}
	if isMore {
		last := notes[listed-1]
		p.More = fmt.Sprintf("/archive?after=%d-%d", last.foundAt, last.id)
	}
	p.Friends, err = s.people(v)
	return &p, err
}

func (s *server) ServeHTTP(answer http.ResponseWriter, request *http.Request) {
	cookie := ""
	if found, err := request.Cookie("session"); err == nil {
		cookie = found.Value
	}
	v, err := s.viewer(cookie)
	if err == nil && v == nil {
		http.Redirect(answer, request, "/login", http.StatusFound)
		return
	}
	buffer := s.buffers.Get().(*bytes.Buffer)
	defer s.buffers.Put(buffer)
	buffer.Reset()
	if err == nil {
		var p *page
		if p, err = s.page(v, cookie); err == nil {
			err = s.template.Execute(buffer, p)
		}
	}
	if err != nil {
		log.Print(err)
		http.Error(answer, "not today", http.StatusInternalServerError)
		return
	}
	answer.Header().Set("Cache-Control", "no-store")
	answer.Header().Set("Content-Type", "text/html; charset=utf-8")
	answer.Write(buffer.Bytes())
}

func main() {
	// The file is mapped into memory, as in Cairn.
	sql.Register("mapped", &sqlite3.SQLiteDriver{ConnectHook: func(connection *sqlite3.SQLiteConn) error {
		_, err := connection.Exec("PRAGMA mmap_size = 1073741824", nil)
		return err
	}})
	database, err := sql.Open("mapped", "file:"+os.Getenv("PEER_DATABASE")+"?mode=ro&_mutex=no")
	if err != nil {
		log.Fatal(err)
	}
	database.SetMaxOpenConns(8)
	database.SetMaxIdleConns(8)
	s := &server{template: template.Must(template.New("page").Parse(pageText)), key: make([]byte, 32)}
	s.buffers.New = func() any { return new(bytes.Buffer) }
	if _, err := rand.Read(s.key); err != nil {
		log.Fatal(err)
	}
	for text, statement := range map[string]**sql.Stmt{
		sessionSQL: &s.session, archiveSQL: &s.archive, friendsSQL: &s.friends,
	} {
		if *statement, err = database.Prepare(text); err != nil {
			log.Fatal(err)
		}
	}
	http.Handle("/archive", s)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
