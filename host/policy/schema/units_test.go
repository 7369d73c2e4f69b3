package schema

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuantitiesNeedTheirUnits(t *testing.T) {
	d, err := parseDuration("1m30s")
	require.NoError(t, err)
	assert.Equal(t, 90*time.Second, d)
	s, err := parseSize("32MiB")
	require.NoError(t, err)
	assert.Equal(t, int64(32<<20), s)
	s, err = parseSize("1.5 KiB")
	require.NoError(t, err)
	assert.Equal(t, int64(1536), s)
	m, err := parseMoney("0.005 USD")
	require.NoError(t, err)
	assert.Equal(t, int64(5000), m)

	for cents := int64(1); cents <= 10_000; cents++ {
		m, err = parseMoney(fmt.Sprintf("%d.%02d USD", cents/100, cents%100))
		require.NoError(t, err)
		require.Equal(t, cents*10_000, m)
	}
	m, err = parseMoney("999999999999.999999 USD")
	require.NoError(t, err)
	assert.Equal(t, int64(999_999_999_999_999_999), m, "to the last millionth")
	_, err = parseMoney("0.0000001 USD")
	assert.ErrorContains(t, err, "finer than a millionth")

	for text, want := range map[string]int64{"2.01M": 2_010_000, "200M": 200_000_000, "1.5 G": 1_500_000_000, "7": 7, "2k": 2000, "1000T": 1e15} {
		n, err := parseCount(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, n, text)
	}
	for _, bad := range []string{"", "-1M", "5e9", "1.5", "1.0005k", "2m", "1001T", "M", "9999999999T"} {
		_, err := parseCount(bad)
		assert.Error(t, err, bad)
	}

	for _, bad := range []string{"", "-5s", "0s", "five", "5 s", "1e3"} {
		_, err := parseDuration(bad)
		assert.Error(t, err, bad)
	}
	for _, bad := range []string{"", "-1MiB", "32MB", "0B", "9999999GiB", "MiB"} {
		_, err := parseSize(bad)
		assert.Error(t, err, bad)
	}
	for _, bad := range []string{"", "3", "3 EUR", "-1 USD", "$3", "1e3 USD"} {
		_, err := parseMoney(bad)
		assert.Error(t, err, bad)
	}
	_, err = parseDuration("300")
	assert.ErrorIs(t, err, ErrUnit)
	_, err = parseSize("300")
	assert.ErrorIs(t, err, ErrUnit)
	_, err = parseMoney("300")
	assert.ErrorIs(t, err, ErrUnit)
}
