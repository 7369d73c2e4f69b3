package biblio

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	isoDate = regexp.MustCompile(`\b(1[0-9]{3}|2[0-9]{3})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?`)
	names   = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
)

// Date reads the year, and the date as far as it is known, out of what people and programs write: "2020", "2020-05-17", "2020/05//",
// "2020 May 17". The date is empty if there is only a year; the year is 0 if there is none.
func Date(s string) (year int, date string) {
	m := isoDate.FindStringSubmatch(s)
	if m == nil {
		return 0, ""
	}
	year, _ = strconv.Atoi(m[1])
	month, day := number(m[2], 12), number(m[3], 31)
	if month == 0 {
		month, day = monthIn(s), dayIn(s)
	}
	return year, Written(year, month, day)
}

// Written returns a date as documents have it: "2020-05-17", "2020-05"; empty if the month is unknown (0).
func Written(year, month, day int) string {
	switch {
	case year == 0 || month < 1 || month > 12:
		return ""
	case day < 1 || day > 31:
		return fmt.Sprintf("%04d-%02d", year, month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

// Month reads a month as a number or as an English name; 0 if it is neither.
func Month(s string) int {
	if n := number(strings.TrimSpace(s), 12); n > 0 {
		return n
	}
	return monthIn(s)
}

func monthIn(s string) int {
	for _, word := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' }) {
		for i, name := range names {
			if strings.HasPrefix(word, name) {
				return i + 1
			}
		}
	}
	return 0
}

func dayIn(s string) int {
	for _, word := range strings.Fields(s) {
		if n := number(strings.Trim(word, ","), 31); n > 0 {
			return n
		}
	}
	return 0
}

// number reads a whole number from 1 to most; 0 for anything else.
func number(s string, most int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > most {
		return 0
	}
	return n
}
