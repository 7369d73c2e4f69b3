package documents

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A shelf is a source with one document, which counts how often it is asked.
type shelf struct{ asked int }

func (s *shelf) Name() string        { return "shelf" }
func (s *shelf) Fingerprint() string { return "print" }
func (s *shelf) Close() error        { return nil }

func (s *shelf) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) {
	s.asked++
	return []retrieval.Hit{{Document: evidence.Document{ID: "d", Title: "Zinc"}, Rank: 1, Score: 2}}, nil
}

// Entries that were imported, or that another version left, may be whole and no answer. The source is asked again, and the next search finds
// its answer.
func TestAnEntryThatIsNoAnswerIsAskedForAgain(t *testing.T) {
	q := retrieval.Query{Text: "zinc", Limit: 3}
	key := cache.NewKey(cache.KindSearch).Text("print").Text(q.Text).Number(int64(q.Limit)).Sum()
	for name, value := range map[string]string{
		"cut off": `[{"docu`, "nothing": ``, "null": `null`, "another thing": `{"a":1}`, "a document that is not there": `[{"document":"00","rank":1,"score":1}]`,
	} {
		t.Run(name, func(t *testing.T) {
			kept, err := cache.OpenMemory()
			require.NoError(t, err)
			defer kept.Close()
			require.NoError(t, kept.Put(key, []byte(value)))
			s := &shelf{}
			for range 2 {
				l, err := New(kept)
				require.NoError(t, err)
				hits, _, err := l.Search(t.Context(), s, q)
				require.NoError(t, err)
				require.Len(t, hits, 1)
				assert.Equal(t, "Zinc", hits[0].Hit.Document.Title)
			}
			assert.Equal(t, 1, s.asked)
		})
	}
}

func TestADocumentThatIsNotTheOneItIsKeptAsIsAskedForAgain(t *testing.T) {
	for name, value := range map[string]string{"another": `{"id":"d","title":"Forged"}`, "null": `null`, "cut off": `{"id":`} {
		t.Run(name, func(t *testing.T) {
			kept, err := cache.OpenMemory()
			require.NoError(t, err)
			defer kept.Close()
			q, s := retrieval.Query{Text: "zinc", Limit: 3}, &shelf{}
			var digest string
			for range 2 {
				l, err := New(kept)
				require.NoError(t, err)
				hits, _, err := l.Search(t.Context(), s, q)
				require.NoError(t, err)
				assert.Equal(t, "Zinc", hits[0].Hit.Document.Title)
				if digest == "" {
					digest = hits[0].Digest
					require.NoError(t, kept.Put(documentKey(digest), []byte(value)))
				}
			}
			assert.Equal(t, 2, s.asked)
		})
	}
}
