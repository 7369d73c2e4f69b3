test "an ordinary question has its gaps mined after the first round" {
  policy = s1

  expect {
    path    = [primary, methods, adversarial]
    verdict = "answered"
    reasons = []
  }

  assert {
    condition     = gaps.epistemic.ran
    error_message = "gaps are looked for"
  }
}

test "without a minute no gaps are mined" {
  policy = s1

  given "budget" { max_s = 59 }

  assert {
    condition     = !gaps.epistemic.ran
    error_message = "nobody looks for gaps"
  }
}

test "a lead of 0.06 is too small" {
  policy = s1

  given "answer" { margin = 0.06 }

  expect { reasons = ["margin_below_minimum"] }
}

test "a lead of 0.07 is enough" {
  policy = s1

  given "answer" { margin = 0.07 }

  expect { reasons = [] }
}

test "two rounds of means under 0.04, and few documents, are enough" {
  policy = s1

  given "primary" { mean_discriminative = 0.03 }
  given "methods" {
    mean_discriminative = 0.03
    new_documents       = 1
  }

  expect {
    path    = [primary, methods]
    skipped = { adversarial = "adaptive: discriminative_gain_exhausted" }
  }
}

test "few new documents end retrieval, too" {
  policy = s1

  given "methods" {
    mean_discriminative = 0.05
    new_documents       = 1
  }

  expect { skipped = { adversarial = "adaptive: new_documents_low" } }
}

test "and a selection that got worse" {
  policy = s1

  given "methods" { quality_gain = -0.02 }

  expect { skipped = { adversarial = "adaptive: quality_gain_low" } }
}

test "what a model calls unanswerable is withheld" {
  policy = s1

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
