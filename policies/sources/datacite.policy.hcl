# DataCite: data sets, software, theses and preprints with a DOI of DataCite. 3,000 requests in five minutes.
source "datacite" {
  http {
    base_url  = "https://api.datacite.org"
    interval  = "100ms"
    in_flight = 2
    error     = "errors.title"

    search {
      path      = "/dois"
      query     = { query = "{query}", "page[size]" = "{limit}", "page[number]" = "{page}", sort = "relevance" }
      items     = "data"
      total     = "meta.total"
      page_size = 100
      most      = 10000
    }

    fetch {
      path  = "/dois/{id}"
      items = "data"
    }

    fields {
      id              = "attributes.doi"
      doi             = "attributes.doi"
      title           = "attributes.titles.title"
      abstract        = "attributes.descriptions[descriptionType=Abstract].description"
      authors         = "attributes.creators.name"
      year            = "attributes.publicationYear"
      date            = "attributes.dates[dateType=Issued].date | attributes.dates[dateType=Available].date"
      venue           = "attributes.container.title | attributes.publisher.name | attributes.publisher"
      publisher       = "attributes.publisher.name | attributes.publisher"
      type            = "attributes.types.resourceTypeGeneral"
      language        = "attributes.language"
      license         = "attributes.rightsList.rightsUri | attributes.rightsList.rights"
      fields_of_study = "attributes.subjects.subject"
      citation_count  = "attributes.citationCount"
      url             = "https://doi.org/{doi}"
    }
  }
}
