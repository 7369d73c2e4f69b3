package plugin

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

func TestProjectSendsWhatIsDeclared(t *testing.T) {
	numbers := func(name string) contract.Column {
		return contract.Column{Name: name, Type: contract.ColumnNumbers, Numbers: []float64{1}}
	}
	table := func(name string, columns ...contract.Column) contract.Table {
		return contract.Table{Name: name, Rows: 1, Columns: columns}
	}
	in := func(table, column string, optional bool) contract.Input {
		return contract.Input{Table: table, Column: column, Type: contract.ColumnNumbers, Optional: optional}
	}
	tests := []struct {
		name   string
		kind   contract.Kind
		inputs []contract.Input
		given  []contract.Table
		want   []contract.Table
		detail string
	}{
		{"surplus columns and tables stay behind", contract.KindAssess, []contract.Input{in("a", "x", false)},
			[]contract.Table{table("b", numbers("x")), table("a", numbers("y"), numbers("x"))},
			[]contract.Table{table("a", numbers("x"))}, ""},
		{"the order is that of the declaration", contract.KindAssess, []contract.Input{in("b", "y", false), in("a", "x", false), in("b", "x", false)},
			[]contract.Table{table("a", numbers("x")), table("b", numbers("x"), numbers("y"))},
			[]contract.Table{table("b", numbers("y"), numbers("x")), table("a", numbers("x"))}, ""},
		{"an optional column may be absent, its table keeps its rows", contract.KindAssess, []contract.Input{in("a", "x", true)},
			[]contract.Table{table("a")}, []contract.Table{table("a")}, ""},
		{"an optional table may be absent", contract.KindAssess, []contract.Input{in("a", "x", true)}, nil, []contract.Table{}, ""},
		{"a score plugin learns the number of items", contract.KindScore, nil, []contract.Table{table("items", numbers("x"))},
			[]contract.Table{table("items")}, ""},
		{"a missing column", contract.KindAssess, []contract.Input{in("a", "x", false)}, []contract.Table{table("a", numbers("y"))}, nil,
			"it needs column a.x, which the request lacks"},
		{"a missing table", contract.KindAssess, []contract.Input{in("a", "x", false)}, nil, nil, "the request has no table a"},
		{"no items to score", contract.KindScore, nil, nil, nil, "no table items to score"},
		{"a column of another type", contract.KindAssess, []contract.Input{in("a", "x", true)},
			[]contract.Table{table("a", contract.Column{Name: "x", Type: contract.ColumnText})}, nil, "as type 1, but the request has type 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, e := project(&contract.Manifest{Kind: test.kind, Inputs: test.inputs}, test.given)
			if test.detail != "" {
				require.NotNil(t, e)
				assert.Equal(t, KindRequest, e.Kind)
				assert.Contains(t, e.Detail, test.detail)
				return
			}
			require.Nil(t, e)
			assert.Equal(t, test.want, got)
		})
	}
}

func TestAWrongRequestNeverReachesThePlugin(t *testing.T) {
	p := loadGuest(t, Limits{})
	tests := []struct {
		name   string
		change func(r *contract.Request)
		detail string
	}{
		{"a config that is not complete", func(r *contract.Request) { r.Config = nil }, "0 settings, the manifest declares 1"},
		{"a setting that is not declared", func(r *contract.Request) { r.Config[0].Name = "mood" }, `has "mood"`},
		{"a setting of another type", func(r *contract.Request) {
			r.Config[0].Value = contract.Value{Type: contract.TypeFlag}
		}, `has "mode" of type 3`},
		{"no items", func(r *contract.Request) { r.Tables = nil }, "it needs column items.tokens"},
		{"a column shorter than its table", func(r *contract.Request) { r.Tables[0].Rows = 9 }, "items.tokens"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := guestRequest(t, p, "mean")
			test.change(r)
			_, _, err := p.Call(context.Background(), r)
			require.ErrorIs(t, err, KindRequest)
			assert.Contains(t, err.Error(), test.detail)
		})
	}
	assert.Zero(t, p.Stats().Calls)
}

// A mapMemo keeps everything.
type mapMemo struct {
	mu   sync.Mutex
	kept map[[32]byte][]byte
	fail error // returned instead of asking
}

