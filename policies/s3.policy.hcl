# s3: SPARKIT-2026-02-22-001, queries that contrast and refute single options, and more
# effort where sources disagree. Rules are as the proposal writes them; `combined` has the corrected forms.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "option_disc" {
  type        = bool
  default     = true
  env         = "SPARKIT_ENABLE_OPTION_DISC"
  description = "Whether options are contrasted and refuted at all. Turn it off outside of research_max if that costs over 40 % more (S3-20)."
}

variable "pairwise_contrast" {
  type        = bool
  default     = mode == "research_max"
  env         = "SPARKIT_ENABLE_PAIRWISE_CONTRAST"
  description = "Whether options that are hard to tell apart are contrasted."
}

variable "falsification_penalty" {
  type        = number
  default     = 0.15
  env         = "SPARKIT_FALSIFICATION_PENALTY"
  description = "What a falsified option loses; written without sign."

  validation {
    condition     = var.falsification_penalty >= 0 && var.falsification_penalty <= 1
    error_message = "falsification_penalty is a fraction from 0 to 1, without sign."
  }
}

variable "vocab_seed" {
  type        = bool
  default     = true
  env         = "SPARKIT_VOCAB_SEED_ROUND2"
  description = "Whether words of what the first round found join the queries of the second."
}

variable "auto_upgrade" {
  type        = bool
  default     = mode == "routed"
  env         = "SPARKIT_AUTO_UPGRADE_ON_DISAGREEMENT"
  description = "Whether a question on which sources disagree is answered with the effort of research_max."
}

variable "max_upgrades" {
  type        = number
  default     = 0
  env         = "SPARKIT_MAX_AUTO_UPGRADES_PER_BATCH"
  description = "How many questions of a file may be upgraded, the first ones; 0: as many as need it."
}

# Fuel bounds what it does, the same on every machine; time only catches what hangs: a busy machine ended runs at 5 s.
plugin "disagreement" {
  source = "builtin"

  limits {
    wall = "30s"
  }
}

policy "s3" {
  description = "SPARKIT-2026-02-22-001: options contrasted and refuted by name; disagreement of sources calls for more."
  extends     = [sparkit]

  # S3-01, S3-02: for each pair of options with a Jaccard overlap over 0.40.
  intent "contrast" {
    enabled = var.pairwise_contrast && var.option_disc
    queries = ["{shared} {first} versus {second}"]

    pairs {
      measure   = "jaccard"
      above     = 0.40
      tokenizer = "whitespace"
      max       = 3
    }
  }

  # S3-10, S3-05: for each option that its words have not struck out, in the round after the first.
  intent "refute_options" {
    enabled = var.option_disc
    against = true
    options = "surviving"
    queries = ["{option} fail limitation does not exception negative result"]
  }

  # S3-03, S3-04: the main query again, with five words of what was found, in the second round only (C30).
  intent "seeded" {
    enabled = var.vocab_seed
    queries = ["{question} {vocabulary}"]
  }

  vocabulary {
    enabled   = var.vocab_seed
    after     = primary
    top       = 5
    documents = [2, 4]
    length    = [5, 20]
  }

  round "primary" { intents = [primary, options, contrast] }
  round "methods" { intents = [methods, reference, seeded, refute_options] }

  # S3-07 to S3-09: works that say opposite things of one subject.
  verify {
    stage "disagreement" {
      plugin = plugin.disagreement
      config = { form = "guarded", pairs = "all" }
    }
  }

  # S3-06, S3-17 to S3-19: a reconciling search (the proposal asks arXiv and Semantic Scholar only: name
  # them with sources), and in mode routed the effort of research_max if 1.5 times its cost remain (C29).
  on "disagreement" {
    queries = ["{core_terms} systematic review meta-analysis reconcile conflicting"]

    upgrade {
      enabled        = var.auto_upgrade
      to             = research_max
      reserve_factor = 1.5
      reason         = "source_disagreement_detected"
      max_per_batch  = var.max_upgrades
    }
  }

  # S3-11 to S3-14, C35, S3-16. An option that survives gains only as the others lose (S3-15). As written, hits are counted and not related to the passages
  # found, so that well-studied options look refuted (D7).
  options {
    stage "refuted" {
      enabled = var.option_disc
      plugin  = plugin.falsification
      config  = { mode = "option", match = "noun_phrase", window_chars = 100, min_hits = 2, rate = "none" }
    }

    term "falsified" {
      enabled = var.option_disc
      stage   = stage.refuted
      part    = "falsified"
      weight  = -var.falsification_penalty
      types   = ["multiple_choice"]
    }

    eliminate_early {
      enabled       = var.option_disc
      after         = primary
      below         = 0.25
      keep_at_least = 2
    }

    contrast {
      enabled = var.option_disc
      window  = 200
    }
  }
}
