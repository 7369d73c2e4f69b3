# s1: SPARKIT-2026-EGM-001, epistemic gaps mined after the first round, and documents that
# tell the options apart. Rules are as the proposal writes them, also those that hardly act so
# (D1, D2, D4); `combined` has the corrected forms.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "gap_mining" {
  type        = bool
  default     = true
  env         = "SPARKIT_ENABLE_GAP_MINING"
  description = "Whether gaps are mined after the first round."
}

variable "gap_mining_max_gaps" {
  type        = number
  default     = 6
  env         = "SPARKIT_GAP_MINING_MAX_GAPS"
  description = "Gaps that are kept, the first ones."

  validation {
    condition     = var.gap_mining_max_gaps >= 1 && var.gap_mining_max_gaps <= 100
    error_message = "gap_mining_max_gaps lies within 1 and 100."
  }
}

variable "min_discriminative_gain" {
  type        = number
  default     = 0.04
  env         = "SPARKIT_ADAPTIVE_MIN_DISCRIMINATIVE_GAIN"
  description = "New documents that tell the options apart less than this, on the average, make a low round."

  validation {
    condition     = var.min_discriminative_gain >= 0 && var.min_discriminative_gain <= 1
    error_message = "min_discriminative_gain is a fraction from 0 to 1."
  }
}

variable "discriminative_power_weight" {
  type        = number
  default     = 0.10
  env         = "SPARKIT_DISCRIMINATIVE_POWER_WEIGHT"
  description = "What it is worth to an option that its documents tell the options apart."

  validation {
    condition     = var.discriminative_power_weight >= 0 && var.discriminative_power_weight <= 1
    error_message = "discriminative_power_weight is a fraction from 0 to 1."
  }
}

variable "cross_source_min_types" {
  type        = number
  default     = 2
  env         = "SPARKIT_CROSS_SOURCE_MIN_TYPES"
  description = "Types of sources that a confident claim needs."

  validation {
    condition     = var.cross_source_min_types >= 1 && var.cross_source_min_types <= 10
    error_message = "cross_source_min_types lies within 1 and 10."
  }
}

policy "s1" {
  description = "SPARKIT-2026-EGM-001: epistemic gaps mined and asked for; documents that tell the options apart."
  extends     = [sparkit]

  # S1-05 to S1-08, S1-33: what a draft answer of what was found leaves out, by type. Its queries supplement the planned ones;
  # planned = "replace" is the proposal's other form (C3).
  gap "epistemic" {
    enabled      = var.gap_mining
    after        = primary
    when         = budget.max_s >= 60
    from         = draft
    role         = fastest
    max          = var.gap_mining_max_gaps
    max_output   = 500
    valid_tokens = [5, 30]
    inject       = [methods, adversarial]
    planned      = "keep"

    queries {
      per_gap   = [1, 2]
      per_round = 12
    }

    # S1-09, S1-02, S1-03: one more search for a gap that stays half open, elsewhere if there is an
    # elsewhere.
    subround {
      measure            = "containment"
      below              = 0.50
      when               = budget.max_usd >= 1.5
      max                = 2
      relax_sources      = true
      counts_against_max = true
    }
  }

  # S1-10, S1-11, S1-13, as written: Jaccard margins, and a novelty that never finds an echo.
  select {
    stage "discriminative" {
      plugin     = plugin.discriminative
      config     = { measure = "as_written", without_options = "novelty_as_written" }
      each_round = true
    }

    # S1-12, with our weight (U28).
    term "novelty" {
      stage  = stage.discriminative
      part   = "novelty"
      weight = 0.3
    }
  }

  # S1-21: two rounds of documents that do not tell the options apart, and few of them, are enough.
  adaptive {
    stop "discriminative_gain_exhausted" {
      stage  = stage.discriminative
      below  = var.min_discriminative_gain
      rounds = 2
    }
  }

  # S1-14, as written: 0.55 × (1.4 question + 1.9 focus) + 0.30 discriminative + 0.15 recency. The
  # first part reaches 1.8 and the others hardly count (D4).
  read {
    group "relevance" {
      terms     = [question, focus]
      scale     = 0.55
      normalise = false
    }

    term "discriminative" {
      document = stage.discriminative
      weight   = 0.30
    }

    term "recency" {
      feature = passage.recency
      weight  = 0.15
    }
  }

  # S1-15, S1-16, S1-20: a confident claim for one option needs two types of sources, or loses 0.08.
  triangulate {
    stage "guard" {
      plugin = plugin.triangulation
      config = { guard_confidence = 0.78, min_types = var.cross_source_min_types, penalty = 0.08 }
    }
  }

  # Held against the words of its own option: over those of all options no claim reaches 0.78.
  claims { confidence_over = "own_option" }

  # S1-17: and is looked into.
  on "single_source" {
    queries = ["contradictory findings {claim}"]
  }

  # S1-18, S1-19.
  options {
    min_margin = 0.07

    term "lexical" { weight = 0.20 }

    # S1-20: an option loses what its claims lost.
    term "single_source" {
      feature = option.single_source
      weight  = -1
      types   = ["multiple_choice"]
    }

    term "discriminative" {
      cited  = stage.discriminative
      weight = var.discriminative_power_weight
      types  = ["multiple_choice"]
    }
  }
}
