package record

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAUniquePrefixOfAnIDStandsForIt(t *testing.T) {
	s := openTest(t, t.TempDir())
	for _, id := range []string{"abcdef", "abcdef00", "abcdef11", "fedcba99", "short"} {
		writeSample(t, s, id, 1)
	}
	tests := []struct{ name, ref, want, problem string }{
		{"an id", "fedcba99", "fedcba99", ""},
		{"a prefix of one id", "fedcba", "fedcba99", ""},
		{"an id that is also a prefix of others", "abcdef", "abcdef", ""},
		{"a longer prefix", "abcdef1", "abcdef11", ""},
		{"a prefix that is too short", "fedcb", "", `record "fedcb": no such record`},
		{"a short id", "short", "short", ""},
		{"nothing", "", "", "no such record"},
		{"more than the id", "fedcba990", "", "no such record"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id, err := s.Resolve(tt.ref)
			if tt.problem != "" {
				require.ErrorIs(t, err, ErrNotFound)
				require.ErrorContains(t, err, tt.problem)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.want, id)
		})
	}
}

func TestAnAmbiguousPrefixNamesItsCandidates(t *testing.T) {
	s := openTest(t, t.TempDir())
	var want []string
	for i := range 12 {
		want = append(want, fmt.Sprintf("abcdef%02d", i))
		writeSample(t, s, want[i], 1)
	}
	_, err := s.Resolve("abcdef")
	var ambiguous *AmbiguousError
	require.ErrorAs(t, err, &ambiguous)
	require.Equal(t, AmbiguousError{"abcdef", want}, *ambiguous)
	require.ErrorContains(t, err, `record "abcdef" may be any of 12: abcdef00, abcdef01,`)
	require.ErrorContains(t, err, "abcdef09 and 2 more")
	_, err = s.Resolve("abcdef0")
	require.ErrorContains(t, err, "abcdef08, abcdef09")
	_, _, err = Load(t.Context(), "abcdef1", func(context.Context) (*Store, error) { return s, nil })
	require.EqualError(t, err, `record "abcdef1" may be any of 2: abcdef10, abcdef11`)
}

func TestLoadTakesAPrefix(t *testing.T) {
	dir := t.TempDir()
	r, done, err := Load(t.Context(), "abcdef", func(ctx context.Context) (*Store, error) {
		s, err := Open(ctx, Options{Dir: dir})
		if err == nil {
			writeSample(t, s, "abcdef99", 1)
		}
		return s, err
	})
	require.NoError(t, err)
	require.Equal(t, "abcdef99", r.Name)
	require.NoError(t, done())
}

func TestADamagedRecordStoreIsToBeMovedAwayAndNeverDeleted(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "MANIFEST"), []byte("this is not a manifest"), 0o600))
	_, err := Open(t.Context(), Options{Dir: dir})
	require.ErrorIs(t, err, ErrDamaged)
	require.ErrorContains(t, err, "move the folder away")
	require.NotContains(t, err.Error(), "delete")
}
