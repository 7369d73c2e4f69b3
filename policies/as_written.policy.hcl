# as_written: the engine that the proposals assume (B in docs/mechanisms.md), by their formulas, without a
# language model. Other policies extend it and change single settings.

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

policy "as_written" {
  description = "The engine that the proposals assume, by their formulas, without a language model."
  sources     = [local]
  order       = [primary, methods, adversarial]

  # What one question may cost. A step that does not fit is not taken.
  budget {
    max_cost    = "3.00 USD"
    max_wall    = "300s"
    reserve_for = [synthesis, calibration]
  }

  # Retrieval ends early when a round brought fewer than two new documents, or
  # raised the quality of the selection by less than 0.03.
  adaptive {
    min_rounds       = 2
    max_rounds       = 5
    min_new_docs     = 2
    min_quality_gain = 0.03
  }

  intent "primary" {
    queries = ["{question}", "{core_terms}"]
  }

  intent "options" {
    queries = ["{core_terms} {option}"]
  }

  intent "methods" {
    queries = ["{core_terms} methods measurement experiment"]
  }

  intent "reference" {
    queries = ["{core_terms} review reference values"]
  }

  intent "adversarial" {
    against = true
    queries = ["contradictory findings {core_terms}", "limitations and negative results {core_terms}"]
  }

  round "primary" {
    intents = [primary, options]
  }

  round "methods" {
    intents = [methods, reference]
  }

  round "adversarial" {
    intents = [adversarial]
  }

  # Which documents are read: 2.0 title + 1.0 abstract + 0.25 recency.
  select {
    documents            = [10, 14]
    one_per_source_first = true
    max_source_share     = 0.5

    term "title" {
      feature = document.title_overlap
      weight  = 2.0
    }

    term "abstract" {
      feature = document.abstract_overlap
      weight  = 1.0
    }

    term "recency" {
      feature = document.recency
      weight  = 0.25
    }
  }

  # Which passages of them are kept: 1.4 question + 1.9 focus.
  read {
    max_chars             = 10000
    passage_chars         = 600
    passages_per_document = 3

    term "question" {
      feature = passage.question_overlap
      weight  = 1.4
    }

    term "focus" {
      feature = passage.focus_overlap
      weight  = 1.9
    }
  }

  # One claim per document, its first sentence; claims that overlap form a cluster.
  claims {
    per_document      = 1
    pick              = "lead"
    measure           = "jaccard"
    cluster_threshold = 0.35
    support_measure   = "containment"
    support_threshold = 0.30
  }

  # Refutations near the question's terms, in what the adversarial round found.
  verify {
    stage "markers" {
      plugin = plugin.falsification
      config = { mode = "verifier" }
    }
  }

  # Without a model the lexical score stands alone.
  options {
    min_margin           = 0.06
    eliminate_below      = 0.25
    keep_at_least        = 2
    citations_per_option = 3

    term "lexical" {
      feature = option.lexical
      weight  = 1.0
    }
  }

  answer {
    max_sentences = 3
    min_support   = 0.0
  }

  calibrate {
    stage "confidence" {
      plugin = plugin.calibration
    }

    base "coverage" {
      feature = answer.support_coverage
      weight  = 0.45
    }

    base "margin" {
      feature = answer.margin
      weight  = 0.30
      cap     = 0.30
    }

    base "diversity" {
      feature = answer.source_diversity
      weight  = 0.25
    }

    # 0.07 for each refutation, at most 0.35 (U09).
    term "contradiction" {
      feature   = verify.markers.flags
      weight    = -0.07
      floor     = -0.35
      one_sided = true
    }

    clamp = [0.01, 0.99]
  }

  gate "covered" {
    level     = "hard"
    condition = answer.support_coverage >= 0.40
    otherwise = "abstain"
    reason    = "citation_coverage_below_threshold"
    message   = "Too few of the answer's claims are backed by a passage."
  }
}

plugin "calibration" {
  source = "builtin"

  limits {
    wall = "30s"
  }
}

# Fuel bounds what it does, the same on every machine; time only catches what hangs: a busy machine ended runs at 5 s.
plugin "falsification" {
  source = "builtin"

  limits {
    wall = "30s"
  }
}
