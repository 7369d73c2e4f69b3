// Package quota keeps the daily budgets of clients: questions and money. Money is reserved before a question is asked and settled after.
package quota

import (
	"fmt"
	"sync"
	"time"
)

// Limits bound the use of one client in a day of 24 hours; zero means no limit.
type Limits struct {
	Questions    int64 `json:"questions,omitempty"`
	CostMicroUSD int64 `json:"cost_micro_usd,omitempty"`
}

// Usage counts the use of one client in the day so far. Reserved is part of neither sum yet.
type Usage struct {
	Questions        int64  `json:"questions"`
	CostMicroUSD     int64  `json:"cost_micro_usd"`
	ReservedMicroUSD int64  `json:"reserved_micro_usd"`
	Limits           Limits `json:"limits"`
	ResetsInSeconds  int64  `json:"resets_in_s"`
}

// An ExceededError says which budget a question would exceed.
type ExceededError struct {
	Client, What string
	Resets       time.Duration
}

// Error implements error.
func (e *ExceededError) Error() string {
	return fmt.Sprintf("the daily budget of %s of %s is spent; it is renewed in %v", e.What, e.Client, e.Resets.Round(time.Second))
}

// mostClients bounds the accounts that are kept, so that a flood of addresses cannot fill the memory.
const mostClients = 10_000

// overflow is the account that further clients share.
const overflow = "(other clients)"

const day = 24 * time.Hour

// A Book keeps the accounts. It may be used by many goroutines. Its days are counted by the monotonic clock from its making, so a wall
// clock that jumps neither renews nor prolongs a budget.
type Book struct {
	since func() time.Duration // since the book was made

	mu       sync.Mutex
	accounts map[string]*account
}

type account struct {
	day            int64
	questions      int64
	cost, reserved int64
}

// NewBook makes an empty book.
func NewBook() *Book {
	began := time.Now()
	return NewBookAt(func() time.Duration { return time.Since(began) })
}

// NewBookAt makes an empty book with a clock of its own.
func NewBookAt(since func() time.Duration) *Book {
	return &Book{since: since, accounts: map[string]*account{}}
}

// A Reservation is one question that was let in.
type Reservation struct {
	book  *Book
	of    *account
	worst int64
	once  sync.Once
}

// Reserve lets a question in that costs worst at most, or returns an *[ExceededError].
func (b *Book) Reserve(client string, l Limits, worst int64) (*Reservation, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.account(client)
	switch {
	case l.Questions > 0 && a.questions >= l.Questions:
		return nil, &ExceededError{client, "questions", b.resets()}
	case l.CostMicroUSD > 0 && a.cost+a.reserved+worst > l.CostMicroUSD:
		return nil, &ExceededError{client, "money", b.resets()}
	}
	a.questions++
	a.reserved += worst
	return &Reservation{book: b, of: a, worst: worst}, nil
}

// Settle replaces what was reserved by what was spent. Only the first call of Settle or Release counts.
func (r *Reservation) Settle(cost int64) {
	r.once.Do(func() {
		r.book.mu.Lock()
		defer r.book.mu.Unlock()
		r.of.reserved -= r.worst
		r.of.cost += cost
	})
}

// Release gives the question back: it was not asked.
func (r *Reservation) Release() {
	r.once.Do(func() {
		r.book.mu.Lock()
		defer r.book.mu.Unlock()
		r.of.reserved -= r.worst
		r.of.questions = max(0, r.of.questions-1)
	})
}

// Usage returns the use of a client so far.
func (b *Book) Usage(client string, l Limits) Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := account{}
	if have := b.accounts[client]; have != nil {
		a = *b.account(client)
	}
	return Usage{a.questions, a.cost, a.reserved, l, int64(b.resets() / time.Second)}
}

// account returns that of a client, begun anew on a new day; mu is held.
func (b *Book) account(client string) *account {
	today := int64(b.since() / day)
	if b.accounts[client] == nil && len(b.accounts) >= mostClients {
		b.forget(today)
		if len(b.accounts) >= mostClients {
			client = overflow
		}
	}
	a := b.accounts[client]
	if a == nil {
		a = &account{day: today}
		b.accounts[client] = a
	}
	if a.day != today {
		a.day, a.questions, a.cost = today, 0, 0
	}
	return a
}

// forget drops accounts that hold nothing of today.
func (b *Book) forget(today int64) {
	for name, a := range b.accounts {
		if a.day != today && a.reserved == 0 {
			delete(b.accounts, name)
		}
	}
}

func (b *Book) resets() time.Duration { return day - b.since()%day }
