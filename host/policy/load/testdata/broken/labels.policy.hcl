policy {
}

policy "a" "b" {
}

policy "my-policy" {
}

locals "x" {
}

policy "p" {
  falsify "answer" {}
  gap "bridges" {}
}
