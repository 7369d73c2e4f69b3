# CORE: 300 million works of open repositories, many with their text. 10 requests a minute with a key, fewer without.
source "core" {
  http {
    base_url    = "https://api.core.ac.uk/v3"
    interval    = "6s"
    in_flight   = 1
    keep        = "168h"
    key_headers = { Authorization = "Bearer {CORE_API_KEY}" }

    search {
      path      = "/search/works"
      query     = { q = "{query}", limit = "{limit}", offset = "{offset}" }
      items     = "results"
      total     = "totalHits"
      page_size = 100
      most      = 10000
    }

    fetch {
      path = "/works/{id}"
    }

    fields {
      id              = "id"
      doi             = "doi"
      arxiv           = "arxivId"
      pmid            = "pubmedId"
      title           = "title"
      abstract        = "abstract"
      authors         = "authors.name"
      year            = "yearPublished"
      date            = "publishedDate"
      venue           = "journals.title"
      publisher       = "publisher"
      issn            = "journals.identifiers"
      type            = "documentType"
      language        = "language.code"
      fields_of_study = "fieldOfStudy"
      citation_count  = "citationCount"
      open_access_url = "downloadUrl"
      url             = "https://core.ac.uk/works/{id}"
    }
  }
}
