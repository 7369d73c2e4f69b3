package sample

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// manifest declares columns of every type under names that are known and names that are not.
func manifest(kind contract.Kind) *contract.Manifest {
	m := &contract.Manifest{Name: "m", Version: "1.0.0", Contract: contract.Version, Kind: kind}
	add := func(table, column string, t contract.ColumnType) {
		m.Inputs = append(m.Inputs, contract.Input{Table: table, Column: column, Type: t})
	}
	for _, table := range []string{"items", "passages", "options", "query", "terms"} {
		for _, name := range []string{"year", "citation_count", "relevance", "against", "document", "value", "floor", "phlogiston", "is_new", "option"} {
			add(table, name, contract.ColumnNumbers)
		}
		for _, name := range []string{"text", "section", "venue", "source", "unit", "name", "label", "phrase", "answer_type", "humour"} {
			add(table, name, contract.ColumnText)
		}
		add(table, "token_set", contract.ColumnTokens)
		add(table, "words", contract.ColumnTokens)
	}
	return m
}

func TestRequestsAreValidAndGrowByRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := contract.Kind(rapid.IntRange(1, 3).Draw(t, "kind"))
		rows := rapid.IntRange(0, 40).Draw(t, "rows")
		seed := rapid.Uint64().Draw(t, "seed")
		g := New(manifest(kind), seed)
		small, large := g.Request(rows), g.Request(rows+9)
		require.NoError(t, small.Validate())
		require.NoError(t, large.Validate())
		require.Equal(t, small.Marshal(nil), New(manifest(kind), seed).Request(rows).Marshal(nil), "equal seeds, equal requests")
		for i := range small.Tables {
			s, l := &small.Tables[i], &large.Tables[i]
			if !g.Long(s.Name) {
				require.Equal(t, s.Rows, l.Rows)
				continue
			}
			require.EqualValues(t, rows, s.Rows)
			require.EqualValues(t, rows+9, l.Rows)
			for c := range s.Columns {
				for row := range rows {
					requireSame(t, &s.Columns[c], &l.Columns[c], row)
				}
			}
		}
	})
}

func requireSame(t *rapid.T, a, b *contract.Column, row int) {
	require.Equal(t, a.Known(row), b.Known(row), a.Name)
	switch a.Type {
	case contract.ColumnNumbers:
		require.Equal(t, a.Numbers[row], b.Numbers[row], a.Name)
	case contract.ColumnTokens:
		require.Equal(t, a.TokensAt(row), b.TokensAt(row), a.Name)
	case contract.ColumnText:
		require.Equal(t, a.StringAt(row), b.StringAt(row), a.Name)
	}
}

func TestColumnsHoldWhatTheirNamesSay(t *testing.T) {
	const rows = 200
	r := New(manifest(contract.KindAssess), 1).Request(rows)
	passages := r.Table("passages")
	each := func(name string, in func(v float64) bool) {
		c := passages.Column(name)
		for row := range rows {
			if v, known := c.NumberAt(row); known {
				assert.True(t, in(v), "%s = %v", name, v)
			}
		}
	}
	whole := func(v float64) bool { return v == float64(int(v)) }
	each("year", func(v float64) bool { return whole(v) && v > 1900 && v < 2030 })
	each("citation_count", func(v float64) bool { return whole(v) && v >= 0 })
	each("relevance", func(v float64) bool { return v >= 0 && v <= 1 })
	each("against", func(v float64) bool { return v == 0 || v == 1 })
	assert.NotEmpty(t, passages.Column("year").Present, "some years are unknown")
	assert.Empty(t, passages.Column("relevance").Present, "the host knows every relevance")
	assert.EqualValues(t, 1, r.Table("query").Rows)
	assert.EqualValues(t, fewRows, r.Table("options").Rows)

	names := map[string]bool{}
	terms := New(manifest(contract.KindCalibrate), 1).Request(rows).Table("terms")
	for row := range rows {
		names[terms.Column("name").StringAt(row)] = true
	}
	assert.Len(t, names, rows, "terms are told apart by name")
	set := passages.Column("token_set")
	for row := range rows {
		for i, token := range set.TokensAt(row)[1:] {
			assert.Less(t, set.TokensAt(row)[i], token, "a set is sorted and holds each once")
		}
	}
}

func TestAScorePluginGetsItemsEvenIfItReadsNothing(t *testing.T) {
	r := New(&contract.Manifest{Kind: contract.KindScore}, 1).Request(7)
	require.Len(t, r.Tables, 1)
	assert.Equal(t, ItemsTable, r.Tables[0].Name)
	assert.EqualValues(t, 7, r.Tables[0].Rows)
}
