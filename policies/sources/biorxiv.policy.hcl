# Preprints of bioRxiv and medRxiv. Their own interface lists by date and DOI and cannot be searched, so this asks Europe PMC, which has all of
# them, and gets single preprints by DOI there as well.
source "biorxiv" {
  http {
    base_url  = "https://www.ebi.ac.uk/europepmc/webservices/rest"
    interval  = "200ms"
    in_flight = 4
    error     = "errMsg"
    set       = { type = "preprint", status = "preprint" }

    search {
      path      = "/search"
      query     = { query = "({query}) AND SRC:PPR AND (PUBLISHER:\"bioRxiv\" OR PUBLISHER:\"medRxiv\")", format = "json", resultType = "core", pageSize = "{limit}", cursorMark = "{cursor}" }
      items     = "resultList.result"
      total     = "hitCount"
      next      = "nextCursorMark"
      cursor    = "*"
      page_size = 100
      most      = 10000
    }

    fetch {
      path  = "/search"
      query = { query = "DOI:\"{id}\" AND SRC:PPR", format = "json", resultType = "core" }
      items = "resultList.result"
    }

    fields {
      id       = "doi"
      doi      = "doi"
      title    = "title"
      abstract = "abstractText"
      authors  = "authorList.author(firstName lastName collectiveName)"
      year     = "pubYear"
      date     = "firstPublicationDate"
      venue    = "bookOrReportDetails.publisher"
      license  = "license"
      keywords = "keywordList.keyword"
      url      = "https://doi.org/{doi}"
    }
  }
}
