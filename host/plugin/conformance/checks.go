package conformance

import (
	"context"
	"slices"
)

// A Check is one thing that the kit asks of a plugin.
type Check struct {
	ID   string // stable: lower_snake_case
	Asks string // a sentence
	Fix  string // what to do when it fails

	run     func(context.Context, *kit) finding
	unfound bool // runs even when the host does not load the module
}

// Checks lists the checks in the order in which they run.
func Checks() []Check {
	return slices.Concat(loadChecks(), shapeChecks(), valueChecks(), invarianceChecks(), repeatChecks(), growthChecks(), authorChecks(), summaryChecks())
}

// IDs lists the ids of [Checks].
func IDs() []string {
	var ids []string
	for _, c := range Checks() {
		ids = append(ids, c.ID)
	}
	return ids
}

func loadChecks() []Check {
	return []Check{
		{ID: "module", Asks: "The module is WebAssembly that the host compiles within its size limits.", unfound: true, run: loads("module"),
			Fix: "Build it with `sparkhost plugin build`; declare less memory than the limit, and no feature beyond WebAssembly 2.0."},
		{ID: "imports", Asks: "It imports nothing but what plugins are given.", unfound: true, run: loads("imports"),
			Fix: "Remove the code that needs the import: a plugin has no network, no files and no host functions of its own."},
		{ID: "exports", Asks: "It exports what its ABI and kind need, with the right types, for a contract version that the host speaks.", unfound: true, run: loads("exports"),
			Fix: "Use the SDK, and build a library, not a command; docs/plugin-abi.md lists the exports."},
		{ID: "start", Asks: "An instance starts and describes itself within the limits.", unfound: true, run: loads("start"),
			Fix: "Do less in initialisers: no work that grows, nothing that panics without files, arguments or environment."},
		{ID: "manifest", Asks: "Its description is valid: names, types, defaults within their own bounds.", unfound: true, run: loads("manifest"),
			Fix: "Correct the manifest as the message says."},
		{ID: "ranges", Asks: "Outputs have ranges that a policy can rely on.", run: checkRanges,
			Fix: "Declare for each output the least and the greatest value that it can have, not the limits of the number type."},
	}
}

func shapeChecks() []Check {
	return []Check{
		{ID: "ordinary_batch", Asks: "Ordinary requests, made up from its manifest, get an answer that keeps the contract.", run: checkOrdinary,
			Fix: "Answer every valid request. If the made-up ones make no sense for the plugin, put requests that do into testdata/requests."},
		{ID: "one_row", Asks: "A batch of one row gets an answer.", run: checkOneRow,
			Fix: "Do not take two rows for granted, as in a comparison or a normalisation over the batch."},
		{ID: "empty_batch", Asks: "A batch without rows gets an empty answer, not an error.", run: checkEmpty,
			Fix: "Return no scores, or neutral signals, when there are no rows; do not divide by the number of rows."},
		{ID: "huge_batch", Asks: "A batch as large as the limits allow is answered, or refused with an error of the plugin's own.", run: checkHuge,
			Fix: "Work row by row, free what a row needed, and avoid copies of the whole batch."},
		{ID: "optional_columns", Asks: "It works without the columns that it declares optional, one by one and all.", run: checkOptional,
			Fix: "Look whether a column is there before reading it, or declare it required."},
		{ID: "unknown_values", Asks: "It works where values are unknown, some and all, in every column.", run: checkUnknown,
			Fix: "Ask the presence mask before using a value: unknown is not zero."},
	}
}

func valueChecks() []Check {
	return []Check{
		{ID: "numbers", Asks: "Extreme numbers (±0, denormals, the greatest, absurd years) lead to no trap and no answer that breaks the contract.", run: checkNumbers,
			Fix: "Clamp inputs, or the result, to the declared range; look for infinity minus infinity and zero over zero; check before converting to integers."},
		{ID: "texts", Asks: "Empty, very long and odd texts and token lists lead to no trap and no answer that breaks the contract.", run: checkTexts,
			Fix: "Iterate over text by characters, not at fixed offsets; bound recursion and regular expressions."},
		{ID: "parameters", Asks: "Every parameter works at its bounds and with each of its choices.", run: checkParameters,
			Fix: "Narrow the bounds, or return an error that says which settings do not go together."},
		{ID: "malformed_input", Asks: "Damaged requests, invalid UTF-8 among them, get an error with text and leave the instance sound.", run: checkMalformed,
			Fix: "Check the request before using it, as the SDKs do, and answer with an error."},
	}
}

func invarianceChecks() []Check {
	return []Check{
		{ID: "row_order", Asks: "Rows in another order get the same results in that order.", run: checkOrder,
			Fix: "Let no row's result depend on its place or its neighbours; break ties by content."},
		{ID: "batch_split", Asks: "Items get the same scores in one batch, in halves and alone.", run: checkSplit,
			Fix: "Do not normalise over the batch: scores of different batches are compared with each other."},
	}
}

func repeatChecks() []Check {
	return []Check{
		{ID: "repeatable", Asks: "The same request gets the same bytes from fresh and from used instances, at the same fuel from fresh ones.", run: checkRepeat,
			Fix: "Keep nothing between calls, and sort before iterating over a hash table."},
		{ID: "call_order", Asks: "Answers do not depend on what was asked before.", run: checkCallOrder,
			Fix: "Reset what is reused (buffers, caches) at the start of each call."},
		{ID: "engines", Asks: "Compiler and interpreter give the same bytes at the same fuel.", run: checkEngines,
			Fix: "This should not happen: please report it with the module."},
	}
}

func growthChecks() []Check {
	return []Check{
		{ID: "memory_growth", Asks: "Memory stays flat over many calls.", run: checkMemory,
			Fix: "Free what a call allocates, and bound what is kept; stock Go collects by itself, TinyGo and C need care."},
		{ID: "fuel_growth", Asks: "Fuel grows about linearly with the rows.", run: checkFuel,
			Fix: "Avoid comparing each row with each: sort or index first. What is quadratic exhausts its fuel on the first large question."},
	}
}

func authorChecks() []Check {
	return []Check{
		{ID: "requests", Asks: "The author's own requests get an answer.", run: checkRequests,
			Fix: "Run the request natively and look at the plugin's error, or correct the request."},
		{ID: "golden", Asks: "The author's golden files hold in the module, too.", run: checkGolden,
			Fix: "Correct the plugin; or, if the new answer is meant, update the files: sparkhost plugin test --update."},
	}
}

func summaryChecks() []Check {
	return []Check{
		{ID: "finite", Asks: "No answer to any of these checks held NaN or an infinity.", run: checkFinite,
			Fix: "Find the division or logarithm behind it; leave an output out where it is unknown, the score apart."},
		{ID: "error_text", Asks: "Its own errors say what is wrong.", run: checkErrorText,
			Fix: "Return an error with a sentence: which input or setting, what is wrong with it, what would be right."},
	}
}
