section "Retrieval" {
  row "B-08" {
    what   = "Six providers"
    here   = "arxiv, crossref, semantic_scholar, openalex, europepmc and brave, each with its price; and local literature and opensearch. A policy names those that it asks; the shipped ones ask local, `--source` others"
    policy = ["sources"]
    code   = ["host/retrieval"]
    tests = [
      "host.TestEverySourceHasAPriceAndEveryPriceASource",
      "host.TestSourcesFromOutside",
      "host.TestAPolicyAnswersFromALiveSourceAndAgainWithoutTheNetwork",
    ]
    record = ["event query.source", "result citations.source"]
    status = "works"
  }

  row "B-10" {
    what = "Copies of one work are merged"
    here = "by DOI, arXiv, PubMed and PMC number, and by title, year and first author. *Differs:* not by address alone"
    code = ["host/retrieval"]
    tests = [
      "host/retrieval.TestTheOrderOfArrivalChangesNothing",
      "host/retrieval.TestTwoDocumentsAreOneWork",
      "host/internal/run.TestAWorkThatTwoSourcesHaveIsOneDocumentAndCitedOnce",
    ]
    record = ["event document.merged"]
    status = "works"
  }

  row "S2-23" {
    what   = "Citation counts and venues of documents"
    here   = "`citation_count` and `venue`, unknown where the source knows none, of Semantic Scholar and all other sources that tell them"
    code   = ["host/evidence/evidence.go", "host/retrieval/semanticscholar"]
    tests  = ["host/evidence.TestParseDocumentKeepsUnknownApartFromZero", "host/retrieval.TestACitationCountThatAnotherCopyKnewSaysWhose"]
    record = ["result citations.versions.venue", "event query.hits.document"]
    status = "works"
  }
}
