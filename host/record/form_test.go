package record

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func canonical(t testing.TB, v any) string {
	t.Helper()
	b, err := Canonical(v)
	require.NoError(t, err)
	return string(b)
}

// lineUp is a record of events whose data is given, as lines of a file; each begins with its kind.
func lineUp(events ...string) string {
	var b strings.Builder
	for i, e := range events {
		kind, data, _ := strings.Cut(e, " ")
		fmt.Fprintf(&b, "{\"seq\":%d,\"kind\":%q,\"data\":%s}\n", i+1, kind, data)
	}
	return b.String()
}

// readBoth reads a record with both readers, which have to agree.
func readBoth(t *testing.T, text string) error {
	t.Helper()
	_, err := readLines("x", []byte(text), nil)
	_, skimmed := read("x", []byte(text), nil, frame)
	require.Equal(t, err, skimmed)
	return err
}

func TestAnEventThatNoRunWritesIsRefusedByBothReaders(t *testing.T) {
	run, result := "run "+canonical(t, sampleRun("r")), "result "+canonical(t, sampleResult())
	option := `option {"label":"A","text":"","terms":{"a":1},"score":1,"eliminated":false,"passages":[],"chosen":true}`
	require.NoError(t, readBoth(t, lineUp(run, option, result)))
	require.NoError(t, readBoth(t, lineUp(run, `later [1]`, strings.Replace(option, `{"label"`, `{"later":1, "label"`, 1), result)),
		"later versions may write other kinds and fields")
	for want, events := range map[string][]string{
		`x:1: the record begins with an event of kind "option": each run begins with one of kind "run"`: {option, run, result},
		`x:2: a second event of kind "run": a run writes one`:                                           {run, run, result},
		`x:3: a second event of kind "result": a run writes one`:                                        {run, result, result},
		`x:2: the calibration event lacks "phase"`:                                                      {run, `calibration {}`, result},
		`x:2: the calibration event lacks "terms"`:                                                      {run, `calibration {"phase":"final","base":0}`, result},
		`x:2: the option event lacks "label"`:                                                           {run, `option null`, result},
		`x:2: the option event 2: terms: expected a number of at most 1.8e308, got 1e999`:               {run, strings.Replace(option, `"a":1`, `"a":1e999`, 1), result},
		`x:2: the option event 2: label: expected a string, got an array`:                               {run, strings.Replace(option, `"A"`, `[]`, 1), result},
		`x:2: the option event 2: invalid character '}' looking for beginning of object key string`:     {run, strings.Replace(option, `true}`, `true,}`, 1), result},
		`x:2: the later event 2: expected a number of at most 1.8e308, got 1e999`:                       {run, `later [1e999]`, result},
		`x:1: the run event 1: format_version: expected a whole number, got a string`:                   {strings.Replace(run, `"format_version":1`, `"format_version":"1"`, 1)},
	} {
		err := readBoth(t, lineUp(events...))
		assert.EqualError(t, err, "record "+want)
		assert.ErrorIs(t, err, ErrCorrupt)
	}
	assert.EqualError(t, readBoth(t, `{"seq":"1","kind":"run","data":{}}`+"\n"),
		"record x:1: not a line of a record: seq: expected a whole number, got a string")
}

func TestARecordOfANewerFormatIsNotDamaged(t *testing.T) {
	err := readBoth(t, lineUp(strings.Replace("run "+canonical(t, sampleRun("r")), `"format_version":1`, `"format_version":9,"id":{"of":"that"}`, 1)))
	assert.EqualError(t, err, "record x: a newer version of sparkhost wrote this record: its format is 9, and this version reads up to 1; update sparkhost")
	assert.ErrorIs(t, err, ErrNewer)
	assert.NotErrorIs(t, err, ErrCorrupt)
}

// One condition of values that repeat took 948 MB, of which a file of 113 MiB held none.
func TestARecordOfVeryManyValuesIsRefused(t *testing.T) {
	run := "run " + canonical(t, sampleRun("r"))
	of := func(events, values int) error {
		one := "later [" + strings.Repeat("1,", values-1) + "1]"
		all := append([]string{run}, strings.Split(strings.Repeat(one+"\n", events), "\n")[:events]...)
		return readBoth(t, lineUp(all...))
	}
	require.NoError(t, of(1, mostValues/2))
	assert.EqualError(t, of(2, mostValues/2), "record x:3: its events have more than 1000000 values: no run writes so many")
	long := `later "` + strings.Repeat("x", mostEvents/3) + `"`
	require.NoError(t, readBoth(t, lineUp(run, long, long)))
	assert.EqualError(t, readBoth(t, lineUp(run, long, long, long)), "record x:4: its events have more than 64 MiB: no run writes so much")
}

// A blob may not come under a digest that its line says and its content does not have.
func TestABlobIsOfTheDigestThatItsLineBeginsWith(t *testing.T) {
	one, other := Digest([]byte("one")), Digest([]byte("other"))
	text := lineUp("run "+canonical(t, sampleRun("r"))) + `{"kind":"blob","digest":"` + one + `","text":"other","digest":"` + other + `"}` + "\n"
	_, err := readLines("x", []byte(text), nil)
	require.ErrorIs(t, err, ErrCorrupt)
	r, err := read("x", []byte(text), nil, frame)
	require.NoError(t, err)
	_, err = r.Blob(one)
	assert.ErrorIs(t, err, ErrCorrupt)
}

// A megabyte of empty citations took 1.1 GB, since each has the memory of a whole one.
func TestObjectsWithoutTheirFieldsCountForTheMemoryThatTheyTake(t *testing.T) {
	run, result := "run "+canonical(t, sampleRun("r")), canonical(t, sampleResult())
	cited := func(n int) error {
		list := `"citations":[` + strings.TrimSuffix(strings.Repeat("{},", n), ",") + `]`
		return readBoth(t, lineUp(run, "result "+strings.Replace(result, `"citations":null`, list, 1)))
	}
	require.NoError(t, cited(70_000))
	assert.ErrorContains(t, cited(90_000), "more than 1000000 values")
}

func TestALineThatNoRunWritesIsNotParsed(t *testing.T) {
	text := `{"kind":"blob","digest":"` + strings.Repeat("0", 64) + `","text":"` + strings.Repeat("x", mostLine) + `"}`
	assert.EqualError(t, readBoth(t, text), "record x:1: a line of more than 32 MiB: no run writes so much")
}

func TestACheckReadsTheTextsThatSkimmingLeaves(t *testing.T) {
	text := lineUp("run "+canonical(t, sampleRun("r"))) + `{"kind":"blob","digest":"` + Digest([]byte("one")) + `","text":"other"}` + "\n"
	r, err := read("x", []byte(text), nil, frame)
	require.NoError(t, err)
	assert.ErrorIs(t, r.Check(), ErrCorrupt)
}