func (m *mapMemo) Do(ctx context.Context, key [32]byte, compute func(context.Context) ([]byte, error)) ([]byte, bool, error) {
	if m.fail != nil {
		return nil, false, m.fail
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.kept[key]; ok {
		return v, true, nil
	}
	v, err := compute(ctx)
	if err == nil {
		m.kept[key] = v
	}
	return v, false, err
}

func loadMemoised(t *testing.T, memo *mapMemo) *Plugin { return loadMemoisedOf(t, "spark", memo) }

func loadMemoisedOf(t *testing.T, abi string, memo *mapMemo) *Plugin {
	t.Helper()
	h := newTestSandbox(t, Options{CacheDir: world.cache, Memo: memo})
	p, err := h.Load(context.Background(), Source{Name: "specimen", Wasm: guestOf(t, abi)}, Limits{})
	require.NoError(t, err)
	return p
}

func TestAMemoAnswersTheSecondTime(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		memo := &mapMemo{kept: map[[32]byte][]byte{}}
		p := loadMemoisedOf(t, abi, memo)
		first, one, err := p.Call(context.Background(), guestRequest(t, p, "mean"))
		require.NoError(t, err)
		second, two, err := p.Call(context.Background(), guestRequest(t, p, "mean"))
		require.NoError(t, err)
		assert.Equal(t, first, second)
		assert.False(t, one.Cached)
		assert.True(t, two.Cached)
		assert.Equal(t, one.OutputDigest, two.OutputDigest)
		assert.EqualValues(t, 1, p.Stats().Calls)
		assert.EqualValues(t, 1, p.Stats().Cached)

		other := guestRequest(t, p, "mean")
		other.Tables[0].Columns[0].Tokens[0]++
		_, three, err := p.Call(context.Background(), other)
		require.NoError(t, err)
		assert.False(t, three.Cached, "another input is another key")
	})
}

func TestFailuresAreNotMemoised(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		memo := &mapMemo{kept: map[[32]byte][]byte{}}
		p := loadMemoisedOf(t, abi, memo)
		for _, mode := range []string{"refuse", "surplus", "panic"} {
			_, _, err := p.Call(context.Background(), guestRequest(t, p, mode))
			var e *Error
			require.ErrorAs(t, err, &e, mode)
			assert.Equal(t, "score", e.Stage)
		}
		assert.Empty(t, memo.kept)
	})
}

func TestADamagedMemoIsNotBelieved(t *testing.T) {
	memo := &mapMemo{kept: map[[32]byte][]byte{}}
	p := loadMemoised(t, memo)
	request := guestRequest(t, p, "mean")
	want, _, err := p.Call(context.Background(), request)
	require.NoError(t, err)
	for _, damaged := range [][]byte{[]byte("rubbish"), nil, (&contract.Response{Score: &contract.ScoreResult{Scores: []float64{1}}}).Marshal(nil)} {
		for key := range memo.kept {
			memo.kept[key] = damaged
		}
		got, call, err := p.Call(context.Background(), request)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.False(t, call.Cached)
	}
}

func TestErrorsOfTheMemo(t *testing.T) {
	memo := &mapMemo{kept: map[[32]byte][]byte{}}
	p := loadMemoised(t, memo)
	request := guestRequest(t, p, "mean")
	full := errors.New("disk is full")
	memo.fail = full
	_, _, err := p.Call(context.Background(), request)
	assert.ErrorIs(t, err, full)
	memo.fail = context.Canceled // of the caller that led the flight
	_, _, err = p.Call(context.Background(), request)
	assert.NoError(t, err, "another caller's impatience is not ours")
}

func TestMemoKeysDifferWithWhatTheyAreMadeOf(t *testing.T) {
	a, b := [32]byte{1}, [32]byte{2}
	keys := map[[32]byte]bool{
		memoKey(a, contract.KindScore, b):  true,
		memoKey(b, contract.KindScore, a):  true,
		memoKey(a, contract.KindAssess, b): true,
		memoKey(a, contract.KindScore, a):  true,
	}
	assert.Len(t, keys, 4)
	assert.Equal(t, memoKey(a, contract.KindScore, b), memoKey(a, contract.KindScore, b))
}
