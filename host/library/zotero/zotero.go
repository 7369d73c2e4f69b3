// Package zotero reads the data folder of Zotero: the works of zotero.sqlite, with the PDFs in storage that belong to them. Nothing in the
// folder is written.
package zotero

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/embed" // SQLite as WebAssembly

	"github.com/sparkhost/sparkhost/host/library/item"
)

// Database is the file by which a data folder is known.
const Database = "zotero.sqlite"

// ErrLocked is matched by the error of [Read] when another program, which is Zotero, holds the database.
var ErrLocked = errors.New("the database is locked: close Zotero and try again, or export the library from Zotero as CSL JSON and import that")

// patience is the time to wait for a lock. Zotero keeps it as long as it runs; a backup holds it for a moment.
const patience = 2 * time.Second

// Read hands the works of a data folder to out. Works in the bin, notes and attachments are left out.
func Read(ctx context.Context, dir string, out item.Output) error {
	db, err := open(ctx, filepath.Join(dir, Database))
	if err != nil {
		return explain(err)
	}
	err = works(ctx, db, dir, out)
	return explain(errors.Join(err, db.Close()))
}

// open opens the database for reading.
func open(ctx context.Context, path string) (*sqlite3.Conn, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	db, err := sqlite3.OpenContext(ctx, "file:"+(&url.URL{Path: filepath.ToSlash(abs)}).EscapedPath()+"?mode=ro")
	if err != nil {
		return nil, err
	}
	if err := db.BusyTimeout(patience); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sqlite3.BUSY), errors.Is(err, sqlite3.LOCKED), errors.Is(err, sqlite3.READONLY_ROLLBACK):
		return fmt.Errorf("%w (%v)", ErrLocked, err)
	case errors.Is(err, sqlite3.NOTADB), errors.Is(err, sqlite3.CORRUPT):
		return fmt.Errorf("the database is damaged: %w", err)
	}
	return err
}

// A query walks the rows of a statement.
func query(ctx context.Context, db *sqlite3.Conn, sql string, row func(s *sqlite3.Stmt) error) error {
	s, _, err := db.Prepare(sql)
	if err != nil {
		return err
	}
	for s.Step() {
		if err = errors.Join(ctx.Err(), row(s)); err != nil {
			break
		}
	}
	return errors.Join(err, s.Err(), s.Close())
}

// has says whether the database has a table; older versions of Zotero lack some.
func has(ctx context.Context, db *sqlite3.Conn, table string) (found bool, err error) {
	err = query(ctx, db, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '"+table+"'", func(*sqlite3.Stmt) error {
		found = true
		return nil
	})
	return found, err
}

// attachment returns the path of a PDF from Zotero's form of it: "storage:paper.pdf" in the folder of its key, or a path.
func attachment(dir, key, path string) string {
	if name, ok := strings.CutPrefix(path, "storage:"); ok {
		return filepath.Join(dir, "storage", key, filepath.Base(name))
	}
	return path
}
