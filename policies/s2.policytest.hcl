test "gaps of a trial answer come before the methods" {
  policy = s2

  expect {
    path    = [primary, gap_fill, methods, adversarial]
    verdict = "answered"
  }
}

test "SPARKIT_CGDR_ENABLED=0 leaves the round out" {
  policy    = s2
  variables = { cgdr = false }

  expect {
    path    = [primary, methods, adversarial]
    skipped = { gap_fill = "off" }
  }
}

test "without gaps the round asks nothing" {
  policy = s2

  given "gap_fill" { ran = false }

  expect {
    path    = [primary, methods, adversarial]
    skipped = { gap_fill = "no new queries" }
  }
}

test "an answer that no sentence backs is withheld" {
  policy = s2

  given "answer" { support_coverage = 0 }

  expect {
    gates   = { covered = false }
    verdict = "abstained"
    reasons = ["not_addressed"]
  }
}

test "few new documents end retrieval once the methods are known" {
  policy = s2

  given "gap_fill" { new_documents = 0 }
  given "methods" { new_documents = 0 }

  expect { path = [primary, gap_fill, methods] }
}

test "a selection that got worse does, too" {
  policy = s2

  given "methods" { quality_gain = -0.02 }

  expect { path = [primary, gap_fill, methods] }
}

test "what a model calls unanswerable is withheld" {
  policy = s2

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
