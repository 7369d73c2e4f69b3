// Package feed hands the events of a run to any number of readers while they happen. Readers take events at their own pace, so that none
// delays the run or another reader.
package feed

import (
	"slices"
	"sync"

	"github.com/sparkhost/sparkhost/host/record"
)

// A Feed holds the events of one run. The zero value is ready. It may be used by many goroutines.
type Feed struct {
	mu      sync.Mutex
	events  []record.Event
	changed chan struct{} // closed when there is more; nil: nobody waits
	ended   bool
}

// Add appends an event. What follows End is left out.
func (f *Feed) Add(e record.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.ended {
		f.events = append(f.events, e)
		f.wake()
	}
}

// End says that no more events come. It is safe to call twice.
func (f *Feed) End() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	f.wake()
}

func (f *Feed) wake() {
	if f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}

// After returns the events numbered above seq. With none, more is closed once there may be some; with ended, there will be none.
func (f *Feed) After(seq int) (events []record.Event, more <-chan struct{}, ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, _ := slices.BinarySearchFunc(f.events, seq+1, func(e record.Event, seq int) int { return e.Seq - seq })
	events = f.events[at:len(f.events):len(f.events)]
	if f.changed == nil {
		f.changed = make(chan struct{})
	}
	return events, f.changed, f.ended
}
