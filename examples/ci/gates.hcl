# What a change may not break. Names are shown where a gate says no.

gate "no_regression" {
  measure  = "accuracy"
  baseline = "not_worse"
}

gate "accurate" {
  measure = "accuracy"
  min     = 0.45
}

gate "calibrated" {
  measure = "squared_error_debiased"
  max     = 0.10
}

gate "cheap" {
  measure = "cost_usd"
  max     = 0.05
}
