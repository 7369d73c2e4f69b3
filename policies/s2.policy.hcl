# s2: SPARKIT-PROP-2026-002, gaps from a trial answer (CGDR), a search that settles
# contradictions (CAP) and authority of sources (SSAS). Rules are as the proposal writes them.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "cgdr" {
  type        = bool
  default     = true
  env         = "SPARKIT_CGDR_ENABLED"
  description = "Whether claims of a trial answer that nothing carries are asked for."
}

variable "cap" {
  type        = bool
  default     = true
  env         = "SPARKIT_CAP_ENABLED"
  description = "Whether a contradiction is looked into before there is an answer."
}

variable "ssas" {
  type        = bool
  default     = true
  env         = "SPARKIT_SSAS_ENABLED"
  description = "Whether authoritative sources are preferred; off, the baseline's weights hold."
}

variable "query_fan_out" {
  type        = bool
  default     = true
  env         = "SPARKIT_QUERY_FAN_OUT"
  description = "Whether each question is asked from four angles."
}

variable "ingestion_max_chars_s2" {
  type        = number
  default     = 15000
  env         = "SPARKIT_INGESTION_MAX_CHARS"
  description = "How much of a document is read; this proposal reads more."

  validation {
    condition     = var.ingestion_max_chars_s2 >= 100 && var.ingestion_max_chars_s2 <= 10000000
    error_message = "ingestion_max_chars_s2 lies within 100 and 10000000."
  }
}

variable "summarise_abstracts" {
  type        = bool
  default     = false
  description = "Whether abstracts are summarised like sections (S2-15)."
}

policy "s2" {
  description = "SPARKIT-PROP-2026-002: claim gaps, contradiction as pivot, source authority."
  extends     = [sparkit]
  order       = [primary, gap_fill, methods, adversarial]

  # A round more comes before the methods, so the adaptive gate begins a round later.
  adaptive { min_rounds = min(3, var.adaptive_max_rounds) }

  # S2-01: four angles.
  intent "phenomenological" {
    enabled = var.query_fan_out
    queries = ["what is the mechanism of {core_terms}"]
  }

  intent "quantitative" {
    enabled = var.query_fan_out
    queries = ["{core_terms} measured threshold value"]
  }

  intent "comparative" {
    enabled = var.query_fan_out
    queries = ["{core_terms} compared with alternatives difference"]
  }

  intent "temporal" {
    enabled = var.query_fan_out
    queries = ["{core_terms} first established revised history"]
  }

  round "primary" {
    intents = [primary, options, phenomenological, quantitative, comparative, temporal]
  }

  # S2-05 to S2-08: the cheapest model answers on trial, the one that will answer words the
  # queries. A gap whose terms have all been asked for is dropped (C20).
  gap "probe" {
    enabled         = var.cgdr
    after           = primary
    role            = cheapest
    query_role      = synthesis
    max             = 4
    max_words       = 10
    max_output      = 512
    skip_if_covered = "all"
    inject          = gap_fill

    queries {
      per_gap   = [1, 1]
      per_round = 4
    }
  }

  # S2-02, S2-04: before methods and adversarial.
  round "gap_fill" {
    enabled     = var.cgdr
    max_queries = 4
  }

  # S2-16 to S2-19, S2-03: one search for the first contradiction; only works that are new count.
  on "contradiction" {
    enabled               = var.cap
    queries               = ["systematic review comparing {hypothesis_a} vs {hypothesis_b} {domain}", "meta-analysis comparing {hypothesis_a} vs {hypothesis_b}"]
    role                  = synthesis
    findings              = 1
    max                   = 1
    require_new_documents = true
  }

  # S2-09 to S2-11: 1.8 title + 0.9 abstract + 0.2 recency + 0.5 authority; 2.0, 1.0 and 0.25 without.
  select {
    stage "authority" {
      plugin  = plugin.authority
      enabled = var.ssas
      config  = { citations = "total", log_cap = 10000, clamp = "after_venue" }
    }

    term "title" { weight = var.ssas ? 1.8 : 2.0 }
    term "abstract" { weight = var.ssas ? 0.9 : 1.0 }
    term "recency" { weight = var.ssas ? 0.2 : 0.25 }

    term "authority" {
      enabled = var.ssas
      stage   = stage.authority
      weight  = 0.5
    }
  }

  # S2-14, S2-15, as written: the pattern misses "p < 0.05" and takes "10 molecules" (D10). The proposal summarises sections of
  # ingested texts; an abstract is its work's summary, and reading only its beginning lost what it concludes.
  read {
    max_chars = var.ingestion_max_chars_s2

    summary {
      abstracts      = var.summarise_abstracts
      lead_sentences = 2
      signals        = "as_written"
    }
  }

  # S2-20, S2-21.
  calibrate {
    term "gaps_filled" {
      feature = gaps.probe.filled
      weight  = 0.03
      cap     = 0.12
    }

    term "cap_resolved" {
      feature = on.contradiction.resolved
      weight  = 0.04
    }
  }
}
