# combined: all five proposals over `standard`, in their corrected forms. Where two of them set one
# thing differently, this file decides; each such place says so. Single parts are switched by the
# environment names of s0 to s4, or by a policy that extends this one.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "combined_gap_threshold" {
  type        = number
  default     = 0.30
  description = "A sub-question of which the best document covers less than this is a gap; the 0.12 of s0 finds hardly any (D3)."

  validation {
    condition     = var.combined_gap_threshold >= 0 && var.combined_gap_threshold <= 1
    error_message = "combined_gap_threshold is a fraction from 0 to 1."
  }
}

variable "combined_fan_out" {
  type        = bool
  default     = false
  description = "Whether each angle of the question is asked for (S2-01). It won 3 answers of 659 and lost 7 on exam, BioASQ and HealthVer, for 4 more searches a question."
}

variable "combined_summary" {
  type        = bool
  default     = false
  description = "Whether only first sentences and measurements are read (S2-15). The stance stage reads documents whole, and answers worse without their ends."
}

variable "combined_beside" {
  type        = bool
  default     = true
  description = "Whether the planned queries of round methods are asked beside the bridge's, and not given up for them."
}

policy "combined" {
  description = "All five proposals together, in their corrected forms."
  extends     = [standard, s0, s1, s2, s3, s4]
  order       = [primary, gap_fill, methods, bridge, adversarial]

  # gap_fill comes before the methods, and bridge after them: the adaptive gate begins when methods are known.
  adaptive {
    min_rounds       = min(3, var.adaptive_max_rounds)
    min_quality_gain = 0
  }

  intent "phenomenological" { enabled = var.combined_fan_out && var.query_fan_out }
  intent "quantitative" { enabled = var.combined_fan_out && var.query_fan_out }
  intent "comparative" { enabled = var.combined_fan_out && var.query_fan_out }
  intent "temporal" { enabled = var.combined_fan_out && var.query_fan_out }

  # Each proposal adds intents to rounds that the others have, too.
  round "primary" {
    intents = [
      primary, options, planned, contrast, numerical, causal, comparison, definition,
      phenomenological, quantitative, comparative, temporal,
    ]
  }

  # Beside the bridge, not in its place (S4-27): gap_fill and methods ask for what the bridge does not.
  round "methods" {
    when    = var.combined_beside || !var.bridge_round || rounds.primary.selected_quality >= var.bridge_quality
    intents = [methods, reference, seeded, refute_options]
  }

  # standard and s0 differ in threshold and templates.
  gap "coverage" {
    threshold = var.combined_gap_threshold
    templates = ["{gap}", "{gap} {core_terms}"]

    queries { per_gap = [1, 2] }
  }

  # Gaps of a draft (S1-33) changed 6 of 2,062 answers, 2 for the better and 2 for the worse.
  gap "epistemic" {
    from = read
  }

  # D2, D1: relative margins, and a novelty that finds echoes. standard calls the stage once and
  # s1 after each round; low rounds are counted by what the corrected score gives.
  select {
    stage "discriminative" {
      config     = { measure = "relative", without_options = "novelty" }
      each_round = true
    }

    # standard has 0.1, s2 0.5 together with its own weights. Venues are standard's term and list, which is off there.
    stage "authority" {
      config = { general_venues = [], cs_venues = [], preprint_venues = [] }
    }
    term "authority" { weight = var.ssas ? 0.5 : 0.1 }
    term "venue" {
      enabled = true
      weight  = var.ssas ? 0.5 : 0.1
    }
  }

  # D4: the relevance part adds up to 0.55; and the bonus of a bridge stays what it is to that
  # part (C7). D10: the corrected pattern of measurements.
  read {
    group "relevance" { normalise = true }

    term "bridge" { relative_to = relevance }

    summary {
      enabled = var.combined_summary
      signals = "corrected"
    }
  }

  # A model reads claims out of the same documents (s0), so that this one is shown fewer.
  address { passages = 6 }

  # s0 and standard: the same stage; the guard of s1 is a stage of its own.
  triangulate {
    stage "numbers" {
      config = { agree = 3, relative_tolerance = 0.05, conflict = 2, on_both = "both", guard_confidence = 2 }
    }
  }

  # D6: what documents tell of an option is held against the other options. D7: a hit is a sentence
  # that says the option again and denies it, and hits are held against the passages that speak of the option.
  options {
    min_margin = 0.07
    missing    = "skip"

    # reader has 0.05 beside the stages that read, the proposals 0.3 and 0.2 beside a model.
    term "lexical" { weight = 0.05 }

    # standard's: what a model says weighs with what stages found, and not in its place.
    term "model" { weight = 0.05 }

    # A fifth of what s1 gives it: at 0.10 it outweighs what the sentences say, and cost 3 of 42 answers on exam-scifact and 1 of 28 on
    # exam-bioasq, won none; so it decides between options that the sentences hardly tell apart.
    term "discriminative" {
      normalise = "min_max"
      weight    = var.discriminative_power_weight / 5
    }

    stage "refuted" {
      config = { mode = "option", match = "meaning", min_hits = 1, rate = "per_passage" }
    }
  }

  # That of standard: the variable may be set.
  falsify "draft" {
    when = budget.remaining_usd > 0.25 && answer.provisional_confidence >= var.min_draft_confidence
  }

  # The stance stage calls nearly every abstract one that says a little for and a little against: both have
  # to say it clearly (S2-16).
  on "contradiction" { min_weight = 0.3 }

  # D5: corrections together add 0.15 and take 0.40 at most.
  calibrate {
    max_up   = 0.15
    max_down = 0.40
  }
}
