sparkhost { required_version = "~> 1.2" }
