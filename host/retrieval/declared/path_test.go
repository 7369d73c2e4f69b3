package declared

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestPathsLeadToValues(t *testing.T) {
	const asJSON = `{"a":{"b":[{"c":1,"k":"x"},{"c":"2","k":"y"},{"c":null}],"n":[[1,2],3],"t":true,"e":""},"people":[{"given":"Ada","family":"Author"},{"family":"Solo"}]}`
	const asXML = `<r><a i="1">one <i>two</i></a><a i="2">three</a><p><g>Ada</g><f>Author</f></p><e/></r>`
	for _, tt := range []struct {
		format, body, path string
		want               []string
	}{
		{"json", asJSON, "a.b.c", []string{"1", "2"}}, {"json", asJSON, "$.a.b[1].c", []string{"2"}}, {"json", asJSON, "a.b[k=y].c", []string{"2"}}, {"json", asJSON, "a.b[7].c", nil},
		{"json", asJSON, "a.n", []string{"1", "2", "3"}}, {"json", asJSON, "a.t", []string{"true"}}, {"json", asJSON, "a.e | a.b[0].c", []string{"1"}}, {"json", asJSON, "a.none | people.none", nil},
		{"json", asJSON, "people(given family)", []string{"Ada Author", "Solo"}}, {"json", asJSON, "a.b.*", []string{"1", "x", "2", "y"}}, {"json", `[{"x":1},{"x":2}]`, "*.x", []string{"1", "2"}}, {"json", `[{"x":1}]`, "*.x", []string{"1"}},
		{"xml", asXML, "a", []string{"one two", "three"}}, {"xml", asXML, "a[@i=2]", []string{"three"}}, {"xml", asXML, "a.@i", []string{"1", "2"}}, {"xml", asXML, "p(g f)", []string{"Ada Author"}}, {"xml", asXML, "e", nil},
	} {
		root, err := parse(tt.format, []byte(tt.body))
		require.NoError(t, err)
		p, err := parsePath(tt.path)
		require.NoError(t, err, tt.path)
		assert.Equal(t, tt.want, p.texts(root), tt.path)
	}
}

func TestWhatIsNoPathIsSaidToBeNone(t *testing.T) {
	for _, s := range []string{"", "a..b", "a b", "a[", "a[-1]", "a[x]", "a(b.c)", "a | ", "a(b)c", ".a"} {
		_, err := parsePath(s)
		assert.Error(t, err, s)
	}
}

func TestBrokenAnswersAreErrors(t *testing.T) {
	for _, body := range []string{"", "{", `{"a":1} {}`, `[1`, "hello"} {
		_, err := parse("json", []byte(body))
		assert.Error(t, err, body)
	}
	for _, body := range []string{"", "hello", "<a>"} {
		_, err := parse("xml", []byte(body))
		assert.Error(t, err, body)
	}
	deep := ""
	for range 1000 {
		deep += "["
	}
	_, err := parse("json", []byte(deep))
	assert.ErrorIs(t, err, errTooDeep)
}

func FuzzParse(f *testing.F) {
	f.Add("json", `{"a":[1,{"b":null}]}`)
	f.Add("xml", `<a i="1">b<c/></a>`)
	p, err := parsePath("a.b | *.c(d e)")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, format, body string) {
		if root, err := parse(format, []byte(body)); err == nil {
			p.texts(root)
		}
	})
}

func TestParsingAPathTwiceGivesTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-z]{1,3}(\[[0-9]\])?(\.[a-z]{1,3}(\[k=v\])?){0,3}( \| [a-z]{1,3})?`).Draw(t, "path")
		first, err := parsePath(s)
		require.NoError(t, err)
		second, _ := parsePath(s)
		assert.Equal(t, first, second)
	})
}

// declaration is the least that declares a source.
func declaration() map[string]any {
	return map[string]any{
		"http.base_url": "https://x.test/api", "http.search.path": "/q", "http.search.query.q": "{query}", "http.search.items": "items", "http.fields.id": "id", "http.fields.title": "title",
	}
}

func TestTheLeastDeclarationHasDefaults(t *testing.T) {
	s, problems := Parse("mine", declaration(), nil)
	assert.Empty(t, problems)
	assert.Equal(t, []any{"json", time.Second, 1, 24 * time.Hour, 50, 1000, int64(0)}, []any{s.Format, s.Interval, s.InFlight, s.Keep, s.Search.PageSize, s.Search.Most, s.PriceMicroUSD})
}

func TestEachMistakeIsNamedWithItsSetting(t *testing.T) {
	for setting, value := range map[string]any{
		"http.base_url": "ftp://x", "http.search.items": "a..b", "http.search.query.z": "{querry}", "http.search.path": "q", "http.fields.url": "https://x/{nope}", "http.fields.colour": "c",
		"http.set.colour": "red", "http.interval": "soon", "http.keep": "3h", "interval": "1s", "http.search.total": "[", "http.error": "(", "http.headers.X": []string{"a"},
	} {
		config := declaration()
		config[setting] = value
		_, problems := Parse("mine", config, nil)
		require.Len(t, problems, 1, setting)
		assert.Equal(t, setting, problems[0].Setting)
	}
	for _, missing := range []string{"http.search.items", "http.search.query.q", "http.fields.id", "http.fields.title"} {
		config := declaration()
		delete(config, missing)
		_, problems := Parse("mine", config, nil)
		assert.NotEmpty(t, problems, missing)
	}
}

func TestASecretIsNotPartOfTheRequestThatIsKept(t *testing.T) {
	config := declaration()
	config["http.search.query.key"], config["http.headers.X-Key"] = "sesame", "open"
	s, problems := Parse("mine", config, []string{"http.search.query.key", "http.headers.X-Key"})
	require.Empty(t, problems)
	assert.Equal(t, map[string]string{"q": "{query}"}, s.Search.Query)
	assert.Empty(t, s.Headers)
	assert.ElementsMatch(t, []string{"sesame", "open"}, s.secrets)
	assert.Equal(t, map[string]string{"query.key": "sesame", "headers.X-Key": "open"}, s.secretOf)
}

func TestHeadersThatNoRequestCarriesAndKeysInClearAreRefused(t *testing.T) {
	for name, value := range map[string]string{"X Key": "a", "X-Key": "a\r\nEvil: 1", "Host": "other", "Authorization": "Bearer abc"} {
		config := declaration()
		config["http.headers."+name] = value
		_, problems := Parse("mine", config, nil)
		require.Len(t, problems, 1, name)
		assert.Equal(t, "http.headers."+name, problems[0].Setting)
		assert.NotContains(t, problems[0].Err.Error(), "Evil")
	}
}

func FuzzWork(f *testing.F) {
	var paths []path
	for _, s := range []string{"a.b | *.c(d e)", "*.*.*", "r.a[@i=2]", "a.b[k=y].c", "p(g f)"} {
		p, err := parsePath(s)
		require.NoError(f, err)
		paths = append(paths, p)
	}
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		for _, format := range []string{"json", "xml"} {
			root, err := parse(format, []byte(text))
			for _, p := range paths {
				if err == nil {
					p.texts(root)
				}
			}
		}
		_, _ = parsePath(text)
	}, `{"a":{"b":[{"c":1,"k":"y"},{"c":"2"}],"n":[[1,2],3]},"p":[{"g":"A","f":"B"}]}`, `<r><a i="1">one <i>two</i></a><a i="2">three<e/></a><p><g>A</g><f>B</f></p><!-- c --></r>`, "a.b[c=d](e f) | g")
}

// The end of each of a million elements was looked for from there back to the last end tag; this ends before the test's time is out.
func TestAMillionElementsWithoutContentAreReadOnce(t *testing.T) {
	root, err := parse("xml", []byte("<r>"+strings.Repeat("<a/>", 1<<20)+"</r>"))
	require.NoError(t, err)
	assert.Len(t, root.children, 1<<20)
	root, err = parse("xml", []byte("<r><a>x<b>y</a><c/>z</r>"))
	require.NoError(t, err)
	assert.Equal(t, []string{"x<b>y", "y", ""}, []string{root.children[0].raw(), root.children[0].children[0].raw(), root.children[1].raw()}, "an end may shut several elements")
}
