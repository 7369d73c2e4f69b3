test "the baseline's rounds" {
  policy = sparkit

  expect {
    path    = [primary, methods, adversarial]
    verdict = "answered"
  }
}

test "few new documents end retrieval after the second round" {
  policy = sparkit

  given "methods" { new_documents = 1 }

  expect { skipped = { adversarial = "adaptive: new_documents_low" } }
}

test "a selection that got worse does, too" {
  policy = sparkit

  given "methods" { quality_gain = -0.02 }

  expect { skipped = { adversarial = "adaptive: quality_gain_low" } }
}

test "SPARKIT_ADAPTIVE_MAX_ROUNDS=2 leaves two" {
  policy    = sparkit
  variables = { adaptive_max_rounds = 2 }

  expect {
    path    = [primary, methods]
    skipped = { adversarial = "max_rounds" }
  }
}

test "what a model calls unanswerable is withheld" {
  policy = sparkit

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
