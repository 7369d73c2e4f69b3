package zotero

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/biblio"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A work is one item of the library.
type work struct {
	key, kind string
	fields    map[string]string
	authors   []string
	tags      []string
	files     []string
	retracted bool
}

// works reads all items, then hands them over in the order of their keys, which is that of no clock.
func works(ctx context.Context, db *sqlite3.Conn, dir string, out item.Output) error {
	all := map[int64]*work{}
	for _, read := range []func() error{
		func() error { return items(ctx, db, all) },
		func() error { return fields(ctx, db, all) },
		func() error { return creators(ctx, db, all) },
		func() error { return tags(ctx, db, all) },
		func() error { return attachments(ctx, db, dir, all) },
		func() error { return retracted(ctx, db, all) },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	var list []*work
	for _, w := range all {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b *work) int { return cmp.Compare(a.key, b.key) })
	for _, w := range list {
		it := w.item()
		if it.Document.Title == "" && it.Document.DOI == "" {
			out.Wrong(0, "item "+w.key+" has neither a title nor a DOI")
			continue
		}
		if err := out.Found(it); err != nil {
			return err
		}
	}
	return nil
}

func items(ctx context.Context, db *sqlite3.Conn, all map[int64]*work) error {
	return query(ctx, db, `SELECT i.itemID, i.key, t.typeName FROM items i JOIN itemTypes t USING (itemTypeID)
		WHERE t.typeName NOT IN ('attachment', 'note', 'annotation') AND i.itemID NOT IN (SELECT itemID FROM deletedItems)`,
		func(s *sqlite3.Stmt) error {
			all[s.ColumnInt64(0)] = &work{key: s.ColumnText(1), kind: s.ColumnText(2), fields: map[string]string{}}
			return nil
		})
}

func fields(ctx context.Context, db *sqlite3.Conn, all map[int64]*work) error {
	return query(ctx, db, `SELECT d.itemID, f.fieldName, v.value FROM itemData d JOIN fields f USING (fieldID) JOIN itemDataValues v USING (valueID)`,
		func(s *sqlite3.Stmt) error {
			if w := all[s.ColumnInt64(0)]; w != nil {
				w.fields[s.ColumnText(1)] = s.ColumnText(2)
			}
			return nil
		})
}

// creators returns the authors, or the first kind of creator that there is in their place: a film has directors.
func creators(ctx context.Context, db *sqlite3.Conn, all map[int64]*work) error {
	kinds := map[*work]string{}
	return query(ctx, db, `SELECT c.itemID, n.firstName, n.lastName, t.creatorType FROM itemCreators c JOIN creators n USING (creatorID) JOIN creatorTypes t USING (creatorTypeID)
		ORDER BY c.itemID, t.creatorType <> 'author', c.orderIndex`,
		func(s *sqlite3.Stmt) error {
			w, kind := all[s.ColumnInt64(0)], s.ColumnText(3)
			if w == nil || kinds[w] != "" && kinds[w] != kind {
				return nil
			}
			kinds[w] = kind
			if name := strings.TrimSpace(s.ColumnText(1) + " " + s.ColumnText(2)); name != "" {
				w.authors = append(w.authors, name)
			}
			return nil
		})
}

func tags(ctx context.Context, db *sqlite3.Conn, all map[int64]*work) error {
	return query(ctx, db, `SELECT i.itemID, t.name FROM itemTags i JOIN tags t USING (tagID) ORDER BY i.itemID, t.name`, func(s *sqlite3.Stmt) error {
		if w := all[s.ColumnInt64(0)]; w != nil {
			w.tags = append(w.tags, s.ColumnText(1))
		}
		return nil
	})
}

func attachments(ctx context.Context, db *sqlite3.Conn, dir string, all map[int64]*work) error {
	return query(ctx, db, `SELECT a.parentItemID, i.key, a.path FROM itemAttachments a JOIN items i USING (itemID)
		WHERE a.parentItemID IS NOT NULL AND a.path IS NOT NULL AND (a.contentType = 'application/pdf' OR a.path LIKE '%.pdf')
		AND a.itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY a.parentItemID, i.key`,
		func(s *sqlite3.Stmt) error {
			if w := all[s.ColumnInt64(0)]; w != nil {
				w.files = append(w.files, attachment(dir, s.ColumnText(1), s.ColumnText(2)))
			}
			return nil
		})
}

// retracted reads what Zotero knows from Retraction Watch; flag 0 is one that the user hides, which does not make it less retracted.
func retracted(ctx context.Context, db *sqlite3.Conn, all map[int64]*work) error {
	if known, err := has(ctx, db, "retractedItems"); err != nil || !known {
		return err
	}
	return query(ctx, db, `SELECT itemID FROM retractedItems`, func(s *sqlite3.Stmt) error {
		if w := all[s.ColumnInt64(0)]; w != nil {
			w.retracted = true
		}
		return nil
	})
}

func (w *work) item() item.Item {
	f := w.fields
	first := func(names ...string) string {
		for _, name := range names {
			if v := item.Plain(f[name]); v != "" {
				return v
			}
		}
		return ""
	}
	d := evidence.Document{
		ID: w.key, Title: first("title", "caseName", "nameOfAct", "subject"), Abstract: first("abstractNote"), Authors: w.authors, Type: evidence.DocumentType(w.kind), Retracted: w.retracted,
		Venue: first("publicationTitle", "bookTitle", "proceedingsTitle", "conferenceName", "repository", "university", "institution", "websiteTitle", "encyclopediaTitle", "publisher"),
		URL:   f["url"], DOI: retrieval.NormalizeDOI(f["DOI"]), PMID: retrieval.NormalizePMID(f["PMID"]), PMCID: retrieval.NormalizePMCID(f["PMCID"]),
	}
	d.Publication = evidence.Publication{
		Volume: f["volume"], Issue: cmp.Or(f["issue"], f["number"]), Pages: strings.ReplaceAll(f["pages"], "–", "-"), Publisher: first("publisher"), Language: f["language"], License: f["rights"],
		ISSN: item.List(f["ISSN"], ",; "), ISBN: item.List(f["ISBN"], ",; "), Keywords: w.tags,
	}
	stored, _, _ := strings.Cut(f["date"], " ") // "2020-05-17 May 17, 2020": the date as Zotero understands it, then as it was typed
	d.Year, d.Date = biblio.Date(strings.ReplaceAll(stored, "-00", ""))
	w.extra(&d)
	return item.Item{Document: d, Files: w.files}
}

// extra reads the identifiers that Zotero keeps as lines of the field "Extra".
func (w *work) extra(d *evidence.Document) {
	for line := range strings.Lines(w.fields["extra"] + "\narXiv: " + w.fields["archiveID"]) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "doi":
			d.DOI = cmp.Or(d.DOI, retrieval.NormalizeDOI(value))
		case "pmid":
			d.PMID = cmp.Or(d.PMID, retrieval.NormalizePMID(value))
		case "pmcid":
			d.PMCID = cmp.Or(d.PMCID, retrieval.NormalizePMCID(value))
		case "arxiv":
			value, _, _ = strings.Cut(value, " ")
			d.ArXiv = cmp.Or(d.ArXiv, retrieval.NormalizeArXiv(value))
		}
	}
	if d.Type == "preprint" {
		d.Status = "preprint"
	}
}
