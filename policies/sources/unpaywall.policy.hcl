# Unpaywall: where the text of a work can be read freely. It wants a mail address and takes 100,000 requests a day.
source "unpaywall" {
  http {
    base_url   = "https://api.unpaywall.org/v2"
    interval   = "1s"
    in_flight  = 1
    query_form = "words"
    keys       = { email = "{UNPAYWALL_EMAIL}" }

    search {
      path      = "/search"
      query     = { query = "{query}", page = "{page}" }
      items     = "results.response"
      page_size = 50
      most      = 500
    }

    fetch {
      path = "/{id}"
    }

    fields {
      id              = "doi"
      doi             = "doi"
      title           = "title"
      authors         = "z_authors(given family name raw_author_name)"
      year            = "year"
      date            = "published_date"
      venue           = "journal_name"
      publisher       = "publisher"
      issn            = "journal_issns"
      type            = "genre"
      license         = "best_oa_location.license"
      url             = "https://doi.org/{doi}"
      open_access_url = "best_oa_location.url_for_pdf | best_oa_location.url"
    }
  }
}
