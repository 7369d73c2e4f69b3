package zotero_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/host/library/zotero"
)

// tables are those of Zotero 7 that hold works, with the columns that are read.
const tables = `
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT, key TEXT);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE itemTags (itemID INT, tagID INT, type INT);
CREATE TABLE itemAttachments (itemID INT, parentItemID INT, linkMode INT, contentType TEXT, path TEXT);
CREATE TABLE deletedItems (itemID INT);
CREATE TABLE retractedItems (itemID INT, data TEXT, flag INT);
INSERT INTO itemTypes VALUES (1,'journalArticle'),(2,'attachment'),(3,'note');
INSERT INTO items VALUES (1,1,'BBBB2222'),(2,1,'AAAA1111'),(3,2,'CCCC3333'),(4,3,'DDDD4444'),(5,1,'EEEE5555');
INSERT INTO fields VALUES (1,'title'),(2,'date'),(3,'DOI'),(4,'publicationTitle'),(5,'extra'),(6,'abstractNote');
INSERT INTO itemDataValues VALUES (1,'Zinc <i>and</i> colds'),(2,'2010-05-00 May 2010'),(3,'10.1000/Z'),(4,'J Cold'),(5,'PMID: 77' || char(10) || 'tex.x: y'),(6,'Retracted one'),(7,'Binned'),(8,'We gave zinc.');
INSERT INTO itemData VALUES (1,1,1),(1,2,2),(1,3,3),(1,4,4),(1,5,5),(1,6,8),(2,1,6),(5,1,7);
INSERT INTO creatorTypes VALUES (1,'author'),(2,'editor');
INSERT INTO creators VALUES (1,'Marie','Curie',0),(2,'','The Group',1),(3,'An','Editor',0);
INSERT INTO itemCreators VALUES (1,3,2,0),(1,1,1,1),(1,2,1,2);
INSERT INTO tags VALUES (1,'zinc');
INSERT INTO itemTags VALUES (1,1,0);
INSERT INTO itemAttachments VALUES (3,1,0,'application/pdf','storage:paper.pdf');
INSERT INTO deletedItems VALUES (5);
INSERT INTO retractedItems VALUES (2,'{}',1);`

func library(t *testing.T) string {
	dir := t.TempDir()
	db, err := sqlite3.Open(filepath.Join(dir, zotero.Database))
	require.NoError(t, err)
	require.NoError(t, db.Exec(tables))
	require.NoError(t, db.Close())
	return dir
}

func TestALibraryIsRead(t *testing.T) {
	dir := library(t)
	before, err := os.ReadDir(dir)
	require.NoError(t, err)
	var got librarytest.Collector
	require.NoError(t, zotero.Read(t.Context(), dir, &got))
	assert.Empty(t, got.Bad)
	require.Len(t, got.Items, 2, "neither notes nor attachments, nor what is in the bin")
	assert.True(t, got.Items[0].Document.Retracted)
	assert.Equal(t, evidence.Document{
		ID: "BBBB2222", Title: "Zinc and colds", Abstract: "We gave zinc.", Year: 2010, Venue: "J Cold", DOI: "10.1000/z", PMID: "77", Type: "article", Authors: []string{"Marie Curie", "The Group"},
		Publication: evidence.Publication{Date: "2010-05", Keywords: []string{"zinc"}},
	}, got.Items[1].Document)
	assert.Equal(t, []string{filepath.Join(dir, "storage", "CCCC3333", "paper.pdf")}, got.Items[1].Files)
	after, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Equal(t, len(before), len(after), "nothing is written beside the database")
}

func TestALockedLibraryIsNamed(t *testing.T) {
	dir := library(t)
	db, err := sqlite3.Open(filepath.Join(dir, zotero.Database))
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.Exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; INSERT INTO tags VALUES (9,'x'); COMMIT"))
	var got librarytest.Collector
	err = zotero.Read(t.Context(), dir, &got)
	require.ErrorIs(t, err, zotero.ErrLocked)
	assert.Empty(t, got.Items)
	require.NoError(t, db.Close())
	require.NoError(t, zotero.Read(t.Context(), dir, &got), "and is read once Zotero is closed")
}

func TestADamagedLibraryIsNamed(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, zotero.Database), []byte("this is no database, however long it may be, and never was one"), 0o600))
	var got librarytest.Collector
	assert.ErrorContains(t, zotero.Read(t.Context(), dir, &got), "damaged")
}
