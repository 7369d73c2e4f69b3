// Package inquiry asks language models on behalf of one run: it reserves the worst case of a call, asks the cache and
// then the model, charges what the call cost, and records it. A replay answers from the record.
//
// [Caller.Ask] puts one question, [Caller.AskAll] several side by side. Neither returns an error: a call without an
// answer is recorded with its reason, and the step that asked goes on without a model.
package inquiry
