package feed_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/feed"
)

// read follows a feed from an event on to its end.
func read(f *feed.Feed, after int) (seen []int) {
	for {
		events, more, ended := f.After(after)
		for _, e := range events {
			seen = append(seen, e.Seq)
			after = e.Seq
		}
		if len(events) > 0 {
			continue
		}
		if ended {
			return seen
		}
		<-more
	}
}

func TestEachReaderSeesEachEventOnceFromWhereItBegins(t *testing.T) {
	var f feed.Feed
	var readers sync.WaitGroup
	got := make([][]int, 8)
	for i := range got {
		readers.Go(func() { got[i] = read(&f, i*10) })
	}
	for seq := 1; seq <= 100; seq++ {
		f.Add(record.Event{Seq: seq})
	}
	f.End()
	f.Add(record.Event{Seq: 101})
	readers.Wait()
	for i, seen := range got {
		require.Len(t, seen, 100-i*10)
		for n, seq := range seen {
			assert.Equal(t, i*10+n+1, seq)
		}
	}
}
