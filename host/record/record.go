// Package record keeps what happened in a run: one append-only record per run (a
// run answers one question), complete enough to explain and to decide it again
// without the corpus, the plugins or the network.
//
// The run loop asks a [Sink] for a [Writer], appends events in the order in which
// things happened, and puts documents and the inputs and outputs of plugins aside
// as blobs, addressed by their digest ([Digest]):
//
//	w, err := sink.Begin(id)
//	err = w.Append(record.KindRun, record.Run{…})
//	err = w.Blob(record.Digest(data), data)
//	err = w.Finish()
//
// Sinks are the Badger store ([Open], [OpenMemory]), a folder of JSON lines files
// ([Folder]) and both ([Multi]). [ReadFile] and [Store.Read] give a [Reader].
//
// # Equal runs, equal bytes
//
// Events are written in one canonical form ([Canonical]). Elapsed time and
// fuel appear in events of [KindTiming] only, and those take no sequence number of their own, so the
// records of two equal runs are byte-equal once the timing lines are left out.
//
// # Changes are noticed
//
// A writer ends a record with a [Seal], the digest of the chain of all lines before it, which every reader compares: a
// record that was changed or damaged afterwards is a *[CorruptError]. It is not a signature: who makes the record anew, seal
// and all, is not noticed. Records of before there were seals are read, and [Reader].Chained is false.
package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/sparkhost/sparkhost/internal/plainjson"
)

// FormatVersion is the version of the record and of the result line. Fields are never
// renamed or given another meaning within a version; new ones may appear.
const FormatVersion = 1

// Kind says what an event speaks of and which struct its data is.
type Kind string

// The kinds of events.
const (
	KindRun         Kind = "run"         // [Run], the first event
	KindMaterial    Kind = "material"    // [Material]
	KindPlan        Kind = "plan"        // [Plan]
	KindWords       Kind = "words"       // [Words]
	KindQuery       Kind = "query"       // [Query]
	KindDocument    Kind = "document"    // [Document]
	KindPluginCall  Kind = "plugin_call" // [PluginCall]
	KindModelCall   Kind = "model_call"  // [ModelCall]
	KindCondition   Kind = "condition"   // [Condition]
	KindReservation Kind = "reservation" // [Reservation]
	KindRound       Kind = "round"       // [Round]
	KindSelection   Kind = "selection"   // [Selection]
	KindFullText    Kind = "full_text"   // [FullText]
	KindPassage     Kind = "passage"     // [Passage]
	KindSentence    Kind = "sentence"    // [Sentence]
	KindClaim       Kind = "claim"       // [Claim]
	KindOption      Kind = "option"      // [Option]
	KindCalibration Kind = "calibration" // [Calibration]
	KindCheckpoint  Kind = "checkpoint"  // [Checkpoint]
	KindGate        Kind = "gate"        // [Gate]
	KindStep        Kind = "step"        // [Step]
	KindWarning     Kind = "warning"     // [Warning]
	KindResult      Kind = "result"      // [Result] with ElapsedMS zero; its absence makes a record partial
	KindSeal        Kind = "seal"        // [Seal], the last event
	KindTiming      Kind = "timing"      // [Timing]
)

// kindBlob marks the lines of a file that carry blobs; they are not events.
const kindBlob Kind = "blob"

// Kinds lists every kind of event, in the order above.
func Kinds() []Kind {
	return []Kind{
		KindRun, KindMaterial, KindPlan, KindWords, KindQuery, KindDocument, KindPluginCall, KindModelCall, KindCondition, KindReservation, KindRound,
		KindSelection, KindFullText, KindPassage, KindSentence, KindClaim, KindOption, KindCalibration, KindCheckpoint, KindGate, KindStep, KindWarning, KindResult,
		KindSeal, KindTiming,
	}
}

// An Event is one line of a record.
type Event struct {
	Seq  int             `json:"seq"` // 1 for the first; a timing event repeats that of the event before it
	Kind Kind            `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// Decode reads the event's data into the struct that its Kind names.
func (e Event) Decode(into any) error {
	if err := json.Unmarshal(e.Data, into); err != nil {
		return fmt.Errorf("the %s event %d: %w", e.Kind, e.Seq, plainjson.Error(err))
	}
	return nil
}

// Canonical returns the one JSON form that records use: fields in struct order, map keys
// sorted, no indentation, no escaping of HTML. Equal values give equal bytes.
func Canonical(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Digest returns the address of a blob: its sha256 in lower-case hex.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
