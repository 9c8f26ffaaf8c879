package rest

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/engine"
	"toolcrib/internal/link"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// wantsPicture tells whether an Accept header prefers a picture, which may be
// of one of the media types, to the envelope. Where it prefers neither, standing
// is the answer: GET answers the picture, POST the envelope.
func wantsPicture(accept string, media []string, standing bool) bool {
	pictureQ, envelopeQ := 0.0, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		mediaType, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		q := quality(params["q"])
		for _, m := range media {
			group, _, _ := strings.Cut(m, "/")
			if mediaType == m || mediaType == group+"/*" || mediaType == "*/*" {
				pictureQ = max(pictureQ, q)
			}
		}
		if mediaType == "application/json" || mediaType == "application/*" || mediaType == "*/*" {
			envelopeQ = max(envelopeQ, q)
		}
	}
	if pictureQ == envelopeQ {
		return standing
	}
	return pictureQ > envelopeQ
}

// etag is the entity tag of a picture (RFC 9110 section 8.8.3). One that was
// compressed on the way has other bytes, so that its tag is weak.
func etag(sha256 string, weak bool) string {
	if weak {
		return `W/"` + sha256 + `"`
	}
	return `"` + sha256 + `"`
}

// has tells whether an If-None-Match header names a picture. The comparison is
// weak (RFC 9110 section 13.1.2).
func has(r *http.Request, sha256 string) bool {
	for _, value := range r.Header.Values("If-None-Match") {
		for tag := range strings.SplitSeq(value, ",") {
			tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
			if tag == "*" || tag == etag(sha256, false) {
				return true
			}
		}
	}
	return false
}

// Cache rules of pictures. With a key the same URL answers one caller only, who
// may keep the answer, and asks for free whether it still holds.
const (
	keptByCaller  = "private, no-cache"
	keptByAll     = "public, max-age=31536000, immutable"
	keptByAllTill = "public, max-age="
)

// writePicture sends a picture alone. Where the caller has it, only that is said.
func (s *Server) writePicture(w http.ResponseWriter, r *http.Request, rep *Reply, p *op.Image, had bool, cache string) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	if strings.HasPrefix(p.ContentType, "image/svg") {
		// A link opened as a page of its own must not run what an SVG could hold.
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
	}
	if had {
		h.Set("ETag", etag(p.SHA256, false))
		s.head(h, rep, -1)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", rawMediaType(p.ContentType))
	body := p.Body
	if !compressed(p.ContentType) {
		body = compress(h, strings.Join(r.Header.Values("Accept-Encoding"), ","), body)
	}
	h.Set("ETag", etag(p.SHA256, h.Get("Content-Encoding") != ""))
	s.head(h, rep, len(body))
	send(w, r, http.StatusOK, body)
}

// compressed tells whether a picture's format has compression of its own.
func compressed(mediaType string) bool {
	return strings.HasPrefix(mediaType, "image/") && mediaType != "image/svg+xml"
}

// follow answers a signed link, which needs no key.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, o *op.Op) {
	rep := s.newReply()
	l, ok := link.Parse(r.URL.RawQuery)
	if !ok {
		s.fail(w, r, rep, s.badCredential(r))
		return
	}
	image, p := s.followed(r, rep, o, l)
	if p != nil {
		s.fail(w, r, rep, p)
		return
	}
	s.writePicture(w, r, rep, image, has(r, image.SHA256), s.keep(l))
}

// followed is the picture behind a signed link.
func (s *Server) followed(r *http.Request, rep *Reply, o *op.Op, l link.Link) (*op.Image, *problem.Problem) {
	key, err := s.opts.Keys.Payer(r.Context(), l.KeyID)
	if err != nil {
		return nil, s.unopened(r, err)
	}
	if p := s.opts.Engine.OpenLink(l, key, o); p != nil {
		if p.Code == problem.InvalidAPIKey {
			p = s.badCredential(r)
		}
		return nil, p
	}
	image, p := s.opts.Engine.Follow(r.Context(), l, engine.Call{ID: rep.ID, Key: key, Op: o, From: s.address(r)})
	if p != nil && (p.Code == problem.InsufficientCredits || p.Code == problem.FreeQuotaExceeded || p.Code == problem.KeyCapExceeded) {
		// What the owner of the key has left is no business of who follows the link.
		p.Detail, p.Extra = "The account behind the link has no units left for the picture.", nil
	}
	return image, p
}

// keep says how long the picture behind a link may be kept: as long as the
// link lives, a year at most.
func (s *Server) keep(l link.Link) string {
	if l.Until.IsZero() {
		return keptByAll
	}
	return keptByAllTill + strconv.FormatInt(int64(l.Until.Sub(s.opts.Now())/time.Second), 10)
}
