package standin

import (
	"fmt"
	"net/http"
	"strings"
)

// Declared returns the providers whose sources are declared in policies/sources, in alphabetical order; [Library] answers for them too.
func Declared() []string {
	return []string{"biorxiv", "clinicaltrials", "core", "datacite", "pubmed", "unpaywall"}
}

var declared = map[string]func(http.ResponseWriter, *http.Request){
	"biorxiv": biorxiv, "clinicaltrials": clinicalTrials, "core": core, "datacite": datacite, "pubmed": pubmed, "unpaywall": unpaywall,
}

// biorxiv answers as Europe PMC does for preprints.
func biorxiv(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	works, total := found(q.Get("query"), 0, number(q, "pageSize", 25))
	answer(w, object{"hitCount": total, "nextCursorMark": "*", "resultList": object{"result": each(works, func(v volume) object {
		return object{
			"id": fmt.Sprintf("PPR%d", v.number), "source": "PPR", "doi": v.doi(), "title": v.title, "abstractText": "<h4>Results</h4>" + v.abstract, "pubYear": fmt.Sprint(v.year),
			"firstPublicationDate": fmt.Sprintf("%d-03-04", v.year), "bookOrReportDetails": object{"publisher": "bioRxiv"},
			"authorList": object{"author": []object{{"firstName": "Ada", "lastName": "Author"}, {"collectiveName": "The Group"}}},
		}
	})}})
}

// clinicalTrials has a second page at the token "2".
func clinicalTrials(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	size := number(q, "pageSize", 10)
	offset := number(q, "pageToken", 0)
	works, total := found(q.Get("query.term"), offset, size)
	out := object{"totalCount": total, "studies": each(works, func(v volume) object {
		return object{"hasResults": false, "protocolSection": object{
			"identificationModule":       object{"nctId": fmt.Sprintf("NCT%08d", v.number), "briefTitle": v.title},
			"statusModule":               object{"startDateStruct": object{"date": fmt.Sprintf("%d-05", v.year)}},
			"descriptionModule":          object{"briefSummary": v.abstract},
			"conditionsModule":           object{"conditions": []string{"Common Cold"}},
			"sponsorCollaboratorsModule": object{"leadSponsor": object{"name": "Stand-In Hospital"}},
		}}
	})}
	if offset+size < total {
		out["nextPageToken"] = fmt.Sprint(offset + size)
	}
	answer(w, out)
}

func core(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	works, total := found(q.Get("q"), number(q, "offset", 0), number(q, "limit", 10))
	answer(w, object{"totalHits": total, "results": each(works, func(v volume) object {
		return object{
			"id": 8000 + v.number, "doi": v.doi(), "title": v.title, "abstract": v.abstract, "yearPublished": v.year, "publishedDate": fmt.Sprintf("%d-01-02T00:00:00", v.year),
			"authors": []object{{"name": "Author, Ada"}}, "journals": []object{{"title": "Journal of Stand-Ins", "identifiers": []string{"1234-5678"}}}, "documentType": "research",
			"downloadUrl": fmt.Sprintf("https://core.example/%d.pdf", v.number), "citationCount": v.cited, "language": object{"code": "en"},
		}
	})})
}

func datacite(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	size := number(q, "page[size]", 25)
	works, total := found(q.Get("query"), (number(q, "page[number]", 1)-1)*size, size)
	answer(w, object{"meta": object{"total": total}, "data": each(works, func(v volume) object {
		return object{"id": v.doi(), "type": "dois", "attributes": object{
			"doi": strings.ToUpper(v.doi()), "titles": []object{{"title": v.title}}, "creators": []object{{"name": "Author, Ada", "givenName": "Ada", "familyName": "Author"}, {"name": "The Group"}},
			"publisher": "Stand-In Archive", "publicationYear": v.year, "dates": []object{{"date": "1900", "dateType": "Created"}, {"date": fmt.Sprintf("%d-06-07", v.year), "dateType": "Issued"}},
			"descriptions": []object{{"descriptionType": "TechnicalInfo", "description": "CSV"}, {"descriptionType": "Abstract", "description": v.abstract}},
			"types":        object{"resourceTypeGeneral": "Dataset"}, "citationCount": v.cited, "subjects": []object{{"subject": "Medicine"}},
		}}
	})})
}

// pubmed answers esearch with identifiers and efetch with articles, in another order than they were asked for.
func pubmed(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if strings.HasSuffix(r.URL.Path, "esearch.fcgi") {
		works, total := found(q.Get("term"), number(q, "retstart", 0), number(q, "retmax", 20))
		ids := []string{}
		for _, v := range works {
			ids = append(ids, fmt.Sprint(9000+v.number))
		}
		answer(w, object{"header": object{"type": "esearch"}, "esearchresult": object{"count": fmt.Sprint(total), "idlist": ids}})
		return
	}
	w.Header().Set("Content-Type", "text/xml")
	fmt.Fprint(w, `<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "pubmed.dtd"><PubmedArticleSet>`)
	for i := len(shelf) - 1; i >= 0; i-- {
		if v := shelf[i]; strings.Contains(","+q.Get("id")+",", fmt.Sprintf(",%d,", 9000+v.number)) {
			fmt.Fprintf(w, `<PubmedArticle><MedlineCitation><PMID Version="1">%d</PMID><Article><Journal><ISSN IssnType="Print">1234-5678</ISSN><JournalIssue><Volume>7</Volume><PubDate><Year>%d</Year><Month>May</Month></PubDate></JournalIssue><Title>Journal of Stand-Ins</Title></Journal>`+
				`<ArticleTitle>%s</ArticleTitle><Pagination><MedlinePgn>1-9</MedlinePgn></Pagination><Abstract><AbstractText Label="RESULTS">%s <i>In vitro</i>.</AbstractText></Abstract><AuthorList><Author><LastName>Author</LastName><ForeName>Ada</ForeName></Author><Author><CollectiveName>The Group</CollectiveName></Author></AuthorList>`+
				`<Language>eng</Language><PublicationTypeList><PublicationType>Journal Article</PublicationType><PublicationType>Randomized Controlled Trial</PublicationType></PublicationTypeList></Article><MeshHeadingList><MeshHeading><DescriptorName>Humans</DescriptorName></MeshHeading></MeshHeadingList></MedlineCitation>`+
				`<PubmedData><ArticleIdList><ArticleId IdType="pubmed">%d</ArticleId><ArticleId IdType="doi">%s</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`,
				9000+v.number, v.year, escaped(v.title), escaped(v.abstract), 9000+v.number, v.doi())
		}
	}
	fmt.Fprint(w, `</PubmedArticleSet>`)
}

func unpaywall(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("email") == "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
		answer(w, object{"HTTP_status_code": 422, "error": true, "message": "Please use your own email address in API calls."})
		return
	}
	works, _ := found(q.Get("query"), (number(q, "page", 1)-1)*50, 50)
	answer(w, object{"elapsed_seconds": 0.1, "results": each(works, func(v volume) object {
		return object{"score": 1, "snippet": v.title, "response": object{
			"doi": v.doi(), "title": v.title, "year": v.year, "published_date": fmt.Sprintf("%d-01-01", v.year), "journal_name": "Journal of Stand-Ins", "journal_issns": "1234-5678,8765-4321",
			"genre": "journal-article", "z_authors": []object{{"given": "Ada", "family": "Author"}}, "best_oa_location": object{"url": "https://oa.example/" + fmt.Sprint(v.number), "url_for_pdf": nil, "license": "cc-by"},
		}}
	})})
}
