// Package tape reads a record as a run's memory, so that the run can be decided anew without sources, plugins or models.
//
// A [Tape] is one record: how its searches, plugin calls, inquiries of models and conditions went. A [Memoir] stands in for a
// source and a [MuteModel] for a model of which only the record is known. What the record does not know ends the replay, by a
// [NeedError] if a source could tell, else by an [UnknowableError]; [Unknowable] picks those two out of other errors.
package tape
