// Package state holds what a run of one question knows, and what every step of it does: log, reserve, call a plugin, ask a model, hold a condition.
package state
