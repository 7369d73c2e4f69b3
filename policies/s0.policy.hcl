# s0: SPARKIT-EGB-001, evidence gaps bridged between rounds, and a draft that must survive a
# search against it. Rules are as the proposal writes them; `combined` has the corrected forms.
# Codes such as S0-08 are explained in docs/mechanisms.md.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

variable "gap_coverage_threshold" {
  type        = number
  default     = 0.12
  env         = "SPARKIT_GAP_COVERAGE_THRESHOLD"
  description = "A sub-question of which the best document covers less than this is a gap."

  validation {
    condition     = var.gap_coverage_threshold >= 0 && var.gap_coverage_threshold <= 1
    error_message = "gap_coverage_threshold is a fraction from 0 to 1."
  }
}

variable "gap_analysis_llm" {
  type        = bool
  default     = false
  env         = "SPARKIT_GAP_ANALYSIS_LLM"
  description = "Whether a model writes the queries of gaps; templates do without."
}

policy "s0" {
  description = "SPARKIT-EGB-001: evidence gaps bridged each round; the draft must survive falsification."
  extends     = [sparkit]

  # S0-01 to S0-03: queries by what kind of answer is asked for, added to the others.
  intent "numerical" {
    answer_types = ["numerical_value"]
    queries      = ["experimental measurement {entity} value", "{entity} reported range literature"]
  }

  intent "causal" {
    answer_types = ["causal_mechanism"]
    queries      = ["{subject} pathway mechanism review", "{effect} causal factor meta-analysis"]
  }

  intent "comparison" {
    answer_types = ["comparison"]
    queries      = ["{first} vs {second} advantage"]
  }

  intent "definition" {
    answer_types = ["definition"]
    queries      = ["{entity} definition", "{entity} review"]
  }

  round "primary" {
    intents = [primary, options, numerical, causal, comparison, definition]
  }

  # S0-08 to S0-11, S0-04: after each round from the second on, at most four queries for the
  # next. 0.12 is as written: of twelve words two are a covered question (D3), so little is a gap.
  gap "coverage" {
    after      = every_round
    measure    = "containment"
    threshold  = var.gap_coverage_threshold
    inject     = next_round
    templates  = ["{gap}", "{gap} {core_terms}", "{gap} evidence", "{gap} review"]
    query_role = cheapest
    use_model  = var.gap_analysis_llm

    queries {
      per_gap   = [2, 4]
      per_round = 4
    }
  }

  # S0-14, S0-15: three documents that report one value triangulate it, two groups of values
  # dispute it. A cluster that is both counts as disputed (C9).
  triangulate {
    stage "numbers" {
      plugin = plugin.triangulation
      config = { agree = 3, relative_tolerance = 0.05, conflict = 2, on_both = "disputed", guard_confidence = 2 }
    }
  }

  # S0-16: and models are told.
  synthesise "standard" { convergence = true }
  synthesise "research_max" { convergence = true }

  # S0-12, S0-13: claims with type, number and qualifier, of the five best documents; the first
  # sentence where no model reads them.
  claims {
    extract {
      role       = cheapest
      documents  = 5
      batch      = 5
      max_output = 256
    }
  }

  # S0-07: disputed numbers are looked into before there is an answer.
  on "dispute" {
    queries = ["{claim} reported value", "{claim} measurement comparison", "{claim} review"]
    max     = 3
  }

  # S0-17 to S0-19: a search against the draft, if money is left and the draft is worth it. A
  # draft that is refuted is made anew, once (C34).
  falsify "draft" {
    when    = budget.remaining_usd > 0.25 && answer.provisional_confidence >= 0.35
    queries = ["evidence against {draft}", "why {draft} is wrong {domain}", "{alternative} {domain}"]

    stage "score" {
      plugin = plugin.falsification
      config = { mode = "draft", match = "meaning" } # "phrase" is U34 as written
    }

    resynthesise {
      above  = 0.7
      max    = 1
      reason = "high_falsification_risk"
    }
  }

  # S0-21 to S0-23.
  calibrate {
    term "falsification" {
      feature   = falsify.draft.score
      weight    = -0.12
      one_sided = true
    }

    term "triangulated" {
      feature = triangulate.numbers.triangulated_any
      weight  = 0.08
    }

    term "disputed" {
      feature = triangulate.numbers.disputed_any
      weight  = -0.06
    }
  }
}
