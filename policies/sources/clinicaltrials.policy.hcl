# ClinicalTrials.gov: half a million registered studies, with what they planned and found. About 50 requests a minute.
source "clinicaltrials" {
  http {
    base_url  = "https://clinicaltrials.gov/api/v2"
    interval  = "1200ms"
    in_flight = 1
    set       = { type = "clinical-trial", venue = "ClinicalTrials.gov" }

    search {
      path      = "/studies"
      query     = { "query.term" = "{query}", pageSize = "{limit}", pageToken = "{cursor}", countTotal = "true", format = "json" }
      items     = "studies"
      total     = "totalCount"
      next      = "nextPageToken"
      page_size = 100
      most      = 10000
    }

    fetch {
      path  = "/studies/{id}"
      query = { format = "json" }
    }

    fields {
      id         = "protocolSection.identificationModule.nctId"
      title      = "protocolSection.identificationModule.officialTitle | protocolSection.identificationModule.briefTitle"
      abstract   = "protocolSection.descriptionModule.briefSummary"
      authors    = "protocolSection.contactsLocationsModule.overallOfficials.name | protocolSection.sponsorCollaboratorsModule.leadSponsor.name"
      year       = "protocolSection.statusModule.startDateStruct.date | protocolSection.statusModule.studyFirstPostDateStruct.date"
      date       = "protocolSection.statusModule.startDateStruct.date | protocolSection.statusModule.studyFirstPostDateStruct.date"
      publisher  = "protocolSection.sponsorCollaboratorsModule.leadSponsor.name"
      keywords   = "protocolSection.conditionsModule.keywords | protocolSection.conditionsModule.conditions"
      mesh_terms = "derivedSection.conditionBrowseModule.meshes.term"
      url        = "https://clinicaltrials.gov/study/{id}"
    }
  }
}
