sparkhost { required_version = ">= 9.0.0" }

policy "p" {
  telepathy { enabled = true }
}
