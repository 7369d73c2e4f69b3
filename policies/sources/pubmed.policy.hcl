# PubMed's E-utilities: 38 million citations of the life sciences. 3 requests a second without a key, 10 with one.
source "pubmed" {
  http {
    base_url  = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    interval  = "360ms"
    in_flight = 1
    error     = "error | esearchresult.ERROR"
    keys      = { api_key = "{NCBI_API_KEY}", email = "{NCBI_EMAIL}" }

    search {
      path      = "/esearch.fcgi"
      query     = { db = "pubmed", term = "{query}", retstart = "{offset}", retmax = "{limit}", retmode = "json", sort = "relevance", tool = "sparkhost" }
      items     = "esearchresult.idlist"
      total     = "esearchresult.count"
      page_size = 100
      most      = 9999
    }

    then {
      path   = "/efetch.fcgi"
      query  = { db = "pubmed", id = "{ids}", retmode = "xml", tool = "sparkhost" }
      format = "xml"
      items  = "PubmedArticle"
    }

    fetch {
      path   = "/efetch.fcgi"
      query  = { db = "pubmed", id = "{id}", retmode = "xml", tool = "sparkhost" }
      format = "xml"
      items  = "PubmedArticle"
    }

    fields {
      id         = "MedlineCitation.PMID"
      pmid       = "MedlineCitation.PMID"
      title      = "MedlineCitation.Article.ArticleTitle | MedlineCitation.Article.VernacularTitle"
      abstract   = "MedlineCitation.Article.Abstract.AbstractText"
      authors    = "MedlineCitation.Article.AuthorList.Author(ForeName LastName CollectiveName)"
      year       = "MedlineCitation.Article.Journal.JournalIssue.PubDate.Year | MedlineCitation.Article.Journal.JournalIssue.PubDate.MedlineDate | MedlineCitation.Article.ArticleDate.Year"
      date       = "MedlineCitation.Article.Journal.JournalIssue.PubDate(Year Month Day) | MedlineCitation.Article.ArticleDate(Year Month Day)"
      venue      = "MedlineCitation.Article.Journal.Title"
      volume     = "MedlineCitation.Article.Journal.JournalIssue.Volume"
      issue      = "MedlineCitation.Article.Journal.JournalIssue.Issue"
      pages      = "MedlineCitation.Article.Pagination.MedlinePgn | MedlineCitation.Article.ELocationID[@EIdType=pii]"
      issn       = "MedlineCitation.Article.Journal.ISSN"
      language   = "MedlineCitation.Article.Language"
      type       = "MedlineCitation.Article.PublicationTypeList.PublicationType"
      doi        = "PubmedData.ArticleIdList.ArticleId[@IdType=doi] | MedlineCitation.Article.ELocationID[@EIdType=doi]"
      pmcid      = "PubmedData.ArticleIdList.ArticleId[@IdType=pmc]"
      mesh_terms = "MedlineCitation.MeshHeadingList.MeshHeading.DescriptorName"
      keywords   = "MedlineCitation.KeywordList.Keyword"
      retracted  = "MedlineCitation.Article.PublicationTypeList.PublicationType"
      url        = "https://pubmed.ncbi.nlm.nih.gov/{pmid}/"
    }
  }
}
