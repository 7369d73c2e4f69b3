package standin

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// A Recording is a body that a provider sent, and what its reader makes of it. Bodies are not ours to keep, so what stands in a test
// is a digest.
type Recording struct {
	File      string // in the provider's folder of recorded bodies
	Asked     string // what it answers, where the reader has to know that
	Documents int
	Rest      string // what it says of the pages that follow, in the test's own words
	Digest    string // the first 16 hex digits of the SHA-256 of the documents, each as JSON on a line
}

// A Reader is a source's parser: what documents a body has, and what it says of further pages.
type Reader func(body []byte, r Recording) (documents []evidence.Document, rest string, err error)

// Read gives the documents of one recorded body.
func Read(t *testing.T, folder string, read Reader, r Recording) []evidence.Document {
	t.Helper()
	documents, _, err := read([]byte(Recorded(t, folder+"/"+r.File)), r)
	require.NoError(t, err)
	return documents
}

// Reads holds a reader to what recorded bodies hold. On a difference it prints the facts of all documents. Titles, venues and
// abstracts are free of markup.
func Reads(t *testing.T, folder string, read Reader, recordings []Recording) {
	t.Helper()
	for _, r := range recordings {
		t.Run(r.File, func(t *testing.T) {
			documents, rest, err := read([]byte(Recorded(t, folder+"/"+r.File)), r)
			require.NoError(t, err)
			assert.Len(t, documents, r.Documents)
			assert.Equal(t, r.Rest, rest)
			sum, facts := sha256.New(), ""
			for _, d := range documents {
				line, err := json.Marshal(d)
				require.NoError(t, err)
				sum.Write(append(line, '\n'))
				facts += Fact(d) + "\n"
				for _, mark := range []string{"</", "/>", "strong>", "&amp;", "&#x27;", "\n"} {
					assert.NotContains(t, d.Title+d.Abstract+d.Venue, mark)
				}
			}
			assert.Equal(t, r.Digest, hex.EncodeToString(sum.Sum(nil)[:8]), facts)
		})
	}
}

// Fact returns a document on one line: what identifies and describes it, and the size of its texts.
func Fact(d evidence.Document) string {
	facts := []string{d.ID}
	say := func(name, value string) {
		if value != "" {
			facts = append(facts, strings.TrimSpace(name+" "+value))
		}
	}
	say("doi", d.DOI)
	say("arxiv", d.ArXiv)
	say("pmid", d.PMID)
	say("", d.PMCID)
	if d.Year != 0 {
		say("of", fmt.Sprint(d.Year))
	}
	say("", d.Type)
	say("in", d.Venue)
	say("status", d.Status)
	if d.CitationCount != nil {
		say("cited", fmt.Sprint(*d.CitationCount))
	}
	say("at", d.URL)
	say("open", d.OpenURL)
	say("authors", fmt.Sprint(len(d.Authors)))
	say("abstract", fmt.Sprint(len(d.Abstract)))
	for _, s := range d.Sections {
		say("§", s.Label)
	}
	if d.Retracted {
		say("", "retracted")
	}
	return strings.Join(facts, "; ")
}

// A Failure is a recorded body of an error, and the verdict on it under a status.
type Failure struct {
	File   string
	Status int
	Class  outbound.Class
	Says   string // part of the detail; empty: there is none
}

// Fails holds a source's judgement of answers to what recorded errors are. A detail is one line.
func Fails(t *testing.T, folder string, classify func(web.Answer) outbound.Verdict, failures []Failure) {
	t.Helper()
	for _, f := range failures {
		t.Run(fmt.Sprintf("%s as %d", f.File, f.Status), func(t *testing.T) {
			v := classify(web.Answer{Status: f.Status, Header: http.Header{}, Body: []byte(Recorded(t, folder+"/"+f.File)), Now: time.Now()})
			assert.Equal(t, f.Class, v.Class)
			assert.Zero(t, v.Wait)
			assert.Contains(t, v.Detail, f.Says)
			assert.Equal(t, f.Says == "", v.Detail == "")
			assert.NotContains(t, v.Detail, "\n")
		})
	}
}

// Sound holds documents that were made of any bytes to what holds for all documents.
func Sound(t *testing.T, documents []evidence.Document) {
	t.Helper()
	for _, d := range documents {
		assert.NotEmpty(t, d.ID)
		assert.True(t, utf8.ValidString(d.ID+d.Title+d.Abstract+d.Venue+strings.Join(d.Authors, "")), "%+q", d)
		assert.True(t, d.Year == 0 || d.Year >= 1000 && d.Year <= 2999, d.Year)
		assert.True(t, d.CitationCount == nil || *d.CitationCount >= 0)
	}
}
