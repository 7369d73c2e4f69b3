// Package bind checks a policy against the plugins and sources that were loaded for it.
//
// [Loaded.Settings] resolves every stage against its plugin and every name of an output against what the plugin declares; all misfits
// come at once, each with its place in the policy ([MisfitError]). [Loaded.Declared] is the other way round: what the policy may
// name of the plugins' outputs, for checks before a run. [Blocks] is the list of places that call stages: a new one goes there.
package bind
