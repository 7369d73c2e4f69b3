package tape

import (
	"context"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A Memoir is a source of which only what it answered is known.
type Memoir struct{ Source, Print string }

// Name implements [retrieval.Source].
func (m Memoir) Name() string { return m.Source }

// Fingerprint returns that of the source when it was asked.
func (m Memoir) Fingerprint() string { return m.Print }

// Search knows nothing: a replay looks its searches up.
func (m Memoir) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) {
	return nil, &NeedError{Source: m.Source}
}

// Close implements [retrieval.Source].
func (m Memoir) Close() error { return nil }

// A MuteModel is a model of which only what it answered is known: what replays are given in place of an endpoint.
type MuteModel struct{ Description model.Description }

var _ model.Model = MuteModel{}

// Describe implements [model.Model].
func (m MuteModel) Describe() model.Description { return m.Description }

// WorstCase is not known.
func (m MuteModel) WorstCase(model.Request) model.Cost { return model.Cost{Basis: model.Unpriced} }

// Complete knows nothing: a replay looks its inquiries up.
func (m MuteModel) Complete(context.Context, model.Request) (model.Reply, error) {
	return model.Reply{}, model.ErrOffline
}
