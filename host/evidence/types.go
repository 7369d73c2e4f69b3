package evidence

import (
	"slices"
	"strings"
)

// The vocabulary of [Document.Type], whatever a source calls it. docs/literature.md explains each.
var documentTypes = []string{
	"meta-analysis", "systematic-review", "randomized-trial", "clinical-trial", "retraction-notice", "expression-of-concern", "erratum", "guideline",
	"review", "case-report", "observational-study", "protocol", "peer-review", "letter", "comment", "editorial", "news", "preprint", "dataset", "software",
	"conference-paper", "proceedings", "book-chapter", "book", "thesis", "report", "reference-entry", "standard", "patent", "web", "article", "other",
}

// DocumentTypes returns all types that documents of sources have, the most telling first.
func DocumentTypes() []string { return slices.Clone(documentTypes) }

// typeNames are the sources' own names, normalised by [typeKey]. Those of the vocabulary stand for themselves.
var typeNames = map[string]string{
	// Crossref
	"journalarticle": "article", "postedcontent": "preprint", "proceedingsarticle": "conference-paper", "proceedingsseries": "proceedings", "monograph": "book", "referencebook": "book",
	"editedbook": "book", "bookset": "book", "bookseries": "book", "bookpart": "book-chapter", "booksection": "book-chapter", "booktrack": "book-chapter", "dissertation": "thesis",
	"reportseries": "report", "reportcomponent": "report", "component": "other", "grant": "other", "journal": "other", "journalissue": "other", "journalvolume": "other",
	"database": "dataset", "peerreview": "peer-review", "referenceentry": "reference-entry", "workingpaper": "preprint",
	// OpenAlex
	"supplementarymaterials": "other", "paratext": "other", "libguides": "other", "retraction": "retraction-notice",
	// Semantic Scholar
	"conference": "conference-paper", "casereport": "case-report", "lettersandcomments": "letter", "metaanalysis": "meta-analysis", "study": "article",
	// PubMed and Europe PMC
	"researcharticle": "article", "researchsupportnihextramural": "", "randomizedcontrolledtrial": "randomized-trial", "randomisedcontrolledtrial": "randomized-trial",
	"pragmaticclinicaltrial": "randomized-trial", "equivalencetrial": "randomized-trial", "controlledclinicaltrial": "clinical-trial", "clinicaltrialphasei": "clinical-trial", "clinicaltrialphaseii": "clinical-trial",
	"clinicaltrialphaseiii": "clinical-trial", "clinicaltrialphaseiv": "clinical-trial", "adaptiveclinicaltrial": "clinical-trial", "clinicalstudy": "clinical-trial", "clinicaltrialprotocol": "protocol",
	"studyprotocol": "protocol", "reviewarticle": "review", "scopingreview": "review", "reviews": "review", "casereports": "case-report",
	"multicenterstudy": "article", "comparativestudy": "article", "validationstudy": "article", "evaluationstudy": "article", "twinstudy": "observational-study",
	"publishederratum": "erratum", "correction": "erratum", "corrigendum": "erratum", "addendum": "erratum", "correctedandrepublishedarticle": "article",
	"retractionofpublication": "retraction-notice", "retractionnotice": "retraction-notice", "retractednotice": "retraction-notice", "withdrawal": "retraction-notice",
	"practiceguideline": "guideline", "consensusdevelopmentconference": "guideline", "consensusdevelopmentconferencenih": "guideline", "commentary": "comment", "reply": "comment",
	"newspaperarticle": "news", "interview": "news", "biography": "other", "historicalarticle": "article", "englishabstract": "article", "classicalarticle": "article",
	"congress": "proceedings", "congresses": "proceedings", "abstract": "conference-paper", "meetingabstract": "conference-paper", "technicalreport": "report", "briefreport": "article",
	"rapidcommunication": "article", "dataarticle": "article", "datapaper": "article", "introductoryjournalarticle": "editorial", "lecture": "other", "address": "other", "videoaudiomedia": "other", "overall": "other",
	// CSL and reference managers
	"articlejournal": "article", "articlemagazine": "news", "articlenewspaper": "news", "paperconference": "conference-paper", "chapter": "book-chapter", "entryencyclopedia": "reference-entry",
	"entrydictionary": "reference-entry", "entry": "reference-entry", "webpage": "web", "postweblog": "web", "post": "web", "conferencepaper": "conference-paper",
	"conferenceabstract": "conference-paper", "encyclopediaarticle": "reference-entry", "dictionaryentry": "reference-entry", "computerprogram": "software", "magazinearticle": "news", "blogpost": "web", "forumpost": "web",
	"manuscript": "preprint", "document": "", "misc": "", "attachment": "", "note": "",
	// DataCite and CORE
	"text": "", "computationalnotebook": "software", "research": "article",
	// JATS
	"articlecommentary": "comment", "productreview": "comment", "bookreview": "comment", "discussion": "comment", "editorialnote": "editorial", "expressionofconcern": "expression-of-concern", "brief": "article", "letterrapidcommunication": "letter", "partialretraction": "retraction-notice",
}

// DocumentType returns the type of a work that a source describes with these words: the most telling of the vocabulary that any of
// them stands for. Case, hyphens and signs do not count, and lists in one text are parted at ";". It is "other" where only
// unknown words are given, and empty where there are none.
func DocumentType(words ...string) string {
	best, some := len(documentTypes), false
	for _, list := range words {
		for _, word := range strings.Split(list, ";") {
			key := typeKey(word)
			if key == "" {
				continue
			}
			name, known := typeNames[key]
			if !known {
				name = typeFound[key]
			}
			some = some || name != "" || !known
			if i := slices.Index(documentTypes, name); i >= 0 && i < best {
				best = i
			}
		}
	}
	switch {
	case best < len(documentTypes):
		return documentTypes[best]
	case some && !silent(words):
		return "other"
	}
	return ""
}

// typeFound finds a type of the vocabulary by its key.
var typeFound = func() map[string]string {
	out := map[string]string{}
	for _, t := range documentTypes {
		out[typeKey(t)] = t
	}
	return out
}()

// silent says whether all words say how a work was paid for or marked, and not what it is.
func silent(words []string) bool {
	for _, list := range words {
		for _, word := range strings.Split(list, ";") {
			key := typeKey(word)
			if key != "" && !strings.HasPrefix(key, "researchsupport") && key != "retractedpublication" {
				return false
			}
		}
	}
	return true
}

// RetractedType says whether one of a source's words marks a work as retracted, as PubMed's "Retracted Publication" does.
func RetractedType(words ...string) bool {
	return slices.ContainsFunc(words, func(list string) bool {
		for _, word := range strings.Split(list, ";") {
			if key := typeKey(word); key == "retractedpublication" || key == "withdrawnpublication" || key == "retractedarticle" {
				return true
			}
		}
		return false
	})
}

// typeKey returns a word's letters and digits in lower case.
func typeKey(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, s)
}
