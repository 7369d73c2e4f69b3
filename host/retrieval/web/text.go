package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// read reads a body up to the cap, unpacked by net/http as it is read. What is packed without saying so, or under the other
// name of gzip, which net/http does not know, is unpacked here.
func (c *Client) read(resp *http.Response) ([]byte, error) {
	body, err := c.limited(resp.Body)
	if err != nil {
		return nil, err
	}
	if c.p.Decode != nil && resp.StatusCode < 300 {
		return body, nil
	}
	if bytes.HasPrefix(body, []byte("\x1f\x8b")) {
		packed, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if body, err = c.limited(packed); err != nil {
			return nil, err
		}
		resp.Header.Del("Content-Encoding")
	}
	return inUTF8(body, resp.Header.Get("Content-Type"))
}

// limited reads all, up to the cap.
func (c *Client) limited(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, c.p.MaxBytes+1))
	if int64(len(body)) > c.p.MaxBytes {
		return nil, errTooLarge
	}
	return body, err
}

// plain says whether a body came as it is, after all that net/http and read unpacked.
func plain(header http.Header) bool {
	switch strings.ToLower(header.Get("Content-Encoding")) {
	case "", "identity":
		return true
	}
	return false
}

// inUTF8 returns a text as valid UTF-8. A mark of byte order goes before the charset that the header names, and so does the text itself where
// it is UTF-8 already, as JSON always is.
func inUTF8(body []byte, contentType string) ([]byte, error) {
	var err error
	switch charset := charsetOf(contentType); {
	case bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.HasPrefix(body, []byte("\xff\xfe")):
		if body, err = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder().Bytes(body); err != nil {
			return nil, err
		}
	case charset != "" && !alreadyUTF8(body):
		if enc, unknown := htmlindex.Get(charset); unknown == nil {
			if body, err = enc.NewDecoder().Bytes(body); err != nil {
				return nil, err
			}
		}
	}
	return encodedOnce(bytes.ToValidUTF8(bytes.TrimPrefix(body, []byte("\ufeff")), []byte("\ufffd"))), nil
}

func charsetOf(contentType string) string {
	_, params, _ := mime.ParseMediaType(contentType) // nonsense is not a charset
	return params["charset"]
}

// alreadyUTF8 says whether a text is UTF-8 whatever it is labelled as. UTF-16 of ASCII has zeros, and the encodings
// that switch between alphabets have escapes.
func alreadyUTF8(body []byte) bool { return utf8.Valid(body) && !bytes.ContainsAny(body, "\x00\x1b") }

// encodedOnce undoes a second encoding: UTF-8 that was taken for Latin-1 and encoded again ("Î±" for "α"), throughout the text. A text that has
// any other character beyond ASCII stays as it is.
func encodedOnce(text []byte) []byte {
	if len(text) == utf8.RuneCount(text) {
		return text
	}
	once := make([]byte, 0, len(text))
	for _, r := range string(text) {
		if r > 0xff {
			return text
		}
		once = append(once, byte(r))
	}
	if !utf8.Valid(once) {
		return text
	}
	return once
}
