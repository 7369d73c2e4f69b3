# baseline: what every other policy is compared with and builds on: the engine that the proposals assume,
# which answers as policy reader does, with the fitted confidence. The engine by its own formulas, which
# scores words and cites claims, is policy "as_written".

sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

policy "baseline" {
  description = "Three rounds of searches, answered from sentences that address the question; no model."
  extends     = [confidence]

  # What is missing is asked for before retrieval may end, and what such queries find is read.
  adaptive { ask_gaps = true }
  select { reserved = 2 }

  # Numbers are compared only where one is asked for, and only those that answer the question.
  claims { values = "asked" }

  # Works that refute the answer lower the confidence however they were found, each once (B-15).
  verify {
    stage "markers" {
      config = { mode = "verifier", adversarial_only = false }
    }
  }

  calibrate {
    term "contradiction" { feature = answer.contradictions }
  }
}
