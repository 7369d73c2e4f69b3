// Package outage tells of model endpoints that give a run no answers: which calls failed alike, so that a run says it once ([Troubles]),
// and when an endpoint is not to be asked any more ([Troubles.Down]).
//
// It goes by the class of a failure ([ClassOf]) and by the order in which calls were begun, never by who was faster: equal runs give up
// at the same call. A failure that a record tells of is a [Recalled].
package outage
