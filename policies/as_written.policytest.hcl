test "an ordinary question takes every round and is answered" {
  policy = as_written

  expect {
    path    = [primary, methods, adversarial]
    gates   = { covered = true }
    verdict = "answered"
    reasons = []
  }
}

test "few new documents end retrieval after the second round" {
  policy = as_written

  given "methods" { new_documents = 1 }

  expect {
    path    = [primary, methods]
    skipped = { adversarial = "adaptive: new_documents_low" }
  }
}

test "little quality ends retrieval after the second round" {
  policy = as_written

  given "methods" { quality_gain = 0.02 }

  expect { path = [primary, methods] }
}

test "an answer that its passages do not cover is withheld" {
  policy = as_written

  given "answer" { support_coverage = 0.39 }

  expect {
    gates   = { covered = false }
    verdict = "abstained"
    reasons = ["citation_coverage_below_threshold"]
  }
}

test "a small lead over the runner-up is said" {
  policy = as_written

  given "answer" { margin = 0.05 }

  expect {
    verdict = "answered"
    reasons = ["margin_below_minimum"]
  }
}
