variable "floor" {
  type    = number
  default = "half"
}

variable "needed" { type = string }

variable "untyped" { default = 1 }

variable "share" {
  type    = number
  default = 55

  validation {
    condition     = var.share >= 0 && var.share <= 1
    error_message = "share is a fraction from 0 to 1."
  }
}
