test "an ordinary question survives the search against its draft" {
  policy = s0

  expect {
    path       = [primary, methods, adversarial]
    challenged = [draft]
    verdict    = "answered"
    reasons    = []
  }
}

test "a score of 0.70 lets the draft stand" {
  policy = s0

  given "falsify.draft" { score = 0.70 }

  expect { reasons = [] }
}

test "a score of 0.71 has it made anew" {
  policy = s0

  given "falsify.draft" { score = 0.71 }

  expect { reasons = ["high_falsification_risk"] }
}

test "0.26 USD are enough for a search against the draft, 0.25 are not" {
  policy = s0

  given "budget" { remaining_usd = 0.25 }

  expect { challenged = [] }
}

test "a draft of 0.34 is not worth it" {
  policy = s0

  given "answer" { provisional_confidence = 0.34 }

  expect { challenged = [] }
}

test "a draft of 0.35 is, with 0.26 USD" {
  policy = s0

  given "answer" { provisional_confidence = 0.35 }
  given "budget" { remaining_usd = 0.26 }

  expect { challenged = [draft] }
}

test "SPARKIT_ADAPTIVE_RETRIEVAL=off runs every round" {
  policy    = s0
  variables = { adaptive_retrieval = false }

  given "methods" { new_documents = 0 }

  expect { path = [primary, methods, adversarial] }
}

test "what a model calls unanswerable is withheld" {
  policy = s0

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
