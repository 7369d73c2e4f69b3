// Package web holds what all sources that speak HTTP share: it keeps them polite, repeatable and safe.
//
// A host opens one [Transport] and gives it to its sources. Each source describes its provider
// once and asks through [Get]:
//
//	client, err := transport.Client(web.Provider{
//		Name: "europepmc", Base: "https://www.ebi.ac.uk/europepmc/webservices/rest", Format: web.JSON,
//		Limits: outbound.Limits{Interval: 200 * time.Millisecond, InFlight: 4}, Classify: classify,
//	})
//	page, err := web.Get(ctx, client, web.Request{Op: "search", Path: "/search", Query: query}, parsePage)
//
// Get answers from the recordings, the cache or the provider, in this order. A request to the
// provider waits for the [outbound.Governor], which is shared by all runs of the process and, through
// a folder, by all processes of the machine. A body reaches the caller only if it is whole, within
// its size, of the right format, no error in disguise (Provider.Classify) and if parse accepts it; only
// then is it cached. Everything else is an *[outbound.Error] with an [outbound.Class], which decides whether it is tried again:
//
//	transient      408, 5xx but 501, reset, time-out,     again, after a back-off with jitter
//	               truncated
//	rate_limited   429                                    again, after Retry-After or a back-off; all callers wait
//	quota_gone     429 and a wait of ten minutes or more  not again; the provider is out until then
//	blocked        401, 402, 403, 451                     not again; the provider is out for this account
//	bad_request    501, other 4xx                         not again
//	not_found      404, 410                               not again
//	malformed      HTML for JSON, too large, unparsable,  not again
//	               redirected to another host
//	unavailable    not sent: the provider is out          not again
//	too_late       not sent: the deadline comes first     not again
//	missing        not sent: offline, and not recorded    not again
//
// Offline, recordings answer before the cache, and nothing is sent. Prices are the host's ([Options].Prices), which reserves
// the same money before it asks. Provider and address together make the line that callers wait in.
//
// # Secrets
//
// Keys and mail addresses are added to a request after its canonical form was taken, so they are not in
// cache keys, recordings or errors; where a provider repeats one in a body or message, it is
// replaced by "REDACTED" before anybody sees it.
package web
