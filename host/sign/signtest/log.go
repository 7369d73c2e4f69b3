//go:build keyless

package signtest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/go-openapi/runtime"
	"github.com/sigstore/rekor/pkg/generated/models"
	"github.com/sigstore/rekor/pkg/types"
	"github.com/sigstore/sigstore-go/pkg/tlog"
)

// enter logs what was signed as the first entry of a tree of one.
func (i *Instance) enter(w http.ResponseWriter, r *http.Request) {
	entry, err := i.entry(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("ETag", "0") // which entry of the answer it is
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(map[string]any{"0": entry})
}

func (i *Instance) entry(r *http.Request) (*models.LogEntryAnon, error) {
	proposed, err := models.UnmarshalProposedEntry(r.Body, runtime.JSONConsumer())
	if err != nil {
		return nil, err
	}
	typed, err := types.CreateVersionedEntry(proposed)
	if err != nil {
		return nil, err
	}
	body, err := types.CanonicalizeEntry(r.Context(), typed)
	if err != nil {
		return nil, err
	}
	proof, err := i.log.GetInclusionProof(body)
	if err != nil {
		return nil, err
	}
	id, err := i.log.RekorLogID()
	if err != nil {
		return nil, err
	}
	index, at, text := int64(0), time.Now().Unix(), base64.StdEncoding.EncodeToString(body)
	promise, err := i.log.RekorSignPayload(tlog.RekorPayload{LogID: id, IntegratedTime: at, LogIndex: index, Body: text})
	if err != nil {
		return nil, err
	}
	return &models.LogEntryAnon{Body: text, IntegratedTime: &at, LogID: &id, LogIndex: &index,
		Verification: &models.LogEntryAnonVerification{InclusionProof: proof, SignedEntryTimestamp: promise}}, nil
}
